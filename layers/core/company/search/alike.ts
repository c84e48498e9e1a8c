/** Companies that match alike, since nothing was typed: lists that stand in the order of the names. */
import { companyCount, type IndexArrays } from './index-arrays.ts';
import { type Page, type Popularity, popularAmong } from './pick-best.ts';

export type AlikeLists = {
  /** All companies, or those of a category. */
  readonly all: (category?: number) => Uint32Array;
  /** Those of them that are of the whole country. */
  readonly national: (category?: number) => Uint32Array;
};

/** Each list is made when it is first asked for. */
export function openAlike(arrays: IndexArrays): AlikeLists {
  const { latitudes, namesOfCategory, namesOfCategoryStarts: starts } = arrays;
  const everybody = onceFor(() =>
    Uint32Array.from({ length: companyCount(arrays) }, (_, at) => at),
  );
  const all = (category?: number) =>
    category === undefined
      ? everybody(category)
      : namesOfCategory.subarray(starts[category], starts[category + 1]);
  const isNational = (company: number) => Number.isNaN(latitudes[company]);
  return { all, national: onceFor((category) => all(category).filter(isNational)) };
}

function onceFor(make: (category?: number) => Uint32Array): (category?: number) => Uint32Array {
  const made = new Map<number | undefined, Uint32Array>();
  return (category) => {
    const list = made.get(category) ?? make(category);
    made.set(category, list);
    return list;
  };
}

/** Picks a page of them: the popular ones, then all others as they stand. */
export function pickAlike(
  list: Uint32Array,
  popularity: Popularity,
  { from, count }: Page,
): number[] {
  const popular = popularAmong(popularity, (company) => has(list, company));
  const picked = popular.slice(from, from + count);
  const first = new Set(popular);
  let left = Math.max(0, from - popular.length);
  for (let at = 0; at < list.length && picked.length < count; at += 1) {
    const company = list[at] as number;
    if (first.has(company)) continue;
    if (left > 0) left -= 1;
    else picked.push(company);
  }
  return picked;
}

function has(list: Uint32Array, company: number): boolean {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < company) low = middle + 1;
    else high = middle;
  }
  return list[low] === company;
}
