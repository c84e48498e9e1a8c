/** A payment whose client was erased, and which its connector reports as returned after that. */
import { randomBytes } from 'node:crypto';
import { instantText } from '@billhook/core/base/dates';
import { newOwnedId, newRootId } from '@billhook/core/base/ids';
import { clientKey, keptPartition } from '@billhook/core/base/table-keys';
import { newClient } from '@billhook/core/client/client';
import type { Settlement } from '@billhook/core/company/connector';
import type { KeptPayment } from '@billhook/core/erasing/kept-payment';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { settleLedger } from '@billhook/core/payment/settlement';
import { parsedSource } from '@billhook/runtime/companies/settlement-sources';
import { eraseClient } from '@billhook/runtime/erasing/erase-client';
import { listAudit } from '@billhook/runtime/partners/audit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { find } from '../../../../lib/operator/find/find.ts';
import { apartNames, apartTables } from '../../../support/apart-tables.ts';
import {
  CONNECTOR,
  NOON,
  noonOf,
  openReconciliationWorld,
  type ReconciliationWorld,
  TODAY,
  window,
} from '../../../support/reconciliation-world.ts';
import { partnerId } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const yesterday = window.at(-1) ?? '';
const [firstDay = ''] = window;

let world: ReconciliationWorld;
let payment: PaymentRecord;
beforeEach(async () => {
  for (const [name, value] of Object.entries({ STAGE: 'sandbox', ...apartNames }))
    vi.stubEnv(name, value);
  world = await openReconciliationWorld();
  payment = await payAndErase();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

type MayReturn = { readonly returnableUntil?: string; readonly returnsWithinDays?: number };

/** A client pays its only bill, its connector reports that, and the client is erased. */
async function payAndErase({ returnableUntil, ...more }: MayReturn = {}): Promise<PaymentRecord> {
  const { addBill, addLine, deps, table } = world;
  const clientId = newRootId('cl', randomBytes);
  const own = { clientId, partnerId, partnerUserId: 'canary-user' };
  const { partnerUserId: identifier } = own;
  const client = newClient({ identifier }, { clientId, partnerId, now: instantText(NOON) });
  await table.write([{ put: { ...client, ...clientKey(clientId) } }]);
  const bill = await addBill({ ...own, _id: newOwnedId('bill', clientId, randomBytes) });
  const outcome = {
    ...({ kind: 'paid', amountCents: 10_000, confirmation: 'A-1' } as const),
    paidAt: noonOf(firstDay),
    ...(returnableUntil !== undefined && { returnableUntil }),
  } as const;
  const paid = await world.addPayment(bill, firstDay, {
    ...{ ...own, _id: newOwnedId('pay', clientId, randomBytes) },
    ...{ status: 'paid', outcome, ...more },
  });
  await table.write([deps.ledgers.save(bill, settleLedger(undefined, paid, outcome))]);
  addLine(paid, { at: noonOf(firstDay), confirmation: 'A-1' });
  await erase(clientId);
  return paid;
}

async function erase(clientId: string) {
  const { deps, now } = world;
  const erasing = { clientId, partnerId, actor: { kind: 'api-key', id: 'key-1' } as const };
  const run = { clock: now, deadline: now() + HOUR };
  const erased = await eraseClient(
    { ...deps, aws: { dynamo: apartTables().dynamo } },
    erasing,
    run,
  );
  expect(erased).toMatchObject({ erasure: 'erased' });
}

const comesBack = (more: Partial<Settlement> = {}) =>
  world.addLine(payment, {
    ...{ kind: 'returned', reason: 'account_closed', at: noonOf(yesterday), ...more },
  });
const kept = () =>
  [...world.table.items.values()].find(({ pk }) => pk === keptPartition(partnerId)) as
    | (KeptPayment & Record<string, unknown>)
    | undefined;
const reference = () => kept()?._id ?? '';
const ledger = () =>
  world.deps.ledgers.find({
    companyId: payment.companyId,
    accountFingerprint: payment.statement?.accountFingerprint ?? '',
  });
const lines = async () => {
  const page = await world.deps.findings.lines(partnerId, TODAY, { limit: 100 });
  if ('failure' in page) throw new Error('The lines could not be listed');
  return page.items;
};
const said = async () =>
  (await listAudit(world.table, partnerId)).filter(({ action }) => action === 'payment-settled');
const look = (text: string) => {
  const service = { table: world.table, now: world.now(), remark: () => {} };
  return find(service as never, text, { days: 30 });
};

describe('A payment of an erased client that is returned', () => {
  test('is kept as returned, and its account owes the statement again', async () => {
    expect((await ledger())?.unposted).toMatchObject([{ paymentId: reference() }]);
    comesBack();
    await world.run();
    expect(kept()?.returned).toEqual({ reason: 'account_closed', on: yesterday });
    expect(await ledger()).toMatchObject({
      ...{ unposted: [], returned: [{ dueOn: payment.statement?.dueOn }] },
    });
    expect(await lines()).toMatchObject([
      { kind: 'returned', settled: 'returned', paymentId: reference(), oursCents: 10_000 },
    ]);
    expect((await said()).map(({ detail }) => detail)).toEqual([
      { paymentId: reference(), outcome: 'returned' },
    ]);
    expect(await world.open()).toEqual([]);
  });

  test('tells no event, and nothing of the person', async () => {
    const told = () => [...world.table.items.values()].filter(({ sk }) => /^event#/.test(`${sk}`));
    const before = told();
    comesBack();
    await world.run();
    const after = told().filter(({ type }) => type !== 'partner.reconciled');
    expect(after).toEqual(before);
    const all = JSON.stringify([...world.table.items.values()]);
    expect(all).not.toContain('canary-user');
    expect(JSON.stringify([await lines(), await said()])).not.toContain(payment.clientId.slice(3));
  });

  test('is recorded once, however often it is reported', async () => {
    comesBack();
    await world.run();
    const first = [kept(), await ledger()];
    world.reports.lines.clear();
    comesBack({ at: noonOf(TODAY) });
    world.at(NOON + 24 * HOUR);
    await world.run();
    expect([kept(), await ledger()]).toEqual(first);
    expect(await said()).toHaveLength(1);
  });

  test.each([
    ['without a reason', { reason: undefined }],
    ['with another amount', { amountCents: 9_999 }],
  ])('%s is an open finding until a person closes it', async (_how, line) => {
    comesBack(line as Partial<Settlement>);
    await world.run();
    expect(kept()?.returned).toBeUndefined();
    expect(await world.open()).toEqual([`returned ${reference()}`]);
    world.at(NOON + 10 * 24 * HOUR);
    await world.run();
    expect(await world.open()).toContain(`returned ${reference()}`);
  });

  test('is found by its id, its reference, its confirmation and its finding', async () => {
    comesBack();
    await world.run();
    const [line] = await lines();
    for (const text of [payment._id, reference(), 'A-1']) {
      const [story, ...more] = await look(text);
      expect(more, text).toEqual([]);
      expect(story, text).toMatchObject({
        ...{ kind: 'payment of an erased client', id: reference() },
        now: { status: 'returned', amount: '100.00', confirmation: 'A-1' },
      });
      expect(
        story?.happened.map(({ what }) => what),
        text,
      ).toContain('returned');
    }
    const reports = (await look(payment._id))[0]?.happened.map(({ what }) => what);
    expect(reports).toEqual(
      expect.arrayContaining([`${CONNECTOR} reports paid`, `${CONNECTOR} reports returned`]),
    );
    expect(line?.paymentId).toBe(reference());
  });

  test('that died at any write is recorded the same when it is read again', async () => {
    for (let count = 1; ; count += 1) {
      world = await openReconciliationWorld();
      payment = await payAndErase();
      comesBack();
      const { write } = world.table;
      let writes = 0;
      let died = false;
      Object.assign(world.table, {
        write: async (changes: Parameters<typeof write>[0]) => {
          writes += 1;
          died ||= writes === count;
          if (died) throw new Error('The process died');
          return write(changes);
        },
      });
      await world.run().catch(() => undefined);
      Object.assign(world.table, { write });
      await world.run();
      expect(kept()?.returned, `write ${count}`).toMatchObject({ on: yesterday });
      expect(await said(), `write ${count}`).toHaveLength(1);
      expect((await ledger())?.returned, `write ${count}`).toHaveLength(1);
      if (!died) break;
    }
  });
});

test('A return that another connector tells of is a finding, and changes nothing', async () => {
  const line = {
    ...{ submissionId: `${payment._id}-1`, kind: 'returned', reason: 'account_closed' },
    ...{ amountCents: 10_000, at: noonOf(yesterday) },
  } as const;
  const stranger = parsedSource(
    'another-connector',
    async (day) => ({ settlements: day === yesterday ? [line] : [] }),
    world.now,
  );
  Object.assign(world.deps, { sources: [...world.deps.sources, stranger] });
  await world.run();
  expect(kept()?.returned).toBeUndefined();
  expect(await ledger()).toMatchObject({ unposted: [{ paymentId: reference() }] });
  expect(await said()).toEqual([]);
  expect(await world.open()).toEqual([`returned ${reference()}`]);
});

describe('What leads to a kept payment', () => {
  const leading = () => [...world.table.items.values()].find(({ sk }) => sk === 'kept');

  test.each([
    ['100 days', {}, '2027-03-01'],
    ['what its connector says', { returnsWithinDays: 60 }, '2027-01-20'],
    ['what its company says', { returnableUntil: '2026-12-24' }, '2026-12-31'],
  ])('ends a week after %s', async (_what, more, until) => {
    world = await openReconciliationWorld();
    await payAndErase(more);
    expect(leading()?.expiresAt).toBe(Date.parse(`${until}T00:00:00Z`) / 1000);
  });

  test('is not there where the money can come back no more', async () => {
    world = await openReconciliationWorld();
    await payAndErase({ returnableUntil: '2026-11-14' });
    expect(leading()).toBeUndefined();
    expect(kept()).toBeDefined();
  });
});
