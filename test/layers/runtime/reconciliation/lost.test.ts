/** A table that was set back to a moment before payments: companies have taken what it doesn't know. */
import { randomBytes } from 'node:crypto';
import { newOwnedId } from '@billhook/core/base/ids';
import type { BillRecord } from '@billhook/core/bill/bill';
import { factsOf } from '@billhook/core/payment/account-ledger';
import { automaticAmount } from '@billhook/core/payment/bound';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { settleLedger } from '@billhook/core/payment/settlement';
import { newPayment } from '@billhook/core/payment/transitions';
import { listAudit } from '@billhook/runtime/partners/audit';
import { type FindLost, findLost, takeIn } from '@billhook/runtime/reconciliation/lost';
import { openStores, type Stores } from '@billhook/runtime/stores/open-stores';
import { wirePaymentStore } from '@billhook/runtime/stores/wire-payment-store';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import {
  CONNECTOR,
  NOON,
  noonOf,
  openReconciliationWorld,
  type ReconciliationWorld,
  TODAY,
  window,
} from '../../../support/reconciliation-world.ts';
import { clientId, partnerId, unnoticed } from '../../../support/records.ts';

const yesterday = window.at(-1) ?? '';
const actor = { kind: 'operator', id: 'local:ada' } as const;
const outcome = { kind: 'paid', amountCents: 10_000, paidAt: noonOf(yesterday) } as const;

let world: ReconciliationWorld;
let bill: BillRecord;
let restore: () => Stores;

/** All that is written from here on is lost by `restore`, which returns the table that was replaced. */
function backUp() {
  const backup = [...world.table.items];
  restore = () => {
    const replaced = memoryTable(world.now);
    for (const [key, item] of world.table.items) replaced.items.set(key, item);
    world.table.items.clear();
    for (const [key, item] of backup) world.table.items.set(key, item);
    return openStores({ table: replaced, random: randomBytes });
  };
}

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  world = await openReconciliationWorld();
  bill = await world.addBill();
  backUp();
});

/** Paid and settled, and reported by the connector as it calls the payment. */
async function pay(of = bill, name?: (payment: PaymentRecord) => string) {
  const paid = await world.addPayment(of, yesterday, { status: 'paid', outcome });
  const { deps, table } = world;
  await table.write([deps.ledgers.save(of, settleLedger(undefined, paid, outcome))]);
  world.addLine({ _id: name?.(paid) ?? paid._id }, { at: outcome.paidAt, confirmation: 'A-1' });
  return paid;
}

const find = (more: Partial<FindLost> = {}) =>
  findLost({
    ...{ stores: world.deps, sources: world.deps.sources, since: noonOf(yesterday), now: NOON },
    ...{ bills: new Map(), ...more },
  });

async function takeAllIn(more: Partial<FindLost> = {}) {
  const { lost } = await find(more);
  for (const one of lost) await takeIn({ stores: world.deps, now: NOON, actor }, one);
  return lost;
}

const ledgerOf = (of: BillRecord) => world.deps.ledgers.find(of);

