/** A client is erased: nothing readable of the person is left, and the sums still add up. */

import { clientKey } from '@billhook/core/base/table-keys';
import { LAST_LOOK_MILLISECONDS } from '@billhook/core/erasing/erasure';
import { factsOf, unpostedOf } from '@billhook/core/payment/account-ledger';
import { eraseClient, goOnErasing } from '@billhook/runtime/erasing/erase-client';
import { listAudit } from '@billhook/runtime/partners/audit';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { sweepDueWork } from '@billhook/runtime/sweeps/sweep-due-work';
import type { Table } from '@billhook/runtime/table/types';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApartTables, apartNames, apartTables } from '../../../support/apart-tables.ts';
import {
  AMOUNTS,
  asBefore,
  CANARY,
  type ErasureWorld,
  exported,
  itemsOf,
  openErasureWorld,
} from '../../../support/erasure-world.ts';
import { NOW, partnerId, TODAY } from '../../../support/records.ts';

const actor = { kind: 'api-key', id: 'key-1' } as const;
const HOUR = 60 * 60_000;

let world: ErasureWorld;
let now: number;
let signalled: string[];
let apart: ApartTables;

beforeEach(async () => {
  world = await openErasureWorld();
  now = NOW;
  signalled = [];
  apart = apartTables();
  for (const [name, value] of Object.entries(apartNames)) vi.stubEnv(name, value);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** A run that has time for everything; `table` where a test breaks it. */
const run = () => ({ clock: () => now, deadline: now + HOUR });
const deps = (table: Table = world.table) => ({
  ...world.stores,
  table,
  aws: { dynamo: apart.dynamo },
  workflows: {
    signalLinkAccount: async (token: string) => {
      signalled.push(token);
      return 'sent' as const;
    },
  },
});
const erase = (given = deps()) =>
  eraseClient(given, { clientId: world.own.clientId, partnerId, actor }, run());
const kept = () =>
  [...world.table.items.values()].filter(({ pk }) => pk === `${partnerId}#kept`) as {
    _id: string;
    amountCents: number;
  }[];
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
const ofClient = (type: string) =>
  [...world.table.items.values()].filter((item) => item.type === type);

describe('An erased client', () => {
  test('leaves nothing readable of the person, and nothing of the other client goes', async () => {
    const before = itemsOf(world.table, world.other.clientId);
    expect(exported(world.table)).toContain(CANARY);
    expect(await erase()).toMatchObject({ erasure: 'erased' });
    expect(exported(world.table)).not.toContain(CANARY);
    expect(itemsOf(world.table, world.other.clientId)).toEqual(before);
  });

  test('leaves its id in its mark, the audit and one event alone', async () => {
    await erase();
    const { clientId } = world.own;
    const left = itemsOf(world.table, clientId);
    expect(left.map(({ pk }) => pk).toSorted()).toEqual(
      [clientId, `${partnerId}#audit`, partnerId].toSorted(),
    );
    const mark = left.find(({ pk }) => pk === clientId);
    expect(mark).toEqual({
      ...clientKey(clientId),
      _id: clientId,
      ofPartner: partnerId,
      version: 2,
      erasure: 'erased',
      since: new Date(NOW).toISOString(),
      erasedAt: new Date(NOW).toISOString(),
      sequence: 1,
      dueShard: expect.any(String),
      dueAt: new Date(NOW + LAST_LOOK_MILLISECONDS).toISOString(),
      dueKind: 'erasure',
    });
  });

  test('tells its partner once, and nothing of the person', async () => {
    await erase();
    await erase();
    const [event, ...more] = ofClient('client.erased');
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      pk: partnerId,
      partnerId,
      resource: { type: 'client', id: world.own.clientId },
      data: {},
    });
    expect(event).not.toHaveProperty('identifier');
    expect(ofClient('auth.deleted')).toEqual([]);
    expect(ofClient('bill.payment.cancelled')).toEqual([]);
  });

  test('leaves the sums of what was paid, each under a reference of its own', async () => {
    await erase();
    const left = kept().toSorted((one, other) => other.amountCents - one.amountCents);
    expect(sum(left.map(({ amountCents }) => amountCents))).toBe(sum(AMOUNTS));
    expect(new Set(left.map(({ _id }) => _id)).size).toBe(AMOUNTS.length);
    expect(left[0]).toEqual({
      pk: `${partnerId}#kept`,
      sk: `${TODAY}#${left[0]?._id}`,
      _id: expect.stringMatching(/^kept_[0-9A-Za-z]{14}$/),
      partnerId,
      companyId: 'co_water',
      amountCents: AMOUNTS[0],
      payOn: TODAY,
      paidOn: TODAY,
      confirmation: `A-${AMOUNTS[0]}`,
    });
  });

  test('leaves what its account still has to show: another client that links it is protected', async () => {
    await erase();
    const ledger = await world.stores.ledgers.find(world.own.account);
    expect(ledger && unpostedOf(factsOf(ledger, undefined), TODAY)?.cents).toBe(sum(AMOUNTS));
    expect(ledger?.unposted.map(({ paymentId }) => paymentId).toSorted()).toEqual(
      kept()
        .map(({ _id }) => _id)
        .toSorted(),
    );
  });

  test('leaves the same of an account that only release 0.1.0 has paid', async () => {
    await asBefore(world, world.own);
    await erase();
    const ledger = await world.stores.ledgers.find(world.own.account);
    expect(ledger && unpostedOf(factsOf(ledger, undefined), TODAY)?.cents).toBe(sum(AMOUNTS));
    const ids = ledger?.unposted.map(({ paymentId }) => paymentId);
    expect(ids?.toSorted()).toEqual(
      kept()
        .map(({ _id }) => _id)
        .toSorted(),
    );
    expect([...world.table.items.keys()].filter((key) => key.startsWith('statement#'))).toEqual([]);
  });

  test('leaves in the audit that a payment was settled by hand, not whose', async () => {
    await erase();
    const entries = await listAudit(world.table, partnerId);
    const settled = entries.filter(({ action }) => action === 'payment-settled');
    expect(settled.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([
        { outcome: 'paid', erased: true },
        { outcome: 'paid', evidence: 'neighbor-evidence', paymentId: world.other.paid[0]?._id },
      ]),
    );
    expect(entries.find(({ action }) => action === 'client-erased')).toMatchObject({
      actor,
      detail: { clientId: world.own.clientId },
    });
  });

  test('is nobody’s client any more, and its identifier is free', async () => {
    await erase();
    const { clients } = world.stores;
    const { clientId, client } = world.own;
    const partner = { kind: 'partner', partnerId } as const;
    expect(await clients.find(clientId, partner)).toBeUndefined();
    expect(await clients.find(clientId, { kind: 'client', partnerId, clientId })).toBeUndefined();
    const at = { now, random: world.stores.random };
    const again = await clients.findOrCreate(partnerId, { identifier: client.identifier }, at);
    expect(again._id).not.toBe(clientId);
  });

  test('ends the workflow that waits for it', async () => {
    const { auths } = world.stores;
    const [auth] = (
      await world.table.query<never>({ partition: world.own.clientId, prefix: 'auth_' })
    ).items as Awaited<ReturnType<typeof auths.findAny>>[];
    if (!auth) throw new Error('There is no auth');
    const challenge = {
      asks: { kind: 'prompt' as const, request: 'Press it.' },
      token: 'token',
      taskToken: 'task-token',
      openedAt: new Date(NOW).toISOString(),
      expiresAt: new Date(NOW + HOUR).toISOString(),
    };
    await world.table.write([{ put: { ...auth, challenge, pk: auth.clientId, sk: auth._id } }]);
    await erase();
    expect(signalled).toEqual(['task-token']);
  });
});

