/** Companies as they are shown: in maintenance, too, while their gate is shut (decision: company-gates). */
import type { CompanyRecord } from '@billhook/core/company/company';
import { asLetIn } from '@billhook/core/company/gate/gate';
import type { CompanyStore } from '../stores/company-store.ts';
import { gateStore } from '../stores/gate-store.ts';
import type { Table } from '../table/types.ts';
import { GATE_KEPT_MILLISECONDS } from './gate.ts';

/** One company, by what is stored at this moment. */
export async function findShown(
  { table, companies }: { readonly table: Table; readonly companies: Pick<CompanyStore, 'find'> },
  companyId: string,
  machineNow: number,
): Promise<CompanyRecord | undefined> {
  const company = await companies.find(companyId);
  if (!company) return undefined;
  const gates = gateStore(table);
  const [own, connector] = await Promise.all([
    gates.find({ kind: 'company', id: companyId }),
    gates.find({ kind: 'connector', id: company.connector }),
  ]);
  return asLetIn(company, own, connector, machineNow);
}

/** The same, for what begins anew: nothing for a company that has left the directory. */
export function findOfferedNow(
  { table, companies }: { readonly table: Table; readonly companies: CompanyStore },
  companyId: string,
  machineNow: number,
): Promise<CompanyRecord | undefined> {
  return findShown({ table, companies: { find: companies.findOffered } }, companyId, machineNow);
}

/** Many companies. What shuts them is read together, and kept for some seconds by a warm function. */
export function keptShown(
  table: Table,
): (machineNow: number) => Promise<(company: CompanyRecord) => CompanyRecord> {
  const gates = gateStore(table);
  const read = () => Promise.all([gates.list('company'), gates.list('connector')]);
  let kept:
    | { readonly lists: Awaited<ReturnType<typeof read>>; readonly readAt: number }
    | undefined;
  return async (machineNow) => {
    if (!kept || machineNow < kept.readAt || machineNow - kept.readAt >= GATE_KEPT_MILLISECONDS) {
      kept = { lists: await read(), readAt: machineNow };
    }
    const [own, connectors] = kept.lists;
    return (company) =>
      asLetIn(company, own.get(company._id), connectors.get(company.connector), machineNow);
  };
}
