import { outcomeOfError, outcomeOfResult, worstOf } from '@billhook/core/company/gate/faults';
import { MayHaveTried, NothingTried } from '@billhook/core/company/nothing-tried';
import { holdSubcodeValues } from '@billhook/core/schemas/hold-codes';
import { expect, test } from 'vitest';

const held = { kind: 'held', code: 'system_issue_with_bill_payment' } as const;
const hold = { kind: 'hold', code: 'system_issue_with_bill' } as const;
const paid = { kind: 'paid', amountCents: 1, paidAt: 1 } as const;

test.each<[string, Parameters<typeof outcomeOfResult>[0], string]>([
  ['a login', { kind: 'verified' }, 'success'],
  [
    'a login that asks first',
    { kind: 'mfa-required', challenge: { kind: 'prompt', request: 'x' } },
    'success',
  ],
  ['wrong credentials', { kind: 'authenticate' }, 'user'],
  ['terms to accept', { kind: 'hold', code: 'account_issue_accept_toc' }, 'user'],
  ['a system issue', hold, 'company'],
  [
    'a wrong code',
    { kind: 'hold', code: 'authentication_not_completed', subcode: 'invalid-mfa' },
    'user',
  ],
  ['a page that has changed', { ...hold, subcode: 'selector-not-found' }, 'connector'],
  ['a known error', { ...hold, subcode: 'known-system-error' }, 'company'],
  ['bills', [], 'success'],
  ['a payment', paid, 'success'],
  ['a declined payment', { kind: 'declined' }, 'user'],
  ['a payment of which nobody knows', { kind: 'unknown' }, 'company'],
  ['a payment that is not known yet', { kind: 'not-known' }, 'success'],
  ['a payment that was never taken', { kind: 'never-taken' }, 'success'],
  ['an empty balance of ours', { kind: 'never-taken', fault: 'operator' }, 'operator'],
  ['a held payment', held, 'company'],
  ['a card on file', { kind: 'completed' }, 'success'],
  ['a swap that nobody knows of', undefined, 'success'],
])('%s', (_name, result, expected) => {
  expect(outcomeOfResult(result).outcome).toBe(expected);
});

test('every subcode says whose fault it is, and two that we are blocked', () => {
  const blocked = holdSubcodeValues.filter(
    (subcode) => outcomeOfResult({ ...hold, subcode }).blocked,
  );
  expect(blocked.toSorted()).toEqual(['captcha-failure', 'proxy-failure']);
  for (const subcode of holdSubcodeValues)
    expect(outcomeOfResult({ ...hold, subcode }).outcome).toMatch(/^(user|company|connector)$/);
});

test.each([
  ['a connector that broke down', new Error('x'), { outcome: 'connector' }],
  ['the same after it may have tried', new MayHaveTried(new Error()), { outcome: 'connector' }],
  ['a company that was not reached', new NothingTried(), { outcome: 'company' }],
  [
    'a company that says when to come again',
    new NothingTried(30),
    { outcome: 'company', retryAfterSeconds: 30 },
  ],
])('%s', (_name, error, expected) => {
  expect(outcomeOfError(error)).toEqual(expected);
});

test.each([
  [[], undefined],
  [['success'], 'success'],
  [['success', 'company'], 'company'],
  [['user', 'company'], 'company'],
  [['success', 'operator', 'success'], 'operator'],
] as const)('a session of %o comes to %s', (outcomes, expected) => {
  expect(worstOf(outcomes.map((outcome) => ({ outcome })))).toBe(expected);
});
