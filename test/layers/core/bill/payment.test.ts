import { isFailure } from '@billhook/core/base/errors';
import type { BillRecord, StoredBill } from '@billhook/core/bill/bill';
import { newestPaymentOf, plannedPayment, presentPayment } from '@billhook/core/bill/payment';
import { presentBill } from '@billhook/core/bill/present-bill';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { receiptNumber } from '@billhook/core/payment/receipt-number';
import { returnPayment } from '@billhook/core/payment/returned';
import { planSettlement } from '@billhook/core/payment/settlement';
import {
  beginPayment,
  cancelPayment,
  cancelScheduled,
  newPayment,
  scheduleOn,
} from '@billhook/core/payment/transitions';
import type { Ceiling } from '@billhook/core/payment/withheld';
import { describe, expect, test } from 'vitest';
import {
  billRecord,
  changedBill,
  changedPayment,
  methodRecord,
  NOW,
  TODAY,
} from '../../../support/records.ts';
import { settleAlone } from '../../../support/settle-alone.ts';

const bill = billRecord();
const method = methodRecord();
const moment = { partnerNow: NOW, machineNow: NOW };
const asked = { partnerNow: NOW, payOn: '2026-12-01', paymentIdentifier: 'mine' };
const paymentId = `pay_${bill._id.slice(5)}`;
const payment = newPayment(bill, { ...asked, paymentId });
const day = '2026-12-01T00:00:00.000Z';
const names = { _id: paymentId, receiptNumber: receiptNumber(paymentId) };
const created = new Date(NOW).toISOString();

test('a bill that was never paid here has no payment', () => {
  expect([newestPaymentOf(bill), plannedPayment(bill)]).toEqual([undefined, undefined]);
});

test('a scheduled payment is told by its bill, and stays the newest when it is cancelled', () => {
  const scheduled = scheduleOn(bill, payment);
  expect(plannedPayment(scheduled)).toEqual({ ...names, status: 'scheduled', payDate: day });
  const cancelled = cancelScheduled(scheduled, TODAY);
  if (isFailure(cancelled)) throw new Error('It cannot be cancelled');
  expect([newestPaymentOf(cancelled), plannedPayment(cancelled)]).toEqual([paymentId, undefined]);
  expect(presentPayment(cancelPayment(payment))).toEqual({
    ...{ ...names, status: 'cancelled', payDate: day },
    ...{ paymentIdentifier: 'mine', created },
  });
});

const begun = beginPayment(bill, method, payment, moment);
const paid = { kind: 'paid', amountCents: 10_000, paidAt: NOW } as const;
const held = { kind: 'held', code: 'account_issue_account_locked' } as const;
const reason = { code: 'account_issue_account_locked', userMessage: expect.any(String) };
const outcomes = [
  [paid, { status: 'paid', amount: '100.00', paidOn: created }],
  [{ kind: 'declined' } as const, { status: 'declined' }],
  [held, { status: 'held', reason }],
] as const;

test.each(outcomes)('a payment that was begun is the newest, $kind or not', (outcome, shown) => {
  expect(plannedPayment(begun.bill)).toEqual({ ...names, status: 'pending' });
  const settled = settleAlone(begun.bill, begun.payment, outcome);
  expect([newestPaymentOf(settled), plannedPayment(settled)]).toEqual([paymentId, undefined]);
  expect(presentPayment(planSettlement(begun.payment, outcome))).toEqual({
    ...{ ...names, payDate: day, created, paymentIdentifier: 'mine' },
    ...{ paymentMethodId: method._id, ...shown },
  });
});

const accepted = {
  ...{ reference: 'R-1', expectBy: '2026-11-28', askAgainAt: NOW, at: NOW, asks: 0 },
};
const shownAccepted = {
  acceptedAt: created,
  expectedBy: '2026-11-28T00:00:00.000Z',
  reference: 'R-1',
};

