import { leftOver } from '@billhook/core/payment/not-let-in';
import { newPayment } from '@billhook/core/payment/transitions';
import { expect, test } from 'vitest';
import { billRecord, changedPayment, NOW, TODAY } from '../../../support/records.ts';

const bill = billRecord({}, { dueOn: '2026-12-05' });
const now = newPayment(bill, { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW });
const later = newPayment(bill, { paymentId: 'pay_1', payOn: '2026-11-22', partnerNow: NOW });
const usual = {
  auth: {},
  bill,
  company: { userPresenceRequired: false },
  today: '2026-11-22',
} as const;

test.each([
  ['ordered for now', now, usual, 'over'],
  ['ordered for a later day', later, usual, 'waits'],
  ['automatic', { ...later, automatic: true as const }, usual, 'put-off'],
  [
    'ordered, where the user has to be there',
    later,
    { ...usual, company: { userPresenceRequired: true } },
    'over',
  ],
  ['ordered, of an auth that is gone', later, { ...usual, auth: { deletedAt: 'then' } }, 'over'],
  [
    'no longer wanted',
    changedPayment(later, { status: 'pending', cancelAsked: true }),
    usual,
    'over',
  ],
  ['ten days after the due date', later, { ...usual, today: '2026-12-15' }, 'waits'],
  ['eleven days after it', later, { ...usual, today: '2026-12-16' }, 'over'],
] as const)('a payment that is %s', (_what, payment, of, left) => {
  expect(leftOver(changedPayment(payment), of)).toBe(left);
});
