/** What a run found, as lines for people. */
import type { Outcome } from './part.ts';

export type Named = { readonly name: string; readonly outcome: Outcome };

export function describeRun(all: readonly Named[]): {
  readonly lines: readonly string[];
  readonly passed: boolean;
} {
  const lines = all.flatMap(({ name, outcome }) => {
    if ('skipped' in outcome) return ['', `${name}: skipped. ${outcome.skipped}`];
    const { figures, failures } = outcome;
    return ['', name, ...figures.map(indented), ...failures.map((one) => `  FAILED  ${one}`)];
  });
  const failed = all.flatMap(({ outcome }) => ('skipped' in outcome ? [] : outcome.failures));
  const skipped = all.filter(({ outcome }) => 'skipped' in outcome).length;
  const total = `${all.length - skipped} parts run, ${skipped} skipped, ${failed.length} failures`;
  return { lines: [...lines, '', total], passed: failed.length === 0 };
}

function indented(line: string): string {
  return `  ${line}`;
}
