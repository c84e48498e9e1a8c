/**
 * Invented companies with websites of their own beside the service on this machine, and a browser that
 * reaches them as a connector (docs/connecting/browser-connectors.md).
 */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type KeySet, keySet as keySetSchema } from '@billhook/connector-kit/protocol/manifest';
import { companyIdOf } from '@billhook/core/company/remote-company';
import * as v from 'valibot';
import { COMPANY, manifest, PASSWORD } from '../../../connectors/browser/manifest.ts';
import { makeTestCustomers } from '../../../connectors/browser/test-customers.ts';
import { type StandIn, startStandIn } from '../../../connectors/stand-ins/start.ts';
import { operate } from '../../measure/operate.ts';
import { startConnector } from '../connector-process.ts';
import { localFailure } from '../failures.ts';

export type StandIns = {
  /** As `sandbox.json` lists them. */
  readonly facts: readonly StandInFacts[];
  readonly close: () => Promise<void>;
};

export type StandInFacts = {
  readonly name: string;
  readonly companyId: string;
  /** Its website. */
  readonly url: string;
  /** A login form that works. */
  readonly form: Readonly<Record<string, string>>;
  /** The messages that it sent to that customer, as JSON, the newest first. */
  readonly phone: string;
  /** Its own record of that customer's payments, as JSON. */
  readonly payments: string;
};

export type Beside = {
  /** Of the service, which is running. */
  readonly stateDir: string;
  /** Where the API is served: `http://localhost:8787/v1`. */
  readonly baseUrl: string;
  readonly say: (line: string) => void;
};

const CUSTOMER = 'ada';
const BILL_CENTS = 8_437;
const main = join(import.meta.dirname, '../../../connectors/browser/main.ts');
const registerMain = join(import.meta.dirname, '../register-connector.ts');
const run = promisify(execFile);

/** @throws LocalFailure with what was said by what failed. */
export async function openStandIns({ stateDir, baseUrl, say }: Beside): Promise<StandIns> {
  const folder = join(stateDir, 'stand-ins');
  const site = await startStandIn('utility', { folder });
  try {
    await makeCustomers(site, join(folder, 'customers-made'));
    const { keySet } = v.parse(shownKeys, await operate({ stateDir }, 'connector-key', 'show'));
    const connector = await startConnector({
      ...{ name: 'The browser', main, folder: join(stateDir, 'browser') },
      args: ['--utility', site.url],
      callers: [{ name: 'local', keys: keySet as KeySet, reportsTo: new URL(baseUrl).origin }],
    });
    const close = async () => {
      await connector.close();
      await site.stop();
    };
    try {
      const companyId = await register(stateDir, connector.url, say);
      return { facts: [factsOf(site, companyId)], close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await site.stop();
    throw error;
  }
}

function factsOf({ url }: StandIn, companyId: string): StandInFacts {
  return {
    ...{ name: 'Marlow Valley Electric', companyId, url },
    form: { userid: CUSTOMER, password: PASSWORD },
    phone: `${url}/phone.json/${CUSTOMER}`,
    payments: `${url}/books/${CUSTOMER}`,
  };
}

/** Once: what was paid stays paid. */
async function makeCustomers(site: StandIn, marker: string): Promise<void> {
  if (existsSync(marker)) return;
  await site.admin('/customers', { login: CUSTOMER, password: PASSWORD, cents: BILL_CENTS });
  await makeTestCustomers(site);
  writeFileSync(marker, '');
}

/** @returns the id of the company in the directory. */
async function register(
  stateDir: string,
  url: string,
  say: (line: string) => void,
): Promise<string> {
  const { data } = v.parse(listed, await operate({ stateDir }, 'connector', 'list'));
  try {
    if (!data.some(({ id, state }) => id === manifest.id && state !== 'removed')) {
      say('Registering the browser as a connector …');
      // Not with `connector add`: its suite would open some hundred browsers, and has a test of its own.
      await run(process.execPath, [registerMain, '--state', stateDir, '--url', url]);
    }
    const accepted = ['--all', '--accept', 'all', '--no-count', '--yes'];
    await operate({ stateDir }, 'connector', 'import', manifest.id, ...accepted);
  } catch (error) {
    const { stderr = '', message } = error as Error & { readonly stderr?: string };
    throw localFailure(`The browser could not be registered:\n${stderr || message}`);
  }
  return companyIdOf(manifest.id, COMPANY);
}

const shownKeys = v.object({ keySet: keySetSchema });
const listed = v.object({ data: v.array(v.object({ id: v.string(), state: v.string() })) });
