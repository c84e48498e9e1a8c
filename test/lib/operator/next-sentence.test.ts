import type { BillRecord } from '@billhook/core/bill/bill';
import type { CompanyBill } from '@billhook/core/company/connector';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { newPayment } from '@billhook/core/payment/transitions';
import { describe, expect, test } from 'vitest';
import { billSentence, pendingSentence } from '../../../lib/operator/next-sentence.ts';
import { billRecord, changedPayment, methodRecord, NOW, TODAY } from '../../support/records.ts';

const card = methodRecord();
const client = { defaultMethodId: card._id, methods: [card] };
const dueOn = '2026-12-05';
const agreed = { statement: { dueOn }, cents: 4_000 };
const scheduled = { paymentId: 'pay_1', payOn: '2026-12-01', agreed };
const fees = { cards: { visa: { credit: { rate: 2, percentage: true } } } };
const withFees = { company: { ...billRecord().company, fees } };
const usual = { payments: [{ amountCents: 1_000, paidOn: '2026-10-05T00:00:00.000Z' }] };
const held = { auth: { ...billRecord().auth, status: { type: 'hold' as const } } };
const off = { recurring: 'disabled' as const };
const none = { client: { methods: [] } };

describe('What becomes of a bill is one sentence', () => {
  test.each<[string, Partial<BillRecord>, Partial<CompanyBill>]>([
    ['Pays itself on November 30: 100.00, by visa 1111', {}, {}],
    ['Pays itself on November 30: 100.00 and a fee of 2.00, by visa 1111', withFees, {}],
    [
      'Is paid as ordered on December 1: 40.00, by visa 1111',
      { scheduled },
      { balanceCents: 4_000 },
    ],
    [
      'Will wait for its user: the company shows 90.00, 40.00 was agreed',
      { scheduled },
      { balanceCents: 9_000 },
    ],
    ['Will wait for its user: 100.00 is far above the most before, 10.00', usual, {}],
    [
      'Is not paid: it is over a limit, or was when it was last tried',
      { withheld: { dueOn, why: 'payment' } },
      {},
    ],
    ['Is being paid', { pendingPaymentId: 'pay_1' }, {}],
    ['Nothing is owed', {}, { balanceCents: 0 }],
    ['Is not paid: its auth is hold', held, {}],
    ['Was declined: a retry, another method or an order pays it', { declinedMethodId: 'pm_1' }, {}],
    ['The company collects it by itself', {}, { autopay: 'enabled' }],
    ['Is its user’s to pay: recurring payments are off', off, {}],
    ['Is its user’s to pay: this statement is skipped', { skippedDueOn: dueOn }, {}],
    ['Its company is preparing the bill', {}, { syncing: true }],
  ])('%s', (sentence, change, reported) => {
    expect(billSentence(billRecord(change, reported), { client }, NOW)).toBe(sentence);
  });

  test('also where it has no method', () => {
    expect(billSentence(billRecord(), none, NOW)).toBe('Is not paid: it has no payment method');
  });
});

describe('What becomes of a payment that is being made is one sentence', () => {
  const planned = newPayment(billRecord(), { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW });
  const accepted = { reference: 'r', expectBy: dueOn, askAgainAt: NOW, at: NOW, asks: 0 };

  test.each<[string, Partial<StoredPayment>]>([
    ['Its company has not taken it: it is tried again', {}],
    ['Its company was asked to take it, and has not answered', { amountCents: 1 }],
    ['Its company settles it by December 5', { amountCents: 1, accepted }],
    [
      'Its company does not know what became of it, and is asked again',
      { amountCents: 1, outcome: { kind: 'unknown' } },
    ],
  ])('%s', (sentence, change) => {
    const payment = changedPayment<'open'>(planned, { status: 'pending', ...change });
    expect(pendingSentence(payment, NOW)).toBe(sentence);
  });
});
