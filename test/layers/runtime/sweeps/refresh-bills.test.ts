/** The daily reading of bills, where companies hang and runs die: they cost their own reading only. */
import { randomBytes } from 'node:crypto';
import { instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { REFRESH_SHARDS, refreshShard, shardOf } from '@billhook/core/base/table-keys';
import type { CompanyBill, Connector } from '@billhook/core/company/connector';
import { NothingTried } from '@billhook/core/company/nothing-tried';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { queueDueReadings } from '@billhook/runtime/sweeps/refresh-bills';
import { openOutside } from '@billhook/runtime/table/outside';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { seededBytes } from '../../../model/random.ts';
import { fakeKms } from '../../../support/kms.ts';
import { linkedAuth } from '../../../support/linking.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { account, fakeConnector } from '../../../support/payment-world.ts';
import { heldQueue, readDueBills } from '../../../support/readings.ts';
import { clientId, NOW } from '../../../support/records.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EVERY = 5 * MINUTE;
const WORKERS = 8;
const SHARD = 0;

const { kms } = fakeKms();

let table: MemoryTable;
let runtime: Runtime;
let now: number;
/** What the companies that hang wait for, by auth. */
let hanging: Map<string, Promise<void>>;
/** The logins so far, in order. */
let loggedIn: string[];
let shown: CompanyBill;
/** When the time of a session is over; a function is given the way to end it. */
let cutOff: 'soon' | 'never' | ((giveUp: () => void) => void);

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  vi.stubEnv('FINGERPRINT_KEY_ARN', 'arn:fingerprint');
  vi.stubEnv('STAGE', 'production');
  now = NOW;
  hanging = new Map();
  loggedIn = [];
  shown = account;
  cutOff = 'soon';
  table = memoryTable(() => now);
  runtime = openOver(table);
  await runtime.companies.merge(sandboxCompanies.slice(0, 1));
});
afterAll(() => {
  vi.unstubAllEnvs();
});

function openOver(given: MemoryTable, seed = 1, other: Partial<Connector> = {}): Runtime {
  const limitTime = () => {
    const controller = new AbortController();
    const giveUp = () => controller.abort();
    if (typeof cutOff === 'function') cutOff(giveUp);
    if (cutOff === 'soon') setTimeout(giveUp, 20);
    return { signal: controller.signal, lift: () => {} };
  };
  const clock = () => now;
  const connector = {
    ...fakeConnector,
    logIn: async ({ authId }: { readonly authId: string }) => {
      loggedIn.push(authId);
      await hanging.get(authId);
      return { kind: 'verified' as const };
    },
    listBills: async () => [shown],
    ...other,
  };
  const outside = openOutside({
    ...{ table: given, clock, random: seededBytes(seed), limitTime },
    aws: { kms },
    connectorOf: () => connector,
  });
  return openRuntime(outside);
}

/** An auth in the shard, whose bills are due to be read. */
async function due(dueAt = NOW): Promise<string> {
  let _id = '';
  while (!_id || shardOf(_id, REFRESH_SHARDS) !== SHARD) {
    _id = newOwnedId('auth', clientId, randomBytes);
  }
  await linkedAuth(runtime, { _id, refreshAt: instantText(dueAt) });
  return _id;
}

const dueMany = (count: number, dueAt?: number) =>
  Promise.all(Array.from({ length: count }, () => due(dueAt)));

async function neverEnds(authIds: readonly string[]): Promise<void> {
  for (const id of authIds) hanging.set(id, new Promise(() => {}));
}

const sweeping = { part: SHARD, clock: () => now, deadline: Number.MAX_SAFE_INTEGER };

const run = (with_: Runtime = runtime) => readDueBills(with_, sweeping);

const waitOf = async (authId: string) =>
  Date.parse((await runtime.auths.findAny(authId))?.refresh?.at ?? '') - now;

