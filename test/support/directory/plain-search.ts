/**
 * The search of companies as it was before it had an index of its own: it compares every company with
 * the query. Benchmarks and tests compare the search with it; no function runs it.
 */
import { type CompanyRecord, takesCards } from '@billhook/core/company/company';
import { kilometersBetween, wordsOf } from '@billhook/core/company/names';
import { MAX_UNPAGED_RESULTS } from '@billhook/core/company/search/find-companies';
import { type CompanySearch, MAX_PAGE_SIZE } from '@billhook/core/schemas/company';
import { matchMisspelt, matchWord } from './plain-words.ts';

/** How far away a local company is still found. */
const NEARBY_KILOMETERS = 100;
const DEFAULT_PAGE_SIZE = 20;

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

/** A company with all that a search compares. Entries stand in the order of their names. */
type Entry = {
  readonly record: CompanyRecord;
  readonly words: readonly string[];
  /** The words in one, for those who type a name in one. */
  readonly joined: string;
};

type Match = { readonly entry: Entry; readonly rank: number; readonly kilometers: number };

type WordMatcher = (typed: string, word: string) => number | undefined;

export function createPlainIndex(records: readonly CompanyRecord[]): CompanyIndex {
  const entries = records.map(entryOf).sort(byName);
  const vocabulary = new Set(entries.flatMap(({ words }) => words));
  return {
    search: (query) => {
      const allowed = entries.filter(({ record }) => isAllowed(record, query));
      const near = allowed.flatMap((entry) => placed(entry, query.geo));
      const named = matchNames(near, query.query ?? '', vocabulary);
      // Sorting is stable: equals stay in the order of their names.
      named.sort(
        (one, other) =>
          compare(isNational(one), isNational(other)) ||
          one.rank - other.rank ||
          compare(one.kilometers, other.kilometers),
      );
      return page(named, query);
    },
  };
}

function entryOf(record: CompanyRecord): Entry {
  const words = wordsOf(record.name);
  return { record, words, joined: words.join('') };
}

function byName(one: Entry, other: Entry): number {
  return (
    compare(one.words.join(' '), other.words.join(' ')) || compare(one.record._id, other.record._id)
  );
}

function compare<T extends string | number>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function isAllowed(record: CompanyRecord, search: CompanySearch): boolean {
  const { category, products, cardPaymentsOnly } = search;
  if (cardPaymentsOnly && !takesCards(record)) return false;
  const inCategory = !category || record.categories.includes(category.trim().toLowerCase());
  const offered: readonly string[] = record.products;
  return inCategory && (products ?? []).every((product) => offered.includes(product));
}

function isNational({ kilometers }: Match): number {
  return kilometers === Number.POSITIVE_INFINITY ? 1 : 0;
}

function placed(entry: Entry, from: CompanySearch['geo']): Match[] {
  const { geo } = entry.record;
  if (!from) return [{ entry, rank: 0, kilometers: 0 }];
  if (!geo) return [{ entry, rank: 0, kilometers: Number.POSITIVE_INFINITY }];
  const kilometers = kilometersBetween(from, geo);
  return kilometers <= NEARBY_KILOMETERS ? [{ entry, rank: 0, kilometers }] : [];
}

/** Misspellings are looked for only when nothing matches as it was typed: they would be in the way. */
function matchNames(matches: Match[], text: string, vocabulary: ReadonlySet<string>): Match[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return text.trim() === '' ? matches : [];
  const exact = rankNames(matches, typed, vocabulary, matchWord);
  return exact.length > 0 ? exact : rankNames(matches, typed, vocabulary, matchMisspelt);
}

function rankNames(
  matches: readonly Match[],
  typed: readonly string[],
  vocabulary: ReadonlySet<string>,
  matcher: WordMatcher,
): Match[] {
  // Each word of the vocabulary is compared once, however many names it is in.
  const ranks = typed.map((word) => ranksOf(word, vocabulary, matcher));
  const joined = typed.join('');
  return matches.flatMap((match) => {
    const rank = rankName(match.entry, ranks, joined);
    return rank === undefined ? [] : [{ ...match, rank }];
  });
}

function ranksOf(
  typed: string,
  vocabulary: ReadonlySet<string>,
  matcher: WordMatcher,
): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const word of vocabulary) {
    const rank = matcher(typed, word);
    if (rank !== undefined) ranks.set(word, rank);
  }
  return ranks;
}

/** What a name loses for not beginning with what was typed, so that those that do come first. */
const NOT_AT_THE_BEGINNING = 0.5;
/** What a name costs that has the typed words only when its own are joined. */
const JOINED = 2;
/** Shorter texts are in too many names by chance once these are joined. */
const JOINED_LENGTH = 4;

/** Every word typed has to match a word of the name. */
function rankName(
  { words, joined }: Entry,
  ranks: readonly ReadonlyMap<string, number>[],
  typed: string,
): number | undefined {
  let sum = joined.startsWith(typed) ? 0 : NOT_AT_THE_BEGINNING;
  for (const ranked of ranks) {
    let best = Number.POSITIVE_INFINITY;
    for (const word of words) best = Math.min(best, ranked.get(word) ?? best);
    sum += best;
  }
  if (sum < Number.POSITIVE_INFINITY) return sum;
  return typed.length >= JOINED_LENGTH && joined.includes(typed) ? JOINED : undefined;
}

function page(matches: readonly Match[], query: CompanySearch): CompanySearchResult {
  const size = Math.min(query.pageSize ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const from = query.paginateResults ? ((query.pageNumber ?? 1) - 1) * size : 0;
  const count = query.paginateResults ? size : MAX_UNPAGED_RESULTS;
  const shown = matches.slice(from, from + count);
  return {
    records: shown.map(({ entry }) => entry.record),
    distances: shown.map(({ kilometers }) => kilometers),
    resultCount: matches.length,
  };
}
