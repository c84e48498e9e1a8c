/** Runs of reconciliation on the same day, on later days, and where one dies at any write. */
import { addDays, DAY_MILLISECONDS, instantText } from '@billhook/core/base/dates';
import { newOwnedId, newRootId } from '@billhook/core/base/ids';
import { auditPartition, clientKey, eventShard } from '@billhook/core/base/table-keys';
import { newErasure } from '@billhook/core/erasing/erasure';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { newPartner } from '@billhook/core/partner/partner';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { closeFinding } from '@billhook/core/reconciliation/finding';
import { RECONCILIATION_PARTS, reconcileDay } from '@billhook/runtime/reconciliation/run-day';
import { reconcileNow } from '@billhook/runtime/reconciliation/run-now';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { seededBytes } from '../../../model/random.ts';
import {
  CONNECTOR,
  NOON,
  noonOf,
  openReconciliationWorld,
  type ReconciliationWorld,
  TODAY,
  window,
} from '../../../support/reconciliation-world.ts';
import { clientId, partnerId } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const yesterday = window.at(-1) ?? '';
const [firstDay = ''] = window;
const random = seededBytes(5);

let world: ReconciliationWorld;
beforeAll(() => {
  vi.stubEnv('STAGE', 'sandbox');
});
beforeEach(async () => {
  world = await openReconciliationWorld();
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const paidOn = (day: string): Partial<PaymentRecord> => ({
  status: 'paid',
  outcome: { kind: 'paid', amountCents: 10_000, paidAt: noonOf(day) },
});
const unknown = { status: 'pending', outcome: { kind: 'unknown' } } as const;

const events = () =>
  [...world.table.items.values()].filter(({ type }) => type === 'partner.reconciled');
const reportOf = (day: string, ownerId = partnerId) => world.deps.findings.findReport(ownerId, day);
const linesOf = async (day: string) => {
  const page = await world.deps.findings.lines(partnerId, day, { limit: 100 });
  if ('failure' in page) throw new Error('The lines could not be listed');
  return page.items;
};

describe('On the same day', () => {
  test('a second run finds the same, and tells nothing again', async () => {
    const { addPayment, addBill, run, open } = world;
    await addPayment(await addBill(), yesterday, paidOn(yesterday));
    await run();
    const [found, report] = [await open(), await reportOf(TODAY)];
    await run();
    expect([await open(), await reportOf(TODAY)]).toEqual([found, report]);
    expect(events()).toHaveLength(1);
    expect(events()[0]).toMatchObject({ sequence: 1, data: { open: 1, newFindings: 1 } });
  });

  test('a partner with nothing to look at has a report, and is told nothing', async () => {
    await world.run();
    expect(await reportOf(TODAY)).toMatchObject({ payments: 0, findings: {}, complete: true });
    expect(events()).toHaveLength(0);
  });

  test('one that is made at once is of the deployment too, today included, though its day was made', async () => {
    const { addLine, deps, run } = world;
    await run();
    const stranger = newOwnedId('pay', clientId, random);
    addLine({ _id: stranger }, { at: noonOf(TODAY) });
    world.at(NOON + HOUR);
    await reconcileNow(deps, partnerId, () => NOON + HOUR);
    const made = instantText(NOON + HOUR);
    const wanted = { findings: { 'paid-not-ours': 1 }, completedAt: made };
    expect(await reportOf(TODAY, DEPLOYMENT)).toMatchObject(wanted);
    await run();
    expect(await reportOf(TODAY, DEPLOYMENT)).toMatchObject(wanted);
  });

  test('before three in the morning nothing is done', async () => {
    world.at(Date.parse(`${TODAY}T02:59:59.999Z`));
    await world.run();
    expect(await reportOf(TODAY)).toBeUndefined();
    world.at(Date.parse(`${TODAY}T03:00:00Z`));
    await world.run();
    expect(await reportOf(TODAY)).toBeDefined();
  });

  test('a partner that cannot be reconciled holds up no other, and is met again', async () => {
    const { deps, table, run } = world;
    const other = newRootId('ptn', random);
    const partners = partnerStore(table);
    const second = newPartner({ partnerId: other, name: 'B', now: instantText(NOON) });
    await table.write([partners.save(second), partners.enlist(other)]);
    const { listByPartner } = deps.bills;
    const failing = vi.fn(async (id: string, page: object) => {
      if (id === partnerId) throw new Error('The index is gone');
      return listByPartner(id, page);
    });
    Object.assign(deps.bills, { listByPartner: failing });
    await run();
    expect([await reportOf(TODAY), await reportOf(TODAY, other)]).toEqual([
      undefined,
      expect.objectContaining({ day: TODAY }),
    ]);
    Object.assign(deps.bills, { listByPartner });
    await run();
    expect(await reportOf(TODAY)).toBeDefined();
  });
});

describe('A run that dies', () => {
  /** All that there is to find and to settle. */
  async function prepare() {
    const { addBill, addLedger, addLine, addPayment } = world;
    const lost = await addPayment(await addBill(), yesterday, paidOn(yesterday));
    const pending = await addPayment(await addBill(), yesterday, unknown);
    addLine(pending, { at: noonOf(yesterday) });
    const bill = await addBill();
    const ended = await addPayment(bill, yesterday, paidOn(yesterday));
    addLine(ended, { at: noonOf(yesterday) });
    await addLedger(bill, { pendingPaymentId: ended._id });
    for (let count = 0; count < 9; count += 1)
      addLine({ _id: newOwnedId('pay', clientId, random) }, { at: noonOf(yesterday) });
    return { lost, pending };
  }

  const dyingAt = async (write: number) => {
    const { table, run } = world;
    const whole = table.write;
    let left = write;
    Object.assign(table, {
      write: async (writes: Parameters<typeof whole>[0]) => {
        left -= 1;
        if (left < 0) throw new Error('The process died');
        return whole(writes);
      },
    });
    const died = await run().then(
      () => false,
      () => true,
    );
    Object.assign(table, { write: whole });
    return died || left < 0;
  };

  test('at any write: the next run finds and settles the same', async () => {
    let died = true;
    let write = 0;
    for (; died; write += 1) {
      world = await openReconciliationWorld();
      const { lost, pending } = await prepare();
      died = await dyingAt(write);
      await world.run();
      const found = await world.open(partnerId);
      expect(found, `write ${write}`).toEqual([`missing-at-company ${lost._id}`]);
      expect(await world.open(DEPLOYMENT), `write ${write}`).toHaveLength(9);
      // What is on record and not settled yet, the sweep of due work settles.
      const outcome = { kind: 'paid', amountCents: 10_000 };
      expect(await world.deps.payments.findAny(pending._id)).toMatchObject({ outcome });
      expect(events(), `write ${write}`).toHaveLength(1);
      const settled = (await linesOf(TODAY)).filter((line) => line.settled);
      // What was settled right before the run died may be missing of the list, and of that alone.
      expect(settled.length, `write ${write}`).toBeGreaterThanOrEqual(1);
    }
    expect(write).toBeGreaterThan(30);
  });
});

describe('On later days', () => {
  const dayLater = (days: number) => world.at(NOON + days * DAY_MILLISECONDS);

  test('what is still so keeps its id and ages; what is not so any more ends', async () => {
    const { addPayment, addLine, addBill, run, open } = world;
    const [lost, late] = [
      await addPayment(await addBill(), yesterday, paidOn(yesterday)),
      await addPayment(await addBill(), yesterday, paidOn(yesterday)),
    ];
    await run();
    const before = await linesOf(TODAY);
    addLine(late, { at: noonOf(yesterday) });
    dayLater(1);
    await run();
    expect(await open()).toEqual([`missing-at-company ${lost._id}`]);
    const [line] = await linesOf(addDays(TODAY, 1));
    expect(line).toMatchObject({ paymentId: lost._id, firstSeenOn: TODAY });
    expect(before.map(({ _id }) => _id)).toContain(line?._id);
    // The report of the day before says what it said.
    expect(await linesOf(TODAY)).toEqual(before);
    expect(await reportOf(addDays(TODAY, 1))).toMatchObject({ newFindings: 0 });
  });

  test('a payment that has left the window is still missing, until it is reported', async () => {
    const { addPayment, addLine, addBill, run, open } = world;
    const lost = await addPayment(await addBill(), yesterday, paidOn(yesterday));
    await run();
    dayLater(20);
    await run();
    expect(await open()).toEqual([`missing-at-company ${lost._id}`]);
    addLine(lost, { at: noonOf(addDays(TODAY, 19)) });
    dayLater(21);
    await run();
    expect(await open()).toEqual([]);
  });

  test('what a company reports and nobody ordered stays until a person closes it', async () => {
    const { addLine, deps, run, open, table } = world;
    const stranger = newOwnedId('pay', clientId, random);
    addLine({ _id: stranger }, { at: noonOf(yesterday) });
    await run();
    dayLater(30);
    await run();
    expect(await open(DEPLOYMENT)).toEqual([`paid-not-ours ${CONNECTOR} ${stranger}`]);
    for await (const one of deps.findings.openFindings(DEPLOYMENT)) {
      const closed = { ...one, ...closeFinding(one, TODAY) };
      await table.write([deps.findings.saveFinding(DEPLOYMENT, closed)]);
    }
    world.reports.lines.set(addDays(TODAY, 30), world.reports.lines.get(yesterday) ?? []);
    dayLater(31);
    await run();
    expect(await open(DEPLOYMENT)).toEqual([]);
  });

  test('of a client who is erased nothing is found any more', async () => {
    const { addPayment, addLine, addBill, run, open, deps, table } = world;
    const lost = await addPayment(await addBill(), yesterday, paidOn(yesterday));
    const taken = await addPayment(await addBill(), yesterday, paidOn(yesterday));
    addLine(taken, { at: noonOf(yesterday) });
    await run();
    expect(await open()).toHaveLength(1);
    for (const payment of [lost, taken]) {
      const standing = await deps.payments.findAny(payment._id);
      if (standing) await table.write([deps.payments.erase(standing)]);
    }
    const mark = newErasure({ _id: clientId, partnerId }, NOON);
    await table.write([{ put: { ...clientKey(clientId), ...mark } }]);
    dayLater(1);
    await run();
    expect(await open()).toEqual([]);
  });
});

describe('A connector that does not report', () => {
  test('is waited for until noon; then the report is made without it', async () => {
    const { addPayment, addBill, reports, run, open } = world;
    await addPayment(await addBill(), firstDay, paidOn(firstDay));
    reports.missing.add(firstDay);
    world.at(NOON - 1);
    await run();
    expect(await reportOf(TODAY)).toBeUndefined();
    world.at(NOON);
    await run();
    expect(await reportOf(TODAY)).toMatchObject({ complete: false, findings: {} });
    expect(await open()).toEqual([`no-report ${CONNECTOR} ${firstDay}`]);
  });

  test('and reports a day later: the day is read, and what was missing there is found', async () => {
    const { addPayment, addBill, reports, run, open } = world;
    const payment = await addPayment(await addBill(), yesterday, paidOn(yesterday));
    reports.missing.add(yesterday);
    await run();
    reports.missing.clear();
    world.at(NOON + DAY_MILLISECONDS);
    await run();
    expect(await open()).toEqual([`missing-at-company ${payment._id}`]);
    expect(await reportOf(addDays(TODAY, 1))).toMatchObject({ complete: true });
  });

  test('in the window, and then no more: its day stays open', async () => {
    const { reports, run, open } = world;
    reports.missing.add(firstDay);
    await run();
    reports.missing.clear();
    world.at(NOON + 2 * DAY_MILLISECONDS);
    await run();
    expect(await open()).toEqual([`no-report ${CONNECTOR} ${firstDay}`]);
  });

  test.each([
    ['an amount that is none', { amountCents: 0.5 }],
    ['an instant in seconds', { at: NOON / 1000 }],
  ])('or whose report makes no sense (%s) has not reported', async (_what, wrong) => {
    const { addLine, run, open } = world;
    addLine({ _id: newOwnedId('pay', clientId, random) }, { at: noonOf(yesterday) });
    const [line] = world.reports.lines.get(yesterday) ?? [];
    if (line) world.reports.lines.set(yesterday, [{ ...line, ...wrong }]);
    await run();
    expect(await open()).toEqual([`no-report ${CONNECTOR} ${yesterday}`]);
  });
});

describe('What is proven', () => {
  test('settles a pending payment, with an entry in the audit', async () => {
    const { addPayment, addLine, addBill, run, table, deps } = world;
    const bill = await addBill();
    const payment = await addPayment(bill, yesterday, unknown);
    addLine(payment, { at: noonOf(yesterday), confirmation: 'A-17', feeCents: 150 });
    await run();
    const settled = await deps.payments.findAny(payment._id);
    const outcome = { kind: 'paid', confirmation: 'A-17', feeCents: 150 };
    expect(settled).toMatchObject({ status: 'paid', outcome });
    const { items } = await table.query({ partition: auditPartition(partnerId) });
    const actor = { kind: 'schedule', id: 'reconciliation' };
    expect(items).toMatchObject([{ action: 'payment-settled', actor }]);
    expect(await linesOf(TODAY)).toMatchObject([{ settled: 'paid', paymentId: payment._id }]);
    expect(await reportOf(TODAY)).toMatchObject({ settled: 1, findings: {} });
    // What the company shows of it later is known to be ours.
    expect(await deps.ledgers.find(bill)).toMatchObject({
      unposted: [{ paymentId: payment._id, amountCents: 10_000 }],
    });
  });

  test('records a return, where the report says why, and once', async () => {
    const { addPayment, addLine, addBill, run, deps, open } = world;
    const payment = await addPayment(await addBill(), yesterday, paidOn(yesterday));
    addLine(payment, { at: noonOf(yesterday) });
    addLine(payment, { at: noonOf(yesterday), kind: 'returned', reason: 'account_closed' });
    await run();
    const returned = { reason: 'account_closed', on: yesterday };
    expect(await deps.payments.findAny(payment._id)).toMatchObject({
      status: 'returned',
      returned,
    });
    expect(await open()).toEqual([]);
    expect(await linesOf(TODAY)).toMatchObject([{ kind: 'returned', settled: 'returned' }]);
    world.at(NOON + DAY_MILLISECONDS);
    await run();
    expect(await linesOf(addDays(TODAY, 1))).toEqual([]);
  });

  test('a payment that is declined in the meantime stays declined', async () => {
    const { addPayment, addLine, addBill, run, deps, open } = world;
    const payment = await addPayment(await addBill(), yesterday, unknown);
    addLine(payment, { at: noonOf(yesterday) });
    const { findAny } = deps.payments;
    let looks = 0;
    // The company answers between the list and the look.
    const answered = async (id: string) => {
      const found = await findAny(id);
      looks += 1;
      return (
        found && { ...found, status: 'declined' as const, outcome: { kind: 'declined' as const } }
      );
    };
    Object.assign(deps.payments, { findAny: answered });
    await run();
    expect(looks).toBeGreaterThan(0);
    expect(await open()).toEqual([`outcome-differs ${payment._id}`]);
  });

  test('frees an account whose payment has ended, and not one whose payment is pending', async () => {
    const { addPayment, addLine, addBill, addLedger, run, deps, open } = world;
    const [freed, held] = [await addBill(), await addBill()];
    const ended = await addPayment(freed, yesterday, paidOn(yesterday));
    addLine(ended, { at: noonOf(yesterday) });
    await addLedger(freed, { pendingPaymentId: ended._id });
    world.at(noonOf(yesterday) + HOUR);
    const pending = await addPayment(held, TODAY, { status: 'pending' });
    await addLedger(held, { pendingPaymentId: pending._id });
    world.at(NOON);
    await run();
    expect((await deps.ledgers.find(freed))?.pendingPaymentId).toBeUndefined();
    expect((await deps.ledgers.find(held))?.pendingPaymentId).toBe(pending._id);
    expect(await open()).toEqual([]);
    expect(await linesOf(TODAY)).toMatchObject([{ settled: 'released' }]);
  });

  test('a statement that was paid elsewhere is not paid automatically', async () => {
    const { addBill, addLedger, run, deps } = world;
    const bill = await addBill({ seenOn: yesterday });
    await addLedger(bill, { listed: [{ amountCents: 10_000, paidOn: yesterday }] });
    await run();
    expect(await deps.bills.findAny(bill._id)).toMatchObject({ skippedDueOn: '2026-12-05' });
  });
});

test('Whichever part a partner is of, its report has the events that never went out', async () => {
  const { deps, now, table } = world;
  const eventId = `evt_${clientId.slice(3)}_c0000000000000`;
  const due = { dueShard: eventShard(3), dueAt: instantText(NOON - 2 * HOUR), dueKind: 'event' };
  const key = { pk: clientId, sk: 'event#0000000000000' };
  await table.write([{ put: { ...key, _id: eventId, partnerId, clientId, ...due } }]);
  // The first part comes last.
  for (const part of [3, 2, 1, 0, 3, 2, 1, 0])
    await reconcileDay(deps, { part, clock: now, deadline: now() + 1 });
  expect(await linesOf(TODAY)).toMatchObject([{ kind: 'event-untold', eventId }]);
  expect(await reportOf(TODAY)).toMatchObject({ findings: { 'event-untold': 1 } });
});

test('A run whose time is over before its first page does nothing, and the next goes on', async () => {
  const { deps, now, run, addPayment, addBill, open } = world;
  const payment = await addPayment(await addBill(), yesterday, paidOn(yesterday));
  for (let part = 0; part < RECONCILIATION_PARTS; part += 1)
    await reconcileDay(deps, { part, clock: now, deadline: now() });
  expect(await open()).toEqual([]);
  await run();
  expect(await open()).toEqual([`missing-at-company ${payment._id}`]);
});
