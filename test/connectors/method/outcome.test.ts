import { findPaymentResult } from '@billhook/connector-kit/protocol/payments';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type PaymentStatus, paymentStatuses } from '../../../connectors/method/api/documents.ts';
import { mayFollow, outcomeOf, refusalOf } from '../../../connectors/method/outcome.ts';
import { leadsTo } from '../../../connectors/method/stand-in/payments.ts';

const NOW = Date.UTC(2027, 0, 31);
const seen = (status: PaymentStatus, more: object = {}) => ({
  paymentId: 'pmt_1',
  cents: 4_200,
  status,
  createdAt: '2027-01-30T10:00:00.000Z',
  updatedAt: '2027-01-30T12:00:00.000Z',
  ...more,
});

describe('What a status means', () => {
  test.each([
    ['pending', 'accepted'],
    ['processing', 'accepted'],
    ['sent', 'accepted'],
    ['posted', 'paid'],
    ['cashed', 'paid'],
    ['settled', 'paid'],
    ['reversal_required', 'accepted'],
    ['reversal_processing', 'accepted'],
    ['reversed', 'returned'],
    ['failed', 'declined'],
    ['canceled', 'never-taken'],
  ] as const)('%s is %s', (status, kind) => {
    const outcome = outcomeOf(seen(status), NOW);
    expect(outcome.kind).toBe(kind);
    expect(v.is(findPaymentResult, outcome)).toBe(true);
  });

  test('there are eleven', () => {
    expect(paymentStatuses).toHaveLength(11);
  });

  test.each(['reversal_required', 'reversal_processing'] as const)(
    '%s leaves a payment paid that was posted',
    (status) => {
      const paidAt = '2027-01-20T08:00:00.000Z';
      expect(outcomeOf(seen(status, { paidAt }), NOW)).toMatchObject({ kind: 'paid', paidAt });
    },
  );
});

describe('What a code means', () => {
  test.each([
    [10_001, { kind: 'declined', reason: 'insufficient_funds' }, 'insufficient_funds'],
    [10_002, { kind: 'declined', reason: 'refused' }, 'not_authorized'],
    [10_003, { kind: 'declined', reason: 'invalid' }, 'account_invalid'],
    [10_007, { kind: 'declined', reason: 'invalid' }, 'account_invalid'],
    [10_008, { kind: 'held', code: 'account_issue_inactive_account' }, 'refused_by_company'],
    [10_009, { kind: 'held', code: 'account_issue_payment_restrictions' }, 'refused_by_company'],
    [11_002, { kind: 'held', code: 'account_issue_inactive_account' }, 'account_closed'],
    [12_003, { kind: 'held', code: 'account_issue_verify_identity' }, 'other'],
    [99_999, { kind: 'declined' }, 'other'],
  ])('%i', (errorCode, failed, reason) => {
    expect(outcomeOf(seen('failed', { errorCode }), NOW)).toEqual(failed);
    expect(outcomeOf(seen('reversed', { errorCode }), NOW)).toEqual({
      kind: 'returned',
      reason,
      on: '2027-01-30',
    });
  });

  test.each([
    ['INVALID_SOURCE_HOLDER', { kind: 'declined', reason: 'invalid' }],
    ['INVALID_DESTINATION', { kind: 'held', code: 'account_issue_inactive_account' }],
    ['INVALID_AMOUNT', { kind: 'held', code: 'account_issue_payment_restrictions' }],
    ['MAX_AMOUNT_EXCEEDED', { kind: 'held', code: 'account_issue_payment_restrictions' }],
    [undefined, { kind: 'held', code: 'system_issue_with_bill_payment' }],
  ])('a refusal with %s', (subType, result) => {
    expect(refusalOf(subType)).toMatchObject(result);
  });
});

describe('A status', () => {
  const legal = paymentStatuses.flatMap((from) => leadsTo[from].map((to) => [from, to] as const));

  test.each(legal)('%s becomes %s, and not the other way round', (from, to) => {
    expect(mayFollow(from, to)).toBe(true);
    expect(mayFollow(to, from)).toBe(false);
  });

  test.each(paymentStatuses)('%s is not news twice', (status) => {
    expect(mayFollow(status, status)).toBe(false);
    expect(mayFollow(undefined, status)).toBe(true);
  });

  test.each(['failed', 'canceled'] as const)('%s does not follow what has arrived', (status) => {
    for (const arrived of ['posted', 'cashed', 'settled', 'reversed'] as const) {
      expect(mayFollow(arrived, status)).toBe(false);
    }
  });
});
