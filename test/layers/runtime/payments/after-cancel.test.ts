/** What its user has canceled, skipped or limited is not charged by another way. */

import { isFailure } from '@billhook/core/base/errors';
import type { BillRecord } from '@billhook/core/bill/bill';
import { changeBillSettings } from '@billhook/core/bill/settings';
import { automaticPayDay } from '@billhook/core/payment/pay-day';
import type { newPayment } from '@billhook/core/payment/transitions';
import { beginScheduled } from '@billhook/runtime/payments/begin-due';
import { releaseByHand } from '@billhook/runtime/payments/resolve';
import { recordCancelAsked } from '@billhook/runtime/payments/stop-submitting';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { takeUpBill } from '@billhook/runtime/sweeps/take-up-bill';
import { expect, test, vi } from 'vitest';
import {
  asShown,
  beginOne,
  company,
  fakeConnector,
  paymentScene,
  readAll,
  type Standing,
} from '../../../support/payment-world.ts';
import { changedAuth, NOW, TODAY } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const { runtime } = await paymentScene();

/** A payment that has begun, of a bill with recurring payments. */
async function begin(
  asked: Partial<Parameters<typeof newPayment>[1]>,
  recurring: 'enabled' | 'disabled' = 'enabled',
): Promise<Standing> {
  const set = { recurring, schedule: 'immediately', seenOn: TODAY } satisfies Partial<BillRecord>;
  const begun = await beginOne(runtime, asShown(set), asked);
  const bill = { ...begun.bill, version: begun.bill.version + 1, methodId: begun.method._id };
  await runtime.table.write([runtime.bills.save(bill, begun.bill)]);
  return { ...begun, bill };
}

const notLetIn = { kind: 'not-logged-in', login: { kind: 'authenticate' } } as const;

/** Its user has signed in again. */
async function linkAgain({ bill }: Standing): Promise<void> {
  const auth = await runtime.auths.findAny(bill.auth._id);
  if (!auth) throw new Error('The auth is gone');
  const linked = changedAuth(auth, { status: 'verified' });
  await runtime.table.write(runtime.auths.saveWithCopies(linked, auth));
}

test('an automatic payment that is canceled while its company lets nobody in is not made the next day', async () => {
  const begun = await begin({ automatic: true });
  vi.spyOn(fakeConnector, 'pay').mockImplementationOnce(async () => {
    await recordCancelAsked(runtime, begun.payment._id, NOW);
    return notLetIn as never;
  });
  expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
  await linkAgain(begun);
  await takeUpBill(runtime, begun.bill._id, NOW + DAY);
  const { bill } = await readAll(runtime, begun);
  expect(bill).toMatchObject({ skippedDueOn: bill.reported.dueOn });
  expect([bill.pendingPaymentId, bill.waitsUntil, automaticPayDay(bill)]).toEqual(
    Array(3).fill(undefined),
  );
});

test('an automatic payment that was canceled and that an operator releases is not made the next day', async () => {
  const begun = await begin({ automatic: true });
  company.losesAnswers = true;
  await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow('lost');
  await recordCancelAsked(runtime, begun.payment._id, NOW);
  const noted = () => ({ put: { pk: 'audit', sk: begun.payment._id } });
  const { _id: paymentId } = begun.payment;
  expect(await releaseByHand(runtime, { paymentId, noted }, NOW + 2 * HOUR)).toBe('resolved');
  await takeUpBill(runtime, begun.bill._id, NOW + DAY);
  const { bill } = await readAll(runtime, begun);
  expect([bill.pendingPaymentId, automaticPayDay(bill)]).toEqual([undefined, undefined]);
});

test('an automatic payment that nobody canceled is made the day after an operator released it', async () => {
  const begun = await begin({ automatic: true });
  company.losesAnswers = true;
  await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow('lost');
  const noted = () => ({ put: { pk: 'audit', sk: begun.payment._id } });
  await releaseByHand(runtime, { paymentId: begun.payment._id, noted }, NOW + 2 * HOUR);
  await takeUpBill(runtime, begun.bill._id, NOW + DAY);
  const { bill } = await readAll(runtime, begun);
  expect(bill.pendingPaymentId).toEqual(expect.any(String));
});

test('an automatic payment whose cycle is skipped after it has begun is not submitted', async () => {
  const begun = await begin({ automatic: true });
  const skipping = changeBillSettings(begun.bill, { skipCycle: true });
  if (isFailure(skipping)) throw new Error(skipping.failure);
  await runtime.table.write([runtime.bills.save(skipping, begun.bill)]);
  expect(await submitPayment(runtime, begun.payment._id, NOW + HOUR)).toBe('closed');
  expect(company.charges).toBe(0);
  const { bill, payment } = await readAll(runtime, begun);
  expect(payment.status).toBe('cancelled');
  expect(automaticPayDay(bill)).toBeUndefined();
});

test('an order for a later day that was not let in is still made when its user signs in days later', async () => {
  const begun = await begin({ partnerNow: NOW - DAY }, 'disabled');
  vi.spyOn(fakeConnector, 'pay').mockImplementationOnce(async () => notLetIn as never);
  expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
  const waiting = await readAll(runtime, begun);
  expect(waiting.payment.status).toBe('scheduled');
  await linkAgain(begun);
  const later = NOW + 4 * DAY;
  await beginScheduled(runtime, waiting.payment, later);
  expect(await submitPayment(runtime, begun.payment._id, later)).toBe('paid');
  expect(company.charges).toBe(1);
});