describe('A payment that the table lost', () => {
  test('is written into the ledger as the replaced table has it, and is not paid again', async () => {
    const paid = await pay();
    const replaced = restore();
    expect(await world.deps.payments.findAny(paid._id)).toBeUndefined();
    const [lost] = await takeAllIn({ replaced });
    expect(lost).toMatchObject({
      paymentId: paid._id,
      isTakenIn: false,
      line: { confirmation: 'A-1' },
    });
    const ledger = await ledgerOf(bill);
    const before = await replaced.ledgers.find(bill);
    expect(ledger).toMatchObject({ statements: before?.statements, version: 1 });
    const shown = await world.deps.bills.findAny(bill._id);
    expect(shown?.account?.unproven).toMatchObject([{ paymentId: paid._id, amountCents: 10_000 }]);
    expect(automaticAmount(bill)).toBe(10_000);
    expect(shown && automaticAmount(shown)).not.toBe(10_000);
    const audit = await listAudit(world.table, partnerId);
    expect(audit).toMatchObject([
      { actor, action: 'payment-taken-in', detail: { paymentId: paid._id } },
    ]);
  });

  test('is taken in once, however often that is asked for', async () => {
    await pay();
    const replaced = restore();
    await takeAllIn({ replaced });
    const once = await ledgerOf(bill);
    const again = await takeAllIn({ replaced });
    expect(again.map(({ isTakenIn }) => isTakenIn)).toEqual([true]);
    expect(await ledgerOf(bill)).toEqual(once);
  });

  test('is found by what its connector calls it, which is known again then', async () => {
    const paid = await pay(bill, () => 'wire');
    await wirePaymentStore(world.table).note(CONNECTOR, 'wire', paid._id, NOON);
    const [lost] = await takeAllIn({ replaced: restore() });
    expect(lost?.paymentId).toBe(paid._id);
    expect(await wirePaymentStore(world.table).find(CONNECTOR, 'wire')).toBe(paid._id);
  });

  test('counts for its account where the link that paid is lost as well', async () => {
    const later = await world.addBill();
    await pay(later);
    await takeAllIn({ replaced: restore() });
    expect(await world.deps.bills.findAny(later._id)).toBeUndefined();
    expect(factsOf((await ledgerOf(later)) ?? never(), undefined).unproven).toHaveLength(1);
  });

  test('counts beside one of its id that the table still wants to make', async () => {
    const planned = newPayment(bill, {
      ...{ paymentId: newOwnedId('pay', clientId, randomBytes), payOn: TODAY, partnerNow: NOON },
    });
    await world.table.write([world.deps.payments.save(...unnoticed(planned))]);
    world.addLine(planned, { at: NOON });
    const [lost] = await takeAllIn();
    expect(lost?.paymentId).toBe(planned._id);
    const { unproven } = factsOf((await ledgerOf(bill)) ?? never(), undefined);
    expect(unproven).toMatchObject([{ amountCents: 10_000 }]);
    expect(unproven[0]?.paymentId).not.toBe(planned._id);
  });
});

describe('Without the replaced table, a payment', () => {
  test('is of the only bill of its client at the connector', async () => {
    const paid = await pay();
    restore();
    const [lost] = await takeAllIn();
    expect(lost?.placed?.owner.billId).toBe(bill._id);
    expect(factsOf((await ledgerOf(bill)) ?? never(), undefined).unproven).toMatchObject([
      { paymentId: paid._id, amountCents: 10_000, paidOn: yesterday },
    ]);
  });

  test('that may be of several is placed by the operator alone', async () => {
    const other = await world.addBill();
    backUp();
    const paid = await pay();
    restore();
    const [lost] = (await find()).lost;
    expect(lost?.placed).toBeUndefined();
    expect(lost?.mayBe.toSorted()).toEqual([bill._id, other._id].toSorted());
    // Also where the bills of the client don't fit one page.
    const { bills } = world.deps;
    const list: Stores['bills']['list'] = (id, page) => bills.list(id, { ...page, limit: 1 });
    const paged = { ...world.deps, bills: { ...bills, list } };
    expect((await find({ stores: paged })).lost).toMatchObject([{ mayBe: lost?.mayBe }]);
    await takeAllIn({ bills: new Map([[paid._id, bill._id]]) });
    expect(await ledgerOf(other)).toBeUndefined();
    expect(await ledgerOf(bill)).toBeDefined();
  });

  test('that a connector calls by its own name is of no known bill until the operator says', async () => {
    await pay(bill, () => 'wire');
    restore();
    expect((await find()).lost).toMatchObject([{ paymentId: 'wire', mayBe: [], isTakenIn: false }]);
    const bills = new Map([['wire', bill._id]]);
    await takeAllIn({ bills });
    expect((await find({ bills })).lost).toMatchObject([{ isTakenIn: true }]);
  });
});

describe('Nothing is lost', () => {
  test('that the table has as paid, or as asked for', async () => {
    await pay();
    const asked = await world.addPayment(bill, yesterday, {});
    world.addLine(asked, { at: NOON });
    expect((await find()).lost).toEqual([]);
  });

  test('where nothing was taken, or the suite of a new connector paid', async () => {
    world.addLine({ _id: 'suite-4Tq8sVx2-1' }, {});
    world.addLine({ _id: newOwnedId('pay', clientId, randomBytes) }, { kind: 'declined' });
    expect((await find()).lost).toEqual([]);
  });
});

test('What no connector has reported is named: a payment may be missing there', async () => {
  world.reports.missing.add(TODAY);
  expect((await find()).unreported).toEqual([{ connectorId: CONNECTOR, day: TODAY }]);
});

function never(): never {
  throw new Error('There is no ledger');
}
