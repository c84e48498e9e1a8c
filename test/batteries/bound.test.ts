/** A sample of `npm run tools -- histories --bound`, and that it notices when a rule is missing. */
import { expect, test } from 'vitest';
import { runEvery, worlds } from './bound/every-history.ts';
import { switches } from './bound/rules-off.ts';
import { runDrawn } from './bound/run-drawn.ts';
import { sumOf } from './frame/tally.ts';

/** Of its histories, early ones find each of the rules missing. */
const SEED = 13;
const HISTORIES = Number(process.env.BATTERY_ROUNDS) * 60;
const READINGS = 3;
const MINUTE = 60_000;

test(`no reading misleads an automatic payment (${HISTORIES} histories)`, {
  timeout: 60 * MINUTE,
}, () => {
  const made = Array.from({ length: HISTORIES }, (_, number) => runDrawn(SEED, number));
  const { counts, wrongs } = sumOf(made);
  expect(wrongs).toEqual([]);
  // Else the histories would show nothing.
  expect(counts.automatic).toBeGreaterThan(HISTORIES / 2);
});

test.each(Object.keys(worlds))(
  `every history of ${READINGS} readings is right: %s`,
  { timeout: MINUTE },
  (world) => {
    const { histories, wrongs } = runEvery(world, READINGS);
    expect(wrongs).toEqual([]);
    expect(histories).toBe(12 ** READINGS);
  },
);

/** More are never needed. */
const MOST_HISTORIES = 10_000;

test.each(Object.entries(switches))(
  'it notices where it does not hold that %s',
  (_rule, broken) => {
    let number = 0;
    while (number < MOST_HISTORIES && runDrawn(SEED, number, broken).wrongs.length === 0)
      number += 1;
    expect(number).toBeLessThan(MOST_HISTORIES);
    expect(runDrawn(SEED, number).wrongs).toEqual([]);
  },
);