describe('The key of an erased client', () => {
  const keyOf = (clientId: string) => `client-keys ${clientId} `;

  beforeEach(() => {
    for (const { clientId } of [world.own, world.other]) {
      apart.items.set(keyOf(clientId), { pk: clientId, keyId: 'k', wrapped: new Uint8Array(8) });
    }
  });

  test('is deleted, and nobody else’s', async () => {
    await erase();
    expect(apart.items.has(keyOf(world.own.clientId))).toBe(false);
    expect(apart.items.has(keyOf(world.other.clientId))).toBe(true);
  });

  test('is deleted by the last look too, if somebody made one late', async () => {
    await erase();
    apart.items.set(keyOf(world.own.clientId), { pk: world.own.clientId });
    now += LAST_LOOK_MILLISECONDS;
    await goOnErasing(deps(), world.own.clientId, run());
    expect(apart.items.has(keyOf(world.own.clientId))).toBe(false);
  });

  test('goes only after the client is in the list that lies apart', async () => {
    await erase();
    const { clientId } = world.own;
    expect(apart.items.get(`erasures clients ${clientId}`)).toEqual({
      pk: 'clients',
      sk: clientId,
      at: new Date(NOW).toISOString(),
    });
    expect(apart.calls.indexOf('PutCommand')).toBeLessThan(apart.calls.indexOf('DeleteCommand'));
  });
});

