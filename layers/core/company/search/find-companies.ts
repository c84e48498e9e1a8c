/** Searches the index by name, category, place and product (decisions: search-by-index, nearby-searches). */
import { type CompanySearch, MAX_PAGE_SIZE } from '../../schemas/company.ts';
import { kilometersBetween, wordsOf } from '../names.ts';
import { flag, flagsOfProducts } from './facts.ts';
import { categoriesOf, companyCount, type IndexArrays } from './index-arrays.ts';
import { type Found, nameRanks } from './name-ranks.ts';
import { eachNear, openNational, takeLocal } from './nearby.ts';
import { addLocal, type LocalKeys, type Popularity, pickBest } from './pick-best.ts';
import { rank } from './ranks.ts';
import { leniencies } from './typed-words.ts';

const DEFAULT_PAGE_SIZE = 20;
/** What a search without pages returns at most. */
export const MAX_UNPAGED_RESULTS = 500;

export type FoundCompanies = {
  /** Companies by their numbers in the index, the best first. */
  readonly companies: readonly number[];
  /** How far away each of them is, in kilometers; infinitely far without a place. */
  readonly distances: readonly number[];
  /** All matches, on whatever page they are. */
  readonly resultCount: number;
};

export type FindCompanies = (query: CompanySearch, popularity?: Popularity) => FoundCompanies;

/** Opens a search over an index. It has space of its own: one search at a time. */
export function openSearch(arrays: IndexArrays): FindCompanies {
  const categories = new Map(categoriesOf(arrays).map((name, number) => [name, number]));
  const names = nameRanks(arrays);
  const local: LocalKeys = { keys: new Float64Array(arrays.bySouth.length), count: 0 };
  const national = openNational(arrays);
  const none = { companies: [], distances: [], resultCount: 0 };
  return (query, popularity = new Map()) => {
    const filter = filterOf(query, categories);
    if (!filter) return none;
    const typed = wordsOf(query.query ?? '');
    const nothingTyped = (query.query ?? '').trim() === '';
    if (typed.length === 0 && !nothingTyped) return none;
    const page = pageOf(query);
    if (nothingTyped && query.geo) {
      const found = names.empty();
      const { geo } = query;
      findNear(arrays, found, { national, filter, geo, local, popularity });
      const resultCount = found.count + local.count;
      return { ...shown(arrays, pickBest(found, local, popularity, page), geo), resultCount };
    }
    for (const leniency of nothingTyped ? leniencies.slice(0, 1) : leniencies) {
      const found = nothingTyped
        ? allOf(arrays, filter, names.empty())
        : names.find(typed, leniency);
      keepAllowed(arrays, found, filter);
      if (found.count === 0) continue;
      const tooFar = setLocalApart(arrays, found, { query, popularity, local });
      const resultCount = found.count - tooFar;
      if (resultCount === 0) continue;
      const picked = pickBest(found, local, popularity, page);
      return { ...shown(arrays, picked, query.geo), resultCount };
    }
    return none;
  };
}

type Filter = { readonly category?: number; readonly flags: number };

/** Nothing when no company can fit. */
function filterOf(
  { category, products = [], cardPaymentsOnly }: CompanySearch,
  categories: ReadonlyMap<string, number>,
): Filter | undefined {
  const flags = flagsOfProducts(products);
  if (flags === undefined) return undefined;
  const all = flags | (cardPaymentsOnly ? flag.takesCards : 0);
  if (!category) return { flags: all };
  const number = categories.get(category.trim().toLowerCase());
  return number === undefined ? undefined : { category: number, flags: all };
}

function isAmong(arrays: IndexArrays, company: number, { category, flags }: Filter): boolean {
  if (((arrays.flags[company] as number) & flags) !== flags) return false;
  if (category === undefined) return true;
  const { categoriesOfName, categoriesOfNameStarts } = arrays;
  const end = categoriesOfNameStarts[company + 1] as number;
  for (let at = categoriesOfNameStarts[company] as number; at < end; at += 1) {
    if (categoriesOfName[at] === category) return true;
  }
  return false;
}

function allOf(arrays: IndexArrays, { category }: Filter, found: Found): Found {
  const { ranks, companies } = found;
  if (category === undefined) {
    ranks.fill(rank.name);
    for (let company = 0; company < companyCount(arrays); company += 1) {
      companies[company] = company;
    }
    found.count = companyCount(arrays);
    return found;
  }
  const { namesOfCategory, namesOfCategoryStarts } = arrays;
  const these = namesOfCategory.subarray(
    namesOfCategoryStarts[category],
    namesOfCategoryStarts[category + 1],
  );
  companies.set(these);
  for (const company of these) ranks[company] = rank.name;
  found.count = these.length;
  return found;
}

function keepAllowed(arrays: IndexArrays, found: Found, filter: Filter): void {
  if (filter.category === undefined && filter.flags === 0) return;
  const { companies, ranks } = found;
  let kept = 0;
  for (let each = 0; each < found.count; each += 1) {
    const company = companies[each] as number;
    if (isAmong(arrays, company, filter)) {
      companies[kept] = company;
      kept += 1;
    } else {
      ranks[company] = rank.none;
    }
  }
  found.count = kept;
}

type Near = {
  readonly national: (category?: number) => Uint32Array;
  readonly filter: Filter;
  readonly geo: NonNullable<CompanySearch['geo']>;
  readonly local: LocalKeys;
  readonly popularity: Popularity;
};

/** Whatever their names are: what is further away is not looked at. */
function findNear(arrays: IndexArrays, found: Found, near: Near): void {
  const { national, filter, geo, local, popularity } = near;
  const { ranks, companies } = found;
  for (const company of national(filter.category)) {
    if (((arrays.flags[company] as number) & filter.flags) !== filter.flags) continue;
    ranks[company] = rank.name;
    companies[found.count] = company;
    found.count += 1;
  }
  local.count = 0;
  eachNear(arrays, geo, (company, kilometers) => {
    if (isAmong(arrays, company, filter)) {
      addLocal(local, company, rank.name, kilometers, popularity);
    }
  });
}

/** Puts local companies that are near into `local`. Returns how many are too far away. */
function setLocalApart(
  arrays: IndexArrays,
  found: Found,
  given: { query: CompanySearch; popularity: Popularity; local: LocalKeys },
): number {
  const { query, popularity, local } = given;
  local.count = 0;
  if (!query.geo) return 0;
  const all = takeLocal(arrays, found, query.geo, (company, rank, kilometers) =>
    addLocal(local, company, rank, kilometers, popularity),
  );
  return all - local.count;
}

function pageOf(query: CompanySearch): { from: number; count: number } {
  if (!query.paginateResults) return { from: 0, count: MAX_UNPAGED_RESULTS };
  const count = Math.min(query.pageSize ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  return { from: ((query.pageNumber ?? 1) - 1) * count, count };
}

function shown(
  { latitudes, longitudes }: IndexArrays,
  companies: readonly number[],
  from: CompanySearch['geo'],
): Pick<FoundCompanies, 'companies' | 'distances'> {
  const distances = companies.map((company) => {
    if (!from) return Number.POSITIVE_INFINITY;
    const lat = latitudes[company] as number;
    const lng = longitudes[company] as number;
    return Number.isNaN(lat) ? Number.POSITIVE_INFINITY : kilometersBetween(from, { lat, lng });
  });
  return { companies, distances };
}