test.each([
  ['accepted', { accepted, amountCents: 10_000 }, shownAccepted],
  ['accepted, and on record as paid', { accepted, outcome: paid }, {}],
  ['refused by an empty balance', { fault: { fault: 'operator' } }, { waitsFor: 'service' }],
  ['refused by its company', { fault: { fault: 'company' } }, {}],
] as const)('a pending payment that is %s', (_, change, shown) => {
  const { payDate, status, acceptedAt, expectedBy, reference, waitsFor, returned } = presentPayment(
    changedPayment(begun.payment, change),
  );
  expect({ payDate, status }).toEqual({ payDate: day, status: 'pending' });
  expect({ acceptedAt, expectedBy, reference, waitsFor, returned }).toEqual(shown);
});

test('a payment that was returned is shown as declined, and why', () => {
  const settled = planSettlement(changedPayment(begun.payment, { accepted }), paid);
  const back = returnPayment(settled as PaymentRecord<'settled'>, {
    reason: 'account_closed',
    on: '2026-11-23',
  });
  const shown = presentPayment(changedPayment(back, { fault: { fault: 'operator' } }));
  expect(shown).toMatchObject({
    ...{ status: 'declined', amount: '100.00', paidOn: created },
    returned: { reason: 'account_closed', on: '2026-11-23T00:00:00.000Z' },
  });
  expect(shown).not.toHaveProperty('acceptedAt');
  expect(shown).not.toHaveProperty('waitsFor');
});

test('a subscription says that its payments cannot be switched off', () => {
  const settingsOf = (subscription: boolean) =>
    presentBill({ ...bill, subscription }, { partnerNow: NOW, sandbox: true }).settings;
  expect(settingsOf(true).recurringRequired).toBe(true);
  expect(settingsOf(false)).not.toHaveProperty('recurringRequired');
});

describe('why nothing is paid', () => {
  const all: Ceiling[] = ['payment', 'timesBalance', 'clientDay', 'partnerDay'];
  const showing = (change: Partial<StoredBill>) =>
    presentBill(changedBill(bill, change), { partnerNow: NOW, sandbox: true }).withheld;
  const { dueOn = '' } = bill.reported;

  test.each(all)('is said of a payment that waits, until it ends: %s', (withheld) => {
    const reason = 'amount-limit';
    expect(presentPayment({ ...payment, withheld }).withheld).toEqual({ reason });
    expect(presentPayment(changedPayment(begun.payment, { withheld })).withheld).toEqual({
      reason,
    });
    const over = cancelPayment({ ...payment, withheld });
    expect(presentPayment(over).withheld).toBeUndefined();
    expect(showing({ withheld: { dueOn, why: withheld } })).toEqual({ reason });
  });

  test.each([
    ['payment', '250.00'],
    ['timesBalance', '300.00'],
    ['clientDay', undefined],
    ['partnerDay', undefined],
  ] as const)('is said with the most that a payment of it may be: %s', (why, limit) => {
    const ceilings = { payment: 25_000, clientDay: 50_000, partnerDay: 90_000 };
    const held = changedBill(bill, { withheld: { dueOn, why } });
    const beside = { client: { methods: [] }, ceilings };
    const { withheld } = presentBill(held, { partnerNow: NOW, sandbox: true, beside });
    expect(withheld).toEqual({ reason: 'amount-limit', ...(limit && { limit }) });
  });

  test.each<[string, Partial<BillRecord>]>([
    ['of another statement', { withheld: { dueOn: '2026-11-05', why: 'payment' } }],
    ['once it is being paid', { pendingPaymentId: paymentId }],
    ['once a payment is scheduled', { scheduled: { paymentId, payOn: '2026-12-01' } }],
    ['once nothing is owed', { reported: { ...bill.reported, balanceCents: 0 } }],
  ])('is not said of a bill %s', (_, change) => {
    expect(showing({ withheld: { dueOn, why: 'payment' }, ...change })).toBeUndefined();
  });
});
