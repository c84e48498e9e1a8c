/** Popular companies as a search takes them: by their numbers in its index. */
import { type IndexArrays, idsOf } from './index-arrays.ts';
import type { Popularity } from './pick-best.ts';

/** @param ids of companies, the most popular first; the same list is looked up once. */
export type PopularityOf = (ids: readonly string[]) => Popularity;

export function openPopularity(arrays: IndexArrays): PopularityOf {
  const known = new WeakMap<readonly string[], Popularity>();
  let numbers: ReadonlyMap<string, number> | undefined;
  return (ids) => {
    if (ids.length === 0) return new Map();
    const before = known.get(ids);
    if (before) return before;
    numbers ??= new Map(idsOf(arrays).map((id, company) => [id, company]));
    const popularity = new Map<number, number>();
    for (const [place, id] of ids.entries()) {
      const company = numbers.get(id);
      if (company !== undefined) popularity.set(company, ids.length - place);
    }
    known.set(ids, popularity);
    return popularity;
  };
}
