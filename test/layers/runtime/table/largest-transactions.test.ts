/**
 * The largest change of each kind, with all that it tells, is one transaction: the table in memory
 * refuses more items than DynamoDB takes.
 */
import { randomBytes } from 'node:crypto';
import { MAX_BILLS_PER_AUTH, presentAuth } from '@billhook/core/auth/auth';
import { newOwnedId } from '@billhook/core/base/ids';
import { clientKey, clockKey } from '@billhook/core/base/table-keys';
import { type BillRecord, MAX_HISTORY, type StoredBill } from '@billhook/core/bill/bill';
import { newClient } from '@billhook/core/client/client';
import type { EventRecord } from '@billhook/core/events/event';
import { MAX_ASSIGNED_BILLS, type PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { withPending } from '@billhook/core/payment/account-ledger';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { newPayment } from '@billhook/core/payment/transitions';
import { MAX_SWAPS_PER_AUTH, planSwap } from '@billhook/core/swap/swap';
import { planBills } from '@billhook/runtime/links/read-accounts';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { enrollInClock } from '@billhook/runtime/sweeps/enroll-clock';
import { withEvents } from '@billhook/runtime/table/telling';
import type { Write } from '@billhook/runtime/table/types';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteAuth } from '../../../../functions/auth/contract.ts';
import { handler as runDeleteAuth } from '../../../../functions/auth/delete-auth.ts';
import { beginAnew, call, table } from '../../../support/lost-answers.ts';
import {
  authRecord,
  billRecord,
  changedBill,
  changedPayment,
  clientId,
  methodRecord,
  NOW,
  partnerId,
  TODAY,
} from '../../../support/records.ts';

const deps = openStores({ table, random: randomBytes });
const { swaps } = deps;
const { write } = table;

/** Of each transaction since: its items, and its bytes as JSON, which are more than those stored. */
let written: { readonly items: number; readonly bytes: number }[];

afterAll(() => {
  vi.unstubAllEnvs();
});

beforeEach(async () => {
  await beginAnew();
  table.items.clear();
  const at = new Date(NOW).toISOString();
  const client = newClient({ identifier: 'u' }, { clientId, partnerId, now: at });
  await write([{ put: { ...clientKey(clientId), ...client } }]);
  written = [];
  table.write = async (changes) => {
    const writes = await withEvents(table, changes, { machineNow: NOW, random: randomBytes });
    written.push({ items: writes.length, bytes: JSON.stringify(writes).length });
    return write(changes);
  };
});

/** Stored by itself, and told to nobody. */
async function store<R>(records: readonly R[], save: (record: R, before: undefined) => Write) {
  for (const record of records) {
    const one = save(record, undefined);
    if ('put' in one) await write([{ put: one.put }]);
  }
  return records;
}

const many = <R>(count: number, make: (index: number) => R) =>
  Array.from({ length: count }, (_, index) => make(index));
const entry = { amountCents: 99_999_999, paidOn: new Date(NOW).toISOString() };
const large = { payments: many(MAX_HISTORY, () => entry), customLabel: 'x'.repeat(100) };

const storeBills = (bills: readonly BillRecord[]) => store(bills, deps.bills.save);
const storeMethods = (methods: readonly PaymentMethodRecord[]) => store(methods, deps.methods.save);
const storePayments = (payments: readonly PaymentRecord[]) => store(payments, deps.payments.save);

const told = () =>
  [...table.items.values()]
    .filter(({ sk }) => String(sk).startsWith('event#'))
    .map((event) => (event as unknown as EventRecord).type);

function expectTaken(items: number): void {
  const largest = written.toSorted((one, other) => other.items - one.items)[0];
  expect(largest).toMatchObject({ items });
  expect(items).toBeLessThanOrEqual(100);
  expect(largest?.bytes).toBeLessThan(1024 * 1024);
}

/** An auth with all the bills that it may have, each paid with a method of its own. */
async function fullAuth(change: (index: number) => Partial<StoredBill> = () => ({})) {
  const auth = authRecord();
  const bills = many(MAX_BILLS_PER_AUTH, (index) => {
    const own = billRecord({ ...large, auth: presentAuth(auth), accountFingerprint: `${index}` });
    return changedBill(own, change(index));
  });
  const full = { ...auth, billIds: bills.map(({ _id }) => _id) };
  await store([full], deps.auths.save);
  await storeBills(bills);
  return { auth: full, bills };
}

