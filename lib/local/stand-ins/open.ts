/**
 * Invented companies with websites of their own beside the service on this machine, which the browser of
 * its stacks reaches (docs/connect/browser-connectors.md).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { companyIdOf } from '@billhook/core/company/remote-company';
import * as v from 'valibot';
import type { BrowserCompany } from '../../../connectors/browser/company.ts';
import { manifest } from '../../../connectors/browser/manifest.ts';
import { makeTestCustomers } from '../../../connectors/browser/test-customers.ts';
import type { StandInName } from '../../../connectors/stand-ins/companies.ts';
import {
  type StandIn,
  type StandInListed,
  startStandIns,
} from '../../../connectors/stand-ins/start.ts';
import { operate } from '../../base/operate.ts';
import { browserCompanies } from '../../operator/connector/browser.ts';
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
  readonly say: (line: string) => void;
};

/** Where the worker, too, finds out where they are served. */
export function standInsFolder(stateDir: string): string {
  return join(stateDir, 'stand-ins');
}

/** @throws LocalFailure with what was said by what failed. */
export async function openStandIns({ stateDir, say }: Beside): Promise<StandIns> {
  const folder = standInsFolder(stateDir);
  const { sites, listed, stop } = await startStandIns({ folder });
  try {
    const siteOf = (name: StandInName) => sites.find((site) => site.name === name) as StandIn;
    const marker = join(folder, 'customers-made');
    if (!existsSync(marker)) {
      await makeTestCustomers(siteOf('utility'), siteOf('streaming'));
      writeFileSync(marker, '');
    }
    await register(stateDir, say);
    return { facts: listed.map(factsOf), close: stop };
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

const files = browserCompanies('sandbox');

async function register(stateDir: string, say: (line: string) => void): Promise<void> {
  const { data } = v.parse(listed, await operate({ stateDir }, 'connector', 'list'));
  try {
    if (!data.some(({ id, state }) => id === manifest.id && state !== 'removed')) {
      say('Registering the browser as a connector …');
      const confirmed = ['--cards', '--confirm', manifest.id, '--yes'];
      await operate({ stateDir }, 'connector', 'add', manifest.id, ...confirmed);
    }
    const accepted = ['--all', '--accept', 'all', '--no-count', '--yes'];
    await operate({ stateDir }, 'connector', 'import', manifest.id, ...accepted);
  } catch (error) {
    const { stderr = '', message } = error as Error & { readonly stderr?: string };
    throw localFailure(`The browser could not be registered:\n${stderr || message}`);
  }
}

const listed = v.object({ data: v.array(v.object({ id: v.string(), state: v.string() })) });
