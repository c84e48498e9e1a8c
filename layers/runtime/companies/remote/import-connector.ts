/** Importing the companies of a remote connector (decision: rows-can-wait). */
import { randomBytes } from 'node:crypto';
import type { CompanyRecord } from '@billhook/core/company/company';
import { type ConnectorPlan, planConnector } from '@billhook/core/company/connector-plan';
import type { ImportPlan } from '@billhook/core/company/import-plan';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { companyIdOf } from '@billhook/core/company/remote-company';
import { companyStore } from '../../stores/company-store.ts';
import type { Outside } from '../../table/outside.ts';
import { importCompanies } from '../import-companies.ts';
import { listCompanies } from '../stored-directory.ts';
import type { ReadRows } from './read-companies.ts';

type Deps = Pick<Outside, 'table' | 'clock'>;

/** Of companies that are read at once. */
const READ_TOGETHER = 1_000;

/** @param isWhole whether all rows were read, and not those alone that changed. */
export async function planRows(
  { table }: Deps,
  registered: RegisteredConnector,
  { rows, removed }: ReadRows,
  isWhole: boolean,
): Promise<ConnectorPlan> {
  const { id, manifest, takesCards, claims = {} } = registered;
  const { mode, capabilities, limits, timeouts } = manifest;
  const ids = new Map<string, string>();
  for (const row of rows) {
    // A row may call itself `constructor`: only what the operator wrote down is a claim.
    const claimed = Object.hasOwn(claims, row.id) ? claims[row.id] : undefined;
    ids.set(row.id, claimed ?? companyIdOf(id, row.id));
  }
  const directory = await listCompanies(table);
  const known = new Set(directory.map(({ _id }) => _id));
  // One that was removed has accounts still, and comes back as what it was.
  const missing = [...ids.values()].filter((companyId) => !known.has(companyId));
  const earlier: CompanyRecord[] = [];
  for (let start = 0; start < missing.length; start += READ_TOGETHER) {
    const these = missing.slice(start, start + READ_TOGETHER);
    earlier.push(...(await companyStore(table).getAll(these)));
  }
  return planConnector({
    connector: { id, mode, limits, timeouts, capabilities, takesCards },
    rows,
    removed: isWhole ? 'all-others' : removed,
    companyIdOf: (rowId) => ids.get(rowId) ?? '',
    directory: [...directory, ...earlier],
  });
}

/** The companies of a plan that are written: those without a doubt, and those that were accepted. */
export function companiesOf(plan: ConnectorPlan, accepts: (rowId: string) => boolean) {
  return plan.rows
    .filter(({ rowId, doubts }) => doubts.length === 0 || accepts(rowId))
    .map(({ company }): CompanyRecord => company);
}

/** Nothing while another import is running. */
export async function importRows(
  { table, clock }: Deps,
  plan: ConnectorPlan,
  accepts: (rowId: string) => boolean,
  progress?: (written: number, all: number) => void,
): Promise<ImportPlan | undefined> {
  const companies = companiesOf(plan, accepts);
  const removes = plan.gone.map(({ _id }) => _id);
  return importCompanies({ table, clock, random: randomBytes, progress }, { companies, removes });
}
