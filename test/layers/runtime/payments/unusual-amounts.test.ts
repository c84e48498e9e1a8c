/** Automatic payments of far more than was paid before: they wait for their users. */

import { DAY_MILLISECONDS, dayOf, instantText } from '@billhook/core/base/dates';
import type { BillRecord, StoredBill } from '@billhook/core/bill/bill';
import type { CompanyBill } from '@billhook/core/company/connector';
import type { EventRecord } from '@billhook/core/events/event';
import { agreedNow } from '@billhook/core/payment/agreed-amount';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { approve, cancelScheduled, withoutScheduled } from '@billhook/core/payment/transitions';
import { writeBeginning } from '@billhook/runtime/payments/begin';
import { checkOrder } from '@billhook/runtime/payments/ceilings';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { takeUpPayment } from '@billhook/runtime/sweeps/due-work';
import { takeUpBill } from '@billhook/runtime/sweeps/take-up-bill';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  account,
  asShown,
  company,
  linkOne,
  paid,
  paymentScene,
  recordsOf,
  showAnother,
} from '../../../support/payment-world.ts';
import { changedBill, NOW } from '../../../support/records.ts';

/** Five days before the bill is due, when the night's payments have begun. */
const PAY_DAY = Date.parse('2026-11-30T06:00:00Z');
const HOUR = 60 * 60 * 1000;

let shown: CompanyBill;

const { runtime, started } = await paymentScene();

beforeEach(() => {
  shown = showAnother();
});

/** A bill of 100.00 that was paid once before, its only method assigned to it. */
async function linked(paidCents: number) {
  const payments = [{ amountCents: paidCents, paidOn: instantText(NOW) }];
  const silent = asShown({ payments, notifications: 'disabled' }, shown);
  const { bill, method } = await linkOne(runtime, silent);
  await change(bill._id, () => ({ methodId: method._id }));
  return { billId: bill._id, method };
}

async function change(billId: string, by: (bill: BillRecord) => Partial<StoredBill>) {
  const bill = await billOf(billId);
  const next = changedBill(bill, { ...by(bill), version: bill.version + 1 });
  await runtime.table.write([runtime.bills.save(next, bill)]);
}

const { billOf } = recordsOf(() => runtime);
async function paymentOf(id: string | undefined) {
  const payment = await runtime.payments.findAny(id ?? '');
  if (!payment) throw new Error('The payment is gone');
  return payment;
}

async function waitingFrom(paidCents: number) {
  const { billId, method } = await linked(paidCents);
  await takeUpBill(runtime, billId, PAY_DAY);
  const { scheduled } = await billOf(billId);
  return { billId, method, payment: await paymentOf(scheduled?.paymentId) };
}

const waiting = { reason: 'unusual-amount', seenCents: 3_333, owedCents: 10_000 };

