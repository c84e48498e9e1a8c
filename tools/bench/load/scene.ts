/** What the load runs against: the service, its table, partners with endpoints, and the service beside. */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPartnerTo } from '../../../lib/base/operate.ts';
import { until } from '../../../lib/base/until.ts';
import { createApiClient } from '../../../lib/client/api-client.ts';
import { type Service, startService } from '../../../lib/local/service-process.ts';
import { startTableServer } from '../../../lib/local/tables/dynoxide.ts';
import { type Receiver, startReceiver } from '../../../test/support/delivery-receiver.ts';
import { callTable, findTable } from '../../../test/support/table-server.ts';
import { createVerifiedEndpoint } from '../../../test/support/verified-endpoint.ts';
import { openCaller } from './caller.ts';
import type { Target } from './drive.ts';
import type { LoadOperation } from './operation.ts';
import { type Sampler, startSampler } from './samples.ts';
import {
  type LoadEvent,
  type LoadPartner,
  openPlainWorld,
  openWorld,
  type RealWorld,
} from './world.ts';
import { writes } from './writes.ts';

export type Scene = {
  readonly service: Service;
  readonly tableServer: { readonly url: string; readonly pid: number };
  readonly world: RealWorld;
  readonly real: Target;
  readonly plain: Target;
  readonly receiver: Receiver;
  readonly sampler: Sampler;
  readonly close: () => Promise<void>;
};

export type SceneOptions = {
  readonly partners: number;
  /** With a card and a bill, before the load begins. */
  readonly clients: number;
  readonly random: () => number;
};

const AT_A_TIME = 6;
const SEED_SECONDS = 300;

export async function openScene({ partners, clients, random }: SceneOptions): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-load-'));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const tableFile = join(folder, 'tables.db');
    const tables = await startTableServer(tableFile);
    closers.push(tables.stop);
    const env = { DYNAMODB_ENDPOINT: tables.url };
    const service = await startService({ stateDir: join(folder, 'state'), env, launcher: true });
    closers.push(service.stop);
    const known = await addPartners(service, partners);
    const world = openWorld(known, random);
    const receiver = await startReceiver(
      { fails: 0, hangs: 0, closesEarly: 0 },
      { onEvent: (event) => world.told(event as LoadEvent) },
    );
    closers.push(receiver.close);
    await addEndpoints(service, known, receiver);
    const real = { caller: openCaller(service.baseUrl), world, pid: service.pid };
    closers.push(real.caller.close);
    await seed(real, world, clients);
    const { url, pid } = await startPlain(tables.url, known, closers);
    const plain = { caller: openCaller(url), world: openPlainWorld(world), pid };
    closers.push(plain.caller.close);
    const sampler = startSampler({
      stateDir: service.stateDir,
      servicePid: service.pid,
      tableServerPid: tables.pid ?? 0,
      tableFile,
    });
    closers.push(sampler.stop);
    const tableServer = { url: tables.url, pid: tables.pid ?? 0 };
    return { service, tableServer, world, real, plain, receiver, sampler, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addPartners(service: Service, count: number): Promise<LoadPartner[]> {
  const add = addPartnerTo(service);
  const known: LoadPartner[] = [service];
  while (known.length < count) {
    const { _id, apiKey } = (await add()) as { _id: string; apiKey: string };
    known.push({ partnerId: _id, apiKey });
  }
  return known.map(({ partnerId, apiKey }) => ({ partnerId, apiKey }));
}

async function addEndpoints(
  { baseUrl }: Service,
  partners: readonly LoadPartner[],
  receiver: Receiver,
): Promise<void> {
  for (const { partnerId, apiKey } of partners) {
    const path = `/hooks/${partnerId}`;
    const api = createApiClient({ baseUrl, apiKey });
    const { secret } = await createVerifiedEndpoint(api, { url: `${receiver.url}${path}` });
    receiver.trust(path, secret);
  }
  // Tests of the addresses, which came before their secret was known here.
  receiver.counts.unverified = 0;
}

/** Clients with a card and a bill, made by the load's own writes. @throws Error when one is refused. */
async function seed(real: Target, world: RealWorld, clients: number): Promise<void> {
  for (const name of ['createClient', 'addPaymentMethod', 'createAuth']) {
    const operation = writes.find((one) => one.name === name) as LoadOperation;
    const turns = Array.from({ length: clients }).values();
    const work = async () => {
      for (const _ of turns) await perform(real, operation);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  }
  const allReady = async () => world.ready.length === clients;
  await until('the first bills', allReady, SEED_SECONDS);
}

async function perform({ caller, world }: Target, { name, make }: LoadOperation): Promise<void> {
  const prepared = make(world);
  if (!prepared) throw new Error(`There is nothing for ${name} to work on`);
  const came = await caller.call(prepared);
  if (came.kind !== 'answered' || came.status !== 200) {
    throw new Error(`${name} failed: ${JSON.stringify({ ...came, body: undefined })}`);
  }
  prepared.done?.(came.body as never);
}

async function startPlain(
  tableUrl: string,
  partners: readonly LoadPartner[],
  closers: (() => unknown)[],
): Promise<{ readonly url: string; readonly pid: number }> {
  const TableName = await findTable(tableUrl);
  for (const { partnerId, apiKey } of partners) {
    const digest = createHash('sha256').update(apiKey).digest('hex');
    const Item = {
      pk: { S: `plain#key#${digest}` },
      sk: { S: 'plain#key' },
      partnerId: { S: partnerId },
    };
    await callTable(tableUrl, 'PutItem', { TableName, Item });
  }
  const child = fork(join(import.meta.dirname, 'plain-service.ts'), {
    env: { ...process.env, TABLE_NAME: TableName, TABLE_URL: tableUrl },
  });
  closers.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const [{ url }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The plain service ended'))),
  ])) as [{ url: string }];
  return { url, pid: child.pid ?? 0 };
}
