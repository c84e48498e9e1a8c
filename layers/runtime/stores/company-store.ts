/** Companies, each as an item of its own. The directory that a search reads is beside them. */
import { gunzipSync } from 'node:zlib';
import { isCompanyId, rootKey } from '@billhook/core/base/table-keys';
import type { CompanyRecord } from '@billhook/core/company/company';
import { writeSurely } from '../table/intended-writes.ts';
import type { Table, Write } from '../table/types.ts';

export type CompanyStore = {
  /** Also one that was removed from the directory: accounts there go on. */
  find(companyId: string): Promise<CompanyRecord | undefined>;
  /** One at which an account can be linked: it was not removed. */
  findOffered(companyId: string): Promise<CompanyRecord | undefined>;
  /** Those of them that are stored, also those that were removed, in any order. */
  getAll(companyIds: readonly string[]): Promise<CompanyRecord[]>;
  /** Those of them that were not removed, in the order in which they are asked for. */
  getOffered(companyIds: readonly string[]): Promise<CompanyRecord[]>;
  /**
   * All companies as release 0.1.0 stored them for its search. Nothing changes them any more; they go
   * with the second import of a later release.
   */
  listEarlier(): Promise<CompanyRecord[]>;
  deleteEarlier(): Promise<void>;
  /** Writes companies, in place of those that have the same id, and not into the directory. */
  merge(companies: readonly CompanyRecord[]): Promise<void>;
};

type CompanyItem = {
  readonly company: CompanyRecord;
  /** When it was removed from the directory. */
  readonly removedAt?: string;
};

const DIRECTORY = 'directory';
const PAGE_PREFIX = 'page#';
type EarlierPage = { readonly pk: string; readonly sk: string; readonly companies: Uint8Array };

export function companyStore(table: Table): CompanyStore {
  const item = async (companyId: string) =>
    isCompanyId(companyId) ? table.get<CompanyItem>(rootKey(companyId)) : undefined;
  const itemsOf = (companyIds: readonly string[]) =>
    table.getMany<CompanyItem>(companyIds.filter(isCompanyId).map(rootKey));
  const earlierPages = async () => {
    const pages: EarlierPage[] = [];
    let after: Record<string, string> | undefined;
    do {
      const range = { partition: DIRECTORY, prefix: PAGE_PREFIX, after };
      const rows = await table.query<EarlierPage>(range);
      pages.push(...rows.items);
      after = rows.next;
    } while (after);
    return pages;
  };
  return {
    find: async (companyId) => (await item(companyId))?.company,
    async findOffered(companyId) {
      const found = await item(companyId);
      return found?.removedAt === undefined ? found?.company : undefined;
    },
    getAll: async (companyIds) => (await itemsOf(companyIds)).map(({ company }) => company),
    async getOffered(companyIds) {
      const items = await itemsOf(companyIds);
      const offered = items.filter(({ removedAt }) => removedAt === undefined);
      const byId = new Map(offered.map(({ company }) => [company._id, company]));
      return companyIds.flatMap((id) => byId.get(id) ?? []);
    },
    listEarlier: async () => (await earlierPages()).flatMap(unpack),
    async deleteEarlier() {
      for (const { pk, sk } of await earlierPages()) {
        await writeSurely(table, [{ delete: { pk, sk } }]);
      }
    },
    async merge(companies) {
      for (const company of companies) await writeSurely(table, [companyWrite(company)]);
    },
  };
}

export function companyWrite(company: CompanyRecord): Write {
  return { put: { ...rootKey(company._id), company } };
}

/** Its record stays. */
export function removalWrite(companyId: string, removedAt: string): Write {
  return { update: rootKey(companyId), set: { removedAt } };
}

function unpack(page: EarlierPage): CompanyRecord[] {
  return JSON.parse(gunzipSync(page.companies).toString('utf8')) as CompanyRecord[];
}
