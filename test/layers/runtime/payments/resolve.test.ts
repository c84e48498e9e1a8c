/** Payments that an operator resolves: found, settled by evidence, or given up. */

import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { MAX_TIMEOUT_SECONDS } from '@billhook/core/company/running';
import { accountOf, type PaymentRecord } from '@billhook/core/payment/payment';
import { auditEntry, listAudit } from '@billhook/runtime/partners/audit';
import { releaseByHand, settleByHand } from '@billhook/runtime/payments/resolve';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { listStuck } from '@billhook/runtime/payments/stuck';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { takeUpPayment } from '@billhook/runtime/sweeps/due-work';
import { describe, expect, test, vi } from 'vitest';
import {
  anotherAccount,
  asShown,
  beginOne,
  company,
  fakeConnector,
  paid,
  paymentScene,
  readAll,
  recordsOf,
} from '../../../support/payment-world.ts';
import { changedPayment, clientId, NOW, partnerId, unnoticed } from '../../../support/records.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LATER = NOW + 3 * HOUR;

const { runtime } = await paymentScene();

const begin = (automatic?: true) => {
  return beginOne(runtime, asShown()).then(async (standing) => {
    if (!automatic) return standing;
    const { payment } = standing;
    const own = { ...payment, version: payment.version + 1, automatic };
    await runtime.table.write([runtime.payments.save(own, payment)]);
    return readAll(runtime, standing);
  });
};

/** Its company was asked and does not know. */
async function unknownOne() {
  const standing = await begin();
  company.outcome = { kind: 'unknown' };
  await submitPayment(runtime, standing.payment._id, NOW);
  await settlePayment(runtime, standing.payment._id, NOW);
  return readAll(runtime, standing);
}

const ledgerOf = (payment: PaymentRecord) => runtime.ledgers.find(accountOf(payment));

const { paymentOf } = recordsOf(() => runtime);

const noted = (action: 'payment-settled' | 'payment-released') => (payment: PaymentRecord) =>
  auditEntry({
    partnerId,
    actor: { kind: 'operator', id: 'local:ada' },
    action,
    now: NOW,
    detail: { paymentId: payment._id, evidence: 'Statement of 21 November, line 4' },
  });
const seenPaid = { kind: 'paid', paidAt: NOW, confirmation: 'A-1' } as const;
const settle = (paymentId: string, seen: typeof seenPaid | { kind: 'declined' }, now = LATER) =>
  settleByHand(runtime, { paymentId, seen, noted: noted('payment-settled') }, now);
const release = (paymentId: string, now = LATER) =>
  releaseByHand(runtime, { paymentId, noted: noted('payment-released') }, now);
const entriesOf = async (paymentId: string) =>
  (await listAudit(runtime.table, partnerId)).filter(
    ({ detail }) => detail?.paymentId === paymentId,
  );

describe('a payment that its company took', () => {
  test('is settled as paid, once, with its evidence', async () => {
    const standing = await unknownOne();
    const { _id } = standing.payment;
    expect(await settle(_id, seenPaid)).toBe('resolved');
    expect(await settle(_id, seenPaid)).toBe('done');
    const { payment, bill, method } = await readAll(runtime, standing);
    expect(payment).toMatchObject({
      status: 'paid',
      outcome: { ...seenPaid, amountCents: 10_000 },
    });
    expect(bill.payments).toHaveLength(1);
    expect(bill.pendingPaymentId).toBeUndefined();
    expect(method.inFlight).toEqual([]);
    expect(await ledgerOf(payment)).toMatchObject({ unposted: [{ paymentId: _id }] });
    expect(await entriesOf(_id)).toMatchObject([
      { action: 'payment-settled', detail: { evidence: 'Statement of 21 November, line 4' } },
    ]);
    // A workflow that still runs has nothing left to do.
    const asked = vi.spyOn(fakeConnector, 'pay');
    expect(await submitPayment(runtime, _id, LATER)).toBe('closed');
    expect(asked).not.toHaveBeenCalled();
  });

  test('is settled as paid though the company had promised otherwise', async () => {
    const { payment } = await unknownOne();
    const over = { ...payment, version: payment.version + 1, submissionOver: true as const };
    await runtime.table.write([runtime.payments.save(over, payment)]);
    expect(await settle(payment._id, seenPaid)).toBe('resolved');
    expect((await paymentOf(payment._id)).status).toBe('paid');
  });

  test('whose operator was cut off before it was settled is settled by the next', async () => {
    const { payment } = await unknownOne();
    const crash = vi.spyOn(runtime.auths, 'findAny').mockRejectedValueOnce(new Error('cut off'));
    await expect(settle(payment._id, seenPaid)).rejects.toThrow('cut off');
    crash.mockRestore();
    expect((await paymentOf(payment._id)).status).toBe('pending');
    expect(await settle(payment._id, seenPaid)).toBe('done');
    expect((await paymentOf(payment._id)).status).toBe('paid');
    expect(await entriesOf(payment._id)).toHaveLength(1);
  });

  test('was never asked for, and cannot have been', async () => {
    const { payment } = await begin();
    expect(await settle(payment._id, seenPaid)).toBe('never-asked');
    expect(await settle(payment._id, { kind: 'declined' })).toBe('never-asked');
    expect(await entriesOf(payment._id)).toEqual([]);
  });
});

