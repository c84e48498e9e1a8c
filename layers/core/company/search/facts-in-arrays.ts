/** The facts that an index was built from: the next one is built of them, and no company is read. */
import type { CompanyFacts } from './facts.ts';
import { categoriesOf, type IndexArrays, idsOf } from './index-arrays.ts';
import { textsOf } from './vocabulary.ts';

/** By the numbers of the companies. */
export function factsInArrays(arrays: IndexArrays): CompanyFacts[] {
  const words = textsOf(arrays);
  const categories = categoriesOf(arrays);
  const { latitudes, longitudes, flags } = arrays;
  return idsOf(arrays).map((id, company) => {
    const lat = latitudes[company] as number;
    const lng = longitudes[company] as number;
    return {
      id,
      words: listOf(arrays.wordsOfName, arrays.wordsOfNameStarts, company, words),
      categories: listOf(
        arrays.categoriesOfName,
        arrays.categoriesOfNameStarts,
        company,
        categories,
      ),
      flags: flags[company] as number,
      ...(!Number.isNaN(lat) && { place: { lat, lng } }),
    };
  });
}

function listOf(
  values: Uint32Array | Uint16Array,
  starts: Uint32Array,
  company: number,
  texts: readonly string[],
): string[] {
  const list: string[] = [];
  const end = starts[company + 1] as number;
  for (let at = starts[company] as number; at < end; at += 1) {
    list.push(texts[values[at] as number] as string);
  }
  return list;
}
