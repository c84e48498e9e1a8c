/** Each time a payment is sent to its company, and what has to be certain before it is sent again. */
import type { FoundPayment, PaymentRequest } from '@billhook/core/company/connector';
import { isStuck } from '@billhook/core/payment/pending';
import { beginScheduled } from '@billhook/runtime/payments/begin-due';
import { recordOutcome } from '@billhook/runtime/payments/company-outcome';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { recordCancelAsked } from '@billhook/runtime/payments/stop-submitting';
import { askPayment, submitPayment } from '@billhook/runtime/payments/submit';
import { describe, expect, test, vi } from 'vitest';
import {
  account,
  asShown,
  beginOne,
  company,
  fakeConnector,
  paid,
  paymentScene,
  readAll,
  setMaintenance,
} from '../../../support/payment-world.ts';
import { NOW, unnoticed } from '../../../support/records.ts';

const { pay: reallyPay } = fakeConnector;
const HOUR = 60 * 60 * 1000;

const { runtime } = await paymentScene();

const begin = () => beginOne(runtime, asShown());

/** A payment whose first submission never reached the company. */
async function beginLost() {
  const begun = await begin();
  vi.spyOn(fakeConnector, 'pay').mockRejectedValueOnce(new Error('away'));
  await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow('away');
  return begun;
}

/** What was sent to the company from now on. */
function sent(): PaymentRequest[] {
  const requests: PaymentRequest[] = [];
  vi.spyOn(fakeConnector, 'pay').mockImplementation(async (session, request) => {
    requests.push(request);
    company.outcome = { ...paid, amountCents: request.amountCents };
    return reallyPay(session, request);
  });
  return requests;
}

const owing = (balanceCents: number) => {
  company.account = { ...(company.account ?? account), balanceCents };
};

describe('a payment whose request was lost', () => {
  test('is sent again under another id', async () => {
    const { payment } = await beginLost();
    const requests = sent();
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
    expect(requests).toMatchObject([
      { paymentId: payment._id, number: 2, submissionId: `${payment._id}-2`, amountCents: 10_000 },
    ]);
  });

  test('is sent again for less, where the user has paid a part at the company', async () => {
    const { payment } = await beginLost();
    owing(4_200);
    const requests = sent();
    expect(await submitPayment(runtime, payment._id, NOW + 24 * HOUR)).toBe('paid');
    expect(requests.map(({ amountCents }) => amountCents)).toEqual([4_200]);
  });

  test('waits for its user where more is owed by now', async () => {
    const begun = await beginLost();
    owing(99_900);
    const requests = sent();
    expect(await submitPayment(runtime, begun.payment._id, NOW + 24 * HOUR)).toBe('closed');
    const { payment } = await readAll(runtime, begun);
    expect(payment).toMatchObject({ status: 'scheduled', waiting: { reason: 'more-owed' } });
    expect(requests).toEqual([]);
  });

  test('is taken though its company promised otherwise, while it waits for its user', async () => {
    const begun = await beginLost();
    const { _id: paymentId } = begun.payment;
    owing(99_900);
    expect(await submitPayment(runtime, paymentId, NOW)).toBe('closed');
    const first = { paymentId, number: 1, submissionId: paymentId };
    expect(await recordOutcome(runtime, first, paid, NOW)).toBe('paid');
    const ledger = await runtime.ledgers.find(begun.bill);
    expect(ledger?.statements).toMatchObject([{ taken: [{ paymentId, amountCents: 10_000 }] }]);
    const { payment } = await readAll(runtime, begun);
    await beginScheduled(runtime, payment, NOW + 24 * HOUR);
    expect((await readAll(runtime, begun)).payment.status).toBe('scheduled');
    // Its company shows what was agreed to again: it is paid, and not charged once more.
    const { bill, method } = await readAll(runtime, begun);
    const reported = { ...bill.reported, balanceCents: 10_000 };
    const read = { ...bill, version: bill.version + 1, reported, methodId: method._id };
    await runtime.table.write([runtime.bills.save(read, bill)]);
    const requests = sent();
    const waits = (await readAll(runtime, begun)).payment;
    await beginScheduled(runtime, waits, NOW + 48 * HOUR);
    expect(await submitPayment(runtime, paymentId, NOW + 48 * HOUR)).toBe('paid');
    expect(await settlePayment(runtime, paymentId, NOW + 48 * HOUR)).toBe('paid');
    expect(requests).toEqual([]);
    const after = await runtime.ledgers.find(begun.bill);
    expect(after?.statements).toMatchObject([{ taken: [{ paymentId, amountCents: 10_000 }] }]);
  });

  test.each([
    ['sent again', submitPayment],
    ['given up', askPayment],
  ])('is not %s on the word of a connector that never got it', async (_, ask) => {
    const begun = await beginLost();
    await setMaintenance(runtime, false, 'another');
    const requests = sent();
    expect(await ask(runtime, begun.payment._id, NOW)).toBe('unknown');
    const { payment } = await readAll(runtime, begun);
    expect(payment).toMatchObject({ status: 'pending', outcome: { kind: 'unknown' } });
    expect(isStuck(payment, HOUR, { partnerNow: NOW, machineNow: NOW })).toBe(true);
    await setMaintenance(runtime, false);
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
    expect(requests).toMatchObject([{ number: 2 }]);
  });

  test('is never sent again for more than before, where it is automatic', async () => {
    const begun = await beginLost();
    const { agreed: _none, ...payment } = (await readAll(runtime, begun)).payment;
    const automatic = { ...payment, version: payment.version + 1, automatic: true as const };
    await runtime.table.write([runtime.payments.save(...unnoticed(automatic))]);
    owing(99_900);
    const requests = sent();
    expect(await submitPayment(runtime, payment._id, NOW + 24 * HOUR)).toBe('paid');
    expect(requests.map(({ amountCents }) => amountCents)).toEqual([10_000]);
  });

  test('ends where nothing is owed any more', async () => {
    const begun = await beginLost();
    owing(0);
    const requests = sent();
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
    expect((await readAll(runtime, begun)).payment.status).toBe('cancelled');
    expect(requests).toEqual([]);
  });

  test.each([
    [72 * HOUR - 1, 'paid'],
    [72 * HOUR, 'closed'],
  ])('is not sent again once 72 hours are over (%i ms)', async (later, outcome) => {
    const { payment } = await beginLost();
    expect(await submitPayment(runtime, payment._id, NOW + later)).toBe(outcome);
  });

  test('is not sent again once its user has asked to cancel it', async () => {
    const begun = await beginLost();
    const refused = await recordCancelAsked(runtime, begun.payment._id, NOW);
    expect(refused).toMatchObject({ failure: 'payment_pending' });
    expect(await recordCancelAsked(runtime, begun.payment._id, NOW)).toEqual(refused);
    const requests = sent();
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
    const { bill, payment } = await readAll(runtime, begun);
    expect(payment.status).toBe('cancelled');
    // What is paid automatically is not begun again for the same bill.
    expect(bill.skippedDueOn).toBe(bill.reported.dueOn);
    expect(requests).toEqual([]);
  });
});

