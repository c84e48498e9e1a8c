/**
 * The test clock (decision: test-clock), and what happens by it: automatic payments, notices,
 * monthly statements.
 */
import { addDays, addMonth } from '@billhook/core/base/dates';
import { describe, expect, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { apiWith } from '../support/client-access.ts';
import { openClockedWorld } from '../support/clocked-world.ts';
import { claimsOf } from '../support/tokens.ts';
import { dayIn, dueDate, methodOf, openWorld, refusal, valueFrom } from '../support/world.ts';

const DECLINING = '4000000000000002';
const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** How far the clock is moved; `npm run tools -- model-service` moves it by a year. */
const MONTHS = Number(process.env.CLOCK_MONTHS);
/** How long a year by the clock may take on a machine that is busy otherwise. */
const YEAR_MILLISECONDS = 4 * 60 * 1000;
const midnight = (days: number) => `${dayIn(days)}T00:00:00.000Z`;
const dayOf = (instant: string | undefined) => instant?.slice(0, 10);

describe('the clock', () => {
  test('tells the machine’s time until it is moved, and ticks on from where it is moved to', async () => {
    const { api, moveTo } = await openClockedWorld();
    const first = valueFrom(await api.sandbox.getClock());
    expect(Math.abs(Date.parse(first.now) - Date.now())).toBeLessThan(60_000);
    expect(first.advancing).toBe(false);
    await moveTo(midnight(3));
    const second = valueFrom(await api.sandbox.getClock());
    expect(Date.parse(second.now)).toBeGreaterThanOrEqual(Date.parse(midnight(3)));
    expect(Date.parse(second.now) - Date.parse(midnight(3))).toBeLessThan(60_000);
  });

  test('moves no token, and no key that signs tokens', async () => {
    const { api, moveTo } = await openClockedWorld();
    const { token } = valueFrom(await api.client.createToken({ identifier: 'unmoved' }));
    const exchanged = valueFrom(await api.client.createAccessToken({ token }));
    const keys = valueFrom(await api.client.listTokenKeys());
    const then = midnight(500);
    await moveTo(then);
    expect(valueFrom(await api.client.listTokenKeys())).toEqual(keys);
    // Both have expired by the partner's clock.
    valueFrom(await api.client.createAccessToken({ token }));
    const { accessToken, clientId } = exchanged;
    valueFrom(await apiWith(accessToken).bill.listBills({ clientId }));
    expect(Number(claimsOf(accessToken).exp) * 1000).toBeLessThan(Date.parse(then));
  });

  test('moves forward only', async () => {
    const { api, moveTo } = await openClockedWorld();
    const past = new Date(Date.now() - HOUR_MILLISECONDS).toISOString();
    expect(refusal(await api.sandbox.setClock({ now: past }))).toBe('409 clock_moves_forward');
    await moveTo(midnight(10));
    const before = await api.sandbox.setClock({ now: midnight(9) });
    expect(refusal(before)).toBe('409 clock_moves_forward');
  });

  test.each(['tomorrow', '1', '2099-02-30', '2099-01-01T25:00:00Z'])(
    'is not moved to %s, which is no instant',
    async (now) => {
      const { api } = await openClockedWorld();
      expect(refusal(await api.sandbox.setClock({ now }))).toBe('400 invalid_request');
    },
  );

  test('is not moved past twenty years', async () => {
    const { api } = await openClockedWorld();
    const now = '2999-01-01T00:00:00.000Z';
    expect(refusal(await api.sandbox.setClock({ now }))).toBe('400 invalid_request');
  });

  test('is the partner’s own: another partner’s bills do not age', async () => {
    const { moveToDay } = await openClockedWorld();
    const other = openWorld();
    const { bill } = await other.newBill(await other.newClient(), { dueDate: dueDate(8) });
    await moveToDay(30);
    const after = valueFrom(await other.api.bill.getBill({ billId: bill._id }));
    expect(after.bill.status.type).toBe('upcoming');
  });

  test('goes on where a company never responds, and reads the other accounts', async () => {
    const { api, newClient, newBill, moveToDay } = await openClockedWorld();
    const link = async (status: string) => (await newBill(await newClient(), { status })).bill.auth;
    const silent = await link('no-response-later');
    const other = await link('authenticate-later');
    // An account is read six hours later at the earliest, in its own second of the day.
    await moveToDay(3);
    const statusOf = async ({ _id: authId }: { readonly _id: string }) =>
      valueFrom(await api.auth.getAuth({ authId })).auth.status?.type;
    expect(await statusOf(silent)).toBe('verified');
    expect(await statusOf(other)).toBe('authenticate');
  });

  test('carries along what was linked before it was moved for the first time', async () => {
    const { api, newClient, newBill, addCard, moveToDay } = await openClockedWorld();
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId);
    const scheduled = await newBill(await newClient());
    await moveToDay(6);
    const paid = valueFrom(await api.bill.getBill({ billId: bill._id }));
    expect(paid.payments.map(({ paidOn }) => dayOf(paidOn))).toEqual([dayIn(5)]);
    const unpaid = valueFrom(await api.bill.getBill({ billId: scheduled.bill._id }));
    expect(unpaid.payments).toEqual([]);
  });
});

