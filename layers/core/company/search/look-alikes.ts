/** Which companies of the index may look like a name (decision: names-that-mislead). */
import { lettersOf, looksOf, looksOfLetters } from '../look-alike.ts';
import { MAX_WORDS } from '../names.ts';
import { companyCount, type IndexArrays } from './index-arrays.ts';
import { textsOf } from './vocabulary.ts';

/**
 * Companies by their numbers, ascending: all that look like one of the names, and few others. The index
 * has the first words of a name alone, so what looks alike is told by the records.
 */
export function mayLookLike(arrays: IndexArrays, names: readonly string[]): number[] {
  const { wordsOfName, wordsOfNameStarts } = arrays;
  const wanted = new Set(names.map(looksOf));
  const letters = textsOf(arrays).map(lettersOf);
  const found: number[] = [];
  for (let company = 0; company < companyCount(arrays); company += 1) {
    const start = wordsOfNameStarts[company] as number;
    const end = wordsOfNameStarts[company + 1] as number;
    let name = '';
    for (let at = start; at < end; at += 1) name += letters[wordsOfName[at] as number];
    const looks = looksOfLetters(name);
    const isLong = end - start === MAX_WORDS;
    if (wanted.has(looks) || (isLong && beginsOne(wanted, looks))) found.push(company);
  }
  return found;
}

/** A last letter may be half of what two letters look like. */
function beginsOne(wanted: ReadonlySet<string>, looks: string): boolean {
  const sure = looks.slice(0, -1);
  return [...wanted].some((one) => one.startsWith(sure));
}
