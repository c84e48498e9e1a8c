/** A service, the sandbox as a connector, and a bad network between them; both ends can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxAccountRecord } from '@billhook/core/sandbox/account';
import { claims } from '../../connectors/sandbox/directory.ts';
import { manifest } from '../../connectors/sandbox/manifest.ts';
import { readSubmissionId } from '../../connectors/sandbox/sessions.ts';
import { findFreePort } from '../../lib/local/free-port.ts';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import { operate } from '../../lib/measure/operate.ts';
import { type Service, startService } from '../../lib/measure/service-process.ts';
import { scanTable } from '../../lib/measure/table-server.ts';
import { type Ledger, readLedger } from './chaos-ledger.ts';
import { countExecutions } from './chaos-service.ts';
import { raiseRateLimit } from './partners.ts';
import { openWireProxy, type WireProxy } from './wire-proxy.ts';

export type RemoteChaos = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly stateDir: string;
  readonly tableUrl: string;
  /** To the connector, and back from it. */
  readonly requests: WireProxy;
  readonly reports: WireProxy;
  /** Ends one side as a power cut does, and starts it again. */
  readonly killConnector: () => Promise<void>;
  readonly killService: () => Promise<void>;
  /** What the table holds, with the accounts as the connector's own journal has them. */
  readonly readLedger: () => Promise<Ledger>;
  readonly countRunning: () => number;
  readonly close: () => Promise<void>;
};

const main = join(import.meta.dirname, '../../connectors/sandbox/main.ts');

export async function startRemoteChaos(seed: number): Promise<RemoteChaos> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-remote-chaos-'));
  const stateDir = join(folder, 'state');
  const ownFolder = join(folder, 'connector');
  mkdirSync(ownFolder, { mode: 0o700 });
  const tables = await startTableServer(join(folder, 'tables.db'));
  const port = await findFreePort();
  const startAgain = () => startService({ stateDir, port, env: { DYNAMODB_ENDPOINT: tables.url } });
  let service: Service = await startAgain();
  await raiseRateLimit(tables.url, service.partnerId);
  const connectorPort = await findFreePort();
  const requests = await openWireProxy(`http://127.0.0.1:${connectorPort}`, seed);
  const reports = await openWireProxy(new URL(service.baseUrl).origin, seed + 1);
  const { keySet: keys } = await operate({ stateDir }, 'connector-key', 'show');
  const callersFile = join(ownFolder, 'callers.json');
  writeFileSync(callersFile, JSON.stringify([{ name: 'local', keys, reportsTo: reports.url }]));
  const startConnector = () =>
    startProcess([
      ...[main, '--folder', ownFolder, '--callers', callersFile],
      ...['--port', String(connectorPort), '--url', requests.url, '--with-parent'],
    ]);
  let connector = await startConnector();
  await register(stateDir, requests.url, join(ownFolder, 'claims.json'));
  const journal = join(ownFolder, 'accounts.jsonl');
  // The conformance suite has paid too, as connectors are checked when they are registered.
  const earlier = new Set(submissionsIn(journal));
  const { baseUrl, apiKey } = service;
  return {
    ...{ baseUrl, apiKey, stateDir, tableUrl: tables.url, requests, reports },
    killConnector: async () => {
      await kill(connector);
      connector = await startConnector();
    },
    killService: async () => {
      await service.kill();
      service = await startAgain();
    },
    readLedger: () => ledgerOf(tables.url, journal, earlier),
    countRunning: () => countExecutions(join(stateDir, 'local.db')).RUNNING ?? 0,
    close: async () => {
      await service.stop();
      await kill(connector);
      requests.close();
      reports.close();
      await tables.stop();
      if (!process.env.KEEP_TEST_STATE) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function register(stateDir: string, url: string, claimsFile: string): Promise<void> {
  const asOperator = (...args: string[]) => operate({ stateDir }, ...args, '--yes');
  writeFileSync(claimsFile, JSON.stringify(claims));
  await asOperator('connector', 'add', url, '--cards', '--confirm', manifest.id);
  const all = ['--accept', 'all', '--same', claimsFile, '--no-count'];
  await asOperator('connector', 'import', manifest.id, ...all);
}

/** Once it serves. */
function startProcess(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The connector did not start')));
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('Serving on')) resolve(child);
    });
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** The connector knows payments by names of the wire: the table says whose they are. */
async function ledgerOf(
  tableUrl: string,
  journal: string,
  earlier: ReadonlySet<string>,
): Promise<Ledger> {
  const ledger = await readLedger(tableUrl);
  const names = await wireNames(tableUrl);
  const accounts = readJournal(journal).map((account) => ({
    ...account,
    attempts: account.attempts.flatMap((attempt) => {
      if (earlier.has(attempt.paymentId)) return [];
      const { payment, submission } = readSubmissionId(attempt.paymentId);
      return [{ ...attempt, paymentId: `${names.get(payment) ?? payment}-${submission}` }];
    }),
  }));
  return { ...ledger, accounts };
}

/** Payments by their names on the wire. */
async function wireNames(tableUrl: string): Promise<ReadonlyMap<string, string>> {
  const items = await scanTable(tableUrl);
  return new Map(
    items.flatMap(({ pk, sk, paymentId }) => {
      const name = String(pk?.S).split('#').at(-1) ?? '';
      return sk?.S === 'payment' && paymentId ? [[name, String(paymentId.S)] as const] : [];
    }),
  );
}

/** Each account as it was saved last. What follows the last line break was cut off. */
function readJournal(path: string): SandboxAccountRecord[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const accounts = new Map<string, SandboxAccountRecord>();
  for (const line of lines) {
    const { key, account } = JSON.parse(line) as { key: string; account: SandboxAccountRecord };
    accounts.set(key, account);
  }
  return [...accounts.values()];
}

function submissionsIn(journal: string): string[] {
  return readJournal(journal).flatMap(({ attempts }) => attempts.map((one) => one.paymentId));
}
