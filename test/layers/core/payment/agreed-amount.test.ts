/** What an order charges beside an earlier payment that isn't shown yet. */
import { amountPlanned } from '@billhook/core/payment/agreed-amount';
import { expect, test } from 'vitest';
import { billRecord, NOW, TODAY } from '../../../support/records.ts';

const earlier = {
  ...{ paymentId: 'pay_1', amountCents: 6_000, paidOn: TODAY, until: '2026-11-26' },
  own: true as const,
};
const account = { takenCents: 6_000, unproven: [earlier] };
const agreed = { cents: 4_000, chosenCents: 4_000, statement: { dueOn: '2026-12-05' } };

test.each([
  ['what is left covers it exactly', 10_000, 4_000],
  ['a cent of it is left out', 9_999, { reason: 'earlier-payment-not-shown' }],
])('an order pays beside an earlier payment: %s', (_, balanceCents, expected) => {
  const bill = billRecord({ account }, { balanceCents });
  const amount = amountPlanned({ agreed }, bill, NOW);
  if (typeof expected === 'number') expect(amount).toBe(expected);
  else expect(amount).toMatchObject(expected);
});
