/** A partner is erased with all of its users; and what a restore brings back is erased again. */
import { randomBytes } from 'node:crypto';
import { newRootId } from '@billhook/core/base/ids';
import {
  clockKey,
  idempotencyKey,
  moduleSettingsKey,
  partnerDayPartition,
  pausesKey,
  rootKey,
} from '@billhook/core/base/table-keys';
import { newPartner } from '@billhook/core/partner/partner';
import { eraseClient } from '@billhook/runtime/erasing/erase-client';
import { erasePartner } from '@billhook/runtime/erasing/erase-partner';
import { findBack, repeatErasures } from '@billhook/runtime/erasing/repeat-erasures';
import type { Named } from '@billhook/runtime/erasing/scan-partner';
import { listAudit } from '@billhook/runtime/partners/audit';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApartTables, apartNames, apartTables } from '../../../support/apart-tables.ts';
import {
  AMOUNTS,
  CANARY,
  type ErasureWorld,
  exported,
  itemsOf,
  openErasureWorld,
} from '../../../support/erasure-world.ts';
import { NOW, partnerId } from '../../../support/records.ts';

const actor = { kind: 'operator', id: 'local:ada' } as const;
const HOUR = 60 * 60_000;
const another = newRootId('ptn', randomBytes);

let world: ErasureWorld;
let apart: ApartTables;
let deletedKeys: string[];

