import type { PaymentRecord } from '@billhook/core/payment/payment';
import {
  paymentOf,
  type StoredPayment,
  storedPayment,
} from '@billhook/core/payment/stored-payment';
import { newPayment } from '@billhook/core/payment/transitions';
import { describe, expect, test } from 'vitest';
import { billRecord, changedPayment, NOW, TODAY } from '../../../support/records.ts';

const planned = newPayment(billRecord(), { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW });
const { origin: _none, state: _scheduled, ...order } = planned;
const sentOnce = { amountCents: 4_200, submission: 1, askedAt: NOW, partnerShard: 'shard' };
const begun = {
  ...{ methodId: 'pm_1', begunAt: NOW, statement: { accountFingerprint: 'f', dueOn: TODAY } },
};
const paid = { kind: 'paid', amountCents: 4_200, paidAt: NOW } as const;
const unknown = { kind: 'unknown' } as const;
const waiting = { reason: 'more-owed', seenCents: 1, owedCents: 2 } as const;
const accepted = { reference: 'r', expectBy: TODAY, askAgainAt: NOW, at: NOW, asks: 0 };
const over = { ...sentOnce, submissionOver: true } as const;

describe('A payment that is stored', () => {
  test.each<[string, Partial<StoredPayment>, PaymentRecord['state']]>([
    ['as planned', {}, 'scheduled'],
    ['planned again after it was never taken', over, 'scheduled'],
    ['planned again, and taken against a promise', { ...over, outcome: paid }, 'scheduled'],
    ['waiting for its user', { waiting, sessionId: 's', byApiKey: true }, 'waiting'],
    ['begun', { status: 'pending', ...begun }, 'open'],
    ['never taken', { status: 'pending', ...begun, ...over, resting: true }, 'open'],
    ['asked for', { status: 'pending', ...begun, ...sentOnce }, 'asked'],
    ['unknown', { status: 'pending', ...begun, ...sentOnce, outcome: unknown }, 'asked'],
    ['accepted', { status: 'pending', ...begun, ...sentOnce, accepted }, 'accepted'],
    ['on record', { status: 'pending', ...begun, ...sentOnce, outcome: paid }, 'settling'],
    ['on record against a promise', { status: 'pending', ...over, outcome: paid }, 'settling'],
    ['paid', { status: 'paid', ...begun, ...sentOnce, outcome: paid }, 'settled'],
    ['returned', { status: 'returned', ...begun, ...sentOnce, outcome: paid }, 'settled'],
    ['cancelled', { status: 'cancelled', waiting }, 'cancelled'],
    ['by a later release', { later: { member: 1 } } as object, 'scheduled'],
  ])('%s is in its state, and is stored again with every attribute', (_what, change, state) => {
    const stored: StoredPayment = { ...order, ...change };
    const payment = paymentOf(stored);
    expect(payment.state).toBe(state);
    expect(storedPayment(payment)).toEqual(stored);
  });

  test('by release 0.1.0 has its first submission', () => {
    const { submission: _later, ...before } = sentOnce;
    expect(paymentOf({ ...order, status: 'pending', ...before }).submitted?.number).toBe(1);
  });
});

describe('A member of another state does not compile', () => {
  const asked = changedPayment<'asked'>(planned, { status: 'pending', ...begun, ...sentOnce });
  const open = changedPayment<'open'>(planned, { status: 'pending', ...begun });

  test('left behind, or put there', () => {
    // @ts-expect-error What it was asked for is of a payment that has begun.
    const again: PaymentRecord<'scheduled'> = { ...asked, state: 'scheduled', status: 'scheduled' };
    // @ts-expect-error A payment that has begun waits for nobody.
    const waits: PaymentRecord<'open'> = { ...open, waiting };
    // @ts-expect-error It has to have been submitted.
    const unsent: PaymentRecord<'asked'> = { ...open, state: 'asked' };
    // @ts-expect-error What is paid says how.
    const settled: PaymentRecord<'settled'> = { ...asked, state: 'settled', status: 'paid' };
    // @ts-expect-error Its company has said more than that it doesn't know.
    const known: PaymentRecord<'asked'> = { ...asked, outcome: paid };
    expect([again, waits, unsent, settled, known]).toHaveLength(5);
  });
});
