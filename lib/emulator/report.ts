/** What a run found, as lines for people. */
import type { Fitted } from './assembly.ts';
import type { Report } from './run-deploy.ts';

/** @returns the lines, and whether anything was refused or left out. */
export function describeReport({ fitted, refused, walk, unrun, denied }: Report): {
  readonly lines: readonly string[];
  readonly passed: boolean;
} {
  const uncalled = walk?.uncalled ?? [];
  const lines = [
    'Fitted to the emulator (places: what is done. Why)',
    ...fitted.map(describeFitted),
    '',
    ...list('calls that were refused', refused),
    ...list('operations that were not called', uncalled),
    ...list('calls that IAM refused', denied),
    // These have no test here; most run in what a sandbox can't be brought to.
    ...(walk ? list('functions that did not run with their own role', unrun) : []),
    ...(walk ? [`${walk.calls} calls, ${refused.length + denied.length} refused`] : []),
  ];
  return { lines, passed: refused.length + uncalled.length + denied.length === 0 };
}

function describeFitted({ what, why, places }: Fitted): string {
  return `${String(places).padStart(5)}  ${what}. ${why}.`;
}

function list(title: string, entries: readonly string[]): string[] {
  return [`${entries.length} ${title}`, ...entries.map((entry) => `  ${entry}`)];
}
