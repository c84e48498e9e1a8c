import { newOwnedId } from '@billhook/core/base/ids';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import {
  isLockOver,
  judgeAccount,
  withoutAutomatic,
} from '@billhook/core/reconciliation/judge-account';
import { describe, expect, test } from 'vitest';
import { seededBytes } from '../../../model/random.ts';
import { billRecord, clientId, TODAY } from '../../../support/records.ts';

const random = seededBytes(1);
const paymentId = newOwnedId('pay', clientId, random);
const others = newOwnedId('pay', `cl_${'0'.repeat(20)}`, random);
const ledgerOf = (more: Partial<AccountLedger>): AccountLedger => ({
  ...{ version: 1, unposted: [], listed: [], ...more },
});
const unposted = (until: string, id = paymentId) =>
  ledgerOf({
    unposted: [
      {
        ...{ paymentId: id, amountCents: 10_000, paidOn: '2026-11-15', until },
        statement: { dueOn: '2026-12-05' },
      },
    ],
  });
/** 100.00 is owed, and was first seen today. */
const bill = billRecord();

function kinds(
  ledger: AccountLedger | undefined,
  status?: PaymentRecord['status'],
  of: BillRecord = bill,
) {
  const locking = new Map(status ? [[paymentId, { status }]] : []);
  return judgeAccount({ bill: of, ledger, locking, today: TODAY }).map(({ kind }) => kind);
}

describe('A lock', () => {
  const locked = ledgerOf({ pendingPaymentId: paymentId });
  const held = billRecord({ pendingPaymentId: paymentId });
  test.each<
    [string, AccountLedger | undefined, PaymentRecord['status'] | undefined, BillRecord, number]
  >([
    ['of a pending payment is right', locked, 'pending', held, 0],
    ['of a payment that is gone', locked, undefined, bill, 1],
    ['of a payment that has ended', locked, 'paid', bill, 1],
    ['of a bill, of a payment that is gone', undefined, undefined, held, 1],
    ['of both', locked, 'declined', held, 2],
    ['that is not there', ledgerOf({}), undefined, bill, 0],
  ])('%s', (_what, ledger, status, of, count) => {
    expect(kinds(ledger, status, of)).toEqual(Array(count).fill('lock-without-payment'));
  });

  test.each<[PaymentRecord['status'] | undefined, boolean]>([
    ['paid', true],
    ['declined', true],
    ['held', true],
    ['cancelled', true],
    ['pending', false],
    ['scheduled', false],
    [undefined, false],
  ])('is over where its payment is %s: %s', (status, over) => {
    const locking = new Map(status ? [[paymentId, { status }]] : []);
    expect(isLockOver({ ledger: locked, locking })).toBe(over);
  });
});

describe('A payment that the company does not show', () => {
  test.each([
    ['in its posting time', TODAY, paymentId, []],
    ['a day after it', '2026-11-20', paymentId, ['not-applied']],
    ['of another client', '2026-11-20', others, []],
  ])('%s', (_what, until, id, expected) => {
    expect(kinds(unposted(until, id))).toEqual(expected);
  });
});

describe('A payment that the company lists and that is not ours', () => {
  const listed = (amountCents: number, paidOn: string) =>
    ledgerOf({ listed: [{ amountCents, paidOn }] });
  const ours = (paidOn: string) =>
    billRecord({ payments: [{ amountCents: 10_000, paidOn: `${paidOn}T10:00:00.000Z` }] });
  const owesNothing = billRecord({}, { balanceCents: 0 });
  test.each<[string, AccountLedger | undefined, BillRecord, readonly string[]]>([
    ['covers what is owed', listed(10_000, TODAY), bill, ['paid-elsewhere']],
    ['is a cent less', listed(9_999, TODAY), bill, []],
    ['was made before the statement was there', listed(10_000, '2026-11-20'), bill, []],
    ['is taken off already', listed(10_000, TODAY), owesNothing, []],
    ['is ours', listed(10_000, TODAY), ours(TODAY), []],
    ['is ours, dated a day before', listed(10_000, TODAY), ours('2026-11-22'), []],
    [
      'is dated two days before ours',
      listed(10_000, TODAY),
      ours('2026-11-23'),
      ['paid-elsewhere'],
    ],
    [
      'is the second of its amount, and one is ours',
      ledgerOf({ listed: Array(2).fill({ amountCents: 10_000, paidOn: TODAY }) }),
      ours(TODAY),
      ['paid-elsewhere'],
    ],
    [
      'is shown as the last payment, with no ledger',
      undefined,
      billRecord({}, { lastPaidAmountCents: 10_000, lastPaidOn: TODAY }),
      ['paid-elsewhere'],
    ],
  ])('%s', (_what, ledger, of, expected) => {
    expect(kinds(ledger, undefined, of)).toEqual(expected);
  });

  test('stops the automatic payment of that statement, and no order', () => {
    expect(withoutAutomatic(bill, TODAY)).toMatchObject({ skippedDueOn: '2026-12-05' });
    expect(withoutAutomatic(billRecord({ recurring: 'disabled' }), TODAY)).toBeUndefined();
    const scheduled = { paymentId, payOn: '2026-11-30' };
    expect(withoutAutomatic(billRecord({ scheduled }), TODAY)).toBeUndefined();
  });
});
