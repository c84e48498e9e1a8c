/** Importing the companies of a remote connector (decision: rows-can-wait). */
import { randomBytes } from 'node:crypto';
import type { CompanyRecord } from '@billhook/core/company/company';
import { type ConnectorPlan, planConnector } from '@billhook/core/company/connector-plan';
import type { ImportPlan } from '@billhook/core/company/import-plan';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { companyIdOf, companyOfConnector } from '@billhook/core/company/remote-company';
import { idsOf } from '@billhook/core/company/search/index-arrays';
import { mayLookLike } from '@billhook/core/company/search/look-alikes';
import { companyStore } from '../../stores/company-store.ts';
import type { Outside } from '../../table/outside.ts';
import type { Table } from '../../table/types.ts';
import { importCompanies } from '../import-companies.ts';
import { companiesInBatches, readIndex } from '../stored-directory.ts';
import type { ReadRows } from './read-companies.ts';

type Deps = Pick<Outside, 'table' | 'clock'>;

/** @param isWhole whether all rows were read, and not those alone that changed. */
export async function planRows(
  { table }: Deps,
  registered: RegisteredConnector,
  read: ReadRows,
  isWhole: boolean,
): Promise<ConnectorPlan> {
  const { id, manifest, takesCards } = registered;
  const { mode, capabilities, limits, timeouts } = manifest;
  const ids = new Map(read.rows.map((row) => [row.id, companyOfConnector(registered, row.id)]));
  return planConnector({
    connector: { id, mode, limits, timeouts, capabilities, takesCards },
    rows: read.rows,
    removed: isWhole ? 'all-others' : read.removed,
    bad: read.bad,
    companyIdOf: (rowId) => ids.get(rowId) ?? '',
    directory: await concerned(table, {
      ids: [...ids.values()],
      names: read.rows.map(({ name }) => name),
      // The company that the row was before it was claimed, too.
      gone: isWhole
        ? 'any'
        : [...read.removed].flatMap((rowId) => [
            companyIdOf(id, rowId),
            companyOfConnector(registered, rowId),
          ]),
    }),
  });
}

type Concerned = {
  /** Of the companies that the rows are. */
  readonly ids: readonly string[];
  /** Of the rows: whose names they look like matters. */
  readonly names: readonly string[];
  /** Companies that may be gone. */
  readonly gone: readonly string[] | 'any';
};

/**
 * The companies that an import has to know, by name: of a change, these alone are read, however large
 * the directory is.
 */
async function concerned(
  table: Table,
  { ids, names, gone }: Concerned,
): Promise<readonly CompanyRecord[]> {
  const { getAll, getOffered } = companyStore(table);
  const arrays = await readIndex(table);
  const all = idsOf(arrays);
  const own = new Set([...ids, ...(gone === 'any' ? [] : gone)]);
  const alike = new Set(gone === 'any' ? [] : mayLookLike(arrays, names));
  const read =
    gone === 'any' ? all : all.filter((id, company) => own.has(id) || alike.has(company));
  const standing = await companiesInBatches(read, getOffered);
  // One that was removed has accounts still, and comes back as what it was.
  const known = new Set(read);
  const missing = ids.filter((id) => !known.has(id));
  return [...standing, ...(await companiesInBatches(missing, getAll))];
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
