/**
 * The sandbox's companies as a connector in a process of its own, which ends itself now and then and is
 * started again with a clock that may be off, with a bad network between it and its service.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { claims } from '../../../connectors/sandbox/directory.ts';
import { manifest } from '../../../connectors/sandbox/manifest.ts';
import { findLastingPort } from '../../../lib/base/free-port.ts';
import { operate } from '../../../lib/base/operate.ts';
import type { Chance } from '../../model/year/chance.ts';
import { openNetwork } from './network.ts';
import { clockOf, type KilledService } from './service.ts';
import type { Striking } from './striking.ts';

export type ConnectorSide = {
  /** The connector's folder: its keys, and what its companies remember. */
  readonly folder: string;
  /** From here on messages are spoilt, and the connector ends itself after so many calls, on average. */
  readonly begin: (calls: number) => Promise<void>;
  /** It ends itself no more. The network stays as it is. */
  readonly calm: () => Promise<void>;
  /** What befell it. */
  readonly counts: () => Readonly<Record<string, number>>;
  readonly close: () => Promise<void>;
};

export type ConnectorOptions = {
  readonly folder: string;
  readonly seed: number;
  readonly chance: Chance;
  /** Seconds that a call of the connector may take. */
  readonly callSeconds: number;
  readonly onMoment: Striking['onMoment'];
};

const run = promisify(execFile);
const connectorMain = join(import.meta.dirname, 'connector.ts');
const registerMain = join(import.meta.dirname, 'register.ts');
/** Of the messages, both ways. */
const SPOILT_SHARE = 0.2;
/** Between the clocks of who signs and who reads that. */
const COUNTS_WITHIN_MILLISECONDS = 60_000;
/** With the last two, everything is refused until it starts again. */
const clocks = [0, 0, 0, 0, 25_000, -25_000, 120_000, -120_000];
/** What the connector calls us. */
const CALLER = 'local';

export async function openConnectorSide(
  service: KilledService,
  { seed, chance, callSeconds, onMoment, ...options }: ConnectorOptions,
): Promise<ConnectorSide> {
  const folder = join(options.folder, 'connector');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = await findLastingPort();
  const target = `http://127.0.0.1:${port}`;
  const requests = await openNetwork({ seed, onMoment, target });
  const origin = new URL(service.baseUrl).origin;
  const reports = await openNetwork({ seed: seed + 1, target: origin });
  const callersFile = join(folder, 'callers.json');
  const { stateDir } = service;
  const { keySet: keys } = await operate({ stateDir }, 'connector-key', 'show');
  writeFileSync(callersFile, JSON.stringify([{ name: CALLER, keys, reportsTo: reports.url }]));
  const args = [
    ...['--folder', folder, '--callers', callersFile, '--seed', String(seed)],
    ...['--port', String(port), '--url', requests.url, '--call-seconds', String(callSeconds)],
  ];
  const connector = openConnector(args, () => chance.pick(clocks));
  await connector.start();
  await register(stateDir, requests.url, join(folder, 'claims.json'));
  return {
    folder,
    begin: async (calls) => {
      requests.rate = SPOILT_SHARE;
      reports.rate = SPOILT_SHARE;
      await connector.startWith(calls);
    },
    calm: () => connector.startWith(undefined),
    counts: () => ({
      'connector ended': connector.ends(),
      ...prefixed('request', requests.counts),
      ...prefixed('report', reports.counts),
    }),
    close: async () => {
      await connector.stop();
      requests.close();
      reports.close();
    },
  };
}

/** `request: cut`, for example. */
export const prefixed = (prefix: string, counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}: ${name}`, count]));

async function register(stateDir: string, url: string, claimsFile: string): Promise<void> {
  writeFileSync(claimsFile, JSON.stringify(claims));
  await run(process.execPath, [registerMain, '--state', stateDir, '--url', url]);
  const all = ['--accept', 'all', '--same', claimsFile, '--no-count', '--yes'];
  await operate({ stateDir }, 'connector', 'import', manifest.id, ...all);
}

/** A connector that is started again whenever it ends. */
function openConnector(args: readonly string[], wrongClock: () => number) {
  let child: ChildProcess | undefined;
  let endsAfter: number | undefined;
  let ends = 0;
  const start = async (): Promise<void> => {
    const wrong = endsAfter === undefined ? 0 : wrongClock();
    const ending = [
      ...(endsAfter === undefined ? [] : ['--ends-after', String(endsAfter)]),
      ...(Math.abs(wrong) > COUNTS_WITHIN_MILLISECONDS ? ['--ends-within-seconds', '15'] : []),
    ];
    const started = spawn(process.execPath, [connectorMain, ...args, ...ending], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...clockOf(wrong) },
    });
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once('exit', () => reject(new Error('The connector did not start')));
      started.stdout.on('data', (text: Buffer) => {
        if (text.toString().includes('Serving on')) resolve();
      });
    });
    started.once('exit', () => {
      if (child !== started) return;
      ends += 1;
      void start().catch((error: Error) => process.stderr.write(`${error.message}\n`));
    });
  };
  const stop = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await ended;
  };
  return {
    ...{ start, stop, ends: () => ends },
    startWith: async (after: number | undefined) => {
      endsAfter = after;
      await stop();
      await start();
    },
  };
}
