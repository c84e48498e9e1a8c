import type { BillRecord } from '@billhook/core/bill/bill';
import { statementOfBill } from '@billhook/core/bill/statements';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import { automaticPayDay } from '@billhook/core/payment/pay-day';
import {
  ledgerAfterReturn,
  nextReturnLook,
  returnableUntil,
  returnBill,
  returnMethod,
} from '@billhook/core/payment/returned';
import { settleMethod } from '@billhook/core/payment/settlement';
import { isReturnedStatement } from '@billhook/core/payment/statement';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { newPayment } from '@billhook/core/payment/transitions';
import { returnReasonValues } from '@billhook/core/schemas/return-reasons';
import { describe, expect, test } from 'vitest';
import { billRecord, changedPayment, methodRecord, NOW, TODAY } from '../../../support/records.ts';

const DAY = 24 * 60 * 60 * 1000;
const dueOn = '2026-12-05';
const paid = { kind: 'paid', amountCents: 10_000, paidAt: NOW } as const;

const planned = newPayment(billRecord(), { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW });
const payment = (change: Partial<StoredPayment> = {}) =>
  changedPayment<'settled'>(planned, {
    ...{ status: 'paid', outcome: paid, amountCents: 10_000, methodId: 'pm_1' },
    statement: { accountFingerprint: 'f', dueOn },
    ...change,
  });

const unposted = (paymentId: string, amountCents = 10_000) => ({
  ...{ paymentId, amountCents, paidOn: TODAY, until: '2026-11-26', statement: { dueOn } },
});
const ledger = (change: Partial<AccountLedger> = {}): AccountLedger => ({
  ...{ version: 3, unposted: [], listed: [] },
  ...change,
});

describe('the ledger of the account', () => {
  test('owes again what was returned, and keeps its statement', () => {
    const before = ledger({ unposted: [unposted('pay_1'), unposted('pay_2', 500)] });
    const { statement, ...taken } = unposted('pay_2', 500);
    expect(ledgerAfterReturn(before, payment())).toEqual(
      ledger({
        ...{ version: 3, unposted: [unposted('pay_2', 500)], returned: [{ dueOn }] },
        statements: [{ ...statement, taken: [taken] }],
      }),
    );
  });

  test('is there though no payment of it was ever kept', () => {
    expect(ledgerAfterReturn(undefined, payment())).toEqual(
      ledger({ version: 0, returned: [{ dueOn }], statements: [] }),
    );
  });

  test('keeps another payment that is under way, and frees its own', () => {
    const other = ledger({ pendingPaymentId: 'pay_2' });
    expect(ledgerAfterReturn(other, payment()).pendingPaymentId).toBe('pay_2');
    const own = ledger({ pendingPaymentId: 'pay_1' });
    expect(ledgerAfterReturn(own, payment())).not.toHaveProperty('pendingPaymentId');
  });

  test('names a statement once, however often it is returned, and the last twelve', () => {
    let after = ledger();
    for (const month of [
      '01',
      '02',
      '02',
      '03',
      '04',
      '05',
      '06',
      '07',
      '08',
      '09',
      '10',
      '11',
      '12',
    ])
      after = ledgerAfterReturn(
        after,
        payment({ statement: { accountFingerprint: 'f', dueOn: `2026-${month}-05` } }),
      );
    expect(after.returned).toHaveLength(12);
    after = ledgerAfterReturn(
      after,
      payment({ statement: { accountFingerprint: 'f', dueOn: '2027-01-05' } }),
    );
    expect(after.returned?.map((one) => one.dueOn)).toEqual(
      expect.not.arrayContaining(['2026-01-05']),
    );
    expect(after.returned).toHaveLength(12);
  });
});

describe('a statement that was returned', () => {
  test.each<[string, boolean, Partial<BillRecord['reported']>]>([
    ['is the one of that due date', true, { dueOn }],
    ['is the same when it has moved by ten days', true, { dueOn: '2026-12-15' }],
    ['is another eleven days later', false, { dueOn: '2026-12-16' }],
    ['is the same without a due date', true, { dueOn: undefined }],
  ])('%s: %s', (_, same, change) => {
    const shown = statementOfBill(billRecord({}, change));
    expect(isReturnedStatement([{ dueOn }], shown)).toBe(same);
    const bill = billRecord({ returned: [{ dueOn }] }, change);
    const pays = automaticPayDay(bill) !== undefined;
    expect(pays).toBe(!same && change.dueOn !== undefined);
  });

  test('is known by its name where there is one', () => {
    const shown = { dueOn: '2026-12-25', name: 'A' };
    expect(isReturnedStatement([{ dueOn, name: 'A' }], shown)).toBe(true);
    expect(isReturnedStatement([{ dueOn: '2026-12-24', name: 'B' }], shown)).toBe(false);
  });
});

