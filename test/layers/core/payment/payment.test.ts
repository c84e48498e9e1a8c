import { randomBytes } from 'node:crypto';
import { unmoved } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { type BillRecord, billStatus, owedOf } from '@billhook/core/bill/bill';
import {
  checkDefault,
  checkDeletion,
  MAX_ASSIGNED_BILLS,
  newPaymentMethod,
  type PaymentMethodRecord,
  withoutCardCode,
} from '@billhook/core/method/payment-method';
import { assignMethod } from '@billhook/core/payment/method-assignment';
import { payDay } from '@billhook/core/payment/pay-day';
import { checkMethod, checkPayable, methodIdOf, payDayAsked } from '@billhook/core/payment/payable';
import { closeBill, planSettlement, settleMethod } from '@billhook/core/payment/settlement';
import {
  beginPayment,
  cancelScheduled,
  newPayment,
  statementOf,
} from '@billhook/core/payment/transitions';
import { describe, expect, test } from 'vitest';
import {
  billRecord,
  changedPayment,
  clientId,
  methodRecord,
  NOW,
  sealed,
  TODAY,
} from '../../../support/records.ts';
import { settleAlone } from '../../../support/settle-alone.ts';

const paid = { kind: 'paid', amountCents: 10_000, paidAt: NOW } as const;
const declined = { kind: 'declined' } as const;
const held = { kind: 'held', code: 'account_issue_payment_restrictions' } as const;

function begun(change: Partial<BillRecord> = {}) {
  const bill = billRecord(change);
  const paymentId = newOwnedId('pay', clientId, randomBytes);
  const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW });
  return beginPayment(bill, methodRecord(), payment, unmoved(NOW));
}

describe('a bill', () => {
  const user = { userPresent: false };

  test.each([
    ['is being paid', { pendingPaymentId: 'pay_1' }, {}, 'payment_pending'],
    [
      'has a payment scheduled',
      { scheduled: { paymentId: 'pay_1', payOn: TODAY } },
      {},
      'payment_already_scheduled',
    ],
    ['has no balance', {}, { balanceCents: 0 }, 'bill_not_payable'],
    ['is syncing', {}, { syncing: true }, 'bill_not_payable'],
    [
      'has an auth on hold',
      { auth: { ...billRecord().auth, status: { type: 'hold' as const } } },
      {},
      'auth_not_verified',
    ],
    [
      'needs the user present',
      { company: { ...billRecord().company, userPresenceRequired: true } },
      {},
      'user_presence_required',
    ],
  ])('that %s is not paid', (_, change, reported, failure) => {
    expect(checkPayable(billRecord(change, reported), user)).toMatchObject({ failure });
  });

  test('is paid when it is overdue, and where the user is there if that is needed', () => {
    expect(checkPayable(billRecord({}, { dueOn: '2026-11-01' }), user)).toBeUndefined();
    const company = { ...billRecord().company, userPresenceRequired: true };
    expect(checkPayable(billRecord({ company }), { userPresent: true })).toBeUndefined();
  });
});

describe('the method that pays', () => {
  const cardOnly = { ...billRecord().company, requiredPayment: 'card' as const };

  test('is the assigned one, else the default', () => {
    expect(methodIdOf(billRecord({ methodId: 'pm_1' }), 'pm_2')).toBe('pm_1');
    expect(methodIdOf(billRecord(), 'pm_2')).toBe('pm_2');
    expect(methodIdOf(billRecord(), undefined)).toMatchObject({
      failure: 'payment_method_required',
    });
  });

  test('has to be assigned where the company requires a type', () => {
    expect(methodIdOf(billRecord({ company: cardOnly }), 'pm_2')).toMatchObject({
      failure: 'payment_method_required',
    });
  });

  test.each(['declined', 'pending'] as const)('is never a %s one', (status) => {
    expect(checkMethod(methodRecord({ status }), billRecord())).toMatchObject({
      failure: 'payment_method_declined',
    });
  });

  test('is of the required type', () => {
    const bill = billRecord({ company: cardOnly });
    expect(checkMethod(methodRecord({ type: 'bank' }), bill)).toHaveProperty('failure');
    expect(checkMethod(methodRecord(), bill)).toBeUndefined();
  });
});

