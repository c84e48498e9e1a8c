/**
 * A day of readings, with as many companies that hang in each shard as it has workers: everybody else is
 * read on time. Time is simulated, so that a session takes as long as it says.
 */
import { randomBytes } from 'node:crypto';
import { instantText } from '@billhook/core/base/dates';
import { newOwnedId, newRootId } from '@billhook/core/base/ids';
import { REFRESH_SHARDS, shardOf } from '@billhook/core/base/table-keys';
import type { Connector, Session } from '@billhook/core/company/connector';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { REFRESH_PARTS } from '@billhook/runtime/sweeps/refresh-bills';
import { openOutside } from '@billhook/runtime/table/outside';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { refreshBills } from '../../functions/schedule/contract.ts';
import { readAccounts } from '../../functions/stream/contract.ts';
import { DAY, HOUR, MINUTE, START } from '../model/clock.ts';
import { seededBytes } from '../model/random.ts';
import { fakeKms } from '../support/kms.ts';
import { memoryTable } from '../support/memory-table.ts';
import { account, fakeConnector } from '../support/payment-world.ts';
import { readDueBills } from '../support/readings.ts';
import { authRecord, unnoticed } from '../support/records.ts';
import { simulatedTime } from './simulated-time.ts';

const ACCOUNTS = 5 * Number(process.env.BATTERY_ACCOUNTS);
/** As many as a shard has workers. */
const HANGING_A_SHARD = 8;
const EVERY = refreshBills.everyMinutes * MINUTE;
/** What functions/schedule/refresh-bills.ts has to hand them on. */
const BEGINNING = 40_000;
/** Sessions at a time of each part, as many as functions/stream/contract.ts allows in all. */
const AT_ONCE = (readAccounts.maxConcurrency * readAccounts.batchSize) / REFRESH_PARTS;
const SESSION = 300;
/** A run, and what a run may find on its way. */
const ON_TIME = 2 * EVERY;

beforeAll(() => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  vi.stubEnv('FINGERPRINT_KEY_ARN', 'arn:fingerprint');
  vi.stubEnv('STAGE', 'production');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

type World = { readonly runtime: Runtime; readonly hangs: Set<string>; readonly logins: string[] };

async function openDay(time: ReturnType<typeof simulatedTime>): Promise<World> {
  const hangs = new Set<string>();
  const logins: string[] = [];
  const connector = {
    ...fakeConnector,
    logIn: async ({ authId }: Session) => {
      logins.push(authId);
      if (hangs.has(authId)) await new Promise(() => {});
      await time.sleep(SESSION);
      return { kind: 'verified' as const };
    },
    listBills: async () => [account],
  } satisfies Partial<Connector>;
  const outside = openOutside({
    ...{ table: memoryTable(time.now), clock: time.now, random: seededBytes(1) },
    limitTime: (milliseconds) => {
      const controller = new AbortController();
      void time.sleep(milliseconds).then(() => controller.abort());
      return { signal: controller.signal, lift: () => {} };
    },
    aws: { kms: fakeKms().kms },
    connectorOf: () => connector,
  });
  const runtime = openRuntime(outside);
  await runtime.companies.merge(sandboxCompanies.slice(0, 1));
  return { runtime, hangs, logins };
}

async function link({ runtime }: World, refreshAt: number, shard?: number): Promise<string> {
  const clientId = newRootId('cl', randomBytes);
  let _id = newOwnedId('auth', clientId, randomBytes);
  while (shard !== undefined && shardOf(_id, REFRESH_SHARDS) !== shard)
    _id = newOwnedId('auth', clientId, randomBytes);
  const credentials = await runtime.vault.seal({ clientId, recordId: _id }, { username: 'ada' });
  const company = { ...authRecord().company, _id: sandboxCompanies[0]?._id ?? '' };
  const given = { _id, clientId, credentials, company, refreshAt: instantText(refreshAt) };
  await runtime.table.write([runtime.auths.save(...unnoticed(authRecord(given)))]);
  return _id;
}

test(`eight companies that hang in each shard, and ${ACCOUNTS} accounts that are read on time`, {
  timeout: 30 * MINUTE,
}, async () => {
  const time = simulatedTime(START);
  const world = await openDay(time);
  for (let shard = 0; shard < REFRESH_SHARDS; shard += 1) {
    for (let count = 0; count < HANGING_A_SHARD; count += 1)
      // The oldest come first in the index.
      world.hangs.add(await link(world, START - HOUR, shard));
  }
  const due = new Map<string, number>();
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const at = START + ((number * 7_919) % (22 * 60)) * MINUTE;
    due.set(await link(world, at), at);
  }

  const read = new Map<string, number>();
  for (let start = START; start < START + DAY; start += EVERY) {
    await time.until(start);
    const before = world.logins.length;
    const runs = Array.from({ length: REFRESH_PARTS }, (_, part) =>
      readDueBills(world.runtime, { part, clock: time.now, deadline: start + BEGINNING }, AT_ONCE),
    );
    await time.during(Promise.all(runs));
    // A run has ended when its function's time is over, and the next begins.
    expect(time.now() - start).toBeLessThanOrEqual(EVERY);
    for (const id of world.logins.slice(before)) if (!read.has(id)) read.set(id, time.now());
  }

  const late = [...due].filter(([id, at]) => (read.get(id) ?? Infinity) - at > ON_TIME);
  expect(late).toEqual([]);
  // And what hangs is tried a few times a day, not each time.
  for (const id of world.hangs) {
    const tried = world.logins.filter((one) => one === id).length;
    expect(tried).toBeGreaterThan(0);
    expect(tried).toBeLessThanOrEqual(4);
  }
});
