/** A service that is killed with SIGKILL and started again, in the same state folder and on the same port. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../lib/local/free-port.ts';
import { startTableServer } from '../../../lib/local/tables/dynoxide.ts';
import { type Service, startService } from '../../../lib/measure/service-process.ts';
import type { Chance } from '../../model/year/chance.ts';

export type KilledService = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly stateDir: string;
  readonly kills: () => number;
  /** Of the service's own table server; another one's from `keepTables` on. */
  readonly kill: () => Promise<void>;
  /** Has the table belong to whoever reads it from now on. Returns its address. */
  readonly keepTables: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** One kill in so many meets the start that follows another one. */
const DURING_START_EVERY = 5;
const START_MILLISECONDS = 1_500;

export async function openKilledService(folder: string, chance: Chance): Promise<KilledService> {
  const stateDir = join(folder, 'state');
  const port = await findFreePort();
  let tables: Awaited<ReturnType<typeof startTableServer>> | undefined;
  let kills = 0;
  const start = (onProcess?: Parameters<typeof startService>[0]['onProcess']) =>
    startService({
      ...{ stateDir, port, onProcess },
      env: { POWERTOOLS_LOG_LEVEL: 'ERROR', ...(tables && { DYNAMODB_ENDPOINT: tables.url }) },
    });
  let service: Service = await start();
  const { baseUrl, apiKey } = service;
  /** Begins to start, and is killed before it is ready, most often. */
  const startInVain = async () => {
    const after = chance.between(50, START_MILLISECONDS);
    let ended: Promise<unknown> | undefined;
    const started = start((child) => {
      ended = sleep(after).then(() => {
        child.kill('SIGKILL');
      });
    });
    const came = await started.catch(() => undefined);
    await ended;
    // It was ready before: then it is killed at work.
    await came?.kill();
    kills += 1;
  };
  return {
    ...{ baseUrl, apiKey, stateDir },
    kills: () => kills,
    async kill() {
      await service.kill();
      kills += 1;
      while (chance.happens(1 / DURING_START_EVERY)) await startInVain();
      // On a busy machine it may take longer than its start is waited for.
      service = await start().catch(() => start());
    },
    async keepTables() {
      await service.kill();
      tables = await startTableServer(join(stateDir, 'tables.db'));
      service = await start().catch(() => start());
      return tables.url;
    },
    async close() {
      await service.stop();
      await tables?.stop();
    },
  };
}
