/** Many households' years, one after another, and what came to pass in them. */
import { takeOverProcess } from '../service.ts';
import { allFaults } from './faults.ts';
import { openYearDirectory } from './household.ts';
import { type Figures, runYear, type YearOptions } from './year.ts';

export type Tally = Figures & { readonly households: number };

/** @throws Violation of the first household that has one. */
export async function runHouseholds(
  seeds: readonly number[],
  options: YearOptions = {},
): Promise<Tally> {
  const giveBack = takeOverProcess();
  try {
    const directory = await openYearDirectory();
    const years: Tally[] = [];
    for (const seed of seeds)
      years.push({ households: 1, ...(await runYear(directory, seed, options)) });
    return sumOf(years);
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
  return { ...Object.fromEntries(numbers), faults: Object.fromEntries(faults) } as Tally;
}