/** Once whatever is under way has come as far as it can. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

test('sessions that never end hold up nobody else', async () => {
  await neverEnds(await dueMany(WORKERS, NOW - HOUR));
  const others = await dueMany(20);
  expect(await run()).toBe(others.length);
  for (const id of others) expect(await waitOf(id)).toBeGreaterThanOrEqual(6 * HOUR);

  for (let count = 0; count < 5; count += 1) {
    now += EVERY;
    const later = await dueMany(3, now);
    loggedIn = [];
    expect(await run()).toBe(later.length);
    expect(loggedIn.toSorted()).toEqual(later.toSorted());
  }
});

test('a reading that is cut off is tried again after an hour, then after a day', async () => {
  const id = await due();
  await neverEnds([id]);
  await run();
  expect(await waitOf(id)).toBe(HOUR);
  now += HOUR;
  await run();
  expect(loggedIn).toEqual([id, id]);
  expect(await waitOf(id)).toBeGreaterThanOrEqual(6 * HOUR);
  expect(await waitOf(id)).toBeLessThanOrEqual(30 * HOUR);
  hanging.clear();
  now += await waitOf(id);
  expect(await run()).toBe(1);
  const auth = await runtime.auths.findAny(id);
  expect([auth?.refresh?.unended, auth?.refresh?.failures]).toEqual([undefined, 0]);
});

test('a run that dies leaves what it began for later, so that the next does not meet it first', async () => {
  cutOff = 'never';
  const begun = await dueMany(WORKERS, NOW - HOUR);
  await neverEnds(begun);
  const died = run();
  await settled();
  const waiting = await dueMany(3);
  now += EVERY;
  loggedIn = [];
  expect(await run(openOver(table))).toBe(waiting.length);
  expect(loggedIn.toSorted()).toEqual(waiting.toSorted());
  expect(await Promise.race([died, settled().then(() => 'dead')])).toBe('dead');
});

test.each(['at once', 'after another reading'])(
  'a session that ends %s after it was given up changes nothing',
  async (when) => {
    const id = await due();
    const { promise, resolve } = Promise.withResolvers<void>();
    hanging.set(id, promise);
    expect(await run()).toBe(0);
    hanging.clear();
    if (when !== 'at once') {
      now += HOUR;
      expect(await run()).toBe(1);
    }
    const standing = structuredClone(table.items);
    shown = { ...account, balanceCents: 1 };
    resolve();
    await settled();
    expect(table.items).toEqual(standing);
  },
);

test('bills that come back after the session was given up are not recorded', async () => {
  const id = await due();
  let giveUp = () => {};
  cutOff = (cut) => {
    giveUp = cut;
  };
  const late = vi.fn(() => giveUp());
  const listBills = async () => {
    late();
    return [shown];
  };
  const connectorOf = () => ({ ...fakeConnector, checkStored: () => [], listBills });
  expect(await run({ ...runtime, connectorOf } as unknown as Runtime)).toBe(0);
  await settled();
  expect(late).toHaveBeenCalledOnce();
  expect(await runtime.auths.findAny(id)).toMatchObject({ billIds: [], refresh: { unended: 1 } });
});

test.each([
  ['may have tried the password', new Error('lost'), 6 * HOUR],
  ['tried nothing', new NothingTried(), HOUR],
])('a login that %s is not repeated within minutes', async (_what, error, least) => {
  const id = await due();
  const logIn = vi.fn(() => Promise.reject(error));
  const broken = openOver(table, 1, { logIn });
  expect(await run(broken)).toBe(0);
  expect(await waitOf(id)).toBeGreaterThanOrEqual(least);
  now += EVERY;
  expect(await run(broken)).toBe(0);
  expect(logIn).toHaveBeenCalledOnce();
});

test('two runs at once log in once', async () => {
  const ids = await dueMany(WORKERS);
  const counts = await Promise.all([run(), run(openOver(table, 2))]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(ids.length);
  expect(loggedIn.toSorted()).toEqual(ids.toSorted());
});

/** What a run of the sweep hands on. */
async function handedOn() {
  const { messages, groups, send } = heldQueue();
  await queueDueReadings({ table, send }, sweeping);
  return { ids: messages.map(({ authId }) => authId).toSorted(), groups };
}

test('what is due is handed on by ids, with its company for the turns', async () => {
  const ids = await dueMany(250, NOW - HOUR);
  const { ids: handed, groups } = await handedOn();
  expect(handed).toEqual(ids.toSorted());
  expect(new Set(groups)).toEqual(new Set([sandboxCompanies[0]?._id]));
});

test('what was handed on is not handed on again, but after an hour, if it is due still', async () => {
  const ids = await dueMany(3, NOW - 1);
  expect((await handedOn()).ids).toEqual(ids.toSorted());
  for (now += EVERY; now < NOW + HOUR; now += EVERY) expect((await handedOn()).ids).toEqual([]);
  const later = await due(now - 1);
  expect((await handedOn()).ids).toEqual([...ids, later].toSorted());
  now += EVERY;
  expect((await handedOn()).ids).toEqual([]);
});

test('what could not be sent is handed on by the next run', async () => {
  const ids = await dueMany(3);
  await queueDueReadings({ table, send: async (_queue, bodies) => bodies }, sweeping);
  now += EVERY;
  expect((await handedOn()).ids).toEqual(ids.toSorted());
});

test('a run that has no more time leaves the rest to the next', async () => {
  const ids = await dueMany(450, NOW - HOUR);
  const { messages, send } = heldQueue();
  await queueDueReadings({ table, send }, { ...sweeping, deadline: now });
  expect(messages).toHaveLength(200);
  now += EVERY;
  expect(new Set([...messages.map(({ authId }) => authId), ...(await handedOn()).ids])).toEqual(
    new Set(ids),
  );
});

test('a message that comes twice is one reading', async () => {
  const id = await due();
  const read = await Promise.all([1, 2].map(() => refreshAuth(runtime, id, now)));
  expect(read.toSorted()).toEqual([false, true]);
  expect(await refreshAuth(runtime, id, now)).toBe(false);
  expect(loggedIn).toEqual([id]);
});

test('a reading that brings nothing new is two writes: one before it, and one after', async () => {
  const id = await due();
  await run();
  now += await waitOf(id);
  table.calls.write = 0;
  expect(await refreshAuth(runtime, id, now)).toBe(true);
  expect(table.calls.write).toBe(2);
  expect(refreshShard(SHARD)).toBe((await runtime.auths.findAny(id))?.dueShard);
});
