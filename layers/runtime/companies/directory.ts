/** The directory of companies as a warm function keeps it. */
import type { CompanyRecord } from '@billhook/core/company/company';
import { companyStore } from '../stores/company-store.ts';
import type { Table } from '../table/types.ts';

/** How long a warm function answers from the directory that it read. */
const MAX_AGE_MILLISECONDS = 60 * 1000;

/** Answers what `make` makes of all companies: at once, or once the directory was read again. */
export function keptDirectory<T>(
  table: Table,
  make: (companies: readonly CompanyRecord[]) => T,
): (now: number) => Promise<T> {
  const companies = companyStore(table);
  let kept: { readonly made: T; readonly readAt: number } | undefined;
  return async (now) => {
    if (!kept || now - kept.readAt > MAX_AGE_MILLISECONDS) {
      kept = { made: make(await companies.listAll()), readAt: now };
    }
    return kept.made;
  };
}
