import { expect, test } from 'vitest';
import { measureModules } from '../support/module-sizes.ts';

test('each module is as small as it has to be for a phone', async () => {
  const sizes = await measureModules();
  expect(sizes.length).toBeGreaterThan(6);
  const tooLarge = sizes.filter(({ size, limit }) => size > limit);
  expect(
    tooLarge.map(({ name, size, limit }) => `${name}: ${size.toFixed(2)} of ${limit} KB`),
  ).toEqual([]);
});
