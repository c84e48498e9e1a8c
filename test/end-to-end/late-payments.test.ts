/** Payments that end days later: settled by their company, returned, or refused by an empty balance. */
import { describe, expect, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { type ClockedWorld, openClockedWorld } from '../support/clocked-world.ts';
import {
  dayIn,
  dueDate,
  methodOf,
  openWorld,
  refusal,
  valueFrom,
  type World,
} from '../support/world.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;
const midnight = (days: number) => `${dayIn(days)}T00:00:00.000Z`;

async function orderAt(world: World, status: string, days = 20) {
  const { api, newClient, addCard, newBill } = world;
  const clientId = await newClient();
  const methodId = await addCard(clientId);
  const form = { balance: '60.00', dueDate: dueDate(days), status };
  const { bill } = await newBill(clientId, form);
  valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
  return { clientId, methodId, billId: bill._id, authId: bill.auth._id };
}

const read = async ({ api }: World, billId: string) =>
  valueFrom(await api.bill.getBill({ billId }));
type Read = Awaited<ReturnType<typeof read>>;

const readUntil = (world: World, billId: string, wanted: (found: Read) => boolean) =>
  until(`what ${billId} is to come to`, async () => {
    const found = await read(world, billId);
    return wanted(found) ? found : undefined;
  });

async function toldOf({ api }: World, clientId: string): Promise<string[]> {
  const { data } = valueFrom(await api.event.listEvents({ clientId, limit: 100 }));
  const told = data.map(({ event }) => event).filter(({ type }) => type.includes('.payment.'));
  return told
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ type, payload }) => {
      const { reason } = payload.data as { readonly reason?: string };
      return [type.replace('bill.payment.', ''), reason].filter(Boolean).join(' ');
    });
}

describe('a payment that is accepted now and settled in a week', () => {
  test('is pending for as long, told once, and paid then', async () => {
    const world = await openClockedWorld();
    const { clientId, billId } = await orderAt(world, 'payment-accepted');
    const { payment, bill } = await readUntil(world, billId, (it) => !!it.payment?.acceptedAt);
    expect(payment).toMatchObject({
      ...{ status: 'pending', amount: '60.00', expectedBy: midnight(7) },
      reference: expect.stringMatching(/^PENDING-SB\d{8}$/),
    });
    expect(bill.balance).toBe('60.00');
    const again = await world.api.payment.schedulePayment({ billId });
    expect(again).toMatchObject({ ok: false, problem: { code: 'payment_pending' } });
    await world.moveToDay(6);
    expect((await read(world, billId)).payment?.status).toBe('pending');
    await world.moveToDay(9);
    const after = await read(world, billId);
    expect(after.payment).toMatchObject({ status: 'paid', confirmation: expect.any(String) });
    expect(after.payment).not.toHaveProperty('acceptedAt');
    expect(after.bill).toMatchObject({ balance: '0.00', status: { type: 'paid' } });
    expect(after.payments.map(({ amount }) => amount)).toEqual(['60.00']);
    expect(await toldOf(world, clientId)).toEqual(['scheduled', 'accepted', 'sent']);
  });

  test('is settled though its account was unlinked', async () => {
    const world = await openClockedWorld();
    const { clientId, billId, authId } = await orderAt(world, 'payment-accepted');
    await world.moveToDay(1);
    await readUntil(world, billId, (it) => !!it.payment?.acceptedAt);
    valueFrom(await world.api.auth.deleteAuth({ authId }));
    await world.moveToDay(9);
    expect(await toldOf(world, clientId)).toEqual(['scheduled', 'accepted', 'sent']);
  });
});