describe('the day asked for', () => {
  test.each([
    ['nothing', {}, TODAY],
    ['today', { date: TODAY }, TODAY],
    ['a later day', { payDate: '2026-12-01' }, '2026-12-01'],
    [
      'both names, the same instant',
      { date: '2026-12-01', payDate: '2026-12-01T01:00:00+01:00' },
      '2026-12-01',
    ],
  ])('%s is taken', (_, given, day) => {
    expect(payDayAsked(given, TODAY)).toBe(day);
  });

  test.each([
    ['yesterday', { date: '2026-11-20' }],
    ['both names, different days', { date: '2026-12-01', payDate: '2026-12-02' }],
    ['both names, one day', { date: '2026-12-01T01:00:00Z', payDate: '2026-12-01T22:00:00Z' }],
  ])('%s is refused', (_, given) => {
    expect(payDayAsked(given, TODAY)).toMatchObject({ failure: 'invalid_request' });
  });
});

describe('a payment that begins', () => {
  test('makes the bill pending and holds the statement; the method has paid nothing yet', () => {
    const { bill, method, payment } = begun({ declinedMethodId: 'pm_old' });
    expect(bill).toMatchObject({ pendingPaymentId: payment._id });
    expect(bill).not.toHaveProperty('declinedMethodId');
    expect(method).toMatchObject({ inFlight: [payment._id] });
    expect(method).not.toHaveProperty('lastUsedAt');
    expect(payment).toMatchObject({ status: 'pending', statement: { dueOn: '2026-12-05' } });
  });
});

describe('a payment of a statement that changed', () => {
  test('is settled from what was read when it was paid', () => {
    const { bill, payment } = begun();
    const reading = {
      ...bill.reported,
      balanceCents: 5_000,
      dueOn: '2027-01-05',
      fullBalanceCents: 9_000,
    };
    const half = { ...paid, amountCents: 5_000 };
    const settled = settleAlone(
      bill,
      changedPayment(payment, { amountCents: 5_000, reading }),
      half,
    );
    expect(owedOf(settled)).toMatchObject({ balanceCents: 0, fullBalanceCents: 4_000 });
    expect(settled.reported.dueOn).toBe('2027-01-05');
  });

  test('is of a month where the company names no due date', () => {
    const bill = billRecord();
    const { reported } = bill;
    const undated = { ...reported, dueOn: undefined };
    const never = { ...bill, statement: undefined };
    expect(statementOf(never, undated, NOW).dueOn).toBe('2026-11');
    expect(statementOf(bill, undated, NOW).dueOn).toBe('2026-12-05');
    expect(statementOf(bill, reported, NOW)).toEqual({
      accountFingerprint: bill.accountFingerprint,
      dueOn: '2026-12-05',
    });
    const named = statementOf(bill, { ...reported, statementName: 'S-1' }, NOW);
    expect(named).toMatchObject({ dueOn: '2026-12-05', name: 'S-1' });
  });

  test('leaves the bill open when it is given up', () => {
    const { bill, payment } = begun();
    const closed = closeBill(bill, payment, { declinedMethodId: 'pm_1' });
    expect(closed).toMatchObject({ declinedMethodId: 'pm_1', payments: [] });
    expect(closed.pendingPaymentId).toBeUndefined();
    expect(closeBill(bill, begun().payment, {})).toBe(bill);
  });
});