describe('a payment that was scheduled, of which more is owed on its day', () => {
  const wait = async () => {
    const world = await openClockedWorld();
    const { api, newClient, addCard, newBill, moveToDay } = world;
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId);
    const billId = bill._id;
    valueFrom(await api.payment.updatePaymentSettings({ billId, recurring: 'disabled' }));
    valueFrom(await api.payment.schedulePayment({ billId, date: midnight(3) }));
    await newBill(clientId, { balance: '150.00' });
    await moveToDay(3);
    return { ...world, billId, read: async () => valueFrom(await api.bill.getBill({ billId })) };
  };

  test('waits, and is made once its user agrees', async () => {
    const { api, billId, read, moveToDay } = await wait();
    const { payment, payments } = await read();
    expect(payments).toEqual([]);
    expect(payment).toMatchObject({
      status: 'scheduled',
      waiting: { reason: 'more-owed', seen: '100.00', owed: '150.00' },
    });
    const without = await api.payment.schedulePayment({ billId });
    expect(refusal(without)).toBe('409 payment_already_scheduled');
    valueFrom(await api.payment.schedulePayment({ billId, maxAmount: '150.00' }));
    await moveToDay(4);
    // It is made at once, and not by the clock, which doesn't wait for it.
    const made = await until('the payment', async () => {
      const { payments: after } = await read();
      return after.length > 0 && after;
    });
    expect(made.map(({ amount }) => amount)).toEqual(['150.00']);
  });

  test('waits, and is not made once its user declines', async () => {
    const { api, billId, read, moveToDay } = await wait();
    valueFrom(await api.payment.cancelPayment({ billId }));
    await moveToDay(5);
    const { payment, payments } = await read();
    expect([payment?.status, payments]).toEqual(['cancelled', []]);
  });
});

