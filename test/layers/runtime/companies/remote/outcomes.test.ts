import { isNothingTried } from '@billhook/core/company/nothing-tried';
import {
  billsOf,
  foundPayment,
  foundSwap,
  loginOutcome,
  submittedPayment,
  swapOutcome,
} from '@billhook/runtime/companies/remote/outcomes';
import { describe, expect, test } from 'vitest';

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
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
