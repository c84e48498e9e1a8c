/**
 * The sweep that pays unattended, interrupted, doubled, late, and by an index that lags: nothing is paid
 * twice, and nothing is missed. By the machine's clock, as in production, and by a partner's test clock.
 */
import { randomBytes } from 'node:crypto';
import { dayOf, instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { ownedKey } from '@billhook/core/base/table-keys';
import { type BillRecord, owedOf } from '@billhook/core/bill/bill';
import type { CompanyBill } from '@billhook/core/company/connector';
import { newPayment } from '@billhook/core/payment/transitions';
import type { Runtime } from '@billhook/runtime/companies/runtime';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { saveClock } from '@billhook/runtime/sweeps/follow-clock';
import { followClocks } from '@billhook/runtime/sweeps/move-clock';
import { DUE_PARTS, sweepDueWork } from '@billhook/runtime/sweeps/sweep-due-work';
import { clockedMark } from '@billhook/runtime/table/partner-time';
import type { Key, Range } from '@billhook/runtime/table/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  account,
  closePaymentWorld,
  fakeConnector,
  linkOne,
  openPaymentWorld,
} from '../../../support/payment-world.ts';
import { changedBill, partnerId, unnoticed } from '../../../support/records.ts';

/** Five days before they are due, the bills are paid: in the first hours, which are over by then. */
const PAY_DAY = Date.parse('2026-11-30T04:01:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BILLS = 6;
/** More sweeps than are ever needed. */
const MANY = 5;
const NEVER = Number.MAX_SAFE_INTEGER;

let runtime: Runtime;
/** What the companies show, by account. */
const shown = new Map<string, CompanyBill>();
/** The accounts that were charged, each time that they were. */
const charged: string[] = [];
let executions: Promise<unknown>[] = [];
let lost = false;
let time = PAY_DAY;

beforeAll(async () => {
  // A workflow begins when it is started, and is tried again when it fails, as the state machine does.
  const onStart = ({ name }: { readonly name: string }) => {
    if (lost) throw new Error('Nothing was started');
    executions.push(pay(name));
  };
  ({ runtime } = await openPaymentWorld({ onStart }));
  const taken = new Set<string>();
  vi.spyOn(fakeConnector, 'listBills').mockImplementation(async () => [...shown.values()]);
  vi.spyOn(fakeConnector, 'findPayment').mockImplementation(async () => ({
    kind: 'never-taken' as const,
  }));
  vi.spyOn(fakeConnector, 'pay').mockImplementation(async (_, request) => {
    const { paymentId, accountKey, amountCents } = request;
    if (!taken.has(paymentId)) charged.push(accountKey);
    taken.add(paymentId);
    return { kind: 'paid', amountCents, paidAt: time };
  });
});
afterAll(closePaymentWorld);

async function pay(paymentId: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await submitPayment(runtime, paymentId, time);
      await settlePayment(runtime, paymentId, time);
      return;
    } catch (error) {
      if (attempt === MANY) throw error;
    }
  }
}

type Run = { readonly clock: () => number; readonly deadline: number };

const sweeps = {
  production: async (with_: Runtime, run: Run) => {
    await Promise.all(
      Array.from({ length: DUE_PARTS }, (_, part) =>
        sweepDueWork(with_, { part, clock: counted(run), deadline: run.deadline }),
      ),
    );
  },
  sandbox: async (with_: Runtime, run: Run) => {
    await followClocks(with_, { clock: counted(run), deadline: run.deadline });
  },
} as const;

/** A clock of its own for each run, so that each comes to its deadline. */
function counted({ clock, deadline }: Run): () => number {
  let calls = 0;
  // A run of either kind gets to one record, and to no other, before its deadline.
  return () => (deadline === NEVER || calls++ < 5 ? clock() : deadline);
}