beforeEach(async () => {
  world = await openErasureWorld();
  apart = apartTables();
  deletedKeys = [];
  for (const [name, value] of Object.entries(apartNames)) vi.stubEnv(name, value);
  const key = { keyId: 'key_1', kmsKeyArn: 'arn:key-1', publicKey: new Uint8Array(1) };
  const partners = partnerStore(world.table);
  const given = { partnerId, name: `${CANARY} bank`, now: new Date(NOW).toISOString() };
  const partner = {
    ...newPartner(given),
    encryptionKeys: [{ ...key, created: new Date(NOW).toISOString() }] as never,
  };
  await world.table.write([
    partners.save(partner),
    partners.enlist(partnerId),
    partners.save(newPartner({ ...given, partnerId: another, name: 'Another bank' })),
    partners.enlist(another),
    { put: { ...moduleSettingsKey(partnerId), version: 1, text: CANARY } },
    { put: { pk: partnerId, sk: 'we_1', partnerId, url: `https://${CANARY}.example` } },
    { put: { pk: 'we_1#queue', sk: partnerId, leaseId: '' } },
    { put: { ...rootKey('font_1'), partnerId, woff2: CANARY } },
    { put: { ...idempotencyKey(partnerId, 'digest'), state: 'answered' } },
    { put: { pk: partnerDayPartition(partnerId, '2026-11-21'), sk: '1', cents: 5 } },
    { put: { ...clockKey(partnerId), partnerId } },
    { update: pausesKey, set: { [`partner_${partnerId}`]: { since: 'a', by: CANARY } } },
  ]);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const deps = () => ({
  ...world.stores,
  aws: { dynamo: apart.dynamo },
  kms: { scheduleDeletion: async (arn: string) => deletedKeys.push(arn) > 0 } as never,
  async *scan(id: string) {
    for (const item of [...world.table.items.values()] as Named[]) {
      const { pk, sk, partnerId: own, ofPartner } = item;
      if (pk.startsWith(id) || [sk, own, ofPartner].includes(id)) yield item;
    }
  },
});
const run = () => ({ clock: () => NOW, deadline: NOW + HOUR });
const erase = () => erasePartner(deps(), { partnerId, actor }, run());

describe('An erased partner', () => {
  test('is gone with all of its users, but for the sums of their payments', async () => {
    expect(await erase()).toEqual({ erased: 2, busy: [], left: [] });
    const left = [...world.table.items.values()];
    expect(exported(world.table)).not.toContain(CANARY);
    expect(exported(world.table)).not.toContain('neighbor');
    const kept = left.filter(({ pk }) => pk === `${partnerId}#kept`);
    expect(kept).toHaveLength(2 * AMOUNTS.length);
    const named = left.filter((item) => JSON.stringify(item).includes(partnerId));
    const kinds = new Set(
      named.map(({ pk }) => String(pk).replace(/cl_\w+|(?<=#)[\w-]{43}$/, 'id')),
    );
    expect([...kinds].toSorted()).toEqual([
      ...['deployment#audit', 'id', `${partnerId}#kept`, 'returnable#id'],
    ]);
    expect(await listAudit(world.table, 'deployment')).toEqual([
      expect.objectContaining({ action: 'partner-erased', actor, detail: { partnerId } }),
    ]);
  });

  test('stays while a client is there that was made behind the first look', async () => {
    const { scan, ...others } = deps();
    let looks = 0;
    const late = async function* (id: string) {
      looks += 1;
      if (looks === 2) {
        const at = { now: NOW, random: world.stores.random };
        await world.stores.clients.findOrCreate(partnerId, { identifier: `${CANARY} late` }, at);
      }
      yield* scan(id);
    };
    const first = await erasePartner({ ...others, scan: late }, { partnerId, actor }, run());
    expect(first).toEqual({ erased: 2, busy: [], left: [expect.stringMatching(/^cl_/)] });
    expect(await partnerStore(world.table).find(partnerId)).toMatchObject({ status: 'suspended' });
    await erase();
    expect(exported(world.table)).not.toContain(CANARY);
    expect(await partnerStore(world.table).find(partnerId)).toBeUndefined();
  });

  test('has its encryption keys deleted at KMS', async () => {
    await erase();
    expect(deletedKeys).toEqual(['arn:key-1']);
  });

  test('leaves other partners alone', async () => {
    const before = [...world.table.items.values()].filter(({ _id }) => _id === another);
    await erase();
    expect([...world.table.items.values()].filter(({ _id }) => _id === another)).toEqual(before);
    const { items } = await world.table.query<{ sk: string }>({ partition: 'partners' });
    expect(items.map(({ sk }) => sk)).toEqual([another]);
  });

  test('is suspended and stays while money of a user is under way; repeated, it goes', async () => {
    const { scheduled, clientId } = world.own;
    const at = { pk: clientId, sk: scheduled._id };
    await world.table.write([{ update: at, set: { status: 'pending' } }]);
    expect(await erase()).toEqual({ erased: 1, busy: [clientId], left: [] });
    expect(await partnerStore(world.table).find(partnerId)).toMatchObject({ status: 'suspended' });
    await world.table.write([{ update: at, set: { status: 'cancelled' } }]);
    expect(await erase()).toEqual({ erased: 2, busy: [], left: [] });
    expect(await partnerStore(world.table).find(partnerId)).toBeUndefined();
    expect(await erase()).toEqual({ failure: 'partner_not_found' });
  });

  test('goes whatever dies on the way, when it is repeated', async () => {
    const { table } = world;
    for (let count = 1; ; count += 1) {
      let writes = 0;
      const dying = {
        ...table,
        write: async (changes: Parameters<typeof table.write>[0]) => {
          writes += 1;
          if (writes === count) throw new Error('The process died');
          return table.write(changes);
        },
      };
      const died = await erasePartner(
        { ...deps(), table: dying },
        { partnerId, actor },
        run(),
      ).then(
        () => false,
        () => true,
      );
      if (!died) break;
    }
    expect(exported(table)).not.toContain(CANARY);
    expect(await partnerStore(table).find(partnerId)).toBeUndefined();
  });
});

describe('After a restore of the table', () => {
  test('who was erased is found by the list that lies apart, and erased again', async () => {
    const { clientId } = world.own;
    const moment = structuredClone([...world.table.items]);
    const other = itemsOf(world.table, world.other.clientId);
    await eraseClient(deps(), { clientId, actor }, run());
    expect(await findBack(deps())).toEqual({ clients: [], partners: [] });
    for (const [key, item] of moment) world.table.items.set(key, item);
    for (const key of [...world.table.items.keys()]) {
      if (!moment.some(([known]) => known === key)) world.table.items.delete(key);
    }
    expect(exported(world.table)).toContain(`${CANARY}-identifier`);
    const { clients } = await findBack(deps());
    expect(clients).toEqual([clientId]);
    expect(await repeatErasures(deps(), clients, actor, run())).toEqual({
      erased: [clientId],
      busy: [],
      left: [],
    });
    expect(exported(world.table)).not.toContain(`${CANARY}-identifier`);
    expect(itemsOf(world.table, world.other.clientId)).toEqual(other);
    const kept = [...world.table.items.values()].filter(({ pk }) => pk === `${partnerId}#kept`);
    expect(kept).toHaveLength(AMOUNTS.length);
  });

  test('whose money was under way at that moment is told apart', async () => {
    const { clientId, scheduled } = world.own;
    await eraseClient(deps(), { clientId, actor }, run());
    world = await openErasureWorld();
    const back = world.own;
    await apart.dynamo.send({
      constructor: { name: 'PutCommand' },
      input: { TableName: 'erasures', Item: { pk: 'clients', sk: back.clientId } },
    } as never);
    const at = { pk: back.clientId, sk: back.scheduled._id };
    await world.table.write([{ update: at, set: { status: 'pending' } }]);
    expect(scheduled._id).not.toBe(back.scheduled._id);
    expect(await repeatErasures(deps(), [back.clientId], actor, run())).toEqual({
      erased: [],
      busy: [back.clientId],
      left: [],
    });
  });

  test('a partner that was erased and is back is named', async () => {
    const record = await partnerStore(world.table).find(partnerId);
    await erase();
    expect((await findBack(deps())).partners).toEqual([]);
    await world.table.write([{ put: { ...record, ...rootKey(partnerId) } }]);
    expect((await findBack(deps())).partners).toEqual([partnerId]);
  });
});
