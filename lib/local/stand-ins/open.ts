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
import { companiesAt } from '../../../connectors/browser/companies/all.ts';
import type { BrowserCompany } from '../../../connectors/browser/company.ts';
import { manifest } from '../../../connectors/browser/manifest.ts';
import { makeTestCustomers } from '../../../connectors/browser/test-customers.ts';
import type { StandInName } from '../../../connectors/stand-ins/companies.ts';
import {
  type StandIn,
  type StandInListed,
  startStandIns,
} from '../../../connectors/stand-ins/start.ts';
import { operate } from '../../measure/operate.ts';
import { startConnector } from '../connector-process.ts';
import { localFailure } from '../failures.ts';

export type StandIns = {
  /** As `sandbox.json` lists them. */
  readonly facts: readonly StandInFacts[];
  readonly close: () => Promise<void>;
};

export type StandInFacts = StandInListed & { readonly companyId: string };

export type Beside = {
  /** Of the service, which is running. */
  readonly stateDir: string;
  /** Where the API is served: `http://localhost:8787/v1`. */
  readonly baseUrl: string;
  readonly say: (line: string) => void;
};

const main = join(import.meta.dirname, '../../../connectors/browser/main.ts');
const registerMain = join(import.meta.dirname, '../register-connector.ts');
const run = promisify(execFile);

/** @throws LocalFailure with what was said by what failed. */
export async function openStandIns({ stateDir, baseUrl, say }: Beside): Promise<StandIns> {
  const folder = join(stateDir, 'stand-ins');
  const { sites, listed, stop } = await startStandIns({ folder });
  try {
    const siteOf = (name: StandInName) => sites.find((site) => site.name === name) as StandIn;
    const marker = join(folder, 'customers-made');
    if (!existsSync(marker)) {
      await makeTestCustomers(siteOf('utility'), siteOf('streaming'));
      writeFileSync(marker, '');
    }
    const { keySet } = v.parse(shownKeys, await operate({ stateDir }, 'connector-key', 'show'));
    const connector = await startConnector({
      ...{ name: 'The browser', main, folder: join(stateDir, 'browser') },
      args: sites.flatMap(({ name, url }) => [`--${name}`, url]),
      callers: [{ name: 'local', keys: keySet as KeySet, reportsTo: new URL(baseUrl).origin }],
    });
    const close = async () => {
      await connector.close();
      await stop();
    };
    try {
      await register(stateDir, connector.url, say);
      return { facts: listed.map(factsOf), close };
    } catch (error) {
      await connector.close();
      throw error;
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

/** With the id of the company in the directory. */
function factsOf(listed: StandInListed): StandInFacts {
  const { row } = files.find(({ row: { name } }) => name === listed.name) as BrowserCompany;
  return { ...listed, companyId: companyIdOf(manifest.id, row.id) };
}

/** For the ids of their rows alone. */

const files = companiesAt();

async function register(stateDir: string, url: string, say: (line: string) => void): Promise<void> {
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
}

const shownKeys = v.object({ keySet: keySetSchema });
const listed = v.object({ data: v.array(v.object({ id: v.string(), state: v.string() })) });