describe.each(['production', 'sandbox'] as const)('the sweep in %s', (stage) => {
  beforeEach(async () => {
    vi.stubEnv('STAGE', stage);
    shown.clear();
    charged.length = 0;
    executions = [];
    lost = false;
    time = PAY_DAY;
    if (stage === 'sandbox' && !(await clockedMark(runtime.table, partnerId)).clocked) {
      await saveClock(runtime.table, { version: 1, partnerId, ahead: 0 });
    }
  });

  const sweep = async (with_: Runtime = runtime, deadline = NEVER) => {
    await sweeps[stage](with_, { clock: () => time, deadline });
    await Promise.all(executions);
  };

  /** Bills that are paid on the day, each of an account of its own. */
  const link = async (change: Partial<BillRecord> = {}, count = BILLS) => {
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const accountKey = `${stage} ${expect.getState().currentTestName} ${number}`;
      const { accountKey: _key, ...reported } = { ...account, ...change.reported };
      shown.set(accountKey, { ...reported, accountKey });
      const mark = await clockedMark(runtime.table, partnerId);
      const bill = { notifications: 'disabled' as const, ...change, ...mark, reported };
      const linked = await linkOne(runtime, { accountKey, bill });
      const { _id: methodId } = linked.method;
      const assigned = { ...linked.bill, version: linked.bill.version + 1, methodId };
      await runtime.table.write([runtime.bills.save(...unnoticed(assigned))]);
      ids.push(assigned._id);
    }
    return ids;
  };

  const expectEachPaidOnce = async (ids: readonly string[]) => {
    expect(charged.toSorted()).toEqual([...shown.keys()].toSorted());
    for (const id of ids) {
      const bill = await runtime.bills.findAny(id);
      expect(bill && owedOf(bill).balanceCents).toBe(0);
      expect(bill?.payments).toHaveLength(1);
      expect(bill?.pendingPaymentId).toBeUndefined();
    }
  };

  test('pays each bill once, however often it comes', async () => {
    const ids = await link();
    for (let count = 0; count < 3; count += 1) await sweep();
    await expectEachPaidOnce(ids);
  });

  test('makes what was scheduled for the day, however often it comes', async () => {
    const ids = await link({ recurring: 'disabled' }, 3);
    for (const id of ids) {
      const bill = await runtime.bills.findAny(id);
      if (!bill) throw new Error('The bill is gone');
      const payOn = dayOf(PAY_DAY);
      const paymentId = newOwnedId('pay', bill.clientId, randomBytes);
      const change = { version: bill.version + 1, scheduled: { paymentId, payOn } };
      const scheduled = changedBill(bill, change);
      const payment = newPayment(bill, { paymentId, payOn, partnerNow: PAY_DAY - DAY });
      await runtime.table.write([
        runtime.bills.save(...unnoticed(scheduled)),
        runtime.payments.save(...unnoticed(payment)),
      ]);
    }
    time = PAY_DAY + 3 * DAY;
    for (let count = 0; count < 3; count += 1) await Promise.all([sweep(), sweep()]);
    await expectEachPaidOnce(ids);
  });

  test('that comes before the day pays nothing', async () => {
    const ids = await link();
    time = Date.parse('2026-11-29T23:59:00Z');
    await sweep();
    expect(charged).toEqual([]);
    time = PAY_DAY;
    await sweep();
    await expectEachPaidOnce(ids);
  });

  test('that is interrupted leaves the rest to the next', async () => {
    const ids = await link();
    await sweep(runtime, time + 1);
    expect(charged.length).toBeGreaterThan(0);
    expect(charged.length).toBeLessThan(BILLS);
    time += MINUTE;
    await sweep();
    await expectEachPaidOnce(ids);
  });

  test('that dies before it has started what it began is made up for', async () => {
    const ids = await link();
    lost = true;
    await Promise.race([sweep(), new Promise((resolve) => setTimeout(resolve, 2000))]);
    expect(charged).toEqual([]);
    lost = false;
    time += 11 * MINUTE;
    await sweep();
    // What is begun is the machine's to look after, whatever clock its bill follows.
    await sweeps.production(runtime, { clock: () => time, deadline: NEVER });
    await Promise.all(executions);
    await expectEachPaidOnce(ids);
  });

  test('that comes twice at once pays once', async () => {
    const ids = await link();
    await Promise.all([sweep(), sweep(), sweep()]);
    for (let count = 0; count < MANY; count += 1) await sweep();
    await expectEachPaidOnce(ids);
  });

  test('that is days late still pays, even after the due date', async () => {
    const ids = await link({ notifications: 'enabled' });
    time = PAY_DAY + 9 * DAY;
    await sweep();
    await expectEachPaidOnce(ids);
  });

  test('however late pays no statement that is the user’s to pay', async () => {
    const dueOn = account.dueOn;
    await link({ seenOn: '2026-12-06' }, 1);
    await link({ skippedDueOn: dueOn }, 1);
    await link({ recurring: 'disabled' }, 1);
    await link({ reported: { ...account, autopay: 'enabled' } }, 1);
    for (const days of [0, 4, 9, 30]) {
      time = PAY_DAY + days * DAY;
      await sweep();
    }
    expect(charged).toEqual([]);
  });

  test('by an index that still shows what was taken up pays nothing twice', async () => {
    const ids = await link();
    const rows = new Map<string, unknown>();
    const query = async <T>(range: Range) => {
      if (range.index !== 'byDue') return runtime.table.query<T>(range);
      const stale = rows.get(range.partition) ?? (await runtime.table.query<T>(range));
      rows.set(range.partition, stale);
      return stale as Awaited<ReturnType<typeof runtime.table.query<T>>>;
    };
    const lagging = { ...runtime, table: { ...runtime.table, query } };
    for (let count = 0; count < 3; count += 1) await sweep(lagging);
    await expectEachPaidOnce(ids);
  });

  test('by an index that does not show all yet misses nothing', async () => {
    const ids = await link();
    const hidden = new Set(ids.slice(0, BILLS / 2));
    const query = async <T>(range: Range) => {
      const page = await runtime.table.query<T & { sk: string }>(range);
      return { ...page, items: page.items.filter(({ sk }) => !hidden.has(sk)) };
    };
    await sweep({ ...runtime, table: { ...runtime.table, query } });
    expect(charged).toHaveLength(BILLS / 2);
    time += MINUTE;
    await sweep();
    await expectEachPaidOnce(ids);
  });

  test('puts back a bill that is due by what it was, and not by what it is', async () => {
    const [id = ''] = await link({}, 1);
    const bill = await runtime.bills.findAny(id);
    if (!bill?.dueShard) throw new Error('The bill is not due');
    // As a release before this one may have planned it.
    const { dueAt, dueShard, dueKind } = bill;
    time = Date.parse(dueAt ?? '') - 10 * DAY;
    const early = { ...{ dueShard, dueKind }, dueAt: instantText(time) };
    await runtime.table.write([{ update: ownedKey('bill', id) as Key, set: early }]);
    await sweep();
    expect(await runtime.bills.findAny(id)).toMatchObject({ dueAt });
    expect(charged).toEqual([]);
  });

  test('leaves nothing due that it has done', async () => {
    const ids = await link({ notifications: 'enabled' });
    for (let days = 0; days < 10; days += 1) {
      time = PAY_DAY + days * DAY;
      await sweep();
    }
    for (const id of ids) {
      const bill = await runtime.bills.findAny(id);
      expect([bill?.dueShard, bill?.dueAt]).toEqual([undefined, undefined]);
    }
  });
});

test('outside of a sandbox nothing follows a test clock, even where one stands', async () => {
  vi.stubEnv('STAGE', 'production');
  expect(await clockedMark(runtime.table, partnerId)).toEqual({});
});
