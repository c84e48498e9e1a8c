/** A declined order goes on with the method that is assigned; a third decline outlives its method. */

import { nextTask } from '@billhook/core/bill/agenda';
import { type BillRecord, statusOf } from '@billhook/core/bill/bill';
import { clientLimits } from '@billhook/core/client/limits';
import type { CompanyBill } from '@billhook/core/company/connector';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { countDecline } from '@billhook/runtime/callers/limit-client';
import { beginScheduled } from '@billhook/runtime/payments/begin-due';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { recordCancelAsked } from '@billhook/runtime/payments/stop-submitting';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { wakeBills } from '@billhook/runtime/payments/wake-bills';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import { handler } from '../../../../functions/payment/assign-payment-method.ts';
import {
  account,
  asShown,
  beginOne,
  company,
  paid,
  paymentScene,
  type Standing,
  showAnother,
} from '../../../support/payment-world.ts';
import {
  changedPayment,
  clientId,
  methodRecord,
  NOW,
  partnerId,
  unnoticed,
} from '../../../support/records.ts';

const { runtime } = await paymentScene();

let shown: CompanyBill = account;
beforeEach(() => {
  shown = showAnother({ kind: 'declined' });
});

function orderGiven({ automatic }: Partial<StoredPayment> = {}) {
  const recurring = automatic ? ('enabled' as const) : ('disabled' as const);
  return asShown({ recurring }, shown);
}

/** An order, or an automatic payment, that the method's decline left unpaid. */
async function declinedOne(change: Partial<StoredPayment> = {}, method = {}): Promise<Standing> {
  const begun = await beginOne(runtime, orderGiven(change));
  const own = { ...begun.method, ...method, version: begun.method.version + 1 };
  const version = begun.payment.version + 1;
  const payment = changedPayment(begun.payment, { ...change, version });
  await runtime.table.write([
    runtime.methods.save(own, begun.method),
    runtime.payments.save(payment, begun.payment),
  ]);
  expect(await submitPayment(runtime, payment._id, NOW)).toBe('declined');
  expect(await settlePayment(runtime, payment._id, NOW)).toBe('declined');
  return { ...begun, payment, bill: await billOf(begun) };
}

const billOf = async ({ bill }: Pick<Standing, 'bill'>) =>
  (await runtime.bills.findAny(bill._id)) as BillRecord;

async function addMethod(): Promise<PaymentMethodRecord> {
  const given = methodRecord();
  const context = { clientId, recordId: given._id };
  const sealed = await runtime.vault.seal(context, { cardNumber: '5555555555554444' });
  const method = { ...given, sealed };
  await runtime.table.write([runtime.methods.save(...unnoticed(method))]);
  return method;
}

const authorizers = {
  partner: { kind: 'partner', partnerId, keyId: 'key_a' },
  client: { kind: 'client', partnerId, clientId },
};

type Caller = keyof typeof authorizers;

async function assign({ bill }: Standing, more: object = {}, kind: Caller = 'partner') {
  const { _id: paymentMethodId } = await addMethod();
  const { table, aws } = runtime;
  const event = {
    httpMethod: 'POST',
    headers: { 'Content-Type': 'application/json' },
    pathParameters: { paymentMethodId },
    queryStringParameters: null,
    body: JSON.stringify({ billId: bill._id, ...more }),
    requestContext: { extendedRequestId: 'r', authorizer: authorizers[kind] },
  };
  const outside = { table, aws, clock: () => NOW };
  const answer = await handler.over(outside)(event as unknown as APIGatewayProxyEvent);
  const { code } = JSON.parse(answer.body);
  return answer.statusCode === 200 ? paymentMethodId : `${answer.statusCode} ${code}`;
}

/** What a sweep does with the payment that is scheduled, and what its session comes to. */
async function goOn(standing: Standing) {
  const { scheduled } = await billOf(standing);
  const payment = await runtime.payments.findAny(scheduled?.paymentId ?? '');
  if (!payment) return undefined;
  await beginScheduled(runtime, payment, NOW);
  const came = await submitPayment(runtime, payment._id, NOW);
  return { came, payment: (await runtime.payments.findAny(payment._id)) as PaymentRecord };
}

