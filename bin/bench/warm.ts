/**
 * `npm run bench:warm`: the processor time of an operation that reads the table twice, once started: as it
 * is built, with the SDK in place of the small client, and made the conventional way (middy, zod, the SDK
 * as it comes); next to the bare reads by the SDK, and what of it is our own: the same operation over a
 * table in memory. In turns, in one run. The table is a stub in a process of its own, whose time is not
 * counted.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { newOwnedId } from '@billhook/core/ids';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { buildAll } from '../../lib/build/build.ts';
import { layerNames } from '../../lib/build/layers.ts';
import { projectPaths } from '../../lib/build/options.ts';
import { conventionalHandler } from '../../lib/measure/conventional-handler.ts';
import { figuresTable } from '../../lib/measure/figures-table.ts';
import { environment } from '../../lib/measure/function-environment.ts';
import { median } from '../../lib/measure/median.ts';
import { memoryTable } from '../../test/support/memory-table.ts';
import { billRecord, clientId, partnerId } from '../../test/support/records.ts';

const TOTAL_BUDGET_MICROSECONDS = 900;
const OWN_BUDGET_MICROSECONDS = 20;
/** The processor time that the system counts comes in steps of some milliseconds. */
const BATCH = 400;
const WARM_UP_ROUNDS = 3;

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });

Object.assign(process.env, environment);
const table = memoryTable();
// One that the company pays itself: what a method would pay is read from elsewhere.
const bill = billRecord(
  { newestPaymentId: newOwnedId('pay', clientId, (size) => new Uint8Array(size)) },
  { autopay: 'enabled' },
);
await table.write([billStore(table).save(bill, undefined)]);
const folder = mkdtempSync(join(tmpdir(), 'billhook-warm-'));
const stub = fork(join(import.meta.dirname, '../../lib/measure/table-stub.ts'), {
  execArgv: ['--disable-warning=ExperimentalWarning'],
});
try {
  process.exitCode = await main();
} finally {
  stub.disconnect();
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<number> {
  stub.send(Object.fromEntries(table.items));
  const [port] = await once(stub, 'message');
  process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${port}`;
  const { handler } = await import('../../functions/bill/get-bill.ts');
  const built = await builtHandler();
  const conventional = conventionalHandler(clientId);
  const event = {
    httpMethod: 'GET',
    path: `/bill/${bill._id}`,
    headers: {},
    pathParameters: { billId: bill._id },
    requestContext: {
      extendedRequestId: 'bench',
      authorizer: { kind: 'partner', partnerId, keyId: 'bench' },
    },
  } as unknown as Parameters<typeof handler>[0];
  // Without the copies that the table in memory makes for tests.
  const inMemory = handler.over({
    table: { ...table, get: async (key) => table.items.get(`${key.pk} ${key.sk}`) as never },
  });
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const keys = [bill._id, bill.newestPaymentId].map((sk) => ({ pk: clientId, sk }));
  const works = {
    built: async () => built(event),
    whole: async () => handler(event),
    conventional: async () => conventional(event, {} as never),
    bare: async () => {
      const items: unknown[] = [];
      // One after the other, as the operation has to: the bill says which payment it is.
      for (const Key of keys) {
        const input = { TableName: 'bench', Key, ConsistentRead: true };
        items.push((await client.send(new GetCommand(input))).Item);
      }
      return { statusCode: 200, body: JSON.stringify(items[0]) };
    },
    own: async () => inMemory(event),
  };
  const reads = await silently(() => readsOf(() => handler.over({ table })(event)));
  const times = await measure(works, Number(flags.rounds));
  // Its line in the log is part of an operation, and of none of the budgets.
  const rows = [
    ['get-bill as built, with its line in the log', times.built, TOTAL_BUDGET_MICROSECONDS],
    ['get-bill with the client of the SDK', times.whole, undefined],
    ['made the conventional way: middy, zod, the SDK', times.conventional, undefined],
    ['two reads by the SDK, and the JSON', times.bare, undefined],
    ['get-bill over a table in memory', times.own, OWN_BUDGET_MICROSECONDS],
  ] as const;
  process.stdout.write(`${reads} reads of the table. Microseconds of processor time, median:\n`);
  const cells = rows.map(([what, got, budget]) => [
    what,
    got.toFixed(0),
    budget === undefined ? '' : String(budget),
    budget === undefined ? '' : got <= budget ? 'met' : 'MISSED',
  ]);
  const share = times.built / times.conventional;
  process.stdout.write(`As built over conventional: ${share.toFixed(2)}\n`);
  process.stdout.write(`${figuresTable([['', 'µs', 'goal', ''], ...cells]).join('\n')}\n`);
  return rows.every(([, got, budget]) => budget === undefined || got <= budget) ? 0 : 1;
}

/** The bundle that is deployed, with its layers where it looks for them. */
async function builtHandler(): Promise<typeof import('../../functions/bill/get-bill.ts').handler> {
  await buildAll({ ...projectPaths, out: folder });
  const layers = layerNames.map((layer) => join(folder, 'layers', layer, 'nodejs/node_modules'));
  process.env.NODE_PATH = layers.join(delimiter);
  (Module as unknown as { readonly _initPaths: () => void })._initPaths();
  const load = createRequire(import.meta.url);
  return load(join(folder, 'functions/bill/get-bill/index.js')).handler;
}

type Work = () => Promise<{ readonly statusCode: number }>;

async function readsOf(work: Work): Promise<number> {
  table.calls.get = 0;
  await work();
  return table.calls.get;
}

/** Microseconds of one run of each. */
async function measure<K extends string>(
  works: Readonly<Record<K, Work>>,
  rounds: number,
): Promise<Record<K, number>> {
  const names = Object.keys(works) as K[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const name of names) {
      const microseconds = await timeBatch(works[name]);
      if (round >= 0) times[name]?.push(microseconds);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name] ?? [])])) as never;
}

async function timeBatch(work: Work): Promise<number> {
  return silently(async () => {
    const before = process.threadCpuUsage();
    for (let run = 0; run < BATCH; run += 1) {
      const { statusCode } = await work();
      if (statusCode !== 200) throw new Error(`Got a ${statusCode}`);
    }
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / BATCH;
  });
}

async function silently<T>(run: () => Promise<T>): Promise<T> {
  const print = process.stdout.write;
  process.stdout.write = () => true;
  try {
    return await run();
  } finally {
    process.stdout.write = print;
  }
}