describe('Money under way', () => {
  const begin = async (payment = world.own.scheduled) => {
    const pending = { ...payment, version: payment.version + 1, status: 'pending' as const };
    await world.table.write([
      { put: { ...pending, pk: payment.clientId, sk: payment._id } },
      {
        update: { pk: payment.clientId, sk: payment.billId },
        set: { pendingPaymentId: payment._id },
        add: { version: 1 },
      },
    ]);
    return pending;
  };

  test('is in the way: the refusal says what, and nothing changes', async () => {
    await begin();
    const { swap } = world.own;
    await world.table.write([
      { put: { ...swap, status: 'in-progress', pk: swap.clientId, sk: swap._id } },
    ]);
    const before = exported(world.table);
    expect(await erase()).toEqual({
      failure: 'money_under_way',
      detail:
        'The client has 1 payment pending, or with an outcome not known and 1 swap under way.',
    });
    expect(exported(world.table)).toBe(before);
  });

  test('is also what was given up while an attempt may still be running', async () => {
    const { scheduled, clientId } = world.own;
    const given = { status: 'cancelled' as const, askedAt: NOW - 64_000, amountCents: 900 };
    await world.table.write([{ put: { ...scheduled, ...given, pk: clientId, sk: scheduled._id } }]);
    expect(await erase()).toMatchObject({ failure: 'money_under_way' });
    now += 2_000;
    expect(await erase()).toMatchObject({ erasure: 'erased' });
  });

  test('that began in the same moment goes its way, and the rest is removed after it', async () => {
    const { table } = world;
    let begun = false;
    const racing: Table = {
      ...table,
      async write(writes) {
        const result = await table.write(writes);
        // Right behind the mark, before anything is removed.
        if (!begun) await begin();
        begun = true;
        return result;
      },
    };
    expect(await erase(deps(racing))).toMatchObject({ erasure: 'erasing' });
    const paying = await world.stores.payments.findAny(world.own.scheduled._id);
    expect(paying).toMatchObject({ status: 'pending' });
    expect(await world.stores.bills.findAny(world.own.billId)).toBeDefined();
    expect(await world.stores.methods.findAny(paying?.methodId ?? '')).toBeUndefined();
  });

  test('ends, and the sweep removes the rest with the same sums', async () => {
    const { table } = world;
    await erase(
      deps({
        ...table,
        write: async (writes) => {
          const result = await table.write(writes);
          if (!table.items.has('begun')) {
            const pending = await begin();
            table.items.set('begun', {});
            await table.write([
              { update: { pk: pending.clientId, sk: pending._id }, set: { note: 1 } },
            ]);
          }
          return result;
        },
      }),
    );
    table.items.delete('begun');
    const { scheduled, billId, clientId } = world.own;
    const outcome = { kind: 'paid', amountCents: 900, paidAt: NOW };
    await table.write([
      { update: { pk: clientId, sk: scheduled._id }, set: { status: 'paid', outcome } },
      { update: { pk: clientId, sk: billId }, remove: ['pendingPaymentId'] },
    ]);
    now += 10 * 60_000;
    expect(await goOnErasing(deps(), clientId, run())).toMatchObject({ erasure: 'erased' });
    expect(exported(table)).not.toContain(CANARY);
    expect(sum(kept().map(({ amountCents }) => amountCents))).toBe(sum(AMOUNTS) + 900);
  });
});

