/** An amount and a method for one payment alone (docs/guide/payments.md), and what a payment is called by. */
import { describe, expect, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { openClockedWorld } from '../support/clocked-world.ts';
import {
  givenBank,
  methodOf,
  newName,
  openWorld,
  refusal,
  valueFrom,
  type World,
} from '../support/world.ts';
import { inDays } from './cases/bills.ts';

const world = openWorld();

/** A card's bill: minimum, statement and full balance. */
async function cardBill({ api, ...one }: World = world) {
  const clientId = await one.newClient();
  const { paymentMethodId } = valueFrom(await api.payment.addPaymentMethod(givenBank(clientId)));
  const company = await one.findCompany('Fallowmere Store Card');
  const login = company.auth.loginFields.map((field) => [field.name, `${newName()}@a.example`]);
  const auth = await one.link(clientId, company, Object.fromEntries(login));
  const { bill } = await one.billOf(clientId, auth._id);
  valueFrom(await api.payment.assignPaymentMethod({ paymentMethodId, billId: bill._id }));
  return bill;
}

/** The bill once it has so many payments. */
const paidTimes = (billId: string, count: number) =>
  until(`${count} payments of ${billId}`, async () => {
    const found = await read(billId);
    return found.payments.length === count ? found : undefined;
  });

const read = async (billId: string, { api }: World = world) =>
  valueFrom(await api.bill.getBill({ billId }));

describe('an amount with an order', () => {
  test('is paid once, and the bill charges what it charged before', async () => {
    const { _id: billId, statementBalance: amount } = await cardBill();
    valueFrom(await world.api.payment.schedulePayment({ billId, amount }));
    const paid = await paidTimes(billId, 1);
    expect(paid.payments[0]?.amount).toBe(amount);
    expect(paid.bill).not.toHaveProperty('customPaymentAmount');
    expect(paid.payment).toMatchObject({ status: 'paid', chosenAmount: amount, amount });
  });

  test('holds for the day that it is scheduled for', async () => {
    const clocked = await openClockedWorld();
    const { _id: billId, statementBalance: amount } = await cardBill(clocked);
    const order = { billId, amount, date: inDays(1) };
    valueFrom(await clocked.api.payment.schedulePayment(order));
    expect((await read(billId, clocked)).payment).toMatchObject({
      ...{ status: 'scheduled', chosenAmount: amount },
    });
    await clocked.moveToDay(2);
    expect((await read(billId, clocked)).payments[0]?.amount).toBe(amount);
  });

  test('is one that the company takes', async () => {
    const { _id: billId, balance } = await cardBill();
    const amount = (Number(balance) + 0.01).toFixed(2);
    const refused = await world.api.payment.schedulePayment({ billId, amount });
    expect(refusal(refused)).toBe('409 payment_amount_not_accepted');
  });
});

describe('a payment method with an order', () => {
  /** A bill that a card pays, and another card. */
  async function withOther({ api, ...one }: World = world) {
    const clientId = await one.newClient();
    const ownId = await one.addCard(clientId);
    const { bill } = await one.newBill(clientId);
    valueFrom(await api.payment.assignPaymentMethod({ paymentMethodId: ownId, billId: bill._id }));
    const paymentMethodId = await one.addCard(clientId);
    return { billId: bill._id, clientId, ownId, paymentMethodId };
  }

  test('pays once, and what pays the bill stays', async () => {
    const { billId, clientId, ownId, paymentMethodId } = await withOther();
    valueFrom(await world.api.payment.schedulePayment({ billId, paymentMethodId }));
    const { payment } = await paidTimes(billId, 1);
    expect(payment).toMatchObject({ status: 'paid', paymentMethodId });
    expect((await methodOf(world.api, clientId, ownId))?.assignedBills).toEqual([billId]);
  });

  test('pays on the day of the order, and can not be deleted before', async () => {
    const clocked = await openClockedWorld();
    const { billId, clientId, paymentMethodId } = await withOther(clocked);
    const order = { billId, paymentMethodId, date: inDays(1) };
    valueFrom(await clocked.api.payment.schedulePayment(order));
    expect((await read(billId, clocked)).payment).toMatchObject({ paymentMethodId });
    const { data } = valueFrom(await clocked.api.bill.listBills({ clientId }));
    expect(data[0]?.payment).toMatchObject({ status: 'scheduled', paymentMethodId });
    const deleted = await clocked.api.payment.deletePaymentMethod({ paymentMethodId });
    expect(refusal(deleted)).toBe('409 payment_method_scheduled');
    await clocked.moveToDay(2);
    expect((await read(billId, clocked)).payment).toMatchObject({
      status: 'paid',
      paymentMethodId,
    });
  });

  test('is one of the client, or none is found', async () => {
    const { billId } = await withOther();
    const { paymentMethodId } = await withOther();
    const refused = await world.api.payment.schedulePayment({ billId, paymentMethodId });
    expect(refusal(refused)).toBe('404 payment_method_not_found');
  });
});

test('a payment is read by its id in the history of its bill, and with no other', async () => {
  const [{ _id: billId }, other] = [await cardBill(), await cardBill()];
  const [entry] = (await world.pay(billId)).payments;
  const { _id: paymentId, amount, receiptNumber } = entry ?? {};
  expect(receiptNumber).toMatch(/^BH-.{4}-.{2}$/);
  const find = (bill: string) =>
    world.api.bill.getBillPayment({ billId: bill, paymentId: paymentId ?? '' });
  const { payment } = valueFrom(await find(billId));
  expect(payment).toMatchObject({ _id: paymentId, amount, receiptNumber, status: 'paid' });
  expect(payment.paidOn).toBe(entry?.paidOn);
  expect(refusal(await find(other._id))).toBe('404 payment_not_found');
});
