/** Picks the companies of a page, without sorting all that were found. */
import type { Found } from './name-ranks.ts';
import { rank } from './ranks.ts';

/** How often companies were linked, by their numbers: of two that match alike, the more popular is first. */
export type Popularity = ReadonlyMap<number, number>;

/** Meters: what is nearer than that is equally far. */
const METERS = 1_000;
/** A number to sort by is rank, meters, popularity, and company, from the left: 52 bits. */
const COMPANIES = 2 ** 21;
const POPULARITIES = 2 ** 6;
const DISTANCES = 2 ** 17;

/** Local companies, each as a number to sort by. */
export type LocalKeys = { readonly keys: Float64Array; count: number };

export function addLocal(
  local: LocalKeys,
  company: number,
  rank: number,
  kilometers: number,
  popularity: Popularity,
): void {
  const meters = Math.round(kilometers * METERS);
  // Roughly is enough: it matters only where names and distances are alike.
  const popular = POPULARITIES - 1 - Math.min(POPULARITIES - 1, times(popularity, company));
  local.keys[local.count] =
    ((rank * DISTANCES + meters) * POPULARITIES + popular) * COMPANIES + company;
  local.count += 1;
}

/**
 * The companies of a page: the local ones by rank, distance, popularity and name, then the others by
 * rank, popularity and name.
 */
export function pickBest(
  found: Found,
  local: LocalKeys,
  popularity: Popularity,
  { from, count }: { readonly from: number; readonly count: number },
): number[] {
  const picked: number[] = [];
  if (from < local.count) {
    const keys = local.keys.subarray(0, local.count).sort();
    for (const key of keys.subarray(from, from + count)) picked.push(key % COMPANIES);
  }
  const skipped = Math.max(0, from - local.count);
  if (picked.length < count) pickOthers(found, popularity, { skipped, count }, picked);
  return picked;
}

/** Companies stand in the order of their names, so each rank is one pass from the front. */
function pickOthers(
  found: Found,
  popularity: Popularity,
  { skipped, count }: { readonly skipped: number; readonly count: number },
  picked: number[],
): void {
  const { ranks } = found;
  let left = skipped;
  const popular = [...popularity.keys()]
    .filter((company) => ranks[company] !== rank.none && ranks[company] !== undefined)
    .sort((one, other) => times(popularity, other) - times(popularity, one) || one - other);
  const take = (company: number) => {
    if (left > 0) left -= 1;
    else picked.push(company);
  };
  const first = new Set(popular);
  for (const value of ranksIn(found)) {
    for (const company of popular) {
      if (picked.length === count) return;
      if (ranks[company] === value) take(company);
    }
    let company = ranks.indexOf(value);
    while (company >= 0) {
      if (picked.length === count) return;
      if (!first.has(company)) take(company);
      company = ranks.indexOf(value, company + 1);
    }
  }
}

/** The ranks that there are, the best first. */
function ranksIn({ ranks, companies, count }: Found): number[] {
  const there = new Uint8Array(rank.none + 1);
  for (let each = 0; each < count; each += 1) {
    there[ranks[companies[each] as number] as number] = 1;
  }
  return [...there.keys()].filter((value) => value !== rank.none && there[value] === 1);
}

function times(popularity: Popularity, company: number): number {
  return popularity.get(company) ?? 0;
}
