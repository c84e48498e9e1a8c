import { randomBytes } from 'node:crypto';
import { shuffled } from '@billhook/runtime/sweeps/shuffle';
import { expect, test } from 'vitest';

const items = [1, 2, 3, 4, 5, 6];

test('every item is there once, and what was given stays as it was', () => {
  expect(shuffled(items, randomBytes).toSorted()).toEqual(items);
  expect(items).toEqual([1, 2, 3, 4, 5, 6]);
});

test('each item comes first about as often as any other', () => {
  const counts = new Map<number, number>();
  for (let count = 0; count < 6_000; count += 1) {
    const first = shuffled(items, randomBytes)[0] ?? 0;
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  for (const item of items) {
    expect(counts.get(item)).toBeGreaterThan(800);
    expect(counts.get(item)).toBeLessThan(1_200);
  }
});

test('the same random bytes give the same order', () => {
  const bytes = randomBytes(24);
  const order = shuffled(items, () => bytes);
  expect(shuffled(items, () => bytes)).toEqual(order);
});

test.each([[[]], [[1]]])('of %j there is one order', (given) => {
  expect(shuffled(given, randomBytes)).toEqual(given);
});
