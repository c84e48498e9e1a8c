import { billsResult as billsSchema } from '@billhook/connector-kit/protocol/bills';
import type { CompanyBill, ListedPayment } from '@billhook/core/company/connector';
import { isNothingTried } from '@billhook/core/company/nothing-tried';
import {
  billsOf,
  foundPayment,
  foundSwap,
  loginOutcome,
  submittedPayment,
  swapOutcome,
} from '@billhook/runtime/companies/remote/outcomes';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { billsResult } from '../../../../../connectors/sandbox/results.ts';

const done = (result: object) => ({ kind: 'done', result }) as never;
const usd = (cents: number) => ({ cents, currency: 'USD' });
const paidAt = '2027-01-31T12:00:00.000Z';
const paid = { kind: 'paid', amount: usd(100), paidAt, confirmation: 'code-1', feeCents: 5 };
const corePaid = {
  kind: 'paid',
  amountCents: 100,
  feeCents: 5,
  paidAt: Date.parse(paidAt),
  confirmation: 'code-1',
};
const accepted = {
  kind: 'accepted',
  reference: 'ref-1',
  expectBy: '2027-02-03',
  askAgainAt: '2027-02-01T12:00:00.000Z',
};
const coreAccepted = { ...accepted, askAgainAt: Date.parse(accepted.askAgainAt) };
const returned = { kind: 'returned', reason: 'account_closed', on: '2027-02-09' };
const wrongPassword = { kind: 'not-logged-in', login: { kind: 'authenticate' } };
const listed = { amountCents: 100, paidOn: '2027-01-31', confirmation: 'code-1' };
/** With every member that there is: one that the wire drops would be missed. */
const whole: Required<CompanyBill> = {
  ...{ accountKey: 'a', accountNumber: '****1234', syncing: false, balanceCents: 1 },
  ...{ statementBalanceCents: 2, fullBalanceCents: 3, dueOn: '2027-02-28', statementName: 'May' },
  ...{ lastPaidAmountCents: 100, lastPaidOn: '2027-01-31', recentPayments: [listed] },
  ...{ autopay: 'disabled', autopaySource: 'unknown' },
};
const unclear = [
  { kind: 'unclear' },
  { kind: 'not-sent' },
  { kind: 'refused', code: 'another_body', isUntried: false },
  { kind: 'refused', code: 'malformed', isUntried: true },
] as never[];

describe('What was submitted', () => {
  test.each([
    [paid, corePaid],
    [{ ...paid, amount: usd(99) }, { kind: 'unknown' }],
    [{ ...paid, amount: usd(101) }, { kind: 'unknown' }],
    [
      { kind: 'declined', reason: 'expired' },
      { kind: 'declined', reason: 'expired' },
    ],
    [{ kind: 'declined' }, { kind: 'declined' }],
    [
      { kind: 'declined', fault: { source: 'operator', step: 'balance' } },
      { kind: 'declined', fault: 'operator', step: 'balance' },
    ],
    [
      { kind: 'held', code: 'account_paid_in_full' },
      { kind: 'held', code: 'account_paid_in_full' },
    ],
    [
      { kind: 'never-taken', fault: { source: 'operator' } },
      { kind: 'never-taken', fault: 'operator' },
    ],
    [wrongPassword, wrongPassword],
    [accepted, coreAccepted],
    [returned, { kind: 'unknown' }],
    [{ kind: 'unknown' }, { kind: 'unknown' }],
  ])('%j is %j', (result, outcome) => {
    expect(submittedPayment(done(result), 100)).toEqual(outcome);
  });

  test.each(unclear)('%j is unknown', (followed) => {
    expect(submittedPayment(followed, 100)).toEqual({ kind: 'unknown' });
    expect(swapOutcome(followed)).toEqual({ kind: 'unknown' });
  });
});

describe('What was found', () => {
  test.each([
    [paid, corePaid],
    [{ kind: 'never-taken' }, { kind: 'never-taken' }],
    [{ kind: 'not-known' }, { kind: 'not-known' }],
    [wrongPassword, wrongPassword],
    [accepted, coreAccepted],
    [returned, returned],
  ])('%j is %j', (result, outcome) => {
    expect(foundPayment(done(result), 100)).toEqual(outcome);
  });

  test.each(unclear)('%j is not known', (followed) => {
    expect(foundPayment(followed, 100)).toEqual({ kind: 'not-known' });
    expect(foundSwap(followed)).toEqual({ kind: 'unknown' });
  });

  test.each([
    [{ kind: 'never-taken' }, undefined],
    [{ kind: 'completed' }, { kind: 'completed' }],
    [{ kind: 'not-known' }, { kind: 'unknown' }],
    [wrongPassword, wrongPassword],
  ])('of a swap, %j is %j', (result, outcome) => {
    expect(foundSwap(done(result))).toEqual(outcome);
  });
});

describe('A reading', () => {
  test.each([
    [{ kind: 'done', result: { kind: 'failed', tried: false } }, true],
    [{ kind: 'done', result: { kind: 'failed', tried: true } }, false],
    [{ kind: 'not-sent' }, true],
    [{ kind: 'refused', code: 'unavailable', isUntried: true }, true],
    [{ kind: 'refused', code: 'failed', isUntried: false }, false],
    [{ kind: 'unclear' }, false],
  ] as const)('%j has tried nothing: %s', (followed, untried) => {
    for (const read of [loginOutcome, billsOf]) {
      expect(isNothingTried(thrownBy(() => read(followed as never)))).toBe(untried);
    }
  });

  test('of a part of the accounts says that it is one', () => {
    const result = { kind: 'bills', bills: [], partial: true };
    expect(billsOf(done(result))).toEqual({ kind: 'partial', bills: [] });
  });

  test('that could not sign in says what the login said', () => {
    expect(billsOf(done(wrongPassword))).toEqual(wrongPassword);
  });

  test('has the bills without their currency', () => {
    const bill = { accountKey: 'a', autopay: 'disabled', autopaySource: 'unknown' };
    const result = { kind: 'bills', bills: [{ ...bill, currency: 'USD' }] };
    expect(billsOf(done(result))).toEqual([bill]);
  });

  test.each([
    ['a list', [listed, { ...listed, posted: true }, { amountCents: 1, paidOn: '2027-01-30' }]],
    ['an empty list', []],
  ] satisfies [string, readonly ListedPayment[]][])(
    'of the sandbox with %s is the same on both sides of the wire',
    (_, recentPayments) => {
      const sent = JSON.parse(JSON.stringify(billsResult([{ ...whole, recentPayments }])));
      const result = v.parse(billsSchema, sent);
      expect(billsOf(done(result))).toEqual([{ ...whole, recentPayments }]);
    },
  );
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
