import { expect, test } from 'vitest';
import { figures } from './figures.ts';
import { wings } from './house.ts';

/** A limit that lies further above its figure would let what was won be lost again. */
const SLACK = 1.01;

test.each(figures())('$name: $value, at most $limit', ({ name, limit, value }) => {
  const raise = 'or raise the limit in test/house/figures.ts, with its reason next to it';
  expect(value, `${name}: take out what your change replaces, ${raise}`).toBeLessThanOrEqual(limit);
  if (!wings.includes('tools')) return;
  const lower = `${name} fell: lower its limit in test/house/figures.ts`;
  expect(limit, lower).toBeLessThanOrEqual(Math.ceil(value * SLACK));
});
