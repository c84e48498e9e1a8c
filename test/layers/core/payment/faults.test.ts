import type { Capabilities } from '@billhook/core/company/capabilities';
import type { SubmittedPayment } from '@billhook/core/company/connector';
import { faultOf, waitsForOperator, withBlame } from '@billhook/core/payment/faults';
import { describe, expect, test } from 'vitest';

const declined = { kind: 'declined', reason: 'insufficient_funds' } as const;
const neverTaken = { kind: 'never-taken', fault: 'operator' } as const;

describe('a decline', () => {
  test.each<[string, Capabilities['funding'], SubmittedPayment, SubmittedPayment]>([
    ["is the user's", undefined, declined, declined],
    ["is the user's at the company", 'method-at-company', declined, declined],
    ["is the user's where a network debits the account", 'pulled', declined, declined],
    ["is the operator's where its balance pays", 'prefunded', declined, neverTaken],
    [
      "is the user's there if the connector says so",
      'prefunded',
      { ...declined, fault: 'user' },
      { ...declined, fault: 'user' },
    ],
    ["is the operator's if it says so", undefined, { ...declined, fault: 'operator' }, neverTaken],
    [
      "is the connector's, with its step",
      'pulled',
      { ...declined, fault: 'connector', step: 'submit' },
      { kind: 'never-taken', fault: 'connector', step: 'submit' },
    ],
  ])('%s', (_, funding, said, believed) => {
    expect(withBlame(said, { funding })).toEqual(believed);
  });
});

test.each<SubmittedPayment>([
  { kind: 'paid', amountCents: 1, paidAt: 1 },
  { kind: 'held', code: 'account_paid_in_full', fault: 'company' },
  { kind: 'unknown' },
  { kind: 'never-taken' },
])('%j is believed as it is', (said) => {
  expect(withBlame(said, { funding: 'prefunded' })).toBe(said);
});

test('what is kept of a fault is its source and its step', () => {
  expect(faultOf({ ...neverTaken, step: 'balance' })).toEqual({
    fault: 'operator',
    step: 'balance',
  });
  expect(faultOf(neverTaken)).toEqual({ fault: 'operator' });
  expect(faultOf({ kind: 'never-taken', step: 'balance' })).toBeUndefined();
  expect(faultOf({ kind: 'unknown' })).toBeUndefined();
});

test.each([
  ['pending', 'operator', true],
  ['pending', 'company', false],
  ['pending', 'user', false],
  ['cancelled', 'operator', false],
] as const)('%s, fault of the %s: waits for the operator: %s', (status, fault, waits) => {
  expect(waitsForOperator({ status, fault: { fault } })).toBe(waits);
});
