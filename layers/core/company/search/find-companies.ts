/** Searches the index by name, category, place and product (decisions: search-by-index, nearby-searches). */
import { type CompanySearch, MAX_PAGE_SIZE } from '../../schemas/company.ts';
import { kilometersBetween } from '../names.ts';
import { type AlikeLists, openAlike, pickAlike } from './alike.ts';
import { attempts } from './attempts.ts';
import { factFlag, flagsOfProducts } from './facts.ts';
import { categoriesOf, type IndexArrays } from './index-arrays.ts';
import { type Found, nameRanks } from './name-ranks.ts';
import { eachNear, takeLocal } from './nearby.ts';
import {
  addLocal,
  type LocalKeys,
  type Page,
  type Popularity,
  pickBest,
  pickLocal,
} from './pick-best.ts';
import { rank } from './ranks.ts';
import { readingsOf } from './readings.ts';

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
  const openNames = nameRanks(arrays);
  const local: LocalKeys = { keys: new Float64Array(arrays.bySouth.length), count: 0 };
  const alike = openAlike(arrays);
  const none = { companies: [], distances: [], resultCount: 0 };
  return (query, popularity = new Map()) => {
    const filter = filterOf(query, categories);
    if (!filter) return none;
    const text = query.query ?? '';
    const page = pageOf(query);
    const nothingTyped = text.trim() === '';
    if (nothingTyped) return listAll(arrays, { query, filter, alike, local, popularity, page });
    for (const found of attempts(openNames(), readingsOf(text))) {
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
  const all = flags | (cardPaymentsOnly ? factFlag.takesCards : 0);
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

type Listing = {
  readonly query: CompanySearch;
  readonly filter: Filter;
  readonly alike: AlikeLists;
  readonly local: LocalKeys;
  readonly popularity: Popularity;
  readonly page: Page;
};

/** Whatever their names are. From a place: what is near, then what is of the whole country. */
function listAll(arrays: IndexArrays, given: Listing): FoundCompanies {
  const { query, filter, alike, local, popularity, page } = given;
  const { geo } = query;
  local.count = 0;
  if (geo) {
    eachNear(arrays, geo, (company, kilometers) => {
      if (isAmong(arrays, company, filter)) {
        addLocal(local, company, rank.name, kilometers, popularity);
      }
    });
  }
  const whole = geo ? alike.national(filter.category) : alike.all(filter.category);
  const { flags } = filter;
  const others =
    flags === 0 ? whole : whole.filter((company) => isAmong(arrays, company, { flags }));
  const near = pickLocal(local, page);
  const from = Math.max(0, page.from - local.count);
  const rest = pickAlike(others, popularity, { from, count: page.count - near.length });
  const resultCount = local.count + others.length;
  return { ...shown(arrays, [...near, ...rest], geo), resultCount };
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

function pageOf(query: CompanySearch): Page {
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
