/** Starts the one service of the end-to-end tests, with a second partner in it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type ServiceFacts, startService } from '../../lib/local/service-process.ts';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import { addPartner, type Partner, raiseRateLimit } from './partners.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    service: ServiceFacts & { readonly folder: string; readonly tableUrl: string };
    otherPartner: Partner;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-test-'));
  // The table server is ours, so that tests can write what no operation writes yet.
  const tables = await startTableServer(join(folder, 'tables.db'));
  const stateDir = join(folder, 'state');
  const env = { DYNAMODB_ENDPOINT: tables.url };
  // `npm run tools -- remote` runs the same tests with the sandbox behind the wire.
  const remoteSandbox = project.config.env?.REMOTE_SANDBOX === 'yes';
  const options = { stateDir, env, remoteSandbox };
  const service = await startService(options);
  const { baseUrl, modulesUrl, partnerId, apiKey, logFile } = service;
  const facts = { baseUrl, modulesUrl, partnerId, apiKey, stateDir, logFile };
  await raiseRateLimit(tables.url, partnerId);
  project.provide('service', { ...facts, folder, tableUrl: tables.url });
  project.provide('otherPartner', await addPartner({ stateDir, tableUrl: tables.url }));
  return async () => {
    await service.stop();
    await tables.stop();
    const denied = deniedIn(join(stateDir, 'logs'));
    if (!process.env.KEEP_TEST_STATE) rmSync(folder, { recursive: true, force: true });
    if (denied.length === 0) return;
    process.exitCode = 1;
    throw new Error(`A function lacks a grant:\n${denied.join('\n')}`);
  };
}

/** Functions that were refused something: a sweep does their work a minute later, so that no test fails. */
function deniedIn(logs: string): string[] {
  const isDenied = (file: string) =>
    readFileSync(join(logs, file), 'utf8').includes('"errorName":"AccessDeniedException"');
  return readdirSync(logs).filter(isDenied);
}
