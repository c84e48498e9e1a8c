/** What agreeing to automatic payment means for a bill, before anybody agrees. */

import { isFailure } from '@billhook/core/base/errors';
import { presentBill, presentHistory } from '@billhook/core/bill/present-bill';
import { changeBillSettings, termsOf } from '@billhook/core/bill/settings';
import type { ClientMethods } from '@billhook/core/payment/next-payment';
import { receiptNumber } from '@billhook/core/payment/receipt-number';
import { describe, expect, test } from 'vitest';
import { billRecord, methodRecord, NOW } from '../../../support/records.ts';

const none: ClientMethods = { methods: [] };
const off = { recurring: 'disabled', consent: undefined } as const;
const shown = (bill: ReturnType<typeof billRecord>, client: ClientMethods = none) =>
  presentBill(bill, { partnerNow: NOW, sandbox: false, beside: { client } });
const day = (text: string) => `${text}T00:00:00.000Z`;

describe('A bill that is not paid automatically says what agreeing would mean', () => {
  test.each([
    ['its day', {}, { dueOn: '2026-12-05' }, '2026-11-30', undefined],
    [
      'its day by its own schedule',
      { schedule: 'on-due-date' as const },
      {},
      '2026-12-05',
      undefined,
    ],
    ['today, where its day is past', {}, { dueOn: '2026-11-23' }, '2026-11-21', true],
    ['today, where its day is today', {}, { dueOn: '2026-11-26' }, '2026-11-21', true],
    [
      'today, where its method was declined and its day is past',
      { declinedMethodId: 'pm_1' },
      { dueOn: '2026-11-23' },
      '2026-11-21',
      true,
    ],
    [
      'its day, where its company wants a card of its own',
      { company: { ...billRecord().company, requiredPayment: 'card' as const } },
      {},
      '2026-11-30',
      undefined,
    ],
  ])('%s', (_name, change, reported, payDate, atOnce) => {
    const { automatic } = shown(billRecord({ ...off, ...change }, reported));
    expect(automatic).toEqual({
      ...{ amount: '100.00', payDate: day(payDate) },
      ...(atOnce && { atOnce }),
    });
  });

  test.each([
    ['the company collects it', {}, { autopay: 'enabled' as const }],
    [
      'its user has to be there',
      { company: { ...billRecord().company, userPresenceRequired: true } },
      {},
    ],
    ['this statement is skipped', { skippedDueOn: '2026-12-05' }, {}],
    ['it is being paid', { pendingPaymentId: 'pay_1' }, {}],
    ['a payment is scheduled', { scheduled: { paymentId: 'pay_1', payOn: '2026-12-01' } }, {}],
    ['nothing is owed', {}, { balanceCents: 0 }],
    ['it was overdue when it was first read', {}, { dueOn: '2026-11-20' }],
    [
      'its account is on hold',
      { auth: { ...billRecord().auth, status: { type: 'hold' as const } } },
      {},
    ],
    [
      'it is far above what was paid before',
      { payments: [{ amountCents: 1_000, paidOn: day('2026-10-05') }] },
      {},
    ],
  ])('nothing, where %s', (_name, change, reported) => {
    expect(shown(billRecord({ ...off, ...change }, reported)).automatic).toBeUndefined();
  });

  test('and an event does not', () => {
    const inEvent = presentBill(billRecord({ skippedDueOn: '2026-12-05' }), {
      ...{ partnerNow: NOW, sandbox: false },
    });
    expect(inEvent).not.toHaveProperty('skipped');
    expect(presentBill(billRecord(off), { partnerNow: NOW, sandbox: false })).not.toHaveProperty(
      'automatic',
    );
  });
});

test.each([
  ['is skipped', { skippedDueOn: '2026-12-05' }, {}, true],
  ['is not skipped', {}, {}, undefined],
  ['was skipped before', { skippedDueOn: '2026-11-05' }, {}, undefined],
  ['is overdue', { skippedDueOn: '2026-11-20' }, { dueOn: '2026-11-20' }, undefined],
  ['is not automatic', { ...off, skippedDueOn: '2026-12-05' }, {}, undefined],
])('a statement that %s says so', (_name, change, reported, skipped) => {
  expect(shown(billRecord(change, reported)).skipped).toBe(skipped);
});

describe('Agreeing', () => {
  const consent = { by: 'user' as const, at: day('2026-11-21'), textHash: 'a'.repeat(64) };
  const enable = { recurring: 'enabled' } as const;
  const card = methodRecord();
  const client = { defaultMethodId: card._id, methods: [card] };

  test('can leave the statement that is shown to its user', () => {
    const bill = billRecord(off, { dueOn: '2026-11-23' });
    const agreed = changeBillSettings(bill, { ...enable, skipCycle: true }, consent);
    if (isFailure(agreed)) throw new Error(agreed.failure);
    expect(shown(agreed, client)).toMatchObject({ skipped: true });
    expect(shown(agreed, client)).not.toHaveProperty('payDate');
    const plain = changeBillSettings(bill, enable, consent);
    if (isFailure(plain)) throw new Error(plain.failure);
    expect(shown(plain, client)).toMatchObject({ payDate: day('2026-11-21') });
  });

  test('can leave it where a declined method holds the bill back, which goes on once that is gone', () => {
    const { consent: agreedBefore } = billRecord();
    const bill = billRecord(
      { consent: agreedBefore, declinedMethodId: 'pm_1' },
      { dueOn: '2026-11-23' },
    );
    const left = changeBillSettings(bill, { ...enable, skipCycle: true });
    if (isFailure(left)) throw new Error(left.failure);
    expect(left.consent).toEqual(agreedBefore);
    expect(shown({ ...left, declinedMethodId: undefined }, client)).not.toHaveProperty('payDate');
    expect(shown({ ...bill, declinedMethodId: undefined }, client)).toHaveProperty('payDate');
  });

  test('is kept with how much, when and by what', () => {
    const agreed = changeBillSettings(billRecord(off), enable, consent);
    if (isFailure(agreed)) throw new Error(agreed.failure);
    expect(termsOf(agreed, client, NOW)).toEqual({
      schedule: 'five-days-before',
      amount: '100.00',
      payDate: day('2026-11-30'),
      paymentMethod: { _id: card._id, type: 'card', brand: 'visa', lastFour: '1111' },
    });
    expect(termsOf(agreed, { methods: [] }, NOW)).not.toHaveProperty('paymentMethod');
  });
});

test('a payment in the history says its number, where it is known', () => {
  const paymentId = `pay_${billRecord()._id.slice(5)}`;
  const paid = { amountCents: 100, paidOn: day('2026-11-01') };
  const history = presentHistory(billRecord({ payments: [{ ...paid, paymentId }, paid] }));
  expect(history).toEqual([
    {
      ...{ amount: '1.00', paidOn: paid.paidOn, _id: paymentId },
      receiptNumber: receiptNumber(paymentId),
    },
    { amount: '1.00', paidOn: paid.paidOn },
  ]);
});
