/** A service of its own over a folder, that is killed with SIGKILL and started again on the same port. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findLastingPort } from '../../../lib/base/free-port.ts';
import { type Service, startService } from '../../../lib/local/service-process.ts';
import { startTableServer } from '../../../lib/local/tables/dynoxide.ts';
import type { Chance } from '../../model/year/chance.ts';
import { startPatiently } from '../frame/start-patiently.ts';

export type KilledService = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly stateDir: string;
  readonly kills: () => number;
  /**
   * Kills it, now and then amid the next start or two as well, and starts it again, with another clock.
   * @throws EndedAtStart if it doesn't come back.
   */
  readonly kill: () => Promise<void>;
  /** Starts it again as it usually is, its table server apart: that can be read. Returns its address. */
  readonly keepTables: () => Promise<string>;
  /** From here on no call meets a fault. @returns how many there were. */
  readonly calm: () => Promise<number>;
  readonly close: () => Promise<void>;
};

export type ServiceOptions = {
  /** Faults in this share of AWS calls. */
  readonly faults?: number;
  readonly seed: number;
  /** Of the clock of each start, in milliseconds: how far it may be off. */
  readonly clocks: readonly number[];
};

/** One kill in so many meets the start that follows another one. */
const DURING_START_EVERY = 5;
const START_MILLISECONDS = 1_500;
const clockAhead = pathToFileURL(join(import.meta.dirname, '../../support/clock-ahead.mjs'));

/** The environment of a process whose clock is so far ahead, or behind. */
export function clockOf(milliseconds: number): { readonly NODE_OPTIONS?: string } {
  if (milliseconds === 0) return {};
  return { NODE_OPTIONS: `--import ${clockAhead}?milliseconds=${milliseconds}` };
}

export async function openKilledService(
  folder: string,
  chance: Chance,
  { faults, seed, clocks }: ServiceOptions,
): Promise<KilledService> {
  const stateDir = join(folder, 'state');
  const port = await findLastingPort();
  let tables: Awaited<ReturnType<typeof startTableServer>> | undefined;
  let kills = 0;
  let isCalm = faults === undefined;
  const start = (wrong = 0, onProcess?: (child: ChildProcess) => void) =>
    startService({
      ...{ stateDir, port, onProcess },
      ...(!isCalm && faults && { chaos: { rate: faults, seed } }),
      env: {
        ...{ POWERTOOLS_LOG_LEVEL: 'ERROR', ...clockOf(wrong) },
        ...(tables && { DYNAMODB_ENDPOINT: tables.url }),
      },
    });
  let service: Service = await startPatiently(start);
  const { baseUrl, apiKey, logFile } = service;
  /** Begins to start, and is killed before it is ready, most often. */
  const startInVain = async () => {
    const after = chance.between(50, START_MILLISECONDS);
    let killed: Promise<ChildProcess> | undefined;
    const started = start(0, (child) => {
      killed = sleep(after).then(() => {
        child.kill('SIGKILL');
        return child;
      });
    });
    const came = await started.catch((error: Error) => error);
    const child = await killed;
    if (came instanceof Error) {
      // What a signal ends has no exit code.
      if (child?.exitCode !== null) throw came;
    } else {
      // It was ready before: then it is killed at work.
      await came.kill();
    }
    kills += 1;
  };
  return {
    ...{ baseUrl, apiKey, stateDir },
    kills: () => kills,
    async kill() {
      await service.kill();
      kills += 1;
      while (chance.happens(1 / DURING_START_EVERY)) await startInVain();
      const wrong = chance.pick(clocks);
      service = await startPatiently(() => start(wrong));
    },
    async keepTables() {
      await service.stop();
      tables = await startTableServer(join(stateDir, 'tables.db'));
      service = await startPatiently(start);
      return tables.url;
    },
    async calm() {
      if (isCalm) return 0;
      isCalm = true;
      await service.stop();
      service = await startPatiently(start);
      // Each process says as it stops how many it had.
      const lines = readFileSync(logFile, 'utf8').matchAll(/^Chaos: (\d+) faults$/gm);
      return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
    },
    async close() {
      await service.stop();
      await tables?.stop();
    },
  };
}