describe('An order that was declined', () => {
  test('goes on with the method that is assigned', async () => {
    const standing = await declinedOne();
    const methodId = await assign(standing);
    company.outcome = paid;
    const done = await goOn(standing);
    expect(done?.came).toBe('paid');
    expect(done?.payment).toMatchObject({ methodId, submitted: { amountCents: 10_000 } });
    expect(done?.payment._id).not.toBe(standing.payment._id);
    expect(company.charges).toBe(1);
  });

  test('pays no more than was agreed to: what is owed by now waits for its user', async () => {
    const standing = await declinedOne();
    company.account = { ...shown, balanceCents: 50_000 };
    await assign(standing);
    company.outcome = { ...paid, amountCents: 50_000 };
    const done = await goOn(standing);
    expect(done?.payment).toMatchObject({ status: 'scheduled', waiting: { reason: 'more-owed' } });
    expect(company.charges).toBe(0);
  });

  test('pays no more than is owed', async () => {
    const standing = await declinedOne();
    company.account = { ...shown, balanceCents: 4_200 };
    await assign(standing);
    company.outcome = { ...paid, amountCents: 4_200 };
    expect((await goOn(standing))?.payment.submitted?.amountCents).toBe(4_200);
  });

  test('pays no other statement', async () => {
    const standing = await declinedOne();
    company.account = { ...shown, dueOn: '2027-01-05' };
    await assign(standing);
    expect((await goOn(standing))?.payment.waiting).toMatchObject({ reason: 'another-statement' });
    expect(company.charges).toBe(0);
  });

  test('stays with `resume: false`, and so does what nobody ordered', async () => {
    const ordered = await declinedOne();
    await assign(ordered, { resume: false });
    expect(await goOn(ordered)).toBeUndefined();
    const automatic = await declinedOne({ automatic: true, agreed: undefined });
    await assign(automatic);
    expect(await goOn(automatic)).toBeUndefined();
    expect(statusOf(await billOf(ordered))).toBe('due');
  });

  test('stays if its user canceled it while it was being made', async () => {
    const begun = await beginOne(runtime, orderGiven());
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('declined');
    const answer = await recordCancelAsked(runtime, begun.payment._id, NOW);
    expect(answer).toMatchObject({ failure: 'payment_pending' });
    expect(await settlePayment(runtime, begun.payment._id, NOW)).toBe('declined');
    await assign(begun);
    company.outcome = paid;
    expect(await goOn(begun)).toBeUndefined();
    expect(company.charges).toBe(0);
  });

  test('cannot be used to try cards: a client that was declined too often waits', async () => {
    const standing = await declinedOne();
    for (let count = 1; count < clientLimits.decline; count += 1)
      await runtime.table.write([await countDecline(runtime.table, clientId, NOW)]);
    expect(await assign(standing, {}, 'client')).toBe('429 too_many_requests');
    expect(statusOf(await billOf(standing))).toBe('payment-declined');
  });
});

describe('A bill whose method the third decline removed', () => {
  const third = async () => {
    const standing = await declinedOne({}, { declines: 2 });
    expect(await runtime.methods.findAny(standing.method._id)).toBeUndefined();
    return { ...standing, bill: await billOf(standing) };
  };

  test('stays declined, and is not paid by another method by itself', async () => {
    const { bill } = await third();
    expect(statusOf(bill)).toBe('payment-declined');
    const recurring = { ...bill, recurring: 'enabled' as const, schedule: 'immediately' as const };
    expect(nextTask(recurring)?.kind).not.toBe('pay');
  });

  test('ends its decline once there is another method', async () => {
    const standing = await third();
    await wakeBills(runtime, clientId);
    const after = await billOf(standing);
    expect(statusOf(after)).toBe('due');
    expect(after.declineStands).toBeUndefined();
  });

  test('goes on with its order once another method is assigned', async () => {
    const standing = await third();
    await assign(standing);
    company.outcome = paid;
    expect((await goOn(standing))?.came).toBe('paid');
  });
});