describe('In one transaction', () => {
  test('an auth goes with its bills, what was scheduled for them, and its swaps', async () => {
    const methods = await storeMethods(many(MAX_BILLS_PER_AUTH + 1, () => methodRecord()));
    const paymentIds = many(MAX_BILLS_PER_AUTH, () => newOwnedId('pay', clientId, randomBytes));
    const { auth, bills } = await fullAuth((index) => ({
      methodId: methods[index]?._id,
      scheduled: { paymentId: paymentIds[index] ?? '', payOn: TODAY },
    }));
    const payments = bills.map((bill, index) =>
      newPayment(bill, { paymentId: paymentIds[index] ?? '', payOn: TODAY, partnerNow: NOW }),
    );
    await storePayments(payments);
    const paymentMethodId = methods.at(-1)?._id ?? '';
    const own = many(MAX_SWAPS_PER_AUTH, () => {
      const swapId = newOwnedId('swap', clientId, randomBytes);
      return planSwap(auth, { swapId, paymentMethodId, now: NOW });
    });
    await store(own, swaps.save);
    await store([{ ...auth, openSwapId: own[0]?._id }], deps.auths.save);
    const path = { authId: auth._id };
    const { outcome } = await call({ operation: deleteAuth, handler: runDeleteAuth, path });
    expect(outcome).toEqual({ success: true });
    expect(told().toSorted()).toEqual([
      'auth.deleted',
      ...many(MAX_BILLS_PER_AUTH, () => 'bill.payment.cancelled'),
    ]);
    // The auth, its event and its numbers, what is kept of its bills, and what nobody could tell of it;
    // the bills, payments and their events; swaps; methods.
    expectTaken(5 + 3 * MAX_BILLS_PER_AUTH + MAX_SWAPS_PER_AUTH + MAX_BILLS_PER_AUTH + 1);
  });

  test('a default method goes with its third decline, and all bills that it was assigned to', async () => {
    const method = methodRecord({ declines: 2, status: 'pending' });
    // Outside a sandbox a bill says that the required method is gone.
    vi.stubEnv('STAGE', 'production');
    const company = { ...billRecord().company, requiredPayment: 'card' as const };
    const named = { methodId: method._id, company, ...large };
    await storeBills(many(MAX_ASSIGNED_BILLS, () => billRecord(named)));
    const bill = billRecord();
    const paymentId = newOwnedId('pay', clientId, randomBytes);
    const planned = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW });
    const payment = changedPayment(planned, {
      status: 'pending',
      methodId: method._id,
      statement: { accountFingerprint: bill.accountFingerprint, dueOn: '2026-12-05' },
      outcome: { kind: 'declined' },
    });
    await storeBills([
      billRecord({ ...bill, methodId: method._id, pendingPaymentId: payment._id }),
    ]);
    await storeMethods([{ ...method, inFlight: [payment._id] }]);
    await storePayments([payment]);
    await write([
      deps.ledgers.save(bill, withPending(undefined, payment._id)),
      deps.clients.setDefault({ _id: clientId, partnerId }, method._id, true),
    ]);
    expect(await settlePayment(deps, payment._id, NOW)).toBe('declined');
    expect(told()).toContain('payment-method.removed');
    // The payment, the bill and the method, each with its event; the bills of the method with theirs;
    // the account's ledger, the client, the count of declines, and the card's code.
    expectTaken(6 + 2 * MAX_ASSIGNED_BILLS + 4);
  });

  test('an account is read with all its bills, each of another method before', async () => {
    const methods = await storeMethods(many(MAX_BILLS_PER_AUTH + 1, () => methodRecord()));
    const { auth, bills } = await fullAuth((index) => ({ methodId: methods[index]?._id }));
    const linkId = newOwnedId('link', clientId, randomBytes);
    const link = { linkId, requestedAt: auth.created, items: ['bill'] as const };
    const accounts = bills.map((standing) => ({
      ...{ billId: standing._id, accountFingerprint: standing.accountFingerprint, standing },
      paid: { before: withPending(undefined, 'pay_1'), now: withPending(undefined, 'pay_2') },
      seen: {
        accountKey: 'a',
        balanceCents: 1,
        autopay: 'unknown',
        autopaySource: 'unknown',
      } as const,
    }));
    const session = { partnerNow: NOW } as never;
    const company = { _id: 'co_a', logo: {}, products: [], acceptedMethods: ['card'] } as never;
    const asked = { readAt: NOW, methodId: methods.at(-1)?._id };
    const plan = await planBills(deps, auth, { company, session }, accounts, asked);
    const verified = { ...auth, version: auth.version + 1, lastLinkId: linkId };
    const before = { ...auth, link };
    const own = deps.auths.saveWithCopies(verified, before, new Set(plan.billIds));
    expect(await table.write([...own, ...plan.writes])).toBe('written');
    // The auth and its event, the bills with theirs, all methods, and the ledgers of all accounts.
    expectTaken(2 + 2 * MAX_BILLS_PER_AUTH + MAX_BILLS_PER_AUTH + 1 + MAX_BILLS_PER_AUTH);
  });

  test('an auth comes under a test clock with its bills and their payments, in silence', async () => {
    const paymentIds = many(MAX_BILLS_PER_AUTH, () => newOwnedId('pay', clientId, randomBytes));
    const { bills } = await fullAuth((index) => ({
      scheduled: { paymentId: paymentIds[index] ?? '', payOn: TODAY },
    }));
    const planned = bills.map((bill, index) =>
      newPayment(bill, { paymentId: paymentIds[index] ?? '', payOn: TODAY, partnerNow: NOW }),
    );
    await storePayments(planned);
    await write([{ put: { ...clockKey(partnerId), version: 1, partnerId, ahead: 1 } }]);
    await enrollInClock(deps, partnerId);
    expect(told()).toEqual([]);
    expectTaken(1 + 2 * MAX_BILLS_PER_AUTH);
  });
});
