/** The present service over a state folder that an earlier release wrote, at any time after that. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type ApiClient, createApiClient } from '../../lib/client/api-client.ts';
import { type Service, startService } from '../../lib/local/service-process.ts';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import type { Credentials, Manifest } from './kept/manifest.ts';
import { unpackState } from './kept/pack.ts';
import { type Ledger, readLedger } from './ledger.ts';

export type KeptService = {
  readonly manifest: Manifest;
  readonly credentials: Credentials;
  readonly service: Service;
  /** Of the first partner. */
  readonly api: ApiClient;
  readonly apiWith: (credential: string) => ApiClient;
  /** What time the service has, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly ledger: () => Promise<Ledger>;
  /** The operator's command line. */
  readonly operate: (...args: string[]) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

const fixtures = join(import.meta.dirname, '../fixtures');
const clock = pathToFileURL(join(import.meta.dirname, 'clock-ahead.mjs'));
const launcher = join(import.meta.dirname, '../../bin/billhook.mjs');
const run = promisify(execFile);

/** @param after milliseconds from the kill to the start. */
export async function openKept(name: string, after: number): Promise<KeptService> {
  const manifest: Manifest = JSON.parse(readFileSync(join(fixtures, `${name}.json`), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'billhook-earlier-'));
  const stateDir = join(folder, 'state');
  const credentials = unpackState(join(fixtures, `${name}.tar.gz`), stateDir);
  // The table server is ours, so that what the companies took can be read beside the service.
  const tables = await startTableServer(join(stateDir, 'tables.db'));
  const ahead = Date.parse(manifest.keptAt) + after - Date.now();
  const env = {
    DYNAMODB_ENDPOINT: tables.url,
    NODE_OPTIONS: `--import ${clock}?milliseconds=${ahead}`,
  };
  const service = await startService({ stateDir, env });
  const apiWith = (apiKey: string) =>
    createApiClient({ baseUrl: service.baseUrl, apiKey, validate: true });
  return {
    manifest,
    credentials,
    service,
    api: apiWith(service.apiKey),
    apiWith,
    now: () => Date.now() + ahead,
    ledger: () => readLedger(tables.url),
    operate: async (...args) => {
      const { stdout } = await run(
        process.execPath,
        [launcher, '--state', stateDir, ...args, '--json'],
        { env: { ...process.env, NODE_OPTIONS: env.NODE_OPTIONS } },
      );
      return JSON.parse(stdout);
    },
    close: async () => {
      await service.stop();
      await tables.stop();
      if (!process.env.KEEP_TEST_STATE) rmSync(folder, { recursive: true, force: true });
    },
  };
}
