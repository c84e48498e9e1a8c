/** What a payment that ended leaves of its bill. */
import { withoutDecline } from '@billhook/core/bill/bill';
import { presentHistory } from '@billhook/core/bill/present-bill';
import { planRetry } from '@billhook/core/payment/method-retry';
import { automaticPayDay } from '@billhook/core/payment/pay-day';
import { beginPayment, newPayment } from '@billhook/core/payment/transitions';
import { expect, test } from 'vitest';
import { billRecord, changedPayment, methodRecord, NOW, TODAY } from '../../../support/records.ts';
import { settleAlone } from '../../../support/settle-alone.ts';

const HOUR = 60 * 60_000;

test.each([
  [
    'stays skipped when the session that pays a part finds that its due date has moved',
    '2026-12-06',
  ],
  ['that was skipped says nothing about the next statement', '2027-01-05'],
])('a cycle %s', (_what, dueOn) => {
  const bill = billRecord({ skippedDueOn: '2026-12-05' });
  const paymentId = `pay_${bill._id.slice(5)}`;
  const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW });
  const moment = { partnerNow: NOW, machineNow: NOW };
  const begun = beginPayment(bill, methodRecord(), payment, moment);
  const reading = { ...bill.reported, dueOn };
  const paid = { kind: 'paid', amountCents: 1_000, paidAt: NOW } as const;
  const settled = settleAlone(
    begun.bill,
    changedPayment(begun.payment, { amountCents: 1_000, reading }),
    paid,
  );
  expect(settled.skippedDueOn === dueOn).toBe(dueOn === '2026-12-06');
});

test.each([
  ['its own reading', 'read an hour before the session that paid', NOW - HOUR],
  ['its own reading', 'read as that began', NOW],
  ['the bill’s reading', 'read a moment after that began', NOW + 1],
  ['its own reading', 'of a release that didn’t say when it was read', undefined],
])('a payment leaves %s on a bill %s', (left, _what, readAt) => {
  const bill = { ...billRecord(), readAt };
  const paymentId = `pay_${bill._id.slice(5)}`;
  const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW });
  const moment = { partnerNow: NOW, machineNow: NOW };
  const begun = beginPayment(bill, methodRecord(), payment, moment);
  const reading = { ...bill.reported, balanceCents: 7_000 };
  const asked = { amountCents: 7_000, reading, askedAt: NOW };
  const paid = { kind: 'paid', amountCents: 7_000, paidAt: NOW } as const;
  const settled = settleAlone(begun.bill, changedPayment(begun.payment, asked), paid);
  expect(settled.reported).toEqual(left === 'its own reading' ? reading : bill.reported);
});

test('the history of a bill has the fee that its company added', () => {
  const bill = billRecord();
  const paymentId = `pay_${bill._id.slice(5)}`;
  const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW });
  const moment = { partnerNow: NOW, machineNow: NOW };
  const begun = beginPayment(bill, methodRecord(), payment, moment);
  const asked = changedPayment(begun.payment, { amountCents: 7_000 });
  const paid = { kind: 'paid', amountCents: 7_000, feeCents: 175, paidAt: NOW } as const;
  const [entry] = presentHistory(settleAlone(begun.bill, asked, paid));
  expect(entry).toMatchObject({ amount: '70.00', fee: '1.75' });
});

test.each([
  ['declined', { kind: 'declined' }],
  ['held', { kind: 'held', code: 'account_issue_no_bill' }],
] as const)(
  'a cycle is not paid automatically again once its payment was canceled, then %s',
  (_what, outcome) => {
    const bill = billRecord({ recurring: 'enabled' });
    const paymentId = `pay_${bill._id.slice(5)}`;
    const asked = { paymentId, payOn: TODAY, partnerNow: NOW, automatic: true } as const;
    const payment = newPayment(bill, asked);
    const moment = { partnerNow: NOW, machineNow: NOW };
    const begun = beginPayment(bill, methodRecord(), payment, moment);
    const again = (cancelAsked?: true) => {
      const settled = settleAlone(begun.bill, { ...begun.payment, cancelAsked }, outcome);
      return automaticPayDay({ ...settled, ...withoutDecline });
    };
    expect(again()).toBeDefined();
    expect(again(true)).toBeUndefined();
  },
);

test('a retry of the method charges no bill whose payment was canceled before it was declined', () => {
  const bill = billRecord();
  const paymentId = `pay_${bill._id.slice(5)}`;
  const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW });
  const moment = { partnerNow: NOW, machineNow: NOW };
  const method = methodRecord();
  const begun = beginPayment(bill, method, payment, moment);
  const retried = (cancelAsked?: true) => {
    const asked = { ...begun.payment, cancelAsked };
    return planRetry(method, [settleAlone(begun.bill, asked, { kind: 'declined' })]);
  };
  expect(retried()).toHaveLength(1);
  expect(retried(true)).toBe('none');
});