describe('a payment that its company declined', () => {
  test('is settled so: its statement and what it counted for are free', async () => {
    const standing = await unknownOne();
    const before = await runtime.taken.ofClient(clientId, '2026-11-21');
    expect(await settle(standing.payment._id, { kind: 'declined' })).toBe('resolved');
    const { payment, bill, method } = await readAll(runtime, standing);
    expect(payment.status).toBe('declined');
    expect(bill.declinedMethodId).toBe(method._id);
    expect(await ledgerOf(payment)).toMatchObject({ unposted: [] });
    expect((await ledgerOf(payment))?.pendingPaymentId).toBeUndefined();
    expect(await runtime.taken.ofClient(clientId, '2026-11-21')).toBe(before - 10_000);
  });

  test('is not, while the company may be asked at the same moment', async () => {
    const { payment } = await unknownOne();
    expect(await settle(payment._id, { kind: 'declined' }, NOW + 64_000)).toBe('being-asked');
    expect(await release(payment._id, NOW + 64_000)).toBe('being-asked');
    expect(await settle(payment._id, { kind: 'declined' }, NOW + 65_000)).toBe('resolved');
  });
});

test('a payment that runs at its company is neither declined nor given up', async () => {
  const { payment } = await unknownOne();
  const since = new Date(NOW).toISOString();
  const running = { call: 'pay', connector: 'any', operation: 'op-1', since, asked: 3 } as const;
  const version = payment.version + 1;
  const next = changedPayment(await paymentOf(payment._id), { running, version });
  await runtime.table.write([runtime.payments.save(...unnoticed(next))]);
  const last = NOW + MAX_TIMEOUT_SECONDS * 1000 - 1;
  expect(await settle(payment._id, { kind: 'declined' }, last)).toBe('being-asked');
  expect(await release(payment._id, last)).toBe('being-asked');
  expect(await release(payment._id, last + 1)).toBe('resolved');
});

describe('a payment that its company never took', () => {
  test('is given up, once: its bill can be paid by another', async () => {
    const standing = await unknownOne();
    const { _id } = standing.payment;
    expect(await release(_id)).toBe('resolved');
    expect(await release(_id)).toBe('done');
    const { payment, bill, method } = await readAll(runtime, standing);
    expect(payment.status).toBe('cancelled');
    expect(bill.pendingPaymentId).toBeUndefined();
    expect(method).toMatchObject({ status: 'verified', inFlight: [] });
    expect(await ledgerOf(payment)).toMatchObject({ unposted: [] });
    expect((await ledgerOf(payment))?.pendingPaymentId).toBeUndefined();
    expect(await entriesOf(_id)).toMatchObject([{ action: 'payment-released' }]);
    expect(await submitPayment(runtime, _id, LATER)).toBe('closed');
  });

  test('that was automatic is not made again before tomorrow', async () => {
    const standing = await begin(true);
    expect(await release(standing.payment._id)).toBe('resolved');
    expect((await readAll(runtime, standing)).bill.waitsUntil).toBe('2026-11-22');
  });

  test('is not given up once the company has said what became of it', async () => {
    const { payment } = await begin();
    await submitPayment(runtime, payment._id, NOW);
    expect(await release(payment._id)).toBe('outcome-known');
    expect(await settle(payment._id, { kind: 'declined' })).toBe('outcome-known');
    expect(await settle(payment._id, seenPaid)).toBe('done');
    // The company's own words stay.
    expect((await paymentOf(payment._id)).outcome).toEqual(paid);
    expect(await settle(payment._id, { kind: 'declined' })).toBe('ended');
    expect(await release(payment._id)).toBe('ended');
  });
});

describe('an operator and a workflow at once', () => {
  test('come to one end, whoever is first', async () => {
    const { payment } = await unknownOne();
    company.taken.clear();
    // The company says that it never took it: the workflow submits it once more, and is paid.
    Object.assign(company, { outcome: paid });
    const results = await Promise.allSettled([
      release(payment._id),
      submitPayment(runtime, payment._id, LATER),
    ]);
    const { status, outcome } = await paymentOf(payment._id);
    const released = results[0].status === 'fulfilled' && results[0].value === 'resolved';
    expect({ status, charged: company.charges, outcome: outcome?.kind }).toEqual(
      released
        ? { status: 'cancelled', charged: 0, outcome: expect.toSatisfy((kind) => kind !== 'paid') }
        : { status: 'pending', charged: 1, outcome: 'paid' },
    );
  });
});

describe('the list of what is stuck', () => {
  test('has the oldest first, what is unknown however young, and nothing that goes well', async () => {
    const own = async (older: number, now: number) => {
      const ids = new Set(mine.map(({ payment }) => payment._id));
      return (await listStuck(runtime, older, now))
        .map(({ payment }) => payment._id)
        .filter((id) => ids.has(id));
    };
    const mine = [await begin()];
    const [old] = mine;
    company.account = anotherAccount();
    mine.push(await unknownOne());
    const [, unknown] = mine;
    expect(await own(DAY_MILLISECONDS, NOW + MINUTE)).toEqual([unknown?.payment._id]);
    // The sweep has moved both to their next look by then.
    for (const { payment } of mine) await takeUpPayment(runtime, payment._id, NOW + HOUR);
    const both = [old?.payment._id, unknown?.payment._id].toSorted();
    expect((await own(HOUR, NOW + HOUR)).toSorted()).toEqual(both);
    await release(unknown?.payment._id ?? '', NOW + 2 * HOUR);
    expect(await own(HOUR, NOW + 2 * HOUR)).toEqual([old?.payment._id]);
  });
});