describe('Erasing that is broken off', () => {
  /** The table until it dies, before or after its nth write. */
  const dying = (count: number, after: boolean): Table => {
    let writes = 0;
    return {
      ...world.table,
      async write(changes) {
        writes += 1;
        const number = writes;
        if (number === count && !after) throw new Error('The process died');
        const result = await world.table.write(changes);
        if (number === count) throw new Error('The process died');
        return result;
      },
    };
  };
  const storesOver = (table: Table) => openStores({ table, random: world.stores.random });

  test.each([false, true])(
    'at any write (after it: %s) ends the same when repeated',
    async (after) => {
      let count = 0;
      for (let died = true; died; ) {
        count += 1;
        world = await openErasureWorld();
        const broken = storesOver(dying(count, after));
        died = await erase({ ...deps(), ...broken }).then(
          () => false,
          () => true,
        );
        expect(await erase()).toMatchObject({ erasure: 'erased' });
        expect(exported(world.table), `write ${count}`).not.toContain(CANARY);
        expect(sum(kept().map(({ amountCents }) => amountCents)), `write ${count}`).toBe(
          sum(AMOUNTS),
        );
        expect(ofClient('client.erased'), `write ${count}`).toHaveLength(1);
        const ledger = await world.stores.ledgers.find(world.own.account);
        expect(
          ledger && unpostedOf(factsOf(ledger, undefined), TODAY)?.cents,
          `write ${count}`,
        ).toBe(sum(AMOUNTS));
      }
      expect(count).toBeGreaterThan(20);
    },
  );

  test('after its mark is due, so that the sweep goes on', async () => {
    const broken = storesOver(dying(2, false));
    await expect(erase({ ...deps(), ...broken })).rejects.toThrow('died');
    const mark = await world.stores.clients.read(world.own.clientId);
    expect(mark).toMatchObject({ erasure: 'erasing', dueKind: 'erasure' });
    await goOnErasing(deps(), world.own.clientId, run());
    expect(exported(world.table)).not.toContain(CANARY);
  });

  test('is taken up by the sweep, once it is due', async () => {
    const broken = storesOver(dying(2, false));
    await expect(erase({ ...deps(), ...broken })).rejects.toThrow('died');
    const sweep = async () => {
      const all = { ...deps(), workflows: deps().workflows as never };
      const deadline = now + HOUR;
      for (const part of [0, 1, 2, 3]) {
        await sweepDueWork(all, { part, clock: () => now, deadline });
      }
    };
    await sweep();
    expect(exported(world.table)).toContain(CANARY);
    now += 60_000;
    await sweep();
    expect(exported(world.table)).not.toContain(CANARY);
    expect(await world.stores.clients.read(world.own.clientId)).toMatchObject({
      erasure: 'erased',
    });
  });

  test('by its deadline says so, and goes on where it was', async () => {
    const { clientId } = world.own;
    for (let count = 0; count < 100; count += 1) {
      const sk = `event#${String(count).padStart(13, '0')}`;
      await world.table.write([{ put: { pk: clientId, sk, note: CANARY } }]);
    }
    const clock = () => {
      now += 100;
      return now;
    };
    const short = { clock, deadline: now + 600 };
    const broken = eraseClient(deps(), { clientId, partnerId, actor }, short);
    expect(await broken).toMatchObject({ erasure: 'erasing', dueKind: 'erasure' });
    expect(exported(world.table)).toContain(CANARY);
    expect(await goOnErasing(deps(), clientId, run())).toMatchObject({ erasure: 'erased' });
    expect(exported(world.table)).not.toContain(CANARY);
  });
});