describe('an automatic payment', () => {
  // Each of the interface's payment schedule values; `immediately` has a test of its own.
  test.each([
    ['ten-days-before', 10],
    ['five-days-before', 5],
    ['day-before', 1],
    ['on-due-date', 0],
  ] as const)('with %s is made on that day, and not before', async (schedule, daysBefore) => {
    const { api, newClient, addCard, newBill, moveToDay } = await openClockedWorld();
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId, { dueDate: dueDate(12) });
    const billId = bill._id;
    valueFrom(await api.payment.updatePaymentSettings({ billId, schedule }));
    const planned = valueFrom(await api.bill.getBill({ billId })).bill.payDate;
    expect(dayOf(planned)).toBe(dayIn(12 - daysBefore));
    await moveToDay(12 - daysBefore - 1);
    expect(valueFrom(await api.bill.getBill({ billId })).payments).toEqual([]);
    await moveToDay(12 - daysBefore);
    const after = valueFrom(await api.bill.getBill({ billId }));
    expect(after.bill).toMatchObject({ status: { type: 'paid' }, balance: '0.00' });
    expect(after.payments.map(({ paidOn }) => dayOf(paidOn))).toEqual([dayIn(12 - daysBefore)]);
  });

  test('with immediately is made as soon as a new bill is received', async () => {
    const { api, newClient, addCard, newBill, moveTo, moveToDay } = await openClockedWorld();
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId);
    const billId = bill._id;
    valueFrom(await api.payment.updatePaymentSettings({ billId, schedule: 'immediately' }));
    await moveToDay(1);
    expect(valueFrom(await api.bill.getBill({ billId })).payments).toHaveLength(1);
    // The next statement is issued, and read that day, 14 days before it is due in a month.
    const issuedOn = addDays(addMonth(dayIn(10)), -14);
    await moveTo(`${issuedOn}T00:00:00.000Z`);
    expect(valueFrom(await api.bill.getBill({ billId })).payments).toHaveLength(1);
    await moveTo(`${addDays(issuedOn, 1)}T00:00:00.000Z`);
    const { payments } = valueFrom(await api.bill.getBill({ billId }));
    expect(payments).toHaveLength(2);
    expect(dayOf(payments[0]?.paidOn)).toBe(issuedOn);
  });

  test('whose day has passed, of a bill not yet due, is made the same day', async () => {
    const { api, newClient, addCard, newBill, moveToDay } = await openClockedWorld();
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId, { dueDate: dueDate(3) });
    expect(bill.settings.schedule).toBe('five-days-before');
    await moveToDay(1);
    const { payments } = valueFrom(await api.bill.getBill({ billId: bill._id }));
    expect(payments.map(({ paidOn }) => dayOf(paidOn))).toEqual([dayIn(0)]);
  });

  test('is made each month, of each statement once', {
    timeout: YEAR_MILLISECONDS,
  }, async () => {
    const { api, newClient, addCard, newBill, moveToDay } = await openClockedWorld();
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId, { balance: '31.50', dueDate: dueDate(10) });
    await moveToDay(Math.ceil(MONTHS * 30.5) + 4);
    const { payments } = valueFrom(await api.bill.getBill({ billId: bill._id }));
    expect(payments.map(({ amount }) => amount)).toEqual(Array(payments.length).fill('31.50'));
    expect([MONTHS, MONTHS + 1]).toContain(payments.length);
    const months = payments.map(({ paidOn }) => paidOn.slice(0, 7));
    expect(new Set(months).size).toBeGreaterThanOrEqual(payments.length - 1);
    expect(payments.map(({ paidOn }) => paidOn)).toEqual(
      payments.map(({ paidOn }) => paidOn).toSorted((a, b) => (a < b ? 1 : -1)),
    );
  });

  test('of a bill that is overdue when it is first seen is never made', async () => {
    const { api, newClient, addCard, newBill, moveToDay } = await openClockedWorld();
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId, { dueDate: dueDate(-3) });
    expect(bill.payDate).toBeUndefined();
    await moveToDay(5);
    expect(valueFrom(await api.bill.getBill({ billId: bill._id })).payments).toEqual([]);
  });

  test('is not made without a method: the bill becomes overdue, and is the user’s to pay', async () => {
    const { api, newClient, addCard, newBill, moveToDay } = await openClockedWorld();
    const clientId = await newClient();
    const { bill } = await newBill(clientId);
    const billId = bill._id;
    await moveToDay(11);
    await addCard(clientId);
    await moveToDay(14);
    const after = valueFrom(await api.bill.getBill({ billId }));
    expect(after).toMatchObject({ bill: { status: { type: 'overdue' } }, payments: [] });
    valueFrom(await api.payment.schedulePayment({ billId }));
  });

  test('that waited for a method is made once there is one', async () => {
    const { api, newClient, addCard, newBill, moveToDay } = await openClockedWorld();
    const clientId = await newClient();
    const { bill } = await newBill(clientId);
    await moveToDay(7);
    await addCard(clientId);
    await moveToDay(8);
    const { payments } = valueFrom(await api.bill.getBill({ billId: bill._id }));
    expect(payments).toHaveLength(1);
  });

  test('that was cancelled is skipped this cycle, and made the next', async () => {
    const { api, newClient, addCard, newBill, moveToDay } = await openClockedWorld();
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId);
    const billId = bill._id;
    valueFrom(await api.payment.cancelPayment({ billId }));
    await moveToDay(9);
    expect(valueFrom(await api.bill.getBill({ billId })).payments).toEqual([]);
    valueFrom(await api.payment.schedulePayment({ billId }));
    await moveToDay(45);
    const { payments } = valueFrom(await api.bill.getBill({ billId }));
    expect(payments).toHaveLength(2);
  });

  test('of a client with a declined method waits, but for bills assigned to another', async () => {
    const { api, newClient, addCard, findCompany, link, billOf, moveToDay } =
      await openClockedWorld();
    const clientId = await newClient();
    const declining = await addCard(clientId, { cardNumber: DECLINING });
    const good = await addCard(clientId);
    const bills = [];
    for (const [name, days] of [
      ['Regular Company 1', 8],
      ['Regular Company 2', 12],
      ['Regular Company 3', 12],
    ] as const) {
      const form = { balance: '10.00', dueDate: dueDate(days) };
      const auth = await link(clientId, await findCompany(name), form);
      bills.push((await billOf(clientId, auth._id)).bill._id);
    }
    const [first = '', second = '', assigned = ''] = bills;
    const given = { paymentMethodId: good, billId: assigned };
    valueFrom(await api.payment.assignPaymentMethod(given));
    await moveToDay(9);
    const statusOf = async (billId: string) =>
      valueFrom(await api.bill.getBill({ billId })).bill.status.type;
    expect(await statusOf(first)).toBe('payment-declined');
    expect(await methodOf(api, clientId, declining)).toMatchObject({ status: 'declined' });
    expect(await statusOf(second)).toBe('upcoming');
    expect(await statusOf(assigned)).toBe('paid');
  });
});