describe('an automatic payment of more than three times the usual', () => {
  test('waits for its user, who is told once, and again on the due date', async () => {
    const { billId, payment } = await waitingFrom(3_333);
    expect(payment).toMatchObject({ status: 'scheduled', automatic: true, waiting });
    expect((await billOf(billId)).scheduled).toMatchObject({ waiting });
    await takeUpPayment(runtime, payment._id, PAY_DAY + HOUR);
    expect((await paymentOf(payment._id)).waiting).toEqual(waiting);
    await takeUpPayment(runtime, payment._id, Date.parse('2026-12-05T06:00:00Z'));
    expect((await paymentOf(payment._id)).waiting).toEqual({ ...waiting, reminded: true });
    expect(started).toEqual([]);
  });

  test('is given up ten days after the due date, also where it was held back before, and none follows', async () => {
    const { billId, payment } = await waitingFrom(3_333);
    const waits = await billOf(billId);
    const heldBack = { dueOn: waits.reported.dueOn ?? '', until: '2026-12-01T00:00:00.000Z' };
    const held = changedBill(waits, { version: waits.version + 1, heldBack });
    await runtime.table.write([runtime.bills.save(held, waits)]);
    await takeUpBill(runtime, billId, Date.parse('2026-12-06T06:00:00Z'));
    await takeUpPayment(runtime, payment._id, Date.parse('2026-12-15T06:00:00Z'));
    expect(await paymentOf(payment._id)).toMatchObject({ status: 'scheduled' });
    const later = Date.parse('2026-12-16T06:00:00Z');
    await takeUpPayment(runtime, payment._id, later);
    expect(await paymentOf(payment._id)).toMatchObject({ status: 'cancelled' });
    await takeUpBill(runtime, billId, later + HOUR);
    const bill = await billOf(billId);
    expect([bill.scheduled, bill.pendingPaymentId]).toEqual([undefined, undefined]);
    expect(bill.skippedDueOn).toBe(bill.reported.dueOn);
  });

  test('is an order once its user approves it', async () => {
    const { billId, method, payment } = await waitingFrom(3_333);
    const bill = await billOf(billId);
    const asked = { maxCents: 10_000, partnerNow: PAY_DAY };
    const agreed = agreedNow(withoutScheduled(bill), asked);
    const by = { orderedBy: 'client', sessionId: 'session-1' } as const;
    const approved = approve(payment as PaymentRecord<'waiting'>, agreed, dayOf(PAY_DAY), by);
    const standing = { bill, method, payment: approved, scheduled: payment };
    await writeBeginning(runtime, standing, PAY_DAY);
    expect(await submitPayment(runtime, payment._id, PAY_DAY)).toBe('paid');
    expect(await settlePayment(runtime, payment._id, PAY_DAY)).toBe('paid');
    expect(await paymentOf(payment._id)).toMatchObject({
      submitted: { amountCents: 10_000 },
      agreed,
    });
    expect((await paymentOf(payment._id)).automatic).toBeUndefined();
    // Its events are those of an order in the session of whoever approved it.
    const log = { partition: payment.clientId, prefix: 'event#' };
    const { items } = await runtime.table.query<EventRecord>(log);
    const sent = items.find(({ type }) => type === 'bill.payment.sent');
    expect(sent).toMatchObject({ sessionId: 'session-1', data: { trigger: 'client' } });
  });

  test('is skipped where its user cancels it', async () => {
    const { billId } = await waitingFrom(3_333);
    const cancelled = cancelScheduled(await billOf(billId), dayOf(PAY_DAY));
    expect(cancelled).toMatchObject({ skippedDueOn: account.dueOn });
  });

  test.each<[string, Partial<BillRecord>]>([
    ['its user has turned recurring payments off', { recurring: 'disabled' }],
    ['its cycle is skipped', { skippedDueOn: account.dueOn }],
    ['there is another statement', { reported: { ...account, dueOn: '2027-01-05' } }],
  ])('is over when %s, and nothing is paid', async (_, since) => {
    const { billId, payment } = await waitingFrom(3_333);
    await change(billId, () => since);
    await takeUpPayment(runtime, payment._id, PAY_DAY + HOUR);
    expect((await paymentOf(payment._id)).status).toBe('cancelled');
    expect((await billOf(billId)).scheduled).toBeUndefined();
    await takeUpBill(runtime, billId, PAY_DAY + HOUR);
    expect((await billOf(billId)).pendingPaymentId).toBeUndefined();
  });

  test('is over after the due date, when the bill is the user’s to pay', async () => {
    const { billId, payment } = await waitingFrom(3_333);
    const after = Date.parse('2026-12-06T06:00:00Z');
    await takeUpBill(runtime, billId, after);
    await takeUpPayment(runtime, payment._id, after);
    await takeUpBill(runtime, billId, after + HOUR);
    expect(await billOf(billId)).toMatchObject({ skippedDueOn: account.dueOn });
    expect((await paymentOf(payment._id)).status).toBe('cancelled');
    expect(started).toEqual([]);
  });

  test('makes room for one of the usual amount', async () => {
    const { billId, payment } = await waitingFrom(3_333);
    await change(billId, ({ reported }) => ({ reported: { ...reported, balanceCents: 9_999 } }));
    await takeUpPayment(runtime, payment._id, PAY_DAY + HOUR);
    await takeUpBill(runtime, billId, PAY_DAY + HOUR);
    const { pendingPaymentId } = await billOf(billId);
    expect(pendingPaymentId).not.toBe(payment._id);
    company.account = { ...shown, balanceCents: 9_999 };
    company.outcome = { ...paid, amountCents: 9_999 };
    expect(await submitPayment(runtime, pendingPaymentId ?? '', PAY_DAY)).toBe('paid');
    expect(company.charges).toBe(1);
  });
});

test('an automatic payment whose company shows far more by then waits, uncharged', async () => {
  const { billId } = await linked(10_000);
  await takeUpBill(runtime, billId, PAY_DAY);
  const { pendingPaymentId = '' } = await billOf(billId);
  company.account = { ...shown, balanceCents: 30_001 };
  expect(await submitPayment(runtime, pendingPaymentId, PAY_DAY)).toBe('closed');
  const more = { reason: 'unusual-amount', seenCents: 10_000, owedCents: 30_001 };
  expect(await paymentOf(pendingPaymentId)).toMatchObject({ status: 'scheduled', waiting: more });
  expect(await billOf(billId)).toMatchObject({
    scheduled: { paymentId: pendingPaymentId, waiting: more },
    reported: { balanceCents: 30_001 },
  });
  await takeUpPayment(runtime, pendingPaymentId, PAY_DAY + DAY_MILLISECONDS);
  expect((await paymentOf(pendingPaymentId)).status).toBe('scheduled');
  expect(company.charges).toBe(0);
});

test('an order is not held to what is usual', async () => {
  const { billId } = await linked(1);
  const order = { day: dayOf(PAY_DAY) };
  expect(await checkOrder(runtime, await billOf(billId), order)).toBeUndefined();
});