describe('What was written late', () => {
  test('is removed by the last look, and looked for until nothing comes', async () => {
    await erase();
    const { clientId } = world.own;
    const late = { pk: clientId, sk: 'delivery#late#we', note: CANARY };
    await world.table.write([{ put: late }]);
    now += LAST_LOOK_MILLISECONDS;
    expect(await goOnErasing(deps(), clientId, run())).toMatchObject({ dueKind: 'erasure' });
    expect(exported(world.table)).not.toContain(CANARY);
    now += LAST_LOOK_MILLISECONDS;
    const over = await goOnErasing(deps(), clientId, run());
    expect(over).toMatchObject({ erasure: 'erased' });
    expect(over).not.toHaveProperty('dueAt');
    const before = world.table.calls.write;
    await goOnErasing(deps(), clientId, run());
    expect(world.table.calls.write).toBe(before);
  });
});

describe('The last look', () => {
  test('still comes an hour later where the erasure is asked for again before', async () => {
    const lookAt = new Date(NOW + LAST_LOOK_MILLISECONDS).toISOString();
    await erase();
    now += 5_000;
    expect(await erase()).toMatchObject({ erasure: 'erased', dueAt: lookAt });
    const late = { pk: world.own.clientId, sk: 'delivery#late#we', note: CANARY };
    await world.table.write([{ put: late }]);
    now = NOW + LAST_LOOK_MILLISECONDS;
    await goOnErasing(deps(), world.own.clientId, run());
    expect(exported(world.table)).not.toContain(CANARY);
  });

  test('still comes where another hand was faster in the first seconds', async () => {
    await erase();
    const { clientId } = world.own;
    const late = { pk: clientId, sk: 'event#late', note: CANARY };
    await world.table.write([{ put: late }]);
    now += 5_000;
    let raced = false;
    const racing: Table = {
      ...world.table,
      write: async (writes) => {
        const isLate = writes.some((one) => 'delete' in one && one.delete.sk === late.sk);
        if (!isLate || raced) return world.table.write(writes);
        raced = true;
        await world.table.write([{ delete: { pk: clientId, sk: late.sk } }]);
        return 'conflict';
      },
    };
    const lookAt = new Date(NOW + LAST_LOOK_MILLISECONDS).toISOString();
    expect(await goOnErasing(deps(racing), clientId, run())).toMatchObject({ dueAt: lookAt });
    expect(raced).toBe(true);
  });

  test('writes no entry into an audit that was removed meanwhile', async () => {
    const audit = () =>
      [...world.table.items.values()].filter(({ pk }) => pk === `${partnerId}#audit`);
    const entries = audit().map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
    const gone: Table = {
      ...world.table,
      write: async (writes) => {
        const changes = writes.some((one) => 'update' in one && one.update.pk.endsWith('#audit'));
        if (changes) {
          for (const key of entries) await world.table.write([{ delete: key }]);
        }
        return world.table.write(writes);
      },
    };
    await erase(deps(gone));
    expect(audit().map(({ action }) => action)).toEqual(['client-erased']);
  });
});

describe('A client of another partner', () => {
  test('is not found, neither before nor after it was erased', async () => {
    const erasing = { clientId: world.own.clientId, partnerId: 'ptn_another', actor };
    const missing = { failure: 'client_not_found' };
    expect(await eraseClient(deps(), erasing, run())).toEqual(missing);
    await erase();
    expect(await eraseClient(deps(), erasing, run())).toEqual(missing);
  });

  test('that never was is not found', async () => {
    const erasing = { clientId: 'cl_00000000000000000000', actor };
    expect(await eraseClient(deps(), erasing, run())).toEqual({ failure: 'client_not_found' });
  });
});
