/** Searches companies that are in memory, and says how far away they are. */
import type { CompanyRecord } from '@billhook/core/company/company';
import { buildArrays } from '@billhook/core/company/search/build-arrays';
import { companyFacts } from '@billhook/core/company/search/facts';
import { openSearch } from '@billhook/core/company/search/find-companies';
import { companyIdAt } from '@billhook/core/company/search/index-arrays';
import type { CompanySearch } from '@billhook/core/schemas/company';

export function createCompanyIndex(records: readonly CompanyRecord[]) {
  const arrays = buildArrays(records.map(companyFacts));
  const find = openSearch(arrays);
  const byId = new Map(records.map((record) => [record._id, record]));
  return {
    search(query: CompanySearch) {
      const { companies, ...found } = find(query);
      const records = companies.flatMap((company) => byId.get(companyIdAt(arrays, company)) ?? []);
      return { ...found, records };
    },
  };
}
