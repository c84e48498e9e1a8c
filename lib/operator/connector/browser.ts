/**
 * The connector of the browser that this deployment has: what it can do, and the companies that there are
 * files of. Nothing is asked for it: it comes with the deployment.
 */
import { PROTOCOL } from '@billhook/connector-kit/protocol/limits';
import type { Manifest } from '@billhook/connector-kit/protocol/manifest';
import { BROWSER_CONNECTOR } from '@billhook/core/company/registered-connector';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { slugOf } from '@billhook/core/sandbox/company-row';
import type { ReadRows } from '@billhook/runtime/companies/remote/read-companies';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { companiesAt } from '../../../connectors/browser/companies/all.ts';
import { ownCompanies } from '../../../connectors/browser/companies/own.ts';
import type { BrowserCompany } from '../../../connectors/browser/company.ts';
import { manifest } from '../../../connectors/browser/manifest.ts';
import type { Service } from '../command-group.ts';

/** The companies that the browser of a stage reaches. */
export function browserCompanies(stage: string): readonly BrowserCompany[] {
  if (stage !== 'sandbox') return ownCompanies;
  // Where a stand-in is served, its worker knows.
  return companiesAt();
}

/** It has no keys: nothing of it travels. */
export function browserManifest(stage: string): Manifest {
  const { testLogins: _tests, ...said } = manifest;
  const mode = stage === 'sandbox' ? ('test' as const) : ('live' as const);
  const keys = { keys: [] };
  return { ...said, id: BROWSER_CONNECTOR, mode, protocols: [PROTOCOL], keys };
}

/** All of them: there is no earlier reading. The logo of a stand-in is beside those of the sandbox. */
export async function browserRows({ stage, table, now }: BrowserStage): Promise<ReadRows> {
  const folder = await logosFolder(table);
  const rows = browserCompanies(stage).map(({ row, basis }) =>
    basis === 'stand-in' && folder
      ? { ...row, logo: new URL(`${slugOf(row.name)}.png`, folder).href }
      : row,
  );
  return { rows, removed: new Set(), bad: [], asOf: new Date(now).toISOString() };
}

type BrowserStage = Pick<Service, 'stage' | 'table' | 'now'>;

/** Where the deployment serves the logos of the sandbox, by one of its companies. */
export async function logosFolder(table: Service['table']): Promise<string | undefined> {
  const [company] = await companyStore(table).getAll([sandboxCompanies[0]?._id ?? '']);
  return company && new URL('.', company.logo.url).href;
}
