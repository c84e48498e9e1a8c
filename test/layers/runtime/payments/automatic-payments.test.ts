/** Automatic payments, by what the session that pays reads: nobody asked for them but the bill's settings. */

import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import type { CompanyBill } from '@billhook/core/company/connector';
import { beginAutomatic } from '@billhook/runtime/payments/begin-due';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  asShown,
  company,
  linkOne,
  paymentScene,
  recordsOf,
  setMaintenance,
  showAnother,
} from '../../../support/payment-world.ts';

/** The day on which the bill is paid: five days before it is due. */
const PAY_DAY = Date.parse('2026-11-30T04:01:00Z');

const { runtime } = await paymentScene();

const { billOf } = recordsOf(() => runtime);
let shown: CompanyBill;
beforeEach(() => {
  shown = showAnother();
});

test('of the next statement waits while another link has paid the last and that is not shown', async () => {
  const { billId, paymentId } = await beginOn(PAY_DAY);
  expect(await submitPayment(runtime, paymentId, PAY_DAY)).toBe('paid');
  await settlePayment(runtime, paymentId, PAY_DAY);
  const bill = await billOf(billId);
  const { account: _taken, unposted: _known, ...unaware } = bill;
  const reported = { ...bill.reported, dueOn: '2027-01-05' };
  const next = { ...unaware, version: bill.version + 1, reported };
  await runtime.table.write([runtime.bills.save(next, bill)]);
  await beginAutomatic(runtime, billId, Date.parse('2026-12-31T06:00:00Z'));
  expect((await runtime.bills.findAny(billId))?.pendingPaymentId).toBeUndefined();
  await beginAutomatic(runtime, billId, Date.parse('2027-01-04T06:00:00Z'));
  const { waiting } = (await runtime.bills.findAny(billId))?.scheduled ?? {};
  expect(waiting).toMatchObject({ reason: 'earlier-payment-not-shown', paymentId });
});

/** The automatic payment of a bill that shows what was read the day before. */
async function beginOn(now: number) {
  const { bill, method } = await linkOne(runtime, asShown({}, shown));
  // Found by its id: the notices of the bill come first and are not looked at here.
  await runtime.table.write([
    runtime.bills.save(
      {
        ...bill,
        version: bill.version + 1,
        notifications: 'disabled',
        methodId: method._id,
      },
      bill,
    ),
  ]);
  await beginAutomatic(runtime, bill._id, now);
  const pending = await runtime.bills.findAny(bill._id);
  if (!pending?.pendingPaymentId) throw new Error('The payment did not begin');
  return { billId: bill._id, paymentId: pending.pendingPaymentId };
}

test('an automatic payment of what was expected is made', async () => {
  const { billId, paymentId } = await beginOn(PAY_DAY);
  expect(await submitPayment(runtime, paymentId, PAY_DAY)).toBe('paid');
  expect(await settlePayment(runtime, paymentId, PAY_DAY)).toBe('paid');
  expect((await runtime.bills.findAny(billId))?.payments).toHaveLength(1);
});

describe('an automatic payment is not made, and begins no more,', () => {
  test.each<[string, Partial<CompanyBill>]>([
    ['where autopay at the biller was enabled since', { autopay: 'enabled' }],
    ['where the next statement has a later day of its own', { dueOn: '2027-01-05' }],
    ['where another statement is overdue when it is first seen', { dueOn: '2026-11-20' }],
  ])('%s', async (_, since) => {
    const { billId, paymentId } = await beginOn(PAY_DAY);
    company.account = { ...shown, ...since };
    expect(await submitPayment(runtime, paymentId, PAY_DAY)).toBe('closed');
    expect(company.charges).toBe(0);
    const bill = await runtime.bills.findAny(billId);
    expect(bill).toMatchObject({ reported: since, payments: [] });
    expect(bill?.pendingPaymentId).toBeUndefined();
    await beginAutomatic(runtime, billId, PAY_DAY);
    expect((await runtime.bills.findAny(billId))?.pendingPaymentId).toBeUndefined();
  });
});

test('an automatic payment that waited is not made once its user wants none any more', async () => {
  const { billId, paymentId } = await beginOn(PAY_DAY);
  const bill = await billOf(billId);
  const next = { ...bill, version: bill.version + 1, recurring: 'disabled' as const };
  await runtime.table.write([runtime.bills.save(next, bill)]);
  expect(await submitPayment(runtime, paymentId, PAY_DAY)).toBe('closed');
  expect(company.charges).toBe(0);
  expect((await runtime.bills.findAny(billId))?.pendingPaymentId).toBeUndefined();
});

describe('an automatic payment at a company in maintenance', () => {
  test('is put off to the next day, and asks nothing of the user', async () => {
    const { billId, paymentId } = await beginOn(PAY_DAY);
    await setMaintenance(runtime, true);
    expect(await submitPayment(runtime, paymentId, PAY_DAY)).toBe('closed');
    const bill = await runtime.bills.findAny(billId);
    expect(bill?.auth.status.type).toBe('verified');
    expect(bill?.pendingPaymentId).toBeUndefined();
    await beginAutomatic(runtime, billId, PAY_DAY);
    expect((await runtime.bills.findAny(billId))?.pendingPaymentId).toBeUndefined();
    await setMaintenance(runtime, false);
    await beginAutomatic(runtime, billId, PAY_DAY + DAY_MILLISECONDS);
    expect((await runtime.bills.findAny(billId))?.pendingPaymentId).toBeDefined();
  });

  test('on the due date is held, and the user is told', async () => {
    const dueDay = Date.parse('2026-12-05T00:00:00Z');
    const { paymentId } = await beginOn(dueDay);
    await setMaintenance(runtime, true);
    expect(await submitPayment(runtime, paymentId, dueDay)).toBe('held');
    await setMaintenance(runtime, false);
  });
});
