/** A service of its own, in this process, whose faults a test turns on and off as it goes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startDueWork } from '../../functions/schedule/contract.ts';
import { type LocalApp, startLocal } from '../../lib/local/app.ts';
import { readFirstPartner } from '../../lib/local/greeting.ts';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import { readAssembly } from '../../lib/local/template/assembly.ts';
import { createModel } from '../../lib/local/template/model.ts';
import { ensureAssembly } from '../../lib/local/template/synthesis.ts';
import { raiseRateLimit } from './partners.ts';

export type ChaosService = {
  readonly app: LocalApp;
  readonly apiKey: string;
  readonly tableUrl: string;
  /** Runs the sweep of due work now; the schedule runs it each minute beside this. */
  readonly sweep: () => Promise<void>;
  /** How many executions of workflows stand in each status. */
  readonly countExecutions: () => Readonly<Record<string, number>>;
  readonly unendedWorkflows: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** What waits to try again holds its place; with fewer, payments would mostly wait for those. */
const CALLS_AT_ONCE = 8;

const root = join(import.meta.dirname, '../..');

/** Starts without faults, and with a partner that may call as fast as it can. */
export async function startChaosService(seed?: number): Promise<ChaosService> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-chaos-'));
  const tables = await startTableServer(join(folder, 'tables.db'));
  const stateDir = join(folder, 'state');
  const assemblyDir = await ensureAssembly(root, () => {});
  const app = await startBeside(tables.url, () =>
    startLocal({
      assemblyDir,
      stateDir,
      callsAtOnce: CALLS_AT_ONCE,
      chaos: { rate: 0, seed },
    }),
  );
  const { partnerId, apiKey } = readFirstPartner(app);
  await raiseRateLimit(tables.url, partnerId);
  const functions = createModel(readAssembly(assemblyDir)).ofType('AWS::Lambda::Function');
  const sweeper = functions.find(({ logicalId }) => /^startDueWork/i.test(logicalId));
  if (!sweeper) throw new Error('The stacks have no sweep of due work');
  return {
    app,
    apiKey,
    tableUrl: tables.url,
    sweep: async () => {
      const parts = Array.from({ length: startDueWork.parts }, (_, part) => part);
      await Promise.all(parts.map((part) => app.invoke(sweeper.ref, { part })));
    },
    countExecutions: () => countExecutions(join(stateDir, 'local.db')),
    unendedWorkflows: () => unendedWorkflows(join(stateDir, 'local.db')),
    close: async () => {
      await app.close();
      await tables.stop();
      if (!process.env.KEEP_TEST_STATE) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The table server is the test's, so that it can read what no operation shows. */
async function startBeside(tableUrl: string, start: () => Promise<LocalApp>): Promise<LocalApp> {
  const before = process.env.DYNAMODB_ENDPOINT;
  process.env.DYNAMODB_ENDPOINT = tableUrl;
  try {
    return await start();
  } finally {
    if (before === undefined) delete process.env.DYNAMODB_ENDPOINT;
    else process.env.DYNAMODB_ENDPOINT = before;
  }
}

function countExecutions(file: string): Record<string, number> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = db
      .prepare('SELECT status, count(*) AS number FROM executions GROUP BY status')
      .all() as { status: string; number: number }[];
    return Object.fromEntries(rows.map(({ status, number }) => [status, number]));
  } finally {
    db.close();
  }
}

/** The workflows that have not ended, a sentence each. */
export function unendedWorkflows(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = db
      .prepare(`SELECT name, state FROM executions WHERE status = 'RUNNING' ORDER BY started`)
      .all() as { name: string; state: string }[];
    return rows.map(({ name, state }) => `The workflow ${name} still runs, in ${state}`);
  } finally {
    db.close();
  }
}
