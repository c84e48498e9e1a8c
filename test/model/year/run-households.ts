/** Many households' years, one after another, and what came to pass in them. */
import { takeOverProcess } from '../service.ts';
import { allFaults } from './faults.ts';
import { openYearDirectory } from './household.ts';
import { Violation } from './violation.ts';
import { type Figures, runYear, type YearOptions } from './year.ts';

export type Tally = Figures & {
  readonly households: number;
  /** What must not have happened, with the household in which it did. */
  readonly violations: readonly string[];
};

export async function runHouseholds(
  seeds: readonly number[],
  options: YearOptions = {},
): Promise<Tally> {
  const giveBack = takeOverProcess();
  try {
    const directory = await openYearDirectory();
    const years: Tally[] = [];
    const violations: string[] = [];
    for (const seed of seeds) {
      try {
        const figures = await runYear(directory, seed, options);
        years.push({ households: 1, violations: [], ...figures });
      } catch (error) {
        if (!(error instanceof Violation)) throw error;
        violations.push(error.message);
      }
    }
    return { ...sumOf(years), violations };
  } finally {
    giveBack();
  }
}

const counts = [
  ...(['households', 'days', 'readings', 'payments', 'charges'] as const),
  ...(['billedCents', 'paidCents', 'unresolved'] as const),
];

export function sumOf(tallies: readonly Tally[]): Tally {
  const numbers = counts.map((name) => [name, tallies.reduce((sum, one) => sum + one[name], 0)]);
  const faults = allFaults.map((fault) => [
    fault,
    tallies.reduce((sum, one) => sum + one.faults[fault], 0),
  ]);
  const violations = tallies.flatMap((one) => one.violations);
  return {
    ...Object.fromEntries(numbers),
    ...{ faults: Object.fromEntries(faults), violations },
  } as Tally;
}
