/** What the bound lets an automatic payment charge of an account that shows 100.00. */
import type { AccountFacts } from '@billhook/core/payment/account-ledger';
import { automaticAmount, type Bounded } from '@billhook/core/payment/bound';
import { expect, test } from 'vitest';
import { billRecord } from '../../../support/records.ts';

const until = '2026-12-01';
const own = (amountCents: number) => ({ ...earlier(amountCents), own: true as const });
const earlier = (amountCents: number) => ({
  ...{ paymentId: 'pay_1', amountCents, paidOn: '2026-11-21', until },
});
const account = (takenCents: number, more: Partial<AccountFacts> = {}) => ({
  account: { takenCents, unproven: [], ...more },
});
const owing = (owedCents: number, takenCents: number) => account(takenCents, { owedCents });
const options = [{ type: 'custom-payment-amount' as const, settings: { canExceedBalance: false } }];

function amount(more: Partial<Bounded>, parts: boolean) {
  const { company, reported, ...bill } = billRecord({ payments: [] });
  const { additionalPaymentOptions: _any, ...balances } = company;
  return automaticAmount({
    ...bill,
    reported: { ...reported, balanceCents: 10_000 },
    company: parts ? { ...balances, additionalPaymentOptions: options } : balances,
    ...more,
  });
}

const more = (seenCents: number) => ({ reason: 'more-owed', seenCents, owedCents: 10_000 });
const notShown = (seenCents: number) => ({
  ...{ reason: 'earlier-payment-not-shown', seenCents, owedCents: 10_000, paymentId: 'pay_1' },
});

test.each<[string, Partial<Bounded>, inParts: unknown, whole?: unknown]>([
  ['nothing was taken', {}, 10_000],
  ['all of it was taken, and is not shown yet', account(10_000, { unproven: [own(10_000)] }), 0],
  ['its statement is past', account(0, { isPast: true }), 0],
  ['a part was taken, and is not shown yet', account(4_000, { unproven: [own(4_000)] }), 6_000],
  [
    'an earlier release kept what is not shown yet',
    { unposted: { cents: 4_000, until } as Bounded['unposted'] },
    6_000,
  ],
  ['as much was owed, and a part was taken', owing(14_000, 4_000), 10_000],
  ['less was owed, and all of that was taken', owing(8_000, 8_000), more(8_000)],
  ['less was owed, and a part was taken', owing(8_000, 3_000), 5_000, more(8_000)],
  [
    'a payment of an earlier statement is not proven',
    account(4_000, { unproven: [earlier(4_000)] }),
    6_000,
    notShown(4_000),
  ],
  [
    'a payment of an earlier statement may be all of it',
    account(10_000, { unproven: [earlier(10_000)] }),
    notShown(10_000),
  ],
])('where %s', (_, bill, inParts, whole = inParts) => {
  expect([amount(bill, true), amount(bill, false)]).toEqual([inParts, whole]);
});

test('where its user chose an amount, what is left of that is charged', () => {
  const chosen = { customPaymentAmountCents: 3_000, ...owing(10_000, 2_000) };
  expect(amount(chosen, true)).toBe(1_000);
});
