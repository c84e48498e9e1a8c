/** What a run found, as lines for people. */
import type { Fitted } from './assembly.ts';
import type { Report } from './run-deploy.ts';
import type { Walk } from './walk.ts';

/** @returns the lines, and whether anything was refused or left out. */
export function describeReport({ fitted, refused, walk, unrun, denied }: Report): {
  readonly lines: readonly string[];
  readonly passed: boolean;
} {
  const uncalled = walk?.uncalled ?? [];
  const lines = [
    'Changed for the emulator (places: what is changed. Why)',
    ...fitted.map(describeFitted),
    '',
    ...list('Rejected calls', refused),
    ...list('Rejected by IAM', denied),
    ...(walk ? describeWalk(walk, unrun, refused.length === 0) : []),
    ...(walk ? [`${walk.calls} calls, ${refused.length + denied.length} rejected`] : []),
  ];
  return { lines, passed: refused.length + uncalled.length + denied.length === 0 };
}

/** A refused call ends the walk: what comes after it is missing, and not to blame. */
function describeWalk({ uncalled }: Walk, unrun: readonly string[], whole: boolean): string[] {
  return [
    ...list('Operations not called', uncalled, whole),
    // What these do takes something that goes wrong, or time.
    ...list('Functions that did not run with their own role', unrun, whole),
  ];
}

function describeFitted({ what, why, places }: Fitted): string {
  return `${String(places).padStart(5)}  ${what}. ${why}.`;
}

function list(title: string, entries: readonly string[], each = true): string[] {
  return [`${title}: ${entries.length}`, ...(each ? entries.map((entry) => `  ${entry}`) : [])];
}
