import {
  type BillRecord,
  billFacts,
  billStatus,
  type IdleBill,
  parseBill,
  refreshBill,
  type StoredBill,
} from '@billhook/core/bill/bill';
import { presentBill } from '@billhook/core/bill/present-bill';
import { changeBillSettings } from '@billhook/core/bill/settings';
import { payDay } from '@billhook/core/payment/pay-day';
import { describe, expect, test } from 'vitest';
import { billRecord, NOW, TODAY } from '../../../support/records.ts';

const cardOnly = { ...billRecord().company, requiredPayment: 'card' as const };

describe('the status of a bill', () => {
  test.each([
    ['the company is preparing it', {}, { syncing: true }, 'syncing'],
    ['nothing is owed and nothing was paid', {}, { balanceCents: 0 }, 'zero-balance'],
    [
      'nothing is owed because it was paid',
      {},
      { balanceCents: 0, lastPaidAmountCents: 5, lastPaidOn: '2026-11-01' },
      'paid',
    ],
    ['it is due tomorrow', {}, { dueOn: '2026-11-22' }, 'upcoming'],
    ['it is due today', {}, { dueOn: TODAY }, 'upcoming'],
    ['it was due yesterday', {}, { dueOn: '2026-11-20' }, 'overdue'],
    [
      'nothing was scheduled with recurring disabled',
      { recurring: 'disabled' },
      { dueOn: '2026-11-20' },
      'overdue',
    ],
    ['it is being paid', { pendingPaymentId: 'pay_1' }, {}, 'pending'],
    ['its method was declined', { declinedMethodId: 'pm_1' }, {}, 'payment-declined'],
    ['a method of a type is required', { company: cardOnly }, {}, 'payment-required'],
    ['the required method is assigned', { company: cardOnly, methodId: 'pm_1' }, {}, 'upcoming'],
  ] as const)('when %s', (_, change, reported, status) => {
    expect(billStatus(billRecord(change, reported), TODAY)).toBe(status);
  });

  test.each([
    ['pending', { pendingPaymentId: 'pay_1' }],
    ['payment-required', { company: cardOnly }],
  ])('%s is its due status on the sandbox', (status, change) => {
    const bill = billRecord(change);
    const shown = (sandbox: boolean) => presentBill(bill, { partnerNow: NOW, sandbox }).status.type;
    expect([shown(false), shown(true)]).toEqual([status, 'upcoming']);
  });
});

describe('the pay date', () => {
  test.each([
    ['ten-days-before', '2026-11-25'],
    ['five-days-before', '2026-11-30'],
    ['day-before', '2026-12-04'],
    ['on-due-date', '2026-12-05'],
    ['immediately', TODAY],
  ] as const)('with %s is %s', (schedule, day) => {
    expect(payDay(billRecord({ schedule }), TODAY)).toBe(day);
  });

  test('is five days before by default', () => {
    expect(payDay(billRecord(), TODAY)).toBe('2026-11-30');
  });

  test('is by the company’s own schedule, whatever the user has chosen', () => {
    const company = { ...billRecord().company, schedule: 'on-due-date' as const };
    expect(payDay(billRecord({ company, schedule: 'ten-days-before' }), TODAY)).toBe('2026-12-05');
  });

  test('that has passed means today', () => {
    expect(payDay(billRecord({}, { dueOn: '2026-11-23' }), TODAY)).toBe(TODAY);
  });

  test('is the day of the payment that was scheduled, before all else', () => {
    const scheduled = { paymentId: 'pay_1', payOn: '2026-12-01' };
    expect(payDay(billRecord({ scheduled, recurring: 'disabled' }), TODAY)).toBe('2026-12-01');
  });

  test.each([
    ['recurring is off', { recurring: 'disabled' as const }, {}],
    ['the biller collects by itself', {}, { autopay: 'enabled' as const }],
    ['the bill was overdue when it was first seen', {}, { dueOn: '2026-11-20' }],
    ['nothing is owed', {}, { balanceCents: 0 }],
    ['this cycle was cancelled', { skippedDueOn: '2026-12-05' }, {}],
    ['the method was declined', { declinedMethodId: 'pm_1' }, {}],
  ])('is none when %s', (_, change, reported) => {
    expect(payDay(billRecord(change, reported), TODAY)).toBeUndefined();
  });
});

test('a bill is shown with its company', () => {
  const { company } = presentBill(billRecord(), { partnerNow: NOW, sandbox: true });
  expect(company._id).toBe(billRecord().company._id);
});

