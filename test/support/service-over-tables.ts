/** A service of its own, as a user runs it, over a table server that belongs to whoever starts it. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, startService } from '../../lib/local/service-process.ts';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';

export type OverTables = {
  readonly service: Service;
  readonly stateDir: string;
  readonly tableUrl: string;
  readonly close: () => Promise<void>;
};

/** @param folder emptied first. */
export async function startOverTables(folder: string): Promise<OverTables> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tables = await startTableServer(join(folder, 'tables.db'));
  const stateDir = join(folder, 'state');
  const env = { DYNAMODB_ENDPOINT: tables.url, POWERTOOLS_LOG_LEVEL: 'ERROR' };
  const service = await startService({ stateDir, env });
  return {
    service,
    stateDir,
    tableUrl: tables.url,
    close: async () => {
      await service.stop();
      await tables.stop();
    },
  };
}
