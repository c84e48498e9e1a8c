/** An order remembers what its user saw: a payment of more, or of another statement, waits. */

import { randomBytes } from 'node:crypto';
import { newOwnedId } from '@billhook/core/base/ids';
import type { IdleBill } from '@billhook/core/bill/bill';
import type { CompanyBill } from '@billhook/core/company/connector';
import { agreedNow } from '@billhook/core/payment/agreed-amount';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { approve, newPayment, scheduleOn } from '@billhook/core/payment/transitions';
import { writeBeginning } from '@billhook/runtime/payments/begin';
import { beginScheduled } from '@billhook/runtime/payments/begin-due';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  account,
  asShown,
  beginOne,
  company,
  linkOne,
  paid,
  paymentScene,
  readAll,
  type Standing,
  showAnother,
} from '../../../support/payment-world.ts';
import { NOW, TODAY, unnoticed } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const later = '2026-11-24';

const { runtime } = await paymentScene();

let shown: CompanyBill = account;
beforeEach(() => {
  shown = showAnother();
});

const change = () => asShown({ recurring: 'disabled' }, shown);

/** A payment for a later day, of the 100.00 that the bill shows. */
async function scheduled(maxCents?: number): Promise<Standing> {
  const { bill, method } = await linkOne(runtime, change());
  const paymentId = newOwnedId('pay', bill.clientId, randomBytes);
  const payment = newPayment(bill, { paymentId, payOn: later, partnerNow: NOW, maxCents });
  const raised = { methodId: method._id, version: bill.version + 1 };
  const next = { ...scheduleOn(bill, payment), ...raised };
  await runtime.table.write([
    runtime.bills.save(...unnoticed(next)),
    runtime.payments.save(...unnoticed(payment)),
  ]);
  return readAll(runtime, { payment, bill, method });
}

/** What a reading of the account puts on the bill. */
async function reads(standing: Standing, more: Partial<CompanyBill>): Promise<void> {
  company.account = { ...shown, ...more };
  const { bill } = await readAll(runtime, standing);
  const { accountKey: _key, ...reported } = company.account;
  const next = { ...bill, version: bill.version + 1, reported };
  await runtime.table.write([runtime.bills.save(...unnoticed(next))]);
}

const dayComes = async (standing: Standing, now = NOW + 3 * DAY) => {
  const { payment } = await readAll(runtime, standing);
  await beginScheduled(runtime, payment, now);
  return readAll(runtime, standing);
};

const muchMore = { balanceCents: 999_900 };
const next = { balanceCents: 999_900, dueOn: '2027-01-05' };

