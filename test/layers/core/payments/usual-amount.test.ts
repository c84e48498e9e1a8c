import { amountUnasked } from '@billhook/core/payments/usual-amount';
import { expect, test } from 'vitest';

const paidBefore = (...cents: number[]) => ({
  payments: cents.map((amountCents) => ({ amountCents, paidOn: '2026-11-01' })),
});

test.each<[string, readonly number[], number]>([
  ['the first payment has nothing to compare with', [], 1_000_000],
  ['three times the only one', [100], 300],
  ['three times the highest of six', [100, 20, 20, 20, 20, 200], 600],
])('is made: %s', (_, before, owedCents) => {
  expect(amountUnasked(paidBefore(...before), owedCents)).toBe(owedCents);
});

test.each<[string, readonly number[], number, number]>([
  ['a cent more than three times the only one', [100], 301, 100],
  ['a cent more than three times the highest', [100, 20, 20, 20, 20, 200], 601, 200],
  ['the seventh does not count any more', [100, 20, 20, 20, 20, 20, 200], 301, 100],
])('waits: %s', (_, before, owedCents, seenCents) => {
  const waiting = { reason: 'unusual-amount', seenCents, owedCents };
  expect(amountUnasked(paidBefore(...before), owedCents)).toEqual(waiting);
});
