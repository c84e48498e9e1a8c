/**
 * A service, the sandbox as a connector, and a bad network between them, over a folder: what was begun in
 * it goes on in it. Both sides can be killed, and their clocks be wrong.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { claims } from '../../../connectors/sandbox/directory.ts';
import { manifest } from '../../../connectors/sandbox/manifest.ts';
import { findLastingPort } from '../../../lib/base/free-port.ts';
import { operate } from '../../../lib/base/operate.ts';
import { isRunning } from '../../../lib/local/is-running.ts';
import { type Service, startService } from '../../../lib/local/service-process.ts';
import { startTableServer } from '../../../lib/local/tables/dynoxide.ts';
import { writeWhole } from '../../../lib/local/write-whole.ts';
import type { Chance } from '../../model/year/chance.ts';
import { raiseRateLimit } from '../../support/partners.ts';
import { startPatiently } from '../frame/start-patiently.ts';
import { type Moment, type Network, openNetwork } from './network.ts';

export type Sides = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly stateDir: string;
  readonly tableUrl: string;
  /** The connector's folder: its keys, and what its companies remember. */
  readonly connectorDir: string;
  /** To the connector, and back from it. */
  readonly requests: Network;
  readonly reports: Network;
  /** Ends the service as a power cut does, and starts it again. */
  readonly killService: () => Promise<void>;
  /** From here on the connector ends itself now and then, and is started again. */
  readonly letConnectorEnd: (endsAfter: number | undefined) => Promise<void>;
  readonly kills: { readonly service: number; readonly connector: number };
  readonly close: () => Promise<void>;
};

export type SidesOptions = {
  /** Made when it is missing. */
  readonly folder: string;
  readonly seed: number;
  /** Seconds that a call of the connector may take. */
  readonly callSeconds: number;
  readonly chance: Chance;
  readonly onMoment: (moment: Moment) => Promise<void> | undefined;
};

type Ports = Readonly<Record<'service' | 'connector' | 'requests' | 'reports', number>>;

const run = promisify(execFile);
const connectorMain = join(import.meta.dirname, 'connector.ts');
const registerMain = join(import.meta.dirname, 'register.ts');
const clock = pathToFileURL(join(import.meta.dirname, '../../support/clock-ahead.mjs'));
const PAUSE_MILLISECONDS = 100;
const GONE_WITHIN_MILLISECONDS = 30_000;
/** Between the clocks of who signs and who reads that. */
const COUNTS_WITHIN_MILLISECONDS = 60_000;
/** With the last two, everything is refused until it starts again. */
const connectorClocks = [0, 0, 0, 0, 25_000, -25_000, 120_000, -120_000];
const serviceClocks = [0, 0, 15_000, -15_000];

export async function openSides(options: SidesOptions): Promise<Sides> {
  const { folder, seed, callSeconds, chance, onMoment } = options;
  const stateDir = join(folder, 'state');
  const connectorDir = join(folder, 'connector');
  mkdirSync(connectorDir, { recursive: true, mode: 0o700 });
  const ports = await portsOf(folder);
  const tables = await startTableServer(join(folder, 'tables.db'));
  await endServiceOf(stateDir);
  const start = (wrong = 0) =>
    startService({
      ...{ stateDir, port: ports.service },
      env: { DYNAMODB_ENDPOINT: tables.url, ...clockOf(wrong) },
    });
  let service: Service = await startPatiently(start);
  await raiseRateLimit(tables.url, service.partnerId);
  const requests = await openNetwork({
    ...{ seed, onMoment, port: ports.requests },
    target: `http://127.0.0.1:${ports.connector}`,
  });
  const reports = await openNetwork({
    ...{ seed: seed + 1, port: ports.reports },
    target: new URL(service.baseUrl).origin,
  });
  const callersFile = join(connectorDir, 'callers.json');
  const { keySet: keys } = await operate({ stateDir }, 'connector-key', 'show');
  writeFileSync(callersFile, JSON.stringify([{ name: CALLER, keys, reportsTo: reports.url }]));
  const kills = { service: 0, connector: 0 };
  const connector = openConnector(
    [
      ...['--folder', connectorDir, '--callers', callersFile, '--seed', String(seed)],
      ...['--port', String(ports.connector), '--url', requests.url],
      ...['--call-seconds', String(callSeconds)],
    ],
    {
      wrongClock: () => chance.pick(connectorClocks),
      died: () => {
        kills.connector += 1;
      },
    },
  );
  await connector.start();
  const registeredFile = join(folder, 'registered');
  if (!existsSync(registeredFile)) {
    await register(stateDir, requests.url, join(connectorDir, 'claims.json'));
    writeFileSync(registeredFile, '');
  }
  const { baseUrl, apiKey } = service;
  return {
    ...{ baseUrl, apiKey, stateDir, connectorDir, tableUrl: tables.url, requests, reports, kills },
    killService: async () => {
      kills.service += 1;
      await service.kill();
      const wrong = chance.pick(serviceClocks);
      service = await startPatiently(() => start(wrong));
    },
    letConnectorEnd: connector.startWith,
    close: async () => {
      await service.stop();
      await connector.stop();
      requests.close();
      reports.close();
      await tables.stop();
    },
  };
}

