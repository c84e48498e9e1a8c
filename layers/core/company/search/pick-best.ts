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
/** More than any page has. */
const MANY = 2_000;
const everyRank = Array.from({ length: rank.none }, (_, value) => value);

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

export type Page = { readonly from: number; readonly count: number };

/**
 * The companies of a page: the local ones by rank, distance, popularity and name, then the others by
 * rank, popularity and name.
 */
export function pickBest(
  found: Found,
  local: LocalKeys,
  popularity: Popularity,
  page: Page,
): number[] {
  const picked = pickLocal(local, page);
  const skipped = Math.max(0, page.from - local.count);
  if (picked.length < page.count) {
    pickOthers(found, popularity, { skipped, count: page.count }, picked);
  }
  return picked;
}

/** Those of the page that are local. */
export function pickLocal(local: LocalKeys, { from, count }: Page): number[] {
  if (from >= local.count) return [];
  const all = local.keys.subarray(0, local.count);
  const wanted = Math.min(local.count, from + count);
  if (wanted < local.count) smallestFirst(all, wanted);
  const keys = all.subarray(0, wanted).sort();
  return Array.from(keys.subarray(from), (key) => key % COMPANIES);
}

/** Moves the smallest to the front, in no order: to sort all of them would take longer (quickselect). */
function smallestFirst(keys: Float64Array, count: number): void {
  const at = (index: number) => keys[index] as number;
  let low = 0;
  let high = keys.length - 1;
  while (low < high) {
    const pivot = at((low + high) >>> 1);
    let left = low;
    let right = high;
    while (left <= right) {
      while (at(left) < pivot) left += 1;
      while (at(right) > pivot) right -= 1;
      if (left > right) break;
      const moved = at(left);
      keys[left] = at(right);
      keys[right] = moved;
      left += 1;
      right -= 1;
    }
    if (count - 1 <= right) high = right;
    else if (count - 1 >= left) low = left;
    else return;
  }
}

/** Companies stand in the order of their names, so each rank is one pass from the front. */
function pickOthers(
  found: Found,
  popularity: Popularity,
  { skipped, count }: { readonly skipped: number; readonly count: number },
  picked: number[],
): void {
  const { ranks } = found;
  // A buffer looks for a byte twenty times as fast as an array of bytes does.
  const bytes = Buffer.from(ranks.buffer, ranks.byteOffset, ranks.length);
  let left = skipped;
  const popular = popularAmong(
    popularity,
    (company) => (ranks[company] ?? rank.none) !== rank.none,
  );
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
    let company = bytes.indexOf(value);
    while (company >= 0) {
      if (picked.length === count) return;
      if (!first.has(company)) take(company);
      company = bytes.indexOf(value, company + 1);
    }
  }
}

/** The ranks that were given, the best first; where many were found, which fill a page early, every rank. */
function ranksIn({ ranks, companies, count }: Found): Iterable<number> {
  if (count > MANY) return everyRank;
  const there = new Uint8Array(rank.none);
  for (let each = 0; each < count; each += 1) {
    const value = ranks[companies[each] as number] as number;
    if (value !== rank.none) there[value] = 1;
  }
  return everyRank.filter((value) => there[value] === 1);
}

/** The popular companies of those that match: the most popular first, then by name. */
export function popularAmong(
  popularity: Popularity,
  isAmong: (company: number) => boolean,
): number[] {
  return [...popularity.keys()]
    .filter(isAmong)
    .sort((one, other) => times(popularity, other) - times(popularity, one) || one - other);
}

function times(popularity: Popularity, company: number): number {
  return popularity.get(company) ?? 0;
}
