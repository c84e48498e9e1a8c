/** The directory of companies as a warm function keeps it. */
import type { CompanyRecord } from '@billhook/core/company/company';
import { buildArrays } from '@billhook/core/company/search/build-arrays';
import { companyFacts } from '@billhook/core/company/search/facts';
import { factsInArrays } from '@billhook/core/company/search/facts-in-arrays';
import { type FindCompanies, openSearch } from '@billhook/core/company/search/find-companies';
import { companyIdAt, type IndexArrays } from '@billhook/core/company/search/index-arrays';
import { openPopularity, type PopularityOf } from '@billhook/core/company/search/popularity';
import { shownFirst } from '@billhook/core/company/shown-first';
import type { CompanySearch } from '@billhook/core/schemas/company';
import { logWarning } from '../aws/logger.ts';
import { companyStore } from '../stores/company-store.ts';
import { type CurrentDirectory, directoryStore } from '../stores/directory-store.ts';
import type { Table } from '../table/types.ts';

/** How long a warm function searches without asking whether there is another version. */
const MAX_AGE_MILLISECONDS = 10 * 1000;
/** The pages of release 0.1.0 are read again after this long: they have no version to ask for. */
const MAX_EARLIER_AGE_MILLISECONDS = 60 * 1000;
/** Companies that a warm function keeps, of about 1 KB each. */
const MAX_KEPT = 4_000;

export type CompanyResults = {
  readonly records: readonly CompanyRecord[];
  /** Kilometers of each; infinitely far without a place. */
  readonly distances: readonly number[];
  readonly resultCount: number;
};

export type Directory = {
  /**
   * @param now milliseconds since the epoch, of the machine.
   * @param popularIds of companies, the most popular first: they come first among names that match alike.
   * It is called only where something is looked for.
   */
  search(
    query: CompanySearch,
    now: number,
    popularIds?: () => Promise<readonly string[]>,
  ): Promise<CompanyResults>;
  /** Those that a hosted module may show before anything is typed, the popular ones among them. */
  shown(now: number, popular?: readonly string[]): Promise<readonly CompanyRecord[]>;
};

type Searched = {
  readonly arrays: IndexArrays;
  readonly find: FindCompanies;
  readonly popularityOf: PopularityOf;
};

/** A version of the directory, opened. Nothing of it is read before it is needed. */
type Opened = {
  /** Nothing for the pages of release 0.1.0. */
  readonly version?: number;
  /** Nothing when it can't be read. */
  readonly index: () => Promise<Searched | undefined>;
  readonly shownIds: () => Promise<readonly string[]>;
  readonly records: (ids: readonly string[]) => Promise<readonly CompanyRecord[]>;
};

export function openDirectory(table: Table): Directory {
  const directory = directoryStore(table);
  let kept: { readonly opened: Opened; readonly askedAt: number } | undefined;
  const latest = async (now: number) => {
    const maxAge =
      kept?.opened.version === undefined ? MAX_EARLIER_AGE_MILLISECONDS : MAX_AGE_MILLISECONDS;
    if (kept && now - kept.askedAt <= maxAge) return kept.opened;
    const current = await directory.current();
    const same = current && current.version === kept?.opened.version ? kept?.opened : undefined;
    const opened = same ?? (current ? openCurrent(table, current) : await openEarlier(table));
    kept = { opened, askedAt: now };
    return opened;
  };
  /** The last index that could be read: of the version before, while the next can't be. */
  let searched: (Searched & { readonly opened: Opened }) | undefined;
  return {
    async search(query, now, popularIds = async () => []) {
      // A list is the same in pages as in one, whatever is linked between two pages.
      const isList = !query.query?.trim();
      const [opened, popular] = await Promise.all([latest(now), isList ? [] : popularIds()]);
      const index = await opened.index();
      if (index) searched = { ...index, opened };
      else logWarning('The index of companies cannot be read');
      if (!searched) throw new Error('There is no index of companies that can be read');
      const { arrays, find, popularityOf } = searched;
      const { companies, distances, resultCount } = find(query, popularityOf(popular));
      const ids = companies.map((company) => companyIdAt(arrays, company));
      const away = new Map(ids.map((id, at) => [id, distances[at]]));
      const records = await searched.opened.records(ids);
      const far = Number.POSITIVE_INFINITY;
      return { records, distances: records.map(({ _id }) => away.get(_id) ?? far), resultCount };
    },
    async shown(now, popular = []) {
      const opened = await latest(now);
      return opened.records([...new Set([...popular, ...(await opened.shownIds())])]);
    },
  };
}

function openCurrent(table: Table, current: CurrentDirectory): Opened {
  const directory = directoryStore(table);
  return {
    version: current.version,
    index: kept(async () => {
      const arrays = await directory.index(current);
      return arrays && openIndex(arrays);
    }),
    shownIds: kept(() => directory.shown(current)),
    records: keptRecords(table),
  };
}

function openIndex(arrays: IndexArrays): Searched {
  return { arrays, find: openSearch(arrays), popularityOf: openPopularity(arrays) };
}

/** As release 0.1.0 stored it, until the first import of a later one. */
async function openEarlier(table: Table): Promise<Opened> {
  const companies = await companyStore(table).listEarlier();
  const arrays = buildArrays(companies.map(companyFacts));
  const byId = new Map(companies.map((company) => [company._id, company]));
  const index = openIndex(arrays);
  return {
    index: async () => index,
    shownIds: async () => shownFirst(factsInArrays(arrays)),
    records: async (ids) => ids.flatMap((id) => byId.get(id) ?? []),
  };
}

/** Read once, by all who ask at the same time; again after a failure. */
function kept<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return async () => {
    reading ??= read();
    try {
      return await reading;
    } catch (error) {
      reading = undefined;
      throw error;
    }
  };
}

function keptRecords(table: Table): Opened['records'] {
  const companies = companyStore(table);
  const records = new Map<string, CompanyRecord>();
  return async (ids) => {
    const missing = ids.filter((id) => !records.has(id));
    const read = missing.length > 0 ? await companies.getOffered(missing) : [];
    const fresh = new Map(read.map((company) => [company._id, company]));
    const found = ids.flatMap((id) => records.get(id) ?? fresh.get(id) ?? []);
    for (const company of read) records.set(company._id, company);
    for (const id of records.keys()) {
      if (records.size <= MAX_KEPT) break;
      records.delete(id);
    }
    return found;
  };
}