describe('a payment of which the company cannot tell', () => {
  const notKnown = async (): Promise<FoundPayment> => ({ kind: 'not-known' });

  test.each([
    ['nothing is owed any more', () => owing(0)],
    [
      'the account is not shown any more',
      () => {
        company.account = undefined;
      },
    ],
    ['72 hours are over', () => undefined],
  ])('stays unknown, and is not sent again, though %s', async (_, meanwhile) => {
    const begun = await beginLost();
    meanwhile();
    vi.spyOn(fakeConnector, 'findPayment').mockImplementation(notKnown);
    const requests = sent();
    for (const later of [0, HOUR, 100 * HOUR]) {
      expect(await askPayment(runtime, begun.payment._id, NOW + later)).toBe('unknown');
      expect(await submitPayment(runtime, begun.payment._id, NOW + later)).toBe('unknown');
    }
    expect((await readAll(runtime, begun)).payment.status).toBe('pending');
    expect(requests).toEqual([]);
  });

  test('stays unknown though its method was removed, and is paid once the company says so', async () => {
    const begun = await begin();
    company.losesAnswers = true;
    await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow();
    company.losesAnswers = false;
    const declined = { ...begun.method, status: 'declined' as const };
    const { method } = await readAll(runtime, begun);
    await runtime.table.write([
      runtime.methods.save(...unnoticed({ ...declined, version: method.version + 1 })),
    ]);
    const find = vi.spyOn(fakeConnector, 'findPayment').mockImplementation(notKnown);
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('unknown');
    find.mockRestore();
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
    expect(company.charges).toBe(1);
  });
});

test('a payment that the company refuses to take before it took anything is sent again', async () => {
  const { payment } = await begin();
  vi.spyOn(fakeConnector, 'pay').mockResolvedValueOnce({ kind: 'never-taken', fault: 'company' });
  expect(await submitPayment(runtime, payment._id, NOW)).toBe('never-taken');
  expect(await askPayment(runtime, payment._id, NOW)).toBe('never-taken');
  const requests = sent();
  expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
  expect(requests).toMatchObject([{ number: 2 }]);
});

test('a payment that release 0.1.0 has sent is looked for under its own id', async () => {
  const begun = await begin();
  const { accountKey: _key, ...reading } = company.account ?? account;
  const asked = { amountCents: 10_000, reading, askedAt: NOW };
  const earlier = { ...begun.payment, ...asked, version: begun.payment.version + 1 };
  await runtime.table.write([runtime.payments.save(...unnoticed(earlier))]);
  const find = vi.spyOn(fakeConnector, 'findPayment');
  const requests = sent();
  expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
  expect(find.mock.calls[0]?.[1]).toMatchObject({ submissionId: begun.payment._id, number: 1 });
  expect(requests).toMatchObject([{ number: 2 }]);
});
