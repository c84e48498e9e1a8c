/**
 * Each row of the interface's tables of transitions, by its state and trigger. The sandbox hides the
 * bill's `payment-required` and `pending`: their rows are in test/layers/core/states/hidden-states.test.ts.
 */
import { describe, expect, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { dueDate, givenBank, methodOf, openWorld, refusal, valueFrom } from '../support/world.ts';
import { billAt, declined } from './cases/bills.ts';

const world = openWorld();
const { api, newClient, addCard, findCompany, link, billOf, pay } = world;

const DECLINING_CARD = '4000000000000002';
const due = { balance: '40.00', dueDate: dueDate(9) };

/** A client with a card and an account of an ordinary company, as a legacy login leaves it. */
async function linked(username: string) {
  const clientId = await newClient();
  await addCard(clientId);
  const form = { username, password: 'any password' };
  const auth = await link(clientId, await world.findOrdinaryCompany('username'), form);
  expect(valueFrom(await api.bill.listBills({ clientId })).data).toEqual([]);
  return { clientId, auth, authId: auth._id };
}

/** Bills are read and paid: what was stopped goes on. */
async function expectServices(clientId: string, authId: string): Promise<void> {
  const { bill } = await billOf(clientId, authId);
  expect(bill).toMatchObject({
    status: { type: 'upcoming' },
    auth: { status: { type: 'verified' } },
  });
  expect((await pay(bill._id)).bill.status.type).toBe('paid');
}

describe('Auth', () => {
  test('hold, POST /auth/{authId}/fix-hold: success, and services resume', async () => {
    const { clientId, authId, auth } = await linked('testhold');
    expect(auth.status.type).toBe('hold');
    expect(valueFrom(await api.auth.fixHold({ authId }))).toEqual({ success: true });
    await expectServices(clientId, authId);
  });

  test('mfa-required, POST /auth/{authId}/answer-questions: the answers are linked to the auth', async () => {
    const { clientId, authId, auth } = await linked('testmfaquestion');
    expect(auth.mfa?.method).toBe('questions');
    const answers = (auth.mfa?.mfa ?? []).map(({ identifier }) => ({
      identifier,
      answer: 'answer',
    }));
    expect(valueFrom(await api.auth.answerQuestions({ authId, answers }))).toEqual({
      success: true,
    });
    await expectServices(clientId, authId);
  });
});

describe('Bill', () => {
  test('payment-required, POST /payment/{paymentMethodId}/assign: bill payments resume', async () => {
    // Here the bill shows its due status meanwhile; that nothing is paid is seen all the same.
    const { clientId, billId, methodId } = await billAt(
      world,
      ({ requiredPayment, userPresenceRequired }) =>
        requiredPayment === 'card' && !userPresenceRequired,
      `assigning-${Date.now()}`,
    );
    expect(refusal(await api.payment.schedulePayment({ billId }))).toBe(
      '409 payment_method_required',
    );
    const bank = valueFrom(await api.payment.addPaymentMethod(givenBank(clientId)));
    const wrong = await api.payment.assignPaymentMethod({ ...bank, billId });
    expect(refusal(wrong)).toBe('409 payment_method_not_accepted');
    valueFrom(await api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId }));
    expect((await pay(billId)).payments).toHaveLength(1);
  });

  test('payment-declined, POST /payment/{paymentMethodId}/retry: bill payments resume', async () => {
    const { clientId, billId, methodId } = await declinedOnce();
    valueFrom(await api.payment.retryPaymentMethod({ paymentMethodId: methodId }));
    await untilStatus(billId, 'paid');
    await untilMethod(clientId, methodId, 'verified');
  });

  test('payment-declined, POST /payment/{paymentMethodId}/assign with another method: bill payments resume', async () => {
    const { clientId, billId } = await declined(world);
    const paymentMethodId = await addCard(clientId);
    valueFrom(await api.payment.assignPaymentMethod({ paymentMethodId, billId }));
    const { bill, payment } = valueFrom(await api.bill.getBill({ billId }));
    expect(bill.status.type).not.toBe('payment-declined');
    expect(['scheduled', 'pending', 'paid']).toContain(payment?.status);
    // What was ordered goes on by itself.
    await until('the payment', async () => {
      const after = valueFrom(await api.bill.getBill({ billId }));
      return after.bill.status.type === 'paid' && after.payments.length === 1;
    });
    // The sweep comes once a minute.
  });
});

describe('Payment method', () => {
  test('verified, a bill payment with this method fails: declined, and nothing is paid by it', async () => {
    const { clientId, billId, methodId } = await declinedOnce();
    await untilMethod(clientId, methodId, 'declined');
    const company = await findCompany('Regular Company 2');
    const auth = await link(clientId, company, due);
    const { bill } = await billOf(clientId, auth._id);
    for (const one of [billId, bill._id]) {
      expect(refusal(await api.payment.schedulePayment({ billId: one }))).toBe(
        '409 payment_method_declined',
      );
    }
  });

  test('declined, POST /payment/{paymentMethodId}/retry: success, and it is retried', async () => {
    const { clientId, methodId } = await declinedOnce();
    const retried = await api.payment.retryPaymentMethod({ paymentMethodId: methodId });
    expect(valueFrom(retried)).toEqual({ success: true });
    await untilMethod(clientId, methodId, 'verified');
    const again = await api.payment.retryPaymentMethod({ paymentMethodId: methodId });
    expect(refusal(again)).toBe('409 payment_method_not_declined');
  });

  test('declined, repeated declines: removed, and payments resume with another default', async () => {
    const clientId = await newClient();
    const methodId = await addCard(clientId, { cardNumber: DECLINING_CARD });
    const other = await addCard(clientId);
    const { bill } = await world.newBill(clientId);
    const billId = bill._id;
    valueFrom(await api.payment.schedulePayment({ billId }));
    await untilMethod(clientId, methodId, 'declined');
    for (const expected of ['declined', undefined]) {
      valueFrom(await api.payment.retryPaymentMethod({ paymentMethodId: methodId }));
      await untilMethod(clientId, methodId, expected);
    }
    expect(await methodOf(api, clientId, other)).toMatchObject({ default: false });
    expect(refusal(await api.payment.schedulePayment({ billId }))).toBe(
      '409 payment_method_required',
    );
    valueFrom(await api.payment.makeMethodDefault({ paymentMethodId: other }));
    expect((await pay(billId)).bill.status.type).toBe('paid');
  });
});

/** A decline of the first payment only, by an input of the company: the card itself is good. */
async function declinedOnce() {
  const clientId = await newClient();
  const methodId = await addCard(clientId);
  const { bill } = await world.newBill(clientId, { status: 'payment-declined' });
  valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
  await untilStatus(bill._id, 'payment-declined');
  return { clientId, methodId, billId: bill._id };
}

const untilStatus = (billId: string, status: string) =>
  until(`${billId} is ${status}`, async () => {
    const { bill } = valueFrom(await api.bill.getBill({ billId }));
    return bill.status.type === status;
  });

/** Waits until a method has a status; until it is gone where none is given. */
const untilMethod = (clientId: string, methodId: string, status: string | undefined) =>
  until(`${methodId} is ${status ?? 'removed'}`, async () => {
    return (await methodOf(api, clientId, methodId))?.status === status;
  });
