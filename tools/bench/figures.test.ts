import { expect, test } from 'vitest';
import { figuresTable } from './figures-table.ts';
import { median } from './median.ts';

test('Names stand to the left and figures to the right, in columns of even width', () => {
  const rows = [
    ['check', 'µs', ''],
    ['a signature', '7.5', 'met'],
    ['token', '12.0'],
  ];
  expect(figuresTable(rows)).toEqual([
    'check          µs',
    'a signature   7.5  met',
    'token        12.0',
  ]);
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 3],
  [[5], 5],
  [[], Number.NaN],
])('The median of %j is %d', (numbers, middle) => {
  expect(median(numbers)).toBe(middle);
});
