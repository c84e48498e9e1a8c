/** Searches companies that are in memory, and says how far away they are. */
import type { CompanySearch } from '../schemas/company.ts';
import type { CompanyRecord } from './company.ts';
import { buildArrays } from './search/build-arrays.ts';
import { companyFacts } from './search/facts.ts';
import { openSearch } from './search/find-companies.ts';
import { companyIdAt } from './search/index-arrays.ts';

type CompanySearchResult = {
  readonly records: readonly CompanyRecord[];
  /** How far away each of them is, in kilometers; infinitely far without a place. */
  readonly distances: readonly number[];
  /** All matches, on whatever page they are. */
  readonly resultCount: number;
};

type CompanyIndex = {
  /**
   * The best matches of the name first, then the nearest, then by name. Nothing asked for lists all
   * companies by name. With `geo`, local companies further away than 100 km are left out, and those
   * of the whole country come after the local ones (decision: nearby-searches).
   */
  search(query: CompanySearch): CompanySearchResult;
};

/** The same search as over the stored index, for companies that are at hand. */
export function createCompanyIndex(records: readonly CompanyRecord[]): CompanyIndex {
  const arrays = buildArrays(records.map(companyFacts));
  const find = openSearch(arrays);
  const byId = new Map(records.map((record) => [record._id, record]));
  return {
    search(query) {
      const { companies, distances, resultCount } = find(query);
      const records = companies.flatMap((company) => byId.get(companyIdAt(arrays, company)) ?? []);
      return { records, distances, resultCount };
    },
  };
}

/** In kilometers, to a tenth; nothing of a company without a place. */
export function presentDistance(kilometers = Number.POSITIVE_INFINITY): {
  readonly distance?: number;
} {
  return Number.isFinite(kilometers) ? { distance: Math.round(kilometers * 10) / 10 } : {};
}
