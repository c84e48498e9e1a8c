/** A service that is killed with SIGKILL and started again, in the same state folder and on the same port. */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
   * Kills it, now and then amid the next start or two as well, and starts it again.
   * @throws EndedAtStart if it doesn't come back.
   */
  readonly kill: () => Promise<void>;
  /** From here on its table server outlives it, for whoever reads the table. Returns the server's address. */
  readonly keepTables: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** One kill in so many meets the start that follows another one. */
const DURING_START_EVERY = 5;
const START_MILLISECONDS = 1_500;

export async function openKilledService(folder: string, chance: Chance): Promise<KilledService> {
  const stateDir = join(folder, 'state');
  const port = await findLastingPort();
  let tables: Awaited<ReturnType<typeof startTableServer>> | undefined;
  let kills = 0;
  const start = (onProcess?: Parameters<typeof startService>[0]['onProcess']) =>
    startService({
      ...{ stateDir, port, onProcess },
      env: { POWERTOOLS_LOG_LEVEL: 'ERROR', ...(tables && { DYNAMODB_ENDPOINT: tables.url }) },
    });
  let service: Service = await startPatiently(start);
  const { baseUrl, apiKey } = service;
  /** Begins to start, and is killed before it is ready, most often. */
  const startInVain = async () => {
    const after = chance.between(50, START_MILLISECONDS);
    let killed: Promise<ChildProcess> | undefined;
    const started = start((child) => {
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
      service = await startPatiently(start);
    },
    async keepTables() {
      await service.kill();
      tables = await startTableServer(join(stateDir, 'tables.db'));
      service = await startPatiently(start);
      return tables.url;
    },
    async close() {
      await service.stop();
      await tables?.stop();
    },
  };
}