describe('a payment of 100.00 that was scheduled', () => {
  test.each([
    ['another statement', next, 'another-statement'],
    ['another statement of less', { ...next, balanceCents: 4_200 }, 'another-statement'],
    ['more of the same statement', muchMore, 'more-owed'],
  ])('waits where the bill shows %s', async (_, more, reason) => {
    const standing = await scheduled();
    await reads(standing, more);
    const { payment, bill } = await dayComes(standing);
    const owedCents = more.balanceCents;
    const waiting = { reason, seenCents: 10_000, owedCents };
    expect(payment).toMatchObject({ status: 'scheduled', waiting });
    expect(bill).toMatchObject({ scheduled: { paymentId: payment._id, waiting } });
    expect(Date.parse(payment.dueAt ?? '')).toBe(NOW + 3 * DAY + HOUR);
    expect(company.charges).toBe(0);
  });

  test.each([
    ['waits though the bill shows nothing of it yet', muchMore],
    ['waits though the bill shows the earlier statement', next],
  ])('%s: the session that pays reads it', async (_, more) => {
    const standing = await scheduled();
    company.account = { ...shown, ...more };
    const begun = await dayComes(standing);
    expect(begun.payment.status).toBe('pending');
    expect(await submitPayment(runtime, begun.payment._id, NOW + 3 * DAY)).toBe('closed');
    const { payment, bill, method } = await readAll(runtime, standing);
    expect(payment).toMatchObject({ status: 'scheduled', waiting: { owedCents: 999_900 } });
    expect(bill).toMatchObject({ scheduled: { payOn: later, waiting: { seenCents: 10_000 } } });
    expect(bill.pendingPaymentId).toBeUndefined();
    expect(method.inFlight).toEqual([]);
    expect((await runtime.ledgers.find(bill))?.pendingPaymentId).toBeUndefined();
    expect(company.charges).toBe(0);
  });

  test.each([
    ['the same', {}, 10_000],
    ['less', { balanceCents: 4_200 }, 4_200],
    ['the same statement, due a day later', { dueOn: '2026-12-06' }, 10_000],
  ])('pays %s', async (_, more, amountCents) => {
    const standing = await scheduled();
    await reads(standing, more);
    company.outcome = { ...paid, amountCents };
    const begun = await dayComes(standing);
    expect(await submitPayment(runtime, begun.payment._id, NOW + 3 * DAY)).toBe('paid');
    expect((await readAll(runtime, standing)).payment.submitted?.amountCents).toBe(amountCents);
  });

  test('pays more up to its `maxAmount`, and waits above it', async () => {
    const standing = await scheduled(12_000);
    await reads(standing, { balanceCents: 12_001 });
    expect((await dayComes(standing)).payment.waiting).toMatchObject({ owedCents: 12_001 });
    await reads(standing, { balanceCents: 12_000 });
    company.outcome = { ...paid, amountCents: 12_000 };
    const begun = await dayComes(standing, NOW + 4 * DAY);
    expect(begun.payment).toMatchObject({ status: 'pending' });
    expect(begun.payment.waiting).toBeUndefined();
    expect(await submitPayment(runtime, begun.payment._id, NOW + 4 * DAY)).toBe('paid');
  });

  test('pays what was seen, where its company takes a part', async () => {
    const standing = await scheduled();
    const { bill } = await readAll(runtime, standing);
    const additionalPaymentOptions = [
      { type: 'custom-payment-amount', settings: { canExceedBalance: false } },
    ] as never;
    const parts = { ...bill, version: bill.version + 1 };
    await runtime.table.write([
      runtime.bills.save(
        ...unnoticed({ ...parts, company: { ...bill.company, additionalPaymentOptions } }),
      ),
    ]);
    await reads(standing, muchMore);
    const begun = await dayComes(standing);
    expect(await submitPayment(runtime, begun.payment._id, NOW + 3 * DAY)).toBe('paid');
    expect((await readAll(runtime, standing)).payment.submitted?.amountCents).toBe(10_000);
  });

  test('tells again once, on the due date', async () => {
    const standing = await scheduled();
    await reads(standing, muchMore);
    const first = await dayComes(standing);
    const same = await dayComes(standing, NOW + 4 * DAY);
    expect(same.payment.waiting).toEqual(first.payment.waiting);
    const onDay = await dayComes(standing, NOW + 14 * DAY);
    expect(onDay.payment.waiting).toMatchObject({ reminded: true });
    const after = await dayComes(standing, NOW + 15 * DAY);
    expect(after.payment.version).toBe(onDay.payment.version);
  });

  test('is given up ten days after the due date', async () => {
    const standing = await scheduled();
    await reads(standing, muchMore);
    expect((await dayComes(standing, NOW + 24 * DAY)).payment.status).toBe('scheduled');
    const { payment, bill } = await dayComes(standing, NOW + 25 * DAY);
    expect([payment.status, bill.scheduled]).toEqual(['cancelled', undefined]);
  });

  test('pays once its user agrees, under a submission of its own', async () => {
    const standing = await scheduled();
    await reads(standing, muchMore);
    const { payment, bill, method } = await dayComes(standing);
    const open = { ...bill, scheduled: undefined };
    const agreed = agreedNow(open, { maxCents: 1_000_000, partnerNow: NOW + 3 * DAY });
    const approved = approve(payment as PaymentRecord<'waiting'>, agreed, TODAY, {
      orderedBy: 'partner',
      sessionId: 'later',
    });
    const given = { bill, method, payment: approved, scheduled: payment };
    await writeBeginning(runtime, given, NOW + 3 * DAY);
    company.outcome = { ...paid, amountCents: 999_900 };
    expect(await submitPayment(runtime, payment._id, NOW + 3 * DAY)).toBe('paid');
    const after = await readAll(runtime, standing);
    expect(after.payment).toMatchObject({ submitted: { amountCents: 999_900, number: 1 } });
    expect(after.payment.waiting).toBeUndefined();
    // An order stays of whoever gave it.
    expect(after.payment.origin).toEqual(payment.origin);
    expect(after.payment.orderedBy).toBe(payment.orderedBy);
  });
});

test('an immediate payment is one with the amount of its moment', async () => {
  const begun = await beginOne(runtime, change());
  company.account = { ...shown, ...next };
  expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
  const { payment, bill } = await readAll(runtime, begun);
  expect(payment).toMatchObject({
    status: 'scheduled',
    waiting: { reason: 'another-statement', seenCents: 10_000, owedCents: 999_900 },
  });
  expect(bill.scheduled).toMatchObject({ paymentId: payment._id, payOn: TODAY });
  expect(company.charges).toBe(0);
});

describe('a method that was chosen for a payment alone makes it once its user has agreed to more', () => {
  /** The same card once more, which is no bill's and no default. */
  async function another(method: Standing['method']) {
    const other = { ...method, _id: newOwnedId('pm', method.clientId, randomBytes) };
    await runtime.table.write([runtime.methods.save(...unnoticed(other))]);
    return other;
  }

  /** The session that pays reads more, as the bill is left by then. */
  async function waits(standing: Standing, now: number) {
    company.account = { ...shown, ...muchMore };
    expect(await submitPayment(runtime, standing.payment._id, now)).toBe('closed');
    return (await readAll(runtime, standing)).bill.scheduled;
  }

  test('where it was scheduled', async () => {
    const standing = await scheduled();
    const { bill, payment, method } = standing;
    const other = await another(method);
    const chosen = {
      ...scheduleOn(bill as IdleBill, payment, other._id),
      version: bill.version + 1,
    };
    await runtime.table.write([runtime.bills.save(...unnoticed(chosen))]);
    const begun = await dayComes(standing);
    expect(begun.payment.methodId).toBe(other._id);
    expect(await waits(begun, NOW + 3 * DAY)).toMatchObject({ methodId: other._id });
  });

  test('where it was ordered for at once', async () => {
    const { bill, method } = await linkOne(runtime, change());
    const other = await another(method);
    const paymentId = newOwnedId('pay', bill.clientId, randomBytes);
    const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW });
    const order = { bill, method: other, payment, ownMethodId: other._id };
    await writeBeginning(runtime, order, NOW);
    const standing = { payment, bill, method };
    expect(await waits(standing, NOW)).toMatchObject({ methodId: other._id });
  });

  test('and what pays the bill otherwise is not kept with it', async () => {
    const begun = await beginOne(runtime, change());
    expect(await waits(begun, NOW)).not.toHaveProperty('methodId');
  });
});