describe('a payment that is returned after it was paid', () => {
  async function returned(status: string, world?: ClockedWorld) {
    const clocked = world ?? (await openClockedWorld());
    const order = await orderAt(clocked, status);
    await readUntil(clocked, order.billId, (it) => it.payment?.status === 'paid');
    await clocked.moveToDay(5);
    return { ...order, world: clocked };
  }

  test('leaves its bill owed and declined, and nothing pays that by itself', async () => {
    const { world, clientId, methodId, billId } = await returned('payment-returned');
    const { bill, payment, payments } = await read(world, billId);
    expect(bill).toMatchObject({ balance: '60.00', status: { type: 'payment-declined' } });
    expect(payment).toMatchObject({
      ...{ status: 'declined', amount: '60.00' },
      returned: { reason: 'insufficient_funds', on: midnight(2) },
    });
    expect(payments).toEqual([]);
    const cancelled = await world.api.payment.cancelPayment({ billId });
    expect(refusal(cancelled)).toBe('409 payment_not_scheduled');
    expect((await methodOf(world.api, clientId, methodId))?.status).toBe('declined');
    expect(await toldOf(world, clientId)).toEqual(['scheduled', 'sent', 'failed returned']);
    const another = await world.addCard(clientId);
    valueFrom(await world.api.payment.makeMethodDefault({ paymentMethodId: another }));
    await world.moveToDay(19);
    expect((await read(world, billId)).payments).toEqual([]);
    expect((await read(world, billId)).bill).not.toHaveProperty('payDate');
  });

  test('is paid again by an assignment, and that payment stays', async () => {
    const { world, clientId, billId } = await returned('payment-returned');
    const paymentMethodId = await world.addCard(clientId);
    valueFrom(await world.api.payment.assignPaymentMethod({ paymentMethodId, billId }));
    await world.moveToDay(6);
    await readUntil(world, billId, (it) => it.payments.length === 1);
    await world.moveToDay(17);
    const { bill, payments } = await read(world, billId);
    expect(payments.map(({ amount }) => amount)).toEqual(['60.00']);
    expect(bill.balance).toBe('0.00');
  });

  test('is returned again where its company does that twice', async () => {
    const { world, clientId, billId } = await returned('payment-returned-twice');
    const paymentMethodId = await world.addCard(clientId);
    valueFrom(await world.api.payment.makeMethodDefault({ paymentMethodId }));
    valueFrom(await world.api.payment.schedulePayment({ billId }));
    await readUntil(world, billId, (it) => it.payments.length === 1);
    await world.moveToDay(10);
    const { bill, payments } = await read(world, billId);
    expect(payments).toEqual([]);
    expect(bill).toMatchObject({ balance: '60.00', status: { type: 'payment-declined' } });
    expect((await methodOf(world.api, clientId, paymentMethodId))?.status).toBe('declined');
  });

  test('blames no card for a mistake, which the same card can pay', async () => {
    const { world, clientId, methodId, billId } = await returned('payment-returned-by-mistake');
    expect((await methodOf(world.api, clientId, methodId))?.status).toBe('verified');
    expect((await read(world, billId)).payment?.returned?.reason).toBe('network_error');
    valueFrom(await world.api.payment.schedulePayment({ billId }));
    await readUntil(world, billId, (it) => it.payments.length === 1);
  });

  test('is learned though its account was unlinked, and never paid by another link itself', async () => {
    const world = await openClockedWorld();
    const { clientId, billId, authId } = await orderAt(world, 'payment-returned');
    await world.moveToDay(1);
    await readUntil(world, billId, (it) => it.payment?.status === 'paid');
    valueFrom(await world.api.auth.deleteAuth({ authId }));
    await world.moveToDay(5);
    expect(await toldOf(world, clientId)).toEqual(['scheduled', 'sent', 'failed returned']);
    await world.addCard(clientId);
    const form = { balance: '60.00', dueDate: dueDate(20), status: 'payment-returned' };
    const again = await world.newBill(clientId, form);
    await world.moveToDay(19);
    expect((await read(world, again.bill._id)).payments).toEqual([]);
  });
});

describe('a payment that the balance at a network does not pay', () => {
  test('waits for the service, blames no card, and is made once there is enough', async () => {
    const world = await openClockedWorld();
    const { clientId, methodId, billId } = await orderAt(world, 'payment-balance-empty');
    const { payment } = await readUntil(world, billId, (it) => !!it.payment?.waitsFor);
    expect(payment).toMatchObject({ status: 'pending', waitsFor: 'service' });
    expect((await methodOf(world.api, clientId, methodId))?.status).toBe('verified');
    const { now } = valueFrom(await world.api.sandbox.getClock());
    await world.moveTo(new Date(Date.parse(now) + 3 * HOUR_MILLISECONDS).toISOString());
    const after = await readUntil(world, billId, (it) => it.payment?.status === 'paid');
    expect(after.payment).not.toHaveProperty('waitsFor');
    expect((await methodOf(world.api, clientId, methodId))?.status).toBe('verified');
    expect(await toldOf(world, clientId)).toEqual(['scheduled', 'sent']);
  });

  test('is no decline without a test clock, either', async () => {
    const world = openWorld();
    const { clientId, methodId, billId } = await orderAt(world, 'payment-balance-empty');
    await readUntil(world, billId, (it) => it.payment?.waitsFor === 'service');
    expect((await methodOf(world.api, clientId, methodId))?.status).toBe('verified');
    expect(await toldOf(world, clientId)).toEqual(['scheduled']);
  });
});
