/** The companies that come with Billhook. */
import type { CompanyRecord } from '@billhook/core/company/company';
import { companyStore } from '../stores/company-store.ts';
import { type Importing, importInTurn } from './import-companies.ts';

/**
 * Imports them, but for those that an operator has given to another connector: their accounts are known
 * there alone (decision: given-companies-stay). What else an operator imported stays too.
 * @returns how many were imported.
 */
export async function importOwnCompanies(
  outside: Importing,
  companies: readonly CompanyRecord[],
): Promise<number> {
  const ids = companies.map(({ _id }) => _id);
  const standing = await companyStore(outside.table).getOffered(ids);
  const connectors = new Map(standing.map(({ _id, connector }) => [_id, connector]));
  const own = companies.filter(({ _id, connector }) => {
    const now = connectors.get(_id);
    return now === undefined || now === connector;
  });
  await importInTurn(outside, { companies: own });
  return own.length;
}