describe('a payment scheduled for a day', () => {
  test('is made on that day, also of a bill that is overdue by then', async () => {
    const { api, newClient, addCard, newBill, moveToDay } = await openClockedWorld();
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId);
    const billId = bill._id;
    valueFrom(await api.payment.schedulePayment({ billId, date: dayIn(20) }));
    await moveToDay(19);
    const before = valueFrom(await api.bill.getBill({ billId }));
    expect(before).toMatchObject({ bill: { status: { type: 'overdue' } }, payments: [] });
    await moveToDay(20);
    const { payments } = valueFrom(await api.bill.getBill({ billId }));
    expect(payments.map(({ paidOn }) => dayOf(paidOn))).toEqual([dayIn(20)]);
  });
});

describe('notices', () => {
  test('are events: will be paid in two days, due in two days, overdue', async () => {
    const { api, newClient, addCard, newBill, moveToDay } = await openClockedWorld();
    // One has a card, and its bill will be paid; the other has none.
    const [payer, clientId] = [await newClient(), await newClient()];
    await addCard(payer);
    await Promise.all([newBill(payer), newBill(clientId)]);
    const told = async (of: string) => {
      const { data } = valueFrom(await api.event.listEvents({ clientId: of }));
      const ofBill = data.map(({ event }) => event).filter(({ type }) => type.startsWith('bill.'));
      return ofBill.toReversed().map(({ type }) => type);
    };
    const first = ['bill.created'];
    await moveToDay(2);
    expect(await told(payer)).toEqual(first);
    await moveToDay(3);
    expect(await told(payer)).toEqual([...first, 'bill.scheduled-payment-notice']);
    await moveToDay(8);
    expect(await told(clientId)).toEqual([...first, 'bill.upcoming']);
    await moveToDay(11);
    const { data } = valueFrom(await api.event.listEvents({ clientId, limit: '1' }));
    expect(data[0]?.event).toMatchObject({
      type: 'bill.update',
      payload: {
        data: {
          changed: ['status'],
          bill: { status: { previous: { type: 'upcoming' }, current: { type: 'overdue' } } },
          current: { status: { type: 'overdue' } },
        },
      },
    });
  });
});
