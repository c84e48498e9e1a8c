/** The short version of `npm run tools -- browser-battery`: one of each kind. */
import { expect, test } from 'vitest';
import { runBattery, textOf, walksOf } from './battery.ts';
import { allThrown, nameOf } from './switches.ts';

const short = [
  'utility confirmation-lost later',
  'utility markup first',
  'mobile charges-twice later',
  'streaming asks-code first',
];

test('Whatever the companies do, nothing is charged twice or denied, and nobody who is away gets a code', async () => {
  const walks = allThrown.filter((one) => short.includes(nameOf(one)));
  expect(walks).toHaveLength(short.length);
  const figures = await runBattery({ walks, atOnce: 4 });
  expect(figures.violations, textOf(figures)).toEqual([]);
  expect(figures).toMatchObject({ codesUnattended: 0, changed: 1, recognized: 1, unattended: 7 });
  expect(figures.done).toEqual({ links: 4, readings: 2, payments: 2, swaps: 1 });
});

test('The long version throws each switch at least twice', () => {
  const names = walksOf(160).map(nameOf);
  for (const one of allThrown)
    expect(names.filter((name) => name === nameOf(one)).length).toBeGreaterThan(1);
});
