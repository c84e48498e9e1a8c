/**
 * Companies: each as an item of its own, and all of them as pages of a directory, which a search
 * reads in one query. One import writes both.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { CompanyRecord } from '@billhook/core/company/company';
import { isCompanyId, rootKey } from '@billhook/core/table-keys';
import { writeSurely } from '../table/intended-writes.ts';
import type { Table } from '../table/types.ts';

export type CompanyStore = {
  find(companyId: string): Promise<CompanyRecord | undefined>;
  listAll(): Promise<CompanyRecord[]>;
  /** Adds companies, in place of those that have the same id. Safe to repeat. */
  merge(companies: readonly CompanyRecord[]): Promise<void>;
};

const DIRECTORY = 'directory';
/** Companies a page: far below an item's 400 KB, compressed. */
const PAGE_SIZE = 250;
const PAGE_PREFIX = 'page#';

type CompanyItem = { readonly company: CompanyRecord };
type DirectoryPage = { readonly companies: Uint8Array };

export function companyStore(table: Table): CompanyStore {
  const listAll = async () => {
    const companies: CompanyRecord[] = [];
    let after: Record<string, string> | undefined;
    do {
      const range = { partition: DIRECTORY, prefix: PAGE_PREFIX, after };
      const rows = await table.query<DirectoryPage>(range);
      for (const page of rows.items) companies.push(...unpack(page));
      after = rows.next;
    } while (after);
    return companies;
  };
  return {
    async find(companyId) {
      if (!isCompanyId(companyId)) return undefined;
      return (await table.get<CompanyItem>(rootKey(companyId)))?.company;
    },
    listAll,
    async merge(companies) {
      for (const company of companies) {
        await writeSurely(table, [{ put: { ...rootKey(company._id), company } }]);
      }
      const all = new Map((await listAll()).map((company) => [company._id, company]));
      for (const company of companies) all.set(company._id, company);
      const pages = [...all.values()];
      for (let start = 0; start < pages.length; start += PAGE_SIZE) {
        const sk = `${PAGE_PREFIX}${String(start / PAGE_SIZE).padStart(6, '0')}`;
        const packed = gzipSync(JSON.stringify(pages.slice(start, start + PAGE_SIZE)));
        await writeSurely(table, [{ put: { pk: DIRECTORY, sk, companies: packed } }]);
      }
    },
  };
}

function unpack(page: DirectoryPage): CompanyRecord[] {
  return JSON.parse(gunzipSync(page.companies).toString('utf8')) as CompanyRecord[];
}
