import { randomBytes } from 'node:crypto';
import { addDays } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { ledgerKey, statementKey } from '@billhook/core/base/table-keys';
import { newPayment } from '@billhook/core/payment/transitions';
import { ledgerStore } from '@billhook/runtime/stores/ledger-store';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Migrated, migrate, type Scan } from '../../../lib/operator/migrate/migrate.ts';
import type { Item } from '../../../lib/operator/migrate/rewrites.ts';
import { type MemoryTable, memoryTable } from '../../support/memory-table.ts';
import { authRecord, billRecord, clientId, NOW, TODAY } from '../../support/records.ts';

let table: MemoryTable;

beforeEach(() => {
  table = memoryTable(() => NOW);
});

/** Pages of one record each. */
const scan: Scan = async (after) => {
  const all = [...table.items.values()].map((item) => structuredClone(item) as Item);
  const keys = all.map(({ pk, sk }) => `${pk} ${sk}`);
  const at = after ? keys.indexOf(`${after.pk} ${after.sk}`) + 1 : 0;
  const item = all[at];
  if (!item) return { items: [] };
  const { pk, sk } = item;
  return { items: [item], ...(at + 1 < all.length && { next: { pk, sk } }) };
};

const run = (through: Scan = scan) => migrate({ table, scan: through }, NOW, () => undefined);
const keep = (key: { readonly pk: string; readonly sk: string }, record: object) =>
  table.write([{ put: { ...record, ...key } }]);
const owned = (record: { readonly _id: string }) => ({ pk: clientId, sk: record._id });

const { consent: _agreed, ...made } = billRecord({ recurring: 'enabled' });
// As it is stored: without members that are undefined.
const bill: typeof made = JSON.parse(JSON.stringify(made));
const payment = newPayment(bill, {
  paymentId: newOwnedId('pay', clientId, randomBytes),
  payOn: TODAY,
  partnerNow: NOW,
});
const { starts: _begins, ...auth } = authRecord({ byApiKey: true });

describe('what release 0.1.0 wrote', () => {
  test('says why it is paid automatically, under the next version, and is told to nobody', async () => {
    await keep(owned(bill), bill);
    await keep(owned(auth), auth);
    const done = await run();
    expect(Object.values(done.rewritten)).toEqual([1, 1]);
    const consent = { by: 'legacy' };
    const rewritten = { ...bill, consent, version: bill.version + 1 };
    expect(await table.get(owned(bill))).toMatchObject(rewritten);
    expect(await table.get(owned(auth))).toMatchObject({
      starts: { recurring: 'enabled', consent },
    });
    expect([...table.items.keys()].filter((key) => key.includes('event'))).toEqual([]);
  });

  test('is rewritten once', async () => {
    await keep(owned(bill), bill);
    await run();
    const left = structuredClone([...table.items]);
    expect(await run()).toEqual({ looked: 1, rewritten: {}, later: 0 });
    expect([...table.items]).toEqual(left);
  });

  test('leaves a bill as it is that is not paid automatically', async () => {
    await keep(owned(bill), { ...bill, recurring: 'disabled' });
    expect((await run()).rewritten).toEqual({});
  });

  test('is numbered where its company was asked', async () => {
    await keep(owned(payment), { ...payment, status: 'pending', amountCents: 100 });
    await run();
    expect(await table.get(owned(payment))).toMatchObject({ submission: 1 });
  });
});

describe('a statement that a payment held', () => {
  const account = { companyId: bill.companyId, accountFingerprint: bill.accountFingerprint };
  const statement = { accountFingerprint: account.accountFingerprint, dueOn: '2026-12-05' };
  const hold = statementKey(account.companyId, account.accountFingerprint, statement.dueOn);
  const paid = { kind: 'paid', amountCents: 100, paidAt: NOW } as const;
  const base = { ...payment, ...account, statement, amountCents: 100, submission: 1 };
  const keepHeld = async (change: object, state = 'held') => {
    await keep(hold, { paymentId: base._id, state });
    await keep(owned(base), { ...base, ...change });
  };
  const ledger = () => ledgerStore(table).find(account);

  test.each<[string, object, object]>([
    ['that is under way', { status: 'pending' }, { pendingPaymentId: base._id }],
    [
      'that is not shown yet',
      { status: 'paid', outcome: paid },
      { unposted: [{ paymentId: base._id, amountCents: 100, until: addDays(TODAY, 5) }] },
    ],
  ])('%s stands in the ledger of its account', async (_, change, kept) => {
    await keepHeld(change);
    await run();
    expect(await ledger()).toMatchObject({ version: 1, ...kept });
    expect(await table.get(hold)).toBeUndefined();
    // As a payment would have found it before.
    const found = await ledgerStore(table).findOrAdopt(bill, NOW);
    expect(found).toMatchObject(kept);
  });

  test.each<[string, object, string]>([
    ['long posted', { status: 'paid', outcome: { ...paid, paidAt: NOW - 2e9 } }, 'held'],
    ['declined', { status: 'declined', outcome: { kind: 'declined' } }, 'held'],
    ['released', { status: 'pending' }, 'released'],
  ])('is forgotten where it was %s', async (_, change, state) => {
    await keepHeld(change, state);
    await run();
    expect(await table.get(hold)).toBeUndefined();
    expect((await ledger())?.pendingPaymentId).toBeUndefined();
    expect((await ledger())?.unposted ?? []).toEqual([]);
  });

  test('stays while its payment is under way beside a ledger, and is forgotten later', async () => {
    await keepHeld({ status: 'pending' });
    const standing = { version: 1, unposted: [], listed: [] };
    await keep(ledgerKey(account.companyId, account.accountFingerprint), standing);
    expect(await run()).toMatchObject({ later: 1, rewritten: {} });
    expect(await table.get(hold)).toBeDefined();
    await keepHeld({ status: 'paid', outcome: paid });
    expect(await run()).toMatchObject({ later: 0 });
    expect(await table.get(hold)).toBeUndefined();
    expect(await ledger()).toMatchObject(standing);
  });
});

test('a run that was stopped continues where it was, and counts on', async () => {
  for (let number = 0; number < 5; number += 1) {
    const _id = `${bill._id.slice(0, -1)}${number}`;
    await keep(owned({ _id }), { ...bill, _id });
  }
  let pages = 0;
  const dying: Scan = async (after) => {
    pages += 1;
    if (pages > 3) throw new Error('killed');
    return scan(after);
  };
  await expect(run(dying)).rejects.toThrow('killed');
  const told: Migrated[] = [];
  await migrate({ table, scan }, NOW, (standing, isGoingOn) => {
    if (isGoingOn) told.push(standing);
  });
  expect(told).toMatchObject([{ looked: 3, rewritten: { 'bills with consent': 3 } }]);
  const bills = [...table.items.values()].filter(({ sk }) => String(sk).startsWith('bill_'));
  expect(bills.map(({ consent }) => consent)).toEqual(Array(5).fill({ by: 'legacy' }));
  expect(await table.get({ pk: 'migration', sk: 'position' })).toBeUndefined();
});

test('what changes meanwhile is read again, and keeps its change', async () => {
  await keep(owned(bill), bill);
  const stale: Scan = async (after) => {
    const page = await scan(after);
    await keep(owned(bill), { ...bill, version: bill.version + 1, customLabel: 'Home' });
    return page;
  };
  await run(stale);
  expect(await table.get(owned(bill))).toMatchObject({
    customLabel: 'Home',
    consent: { by: 'legacy' },
    version: bill.version + 2,
  });
});