describe('what a company reports', () => {
  const seen = {
    accountKey: 'account',
    balanceCents: 4_000,
    dueOn: '2027-01-05',
    autopay: 'disabled' as const,
    autopaySource: 'unknown' as const,
  };

  test('updates the same bill, and keeps what the user set', () => {
    const bill = billRecord({ customLabel: 'Home', recurring: 'disabled' });
    const refreshed = refreshBill(bill, seen, bill);
    expect(refreshed).toMatchObject({ _id: bill._id, customLabel: 'Home', recurring: 'disabled' });
    expect(refreshed.reported.balanceCents).toBe(4_000);
  });

  test('clears a decline with a new statement only', () => {
    const bill = billRecord({ declinedMethodId: 'pm_1' });
    expect(refreshBill(bill, seen, bill).declinedMethodId).toBeUndefined();
    const same = { ...seen, dueOn: '2026-12-05' };
    expect(refreshBill(bill, same, bill).declinedMethodId).toBe('pm_1');
  });

  test('does not leave the account key in the record', () => {
    const bill = billRecord();
    expect(JSON.stringify([bill, refreshBill(bill, seen, bill)])).not.toContain('accountKey');
  });
});

describe('settings', () => {
  test('that are left out stay', () => {
    const bill = billRecord({ schedule: 'day-before' });
    expect(changeBillSettings(bill, { recurring: 'disabled' })).toMatchObject({
      recurring: 'disabled',
      schedule: 'day-before',
    });
  });

  test('of a subscription keep recurring on', () => {
    const bill = billRecord({ subscription: true });
    expect(changeBillSettings(bill, { recurring: 'disabled' })).toMatchObject({
      failure: 'recurring_required',
    });
    expect(changeBillSettings(bill, { recurring: 'enabled' })).not.toHaveProperty('failure');
  });

  test('cannot change a schedule that the company sets', () => {
    const company = { ...billRecord().company, schedule: 'on-due-date' as const };
    const change = (schedule: 'on-due-date' | 'day-before') =>
      changeBillSettings(billRecord({ company }), { schedule });
    expect(change('day-before')).toMatchObject({ failure: 'schedule_fixed' });
    expect(change('on-due-date')).not.toHaveProperty('failure');
  });
});

const bill = billRecord();
const tried = { waitsUntil: TODAY, heldBack: { dueOn: TODAY, until: TODAY } };
const scheduled = { paymentId: 'pay_1', payOn: TODAY };
const declined = { declinedMethodId: 'pm_1', declineStands: true } as const;

describe('A bill that is stored', () => {
  test.each<[string, Partial<StoredBill>]>([
    ['of which nothing is planned', {}],
    ['whose automatic payment was tried', tried],
    ['that a decline left unpaid', { ...tried, ...declined, declinedPaymentId: 'pay_1' }],
    ['of which a payment is scheduled', { ...tried, scheduled }],
    ['of which one is scheduled after a decline', { ...tried, ...declined, scheduled }],
    ['of which a payment is under way', { pendingPaymentId: 'pay_1' }],
    ['by a later release', { later: { member: 1 } } as object],
  ])('%s is read with every attribute', (_what, change) => {
    const stored: StoredBill = { ...bill, ...change };
    expect(JSON.parse(JSON.stringify(parseBill(stored)))).toEqual(
      JSON.parse(JSON.stringify(stored)),
    );
  });

  test('has nothing that its payment has ended', () => {
    const left = { ...tried, ...declined, scheduled, declinedPaymentId: 'pay_1' };
    const paying = parseBill({ ...bill, ...left, pendingPaymentId: 'pay_2' });
    expect(paying).toEqual({ ...billFacts(bill), pendingPaymentId: 'pay_2' });
    const later = parseBill({ ...bill, declineStands: true, declinedPaymentId: 'pay_1' });
    expect(later).toEqual(bill);
  });
});

describe('What belongs to another state of a bill does not compile', () => {
  const idle: IdleBill = billRecord();
  const paying: BillRecord = { ...billFacts(idle), pendingPaymentId: 'pay_1' };

  test('left behind, or put there', () => {
    // @ts-expect-error While a payment is under way, nothing else is planned.
    const both: BillRecord = { ...paying, scheduled };
    // @ts-expect-error What waited for another day is over once a payment begins.
    const waits: BillRecord = { ...paying, ...tried };
    // @ts-expect-error So is a decline.
    const again: BillRecord = { ...paying, ...declined };
    // @ts-expect-error A decline stands of a method that was declined.
    const stands: BillRecord = { ...billFacts(idle), declineStands: true };
    // @ts-expect-error It is the newest payment's once another is planned.
    const older: BillRecord = { ...billFacts(idle), ...declined, scheduled, declinedPaymentId: '' };
    expect([both, waits, again, stands, older]).toHaveLength(5);
  });
});
