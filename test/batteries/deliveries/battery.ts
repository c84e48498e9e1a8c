/**
 * Events to endpoints that fail, hang and close early, by deliverers that are killed: what arrived, how
 * often, and whether anything was lost. Times are scaled: a day of attempts passes in seconds.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventType, newEvent } from '@billhook/core/events/event';
import type { DeliveryRecord, DeliveryTimes } from '@billhook/core/webhook/delivery';
import type { Table } from '@billhook/runtime/table/types';
import { startTableServer } from '../../../lib/local/tables/dynoxide.ts';
import {
  type Misbehaviour,
  type Receiver,
  startReceiver,
} from '../../support/delivery-receiver.ts';
import { environment } from '../../support/function-environment.ts';
import { createSweepTable } from '../../support/sweep-table.ts';
import { type StubQueues, startStubQueues } from './queues.ts';
import { type Scene, setUp, untilProven } from './scene.ts';

export type BatteryOptions = {
  readonly events: number;
  readonly kills: number;
  readonly misbehaviour: Misbehaviour;
  readonly secondsAtMost: number;
};

export type BatteryFigures = {
  readonly events: number;
  readonly kills: number;
  readonly seconds: number;
  /** Events that were never accepted. */
  readonly lost: number;
  /** Events that were accepted more than once, each time under the same `webhook-id`. */
  readonly duplicated: number;
  readonly requests: number;
  readonly failed: number;
  readonly hung: number;
  readonly closedEarly: number;
  readonly unverified: number;
  readonly mismatched: number;
  /** Put aside after ten attempts, and sent again when the endpoint was enabled again. */
  readonly parked: number;
  /** Deliveries by what is written down of them in the end. */
  readonly states: Readonly<Record<string, number>>;
};

/** About a thousandth of production's, and still in its order. */
const times: DeliveryTimes = {
  timeoutMilliseconds: 600,
  delays: [0, 20, 50, 100, 150, 200, 300, 400, 500, 600],
  // Long compared with the rest: processes on a busy machine pause now and then.
  leaseMilliseconds: 2_400,
  renewMilliseconds: 400,
  pollMilliseconds: 80,
  settleMilliseconds: 500,
  againMilliseconds: [50, 200, 400],
  pauseMilliseconds: 400,
};
const VISIBILITY_MILLISECONDS = 3_000;
const DELIVERERS = 2;
const EVENTS_A_WRITE = 50;
/** One endpoint each: an event goes to one of them. */
const types: readonly EventType[] = ['bill.created', 'bill.update', 'swap.created', 'auth.created'];
const TABLE_NAME = 'deliveries';