describe('a payment that ends', () => {
  test('as paid leaves no balance and one entry of history', () => {
    const { bill, payment } = begun();
    const settled = settleAlone(bill, payment, paid);
    expect(owedOf(settled).balanceCents).toBe(0);
    expect(settled.payments).toEqual([
      {
        amountCents: 10_000,
        paidOn: '2026-11-21T12:00:00.000Z',
        paymentId: payment._id,
        statement: { dueOn: '2026-12-05' },
      },
    ]);
    expect(settled.pendingPaymentId).toBeUndefined();
  });

  test('of a part leaves the rest to be paid, automatically once the part is posted', () => {
    const { bill, payment } = begun();
    const settled = settleAlone(bill, payment, { ...paid, amountCents: 4_000 });
    expect(owedOf(settled).balanceCents).toBe(6_000);
    expect([billStatus(settled, TODAY), billStatus(settled, '2026-12-06')]).toEqual([
      'upcoming',
      'overdue',
    ]);
    expect(checkPayable(settled, { userPresent: false })).toBeUndefined();
    // Five days before the due date; the part is posted by then.
    expect(payDay(settled, TODAY)).toBe('2026-11-30');
    const soon = { ...settled, schedule: 'immediately' as const };
    expect(payDay(soon, TODAY)).toBe('2026-11-27');
    const dueOn = (day: string) => ({
      ...soon,
      statement: undefined,
      reported: { ...soon.reported, dueOn: day },
    });
    expect(payDay(dueOn('2026-11-25'), TODAY)).toBe('2026-11-24');
    expect(payDay(dueOn(TODAY), TODAY)).toBe(TODAY);
  });

  test('as declined leaves the bill declined with its balance', () => {
    const { bill, method, payment } = begun();
    const settled = settleAlone(bill, payment, declined);
    expect(settled).toMatchObject({ declinedMethodId: method._id, payments: [] });
    expect(settled.reported.balanceCents).toBe(10_000);
  });

  test('as held leaves the bill as it was', () => {
    const { bill, payment } = begun();
    const settled = settleAlone(bill, payment, held);
    expect(settled.declinedMethodId).toBeUndefined();
    expect(settled.reported.balanceCents).toBe(10_000);
  });

  test('changes nothing on a bill that another payment has', () => {
    const { bill } = begun();
    expect(settleAlone(bill, begun().payment, paid)).toBe(bill);
  });

  test.each([
    ['declined', declined],
    ['held', held],
  ] as const)('as %s leaves the statement to another payment', (_, outcome) => {
    const { bill, payment } = begun();
    expect(settleAlone(bill, payment, outcome).unposted).toBeUndefined();
  });

  test('is due no more', () => {
    expect(planSettlement(begun().payment, paid)).not.toHaveProperty('dueAt');
  });
});

describe('a method', () => {
  const ended = begun().payment;
  const settle = (
    change: Partial<PaymentMethodRecord>,
    outcome: typeof paid | typeof declined | typeof held,
  ) => settleMethod(methodRecord({ inFlight: [ended._id], ...change }), ended, outcome, NOW);

  test('that is retried and paid is due for the next bill that its decline left unpaid', () => {
    expect(settle({ status: 'pending' }, paid)).toMatchObject({ dueKind: 'retry' });
    expect(settle({}, paid)).not.toHaveProperty('dueKind');
  });

  test('is not removed while another payment with it is in flight', () => {
    const busy = { declines: 2, inFlight: [ended._id, 'pay_other'] };
    expect(settle(busy, declined)).toMatchObject({ status: 'declined', inFlight: ['pay_other'] });
    expect(settle({ declines: 3, status: 'declined' }, held)).toMatchObject({ dueKind: 'retry' });
  });

  test('was used when it paid; what was declined, held or given up has used nothing', () => {
    expect(settle({}, paid)).toMatchObject({ lastUsedAt: new Date(paid.paidAt).toISOString() });
    for (const outcome of [declined, held]) {
      const after = settle({ lastUsedAt: undefined }, outcome) as PaymentMethodRecord;
      expect(after.lastUsedAt).toBeUndefined();
      expect(checkDeletion(after, NOW)).toBeUndefined();
    }
  });

  test('with a payment in flight is not deleted, however long ago it began', () => {
    const method = methodRecord({ lastUsedAt: '2026-11-01T00:00:00.000Z', inFlight: ['pay_1'] });
    expect(checkDeletion(method, NOW)).toMatchObject({ failure: 'payment_method_recently_used' });
  });

  test('is removed by the third decline in a row, not the second', () => {
    expect(settle({ declines: 1 }, declined)).toMatchObject({
      status: 'declined',
      declines: 2,
    });
    expect(settle({ declines: 2 }, declined)).toBe('removed');
  });

  test('starts counting again when it pays', () => {
    const method = settle({ declines: 2, status: 'pending' }, paid);
    expect(method).toMatchObject({ status: 'verified', declines: 0, inFlight: [] });
  });

  test('that is retried stays declined when the company held the payment', () => {
    expect(settle({ status: 'pending' }, held)).toMatchObject({
      status: 'declined',
    });
  });

  test('is deleted 24 hours after its last payment, not a millisecond before', () => {
    const method = methodRecord({ lastUsedAt: '2026-11-20T12:00:00.000Z' });
    expect(checkDeletion(method, NOW)).toBeUndefined();
    expect(checkDeletion(method, NOW - 1)).toMatchObject({
      failure: 'payment_method_recently_used',
    });
    expect(checkDeletion(methodRecord(), NOW)).toBeUndefined();
  });

  test.each(['declined', 'pending'] as const)('that is %s becomes no default', (status) => {
    expect(checkDefault(methodRecord({ status }))).toMatchObject({
      failure: 'payment_method_declined',
    });
    expect(checkDefault(methodRecord())).toBeUndefined();
  });

  test('with a code is due for losing it within 24 hours; without one it is not', () => {
    const given = methodRecord();
    expect(newPaymentMethod(given, NOW)).toMatchObject({
      dueKind: 'card-code',
      dueAt: '2026-11-22T12:00:00.000Z',
    });
    expect(newPaymentMethod({ ...given, sealed: sealed('accountNumber') }, NOW)).not.toHaveProperty(
      'dueAt',
    );
  });

  test('that lost its code keeps its number', () => {
    const method = withoutCardCode(newPaymentMethod(methodRecord(), NOW));
    expect(Object.keys(method.sealed.fields)).toEqual(['cardNumber']);
    expect(method).not.toHaveProperty('dueAt');
  });
});

