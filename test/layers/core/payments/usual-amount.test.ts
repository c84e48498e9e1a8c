import { exceedsUsual } from '@billhook/core/payments/usual-amount';
import { expect, test } from 'vitest';

test.each<[string, readonly number[], number, boolean]>([
  ['the first payment has nothing to compare with', [], 1_000_000, false],
  ['three times the only one', [100], 300, false],
  ['a cent more', [100], 301, true],
  ['three times the highest of six', [100, 20, 20, 20, 20, 200], 600, false],
  ['a cent more than that', [100, 20, 20, 20, 20, 200], 601, true],
  ['the seventh does not count any more', [100, 20, 20, 20, 20, 20, 200], 301, true],
])('%s', (_, paidBefore, amountCents, exceeds) => {
  const payments = paidBefore.map((cents) => ({ amountCents: cents, paidOn: '2026-11-01' }));
  expect(exceedsUsual({ payments }, amountCents)).toBe(exceeds);
});
