/** A year of some households; `npm run tools -- year` has a thousand. */
import { expect, test } from 'vitest';
import { LEAST_MET } from './faults.ts';
import { runHouseholds } from './run-households.ts';
import { DAYS } from './year.ts';

const HOUSEHOLDS = Number(process.env.YEAR_HOUSEHOLDS);

test(`${HOUSEHOLDS} households pay for a year what they owe and agreed to`, async () => {
  const seeds = Array.from({ length: HOUSEHOLDS }, (_, index) => index + 1);
  const { violations, faults, ...figures } = await runHouseholds(seeds);
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ households: HOUSEHOLDS, days: HOUSEHOLDS * DAYS });
  for (const [fault, met] of Object.entries(faults))
    expect([fault, met >= LEAST_MET * HOUSEHOLDS]).toEqual([fault, true]);
  // Most of what is billed is paid here; the rest users pay at the company, or skip.
  expect(figures.paidCents).toBeGreaterThan(figures.billedCents / 2);
});
