import { amountUnasked } from '@billhook/core/payment/usual-amount';
import { expect, test } from 'vitest';
import { billRecord } from '../../../support/records.ts';

type Paid = readonly [cents: number, dueOn?: string, owedCents?: number];

/** The newest first; the bill shows the statement of 2026-12-05. */
const paidBefore = (payments: readonly Paid[], takenCents = 0) =>
  billRecord({
    account: { takenCents, unproven: [] },
    payments: payments.map(([amountCents, dueOn, owedCents]) => ({
      ...{ amountCents, paidOn: '2026-11-01' },
      ...(dueOn !== undefined && { statement: { dueOn, ...(owedCents && { owedCents }) } }),
    })),
  });
const each = (...cents: number[]): Paid[] => cents.map((one) => [one]);

test.each<[string, readonly Paid[], number]>([
  ['the first payment has nothing to compare with', [], 1_000_000],
  ['three times the only one', each(100), 300],
  ['three times the highest of six', each(100, 20, 20, 20, 20, 200), 600],
  ['what is left of a statement is no other one', [[20, '2026-12-05']], 1_000_000],
  [
    'parts of a statement are one amount',
    [
      [50, '2026-11-05'],
      [50, '2026-11-05'],
    ],
    300,
  ],
  ['a part counts as what was owed', [[20, '2026-11-05', 100]], 300],
  [
    'six statements of two parts each',
    each(1, 1, 1, 1, 1).concat([
      [60, '2026-05-05'],
      [40, '2026-05-05'],
    ]),
    300,
  ],
])('is made: %s', (_, before, owedCents) => {
  expect(amountUnasked(paidBefore(before), owedCents)).toBe(owedCents);
});

test.each<[string, readonly Paid[], number, number, number?]>([
  ['a cent more than three times the only one', each(100), 301, 100],
  ['a cent more than three times the highest', each(100, 20, 20, 20, 20, 200), 601, 200],
  ['the seventh does not count any more', each(100, 20, 20, 20, 20, 20, 200), 301, 100],
  ['what its statement comes to, with what was paid of it', each(100), 101, 100, 200],
])('waits: %s', (_, before, owedCents, seenCents, takenCents = 0) => {
  const waiting = { reason: 'unusual-amount', seenCents, owedCents };
  expect(amountUnasked(paidBefore(before, takenCents), owedCents)).toEqual(waiting);
});