export async function runBattery(options: BatteryOptions): Promise<BatteryFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-deliveries-'));
  const tables = await startTableServer(join(folder, 'tables.db'));
  const queues = await startStubQueues(VISIBILITY_MILLISECONDS);
  const receiver = await startReceiver(options.misbehaviour);
  const given = {
    ...environment,
    TABLE_NAME,
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    BILLHOOK_ALLOW_LOCAL_ADDRESSES: 'yes',
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
    AWS_ENDPOINT_URL_KMS: queues.url,
  };
  const before = { ...process.env };
  Object.assign(process.env, given);
  const deliverers = new Set<ChildProcess>();
  const start = () => deliverers.add(startDeliverer(queues.url));
  try {
    await createSweepTable(TABLE_NAME, tables.url);
    // Loaded once the endpoints are known: the clients of a function read them when they are made.
    const { openTable } = await import('@billhook/runtime/table/table');
    const table = openTable({ name: TABLE_NAME });
    const scene = await setUp(table, receiver, types);
    for (let count = 0; count < DELIVERERS; count += 1) start();
    await untilProven(table, queues, scene);
    const from = performance.now();
    const written = writeEvents(table, queues, scene.partnerId, options.events);
    // It is waited for below; until then a failure has nobody to take it.
    written.catch(() => {});
    const kill = () => killOne(deliverers, start);
    const parked = await untilAccepted({ ...options, ...scene, table, receiver, kill });
    const eventIds = await written;
    const seconds = (performance.now() - from) / 1000;
    const { requests, failed, hung, closed, unverified, mismatched } = receiver.counts;
    const accepted = eventIds.map((id) => receiver.accepted.get(id) ?? 0);
    return {
      events: options.events,
      kills: options.kills,
      seconds: Math.round(seconds * 10) / 10,
      lost: accepted.filter((count) => count === 0).length,
      duplicated: accepted.filter((count) => count > 1).length,
      requests,
      failed,
      hung,
      closedEarly: closed,
      unverified,
      mismatched,
      parked,
      states: await settledStates(table, scene.partnerId),
    };
  } finally {
    for (const deliverer of deliverers) deliverer.kill('SIGKILL');
    await receiver.close();
    await queues.close();
    await tables.stop();
    rmSync(folder, { recursive: true, force: true });
    for (const name of Object.keys(given)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** Writes them as the changes that they describe would. Returns their ids. */
async function writeEvents(
  table: Table,
  queues: StubQueues,
  partnerId: string,
  count: number,
): Promise<readonly string[]> {
  const eventIds: string[] = [];
  for (let made = 0; made < count; ) {
    const size = Math.min(EVENTS_A_WRITE, count - made);
    const events = Array.from({ length: size }, (_, index) => {
      const type = types[(made + index) % types.length] ?? 'bill.created';
      const resource = { type: 'partner', id: partnerId } as const;
      const data = { text: `${made + index}` };
      const given = { partnerId, sequence: made + index + 1, now: Date.now() };
      return newEvent({ type, resource, data }, given, randomBytes);
    });
    // In place of the stream and the bus: each event once in the queue of events.
    await table.write(events.map((put) => ({ put, when: { absent: true } })));
    queues.send(
      'events',
      events.map(({ _id }) => ({ eventId: _id, partnerId })),
    );
    eventIds.push(...events.map(({ _id }) => _id));
    made += size;
  }
  return eventIds;
}

type Watch = BatteryOptions &
  Scene & { readonly table: Table; readonly receiver: Receiver; readonly kill: () => void };

/** Kills at even distances. Enables again what has put something aside. Answers how much that was. */
async function untilAccepted(watch: Watch): Promise<number> {
  const { events, kills, receiver, secondsAtMost } = watch;
  const deadline = performance.now() + secondsAtMost * 1000;
  let [killed, parked, quiet] = [0, 0, 0];
  let last = -1;
  while (receiver.accepted.size < events && performance.now() < deadline) {
    await pause(20);
    while (killed < kills && receiver.accepted.size >= ((killed + 1) * events) / (kills + 1)) {
      watch.kill();
      killed += 1;
    }
    quiet = receiver.counts.requests === last ? quiet + 1 : 0;
    last = receiver.counts.requests;
    // Nothing was sent for two seconds: what is missing has come to the end of the table of delays.
    if (quiet < 100) continue;
    parked += await enableAgain(watch);
    quiet = 0;
  }
  return parked;
}

async function enableAgain({ table, partnerId, endpointIds }: Watch): Promise<number> {
  const { alterEndpoint } = await import('@billhook/runtime/webhooks/endpoints');
  const { parked = 0 } = countStates(await readDeliveries(table, partnerId));
  const actor = { kind: 'operator', id: 'battery' } as const;
  for (const endpointId of endpointIds) {
    const given = { partnerId, endpointId, actor, now: Date.now() };
    await alterEndpoint({ table }, given, { status: 'enabled' });
  }
  return parked;
}

/** Once the response is recorded too. */
async function settledStates(table: Table, partnerId: string): Promise<Record<string, number>> {
  for (let tries = 0; ; tries += 1) {
    const states = countStates(await readDeliveries(table, partnerId));
    if (Object.keys(states).join() === 'delivered' || tries === 50) return states;
    await pause(200);
  }
}

/** Those of events; not those of the tests that went before. */
async function readDeliveries(table: Table, partnerId: string): Promise<DeliveryRecord[]> {
  const deliveries: DeliveryRecord[] = [];
  let after: Record<string, string> | undefined;
  do {
    const range = { partition: partnerId, prefix: 'delivery#', after };
    const page = await table.query<DeliveryRecord>(range);
    deliveries.push(...page.items.filter(({ test }) => test === undefined));
    after = page.next;
  } while (after);
  return deliveries;
}

function countStates(deliveries: readonly DeliveryRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of deliveries) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

function startDeliverer(queuesUrl: string): ChildProcess {
  const file = join(import.meta.dirname, 'deliverer.ts');
  return spawn(process.execPath, [file, queuesUrl, JSON.stringify(times)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Another takes its place. */
function killOne(deliverers: Set<ChildProcess>, start: () => void): void {
  const [oldest] = deliverers;
  if (!oldest) return;
  oldest.kill('SIGKILL');
  deliverers.delete(oldest);
  start();
}