describe('the bill', () => {
  const entry = (paymentId: string) => ({ paymentId, amountCents: 10_000, paidOn: `${TODAY}T00` });
  const beside = { ledger: ledger({ returned: [{ dueOn }] }), today: TODAY };
  const billAfter = (change: Partial<BillRecord>, of: Partial<StoredPayment> = {}, gone = false) =>
    returnBill(billRecord(change), payment(of), { ...beside, gone });

  test('loses the payment, and shows the one before as the last', () => {
    const payments = [entry('pay_1'), entry('pay_0')];
    const { paymentId: _id, ...before } = entry('pay_0');
    const next = billAfter({ payments, lastPaid: { amountCents: 10_000, paidOn: TODAY } });
    expect(next).toMatchObject({ payments: [entry('pay_0')], lastPaid: before });
  });

  test('keeps a later payment as the last', () => {
    const lastPaid = { amountCents: 5, paidOn: '2026-11-22T00' };
    const next = billAfter({ payments: [entry('pay_2'), entry('pay_1')], lastPaid });
    expect(next).toMatchObject({ payments: [entry('pay_2')], lastPaid });
  });

  test.each<[string, string | undefined, Partial<BillRecord>, Partial<StoredPayment>]>([
    ['is left to its user', 'pm_1', {}, {}],
    ['is left to what is under way', undefined, { pendingPaymentId: 'pay_2' }, {}],
    [
      'is left to what is scheduled',
      undefined,
      { scheduled: { paymentId: 'pay_2', payOn: TODAY } },
      {},
    ],
    ['is as it was where its user had canceled', undefined, {}, { cancelAsked: true }],
    [
      'is as it was where it shows another statement',
      undefined,
      {},
      { statement: { accountFingerprint: 'f', dueOn: '2026-06-05' } },
    ],
  ])('%s', (_, declined, change, of) => {
    const next = billAfter(change, of);
    expect(next.declinedMethodId).toBe(declined);
    expect(next.returned).toEqual([{ dueOn }]);
    expect(next.declineStands).toBeUndefined();
  });

  test('is left to any choice of its user where the method is gone', () => {
    expect(billAfter({}, {}, true)).toMatchObject({
      declinedMethodId: 'pm_1',
      declineStands: true,
    });
  });
});

describe('the method', () => {
  test.each(returnReasonValues)('%s', (reason) => {
    const user = [
      ...['insufficient_funds', 'account_closed', 'account_invalid'],
      ...['stop_payment', 'not_authorized'],
    ].includes(reason);
    const method = methodRecord();
    const next = returnMethod(method, { reason });
    expect(next.status).toBe(user ? 'declined' : 'verified');
    expect(next === method).toBe(!user);
  });

  test.each([
    [0, 1],
    [1, 2],
    // The third decline would remove it.
    [2, 2],
    [3, 3],
  ])('after %i declines has %i', (before, after) => {
    const method = methodRecord({ declines: before, status: 'declined' });
    expect(returnMethod(method, { reason: 'account_closed' }).declines).toBe(after);
  });

  test('that is being retried goes on', () => {
    const method = methodRecord({ status: 'pending', declines: 1 });
    expect(returnMethod(method, { reason: 'account_closed' }).status).toBe('pending');
  });

  test.each([
    ['account_closed', 'declined'],
    ['network_error', 'verified'],
  ] as const)('of a payment that nobody knew to be paid, %s: %s', (reason, status) => {
    const method = methodRecord({ inFlight: ['pay_1', 'pay_2'] });
    const outcome = { kind: 'returned', reason, on: TODAY } as const;
    const next = settleMethod(method, payment({ status: 'pending' }), outcome, NOW);
    expect(next).toMatchObject({ status, inFlight: ['pay_2'] });
  });
});

describe('it is looked for', () => {
  const until = '2026-12-01';
  const end = Date.parse('2026-12-02T00:00:00Z');

  test.each<[string, number, number | undefined]>([
    ['a day after it was paid', NOW, NOW + DAY],
    ['a day later again', NOW + DAY, NOW + 2 * DAY],
    ['then after twice the time', NOW + 2 * DAY, NOW + 4 * DAY],
    ['then after twice that', NOW + 4 * DAY, NOW + 8 * DAY],
    ['on the day after the last', NOW + 8 * DAY, end],
    ['daily after that, if nobody could say', end, end + DAY],
    ['for three days', end + 2 * DAY, end + 3 * DAY],
    ['and no longer', end + 2 * DAY + 1, undefined],
  ])('%s', (_, now, at) => {
    expect(nextReturnLook(NOW, { until }, now)).toBe(at && new Date(at).toISOString());
  });

  test.each<[string, string | undefined, number | undefined, string | undefined]>([
    ['as long as its connector says', '2026-12-01', 10, undefined],
    ['as long as its company says of it', '2027-01-01', 10, '2027-01-01'],
    ['not at all', undefined, undefined, undefined],
    ['not at all, in no days', undefined, 0, undefined],
  ])('%s', (_, day, returnsWithinDays, said) => {
    const outcome = { ...paid, ...(said && { returnableUntil: said }) };
    expect(returnableUntil(payment({ returnsWithinDays }), outcome)).toBe(day);
  });
});
