/** What a partner has, or is about to have, when its test clock is moved for the first time. */
import { randomBytes } from 'node:crypto';
import { newOwnedId } from '@billhook/core/base/ids';
import { dueAttributes } from '@billhook/core/base/table-keys';
import { newPayment } from '@billhook/core/payment/transitions';
import type { Runtime } from '@billhook/runtime/companies/runtime';
import { readLinkedBills } from '@billhook/runtime/links/read-bills';
import { enrollInClock } from '@billhook/runtime/sweeps/enroll-clock';
import { followClock, saveClock } from '@billhook/runtime/sweeps/follow-clock';
import { findClock } from '@billhook/runtime/table/partner-time';
import type { Range } from '@billhook/runtime/table/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  account,
  closePaymentWorld,
  company,
  linkOne,
  openPaymentWorld,
} from '../../../support/payment-world.ts';
import { changedPayment, clientId, NOW, partnerId, unnoticed } from '../../../support/records.ts';

/** The due date of the bill has passed by then. */
const GOAL = Date.parse('2026-12-07T00:00:00Z');

let runtime: Runtime;

beforeAll(async () => {
  ({ runtime } = await openPaymentWorld());
});
afterAll(closePaymentWorld);

test('what was just enrolled is run in its order, though the index does not show it yet', async () => {
  const { bill } = await linkOne(runtime, { bill: { recurring: 'disabled' } });
  const goal = { advanceId: 'advance_1', instant: GOAL };
  await saveClock(runtime.table, { version: 1, partnerId, ahead: 0, goal });
  const listed = { ...runtime.bills, listByPartner: async () => ({ items: [bill] }) };
  const enrolled = await enrollInClock({ ...runtime, bills: listed }, partnerId);
  const query = async <T>(range: Range) =>
    range.index === 'byDue' ? { items: [] as T[] } : runtime.table.query<T>(range);
  const lagging = { ...runtime, table: { ...runtime.table, query } };
  const run = { clock: () => NOW, deadline: NOW + 1, enrolled };
  expect(await followClock(lagging, partnerId, run)).toBe('arrived');
  const noticed = { upcoming: '2026-12-05', overdue: '2026-12-05' };
  expect(await runtime.bills.findAny(bill._id)).toMatchObject({ noticed, clocked: true });
  expect(await findClock(runtime.table, partnerId)).toMatchObject({ ahead: GOAL - NOW });
});

test('the bills of a link that was under way follow the clock as well', async () => {
  const accountKey = 'another account';
  const { auth, bill } = await linkOne(runtime, { accountKey });
  await runtime.table.write([runtime.bills.erase(bill)]);
  company.account = { ...account, accountKey };
  const linkId = newOwnedId('link', auth.clientId, randomBytes);
  const requestedAt = new Date(NOW).toISOString();
  const link = { linkId, requestedAt, items: ['bill'] as const };
  const due = dueAttributes('link', auth._id, requestedAt);
  const linking = { ...auth, version: auth.version + 1, billIds: [], link, ...due };
  await runtime.table.write([runtime.auths.save(...unnoticed(linking))]);
  const ids = { linkId, authId: auth._id };
  expect(await readLinkedBills(runtime, ids, NOW)).toMatchObject({ outcome: 'recorded' });
  const read = await runtime.bills.findAny(bill._id);
  expect(read).toMatchObject({ clocked: true, dueShard: `clock#${partnerId}` });
  expect(await runtime.auths.findAny(auth._id)).toMatchObject({ clocked: true });
});

test('payments that are being made, rest, or may be returned follow the clock as well', async () => {
  const at = '2026-11-25T10:00:00.000Z';
  const machines = (kind: 'payment' | 'return', id: string) => dueAttributes(kind, id, at);
  const clocks = { clocked: true, dueShard: `clock#${partnerId}`, dueAt: at };
  const cases = [
    [{ status: 'pending' }, 'payment', { clocked: true, dueShard: expect.stringMatching(/^due#/) }],
    [{ status: 'pending', resting: true }, 'payment', { ...clocks, dueKind: 'payment' }],
    [
      { status: 'paid', returns: { until: '2026-12-01' } },
      'return',
      { ...clocks, dueKind: 'return' },
    ],
  ] as const;
  for (const [index, [change, kind, expected]] of cases.entries()) {
    const accountKey = `late ${index}`;
    const paymentId = newOwnedId('pay', clientId, randomBytes);
    const paidOn = new Date(NOW).toISOString();
    const isPaid = change.status === 'paid';
    const { bill } = await linkOne(runtime, {
      accountKey,
      bill: isPaid
        ? { payments: [{ amountCents: 1, paidOn, paymentId }] }
        : { pendingPaymentId: paymentId },
    });
    const planned = newPayment(bill, { paymentId, payOn: '2026-11-21', partnerNow: NOW });
    const { dueShard, dueAt, dueKind, ...made } = planned;
    const payment = changedPayment(made, { ...change, ...machines(kind, paymentId) });
    await runtime.table.write([runtime.payments.save(payment, undefined)]);
    const listed = { ...runtime.bills, listByPartner: async () => ({ items: [bill] }) };
    await enrollInClock({ ...runtime, bills: listed }, partnerId);
    expect(await runtime.payments.findAny(paymentId)).toMatchObject(expected);
  }
});
