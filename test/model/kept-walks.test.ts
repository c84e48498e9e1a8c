import { expect, test } from 'vitest';
import { trailOf } from './run-walks.ts';

test('a walk follows from its number alone', async () => {
  expect(await trailOf(7)).toEqual(await trailOf(7));
});

/** Walks in which two bills of a client are done in part while their method is removed. */
test.each([
  [86, 22],
  [86, 1_000_132],
])('walk %i with the ids of %i is explained', async (number, ids) => {
  expect(await trailOf(number, ids)).not.toEqual([]);
});

/** A method deleted that was not the default; an account linked by two tasks at once, just paid by another. */
test.each([1_725, 1_003_999])('walk %i is explained', async (number) => {
  expect(await trailOf(number)).not.toEqual([]);
});

/** A default that is deleted beside a method that is added; an approval beside another one. */
test.each([6_549, 1_003_477])('walk %i is explained', async (number) => {
  expect(await trailOf(number)).not.toEqual([]);
});