/** What the connector calls us. */
const CALLER = 'local';

/** Addresses are signed, and both sides keep them: each stays what it was. */
async function portsOf(folder: string): Promise<Ports> {
  const file = join(folder, 'ports.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Ports;
  const ports = {
    service: await findLastingPort(),
    connector: await findLastingPort(),
    requests: await findLastingPort(),
    reports: await findLastingPort(),
  };
  writeWhole(file, JSON.stringify(ports));
  return ports;
}

/** A battery that was ended has left its service, whose lock says which process it is. */
async function endServiceOf(stateDir: string): Promise<void> {
  const lock = join(stateDir, 'lock');
  if (!existsSync(lock)) return;
  const { pid } = JSON.parse(readFileSync(lock, 'utf8')) as { readonly pid: number };
  const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  // The number may be another process's by now.
  if (!stdout?.includes(stateDir)) return;
  process.kill(pid, 'SIGKILL');
  const until = Date.now() + GONE_WITHIN_MILLISECONDS;
  while (isRunning(pid) && Date.now() < until) await sleep(PAUSE_MILLISECONDS);
}

function clockOf(milliseconds: number): { readonly NODE_OPTIONS?: string } {
  return milliseconds === 0
    ? {}
    : { NODE_OPTIONS: `--import ${clock}?milliseconds=${milliseconds}` };
}

async function register(stateDir: string, url: string, claimsFile: string): Promise<void> {
  const asOperator = (...args: string[]) => operate({ stateDir }, ...args, '--yes');
  writeFileSync(claimsFile, JSON.stringify(claims));
  await run(process.execPath, [registerMain, '--state', stateDir, '--url', url]);
  const all = ['--accept', 'all', '--same', claimsFile, '--no-count'];
  await asOperator('connector', 'import', manifest.id, ...all);
}

type Watching = {
  /** Of the next start, in milliseconds. */
  readonly wrongClock: () => number;
  readonly died: () => void;
};

/** A connector that is started again whenever it ends. */
function openConnector(args: readonly string[], { wrongClock, died }: Watching) {
  let child: ChildProcess | undefined;
  let endsAfter: number | undefined;
  let isWanted = true;
  const start = async (): Promise<void> => {
    const wrong = endsAfter === undefined ? 0 : wrongClock();
    const ending = [
      ...(endsAfter === undefined ? [] : ['--ends-after', String(endsAfter)]),
      ...(Math.abs(wrong) > COUNTS_WITHIN_MILLISECONDS ? ['--ends-within-seconds', '15'] : []),
    ];
    const env = { ...process.env, ...clockOf(wrong) };
    const started = spawn(process.execPath, [connectorMain, ...args, ...ending], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env,
    });
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once('exit', () => reject(new Error('The connector did not start')));
      started.stdout.on('data', (text: Buffer) => {
        if (text.toString().includes('Serving on')) resolve();
      });
    });
    started.once('exit', () => {
      if (!isWanted || child !== started) return;
      died();
      void start().catch((error: Error) => process.stderr.write(`${error.message}\n`));
    });
  };
  const end = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await ended;
  };
  return {
    start,
    startWith: async (after: number | undefined) => {
      endsAfter = after;
      await end();
      await start();
    },
    stop: async () => {
      isWanted = false;
      await end();
    },
  };
}