describe('assigning a method', () => {
  test('ends the decline, of another method and of its own once that is verified', () => {
    const method = methodRecord();
    const other = assignMethod(billRecord({ declinedMethodId: 'pm_x' }), method, undefined);
    expect(other).toMatchObject({ bill: { methodId: method._id } });
    expect(other).toHaveProperty('bill.declinedMethodId', undefined);
    const own = assignMethod(billRecord({ declinedMethodId: method._id }), method, undefined);
    expect(own).toHaveProperty('bill.declinedMethodId', undefined);
  });

  test.each([
    ['a bill that is being paid', { pendingPaymentId: 'pay_1' }, {}, 'payment_pending'],
    [
      'a type that the company does not take',
      { acceptedMethods: ['bank' as const] },
      {},
      'payment_method_not_accepted',
    ],
    ['a declined method', {}, { status: 'declined' as const }, 'payment_method_declined'],
  ])('refuses %s', (_, bill, method, failure) => {
    expect(assignMethod(billRecord(bill), methodRecord(method), undefined)).toMatchObject({
      failure,
    });
  });

  test('is refused beyond as many bills as one transaction can change', () => {
    const bill = billRecord();
    const ids = Array.from({ length: MAX_ASSIGNED_BILLS }, (_, index) => `bill_${index}`);
    const full = methodRecord({ assignedBills: ids });
    expect(assignMethod(bill, full, undefined)).toMatchObject({ failure: 'link_limit_reached' });
    const again = methodRecord({ assignedBills: [...ids.slice(1), bill._id] });
    expect(assignMethod(bill, again, undefined)).not.toHaveProperty('failure');
    const room = methodRecord({ assignedBills: ids.slice(1) });
    expect(assignMethod(bill, room, undefined)).not.toHaveProperty('failure');
  });

  test('takes the bill from the method that it was assigned to', () => {
    const previous = methodRecord();
    const bill = billRecord({ methodId: previous._id });
    const holder = { ...previous, assignedBills: [bill._id, 'bill_other'] };
    const assigned = assignMethod(bill, methodRecord(), holder);
    expect(assigned).toMatchObject({
      method: { assignedBills: [bill._id] },
      previous: { assignedBills: ['bill_other'] },
    });
  });
});

describe('cancelling', () => {
  const scheduled = { paymentId: 'pay_1', payOn: '2026-12-01' };

  test('a scheduled payment with recurring on skips this cycle', () => {
    const bill = cancelScheduled(billRecord({ scheduled }), TODAY);
    expect(bill).toMatchObject({ skippedDueOn: '2026-12-05' });
    expect(bill).toHaveProperty('scheduled', undefined);
  });

  test('with recurring off skips nothing', () => {
    const bill = cancelScheduled(billRecord({ scheduled, recurring: 'disabled' }), TODAY);
    expect(bill).not.toHaveProperty('skippedDueOn');
  });

  test.each([
    ['a pending payment', { pendingPaymentId: 'pay_1' }, 'payment_pending'],
    ['nothing', { recurring: 'disabled' as const }, 'payment_not_scheduled'],
    ['what was cancelled already', { skippedDueOn: '2026-12-05' }, 'payment_not_scheduled'],
    [
      'a bill that the biller collects by itself',
      { reported: { ...billRecord().reported, autopay: 'enabled' as const } },
      'payment_not_scheduled',
    ],
  ])('%s is refused', (_, change, failure) => {
    expect(cancelScheduled(billRecord(change), TODAY)).toMatchObject({ failure });
  });
});
