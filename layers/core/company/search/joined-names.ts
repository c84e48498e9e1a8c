/** Names that have a text once their words are written in one: `dukeenergy` for `Duke Energy`. */
import { companyCount, type IndexArrays } from './index-arrays.ts';
import {
  eachNameOf,
  findWord,
  lengthOf,
  type Span,
  sizeOf,
  textOf,
  wordsBeginningWith,
  wordsWithin,
} from './vocabulary.ts';

/** Names that begin with a text; those before `wholeTo` are it. */
export type Opening = Span & { readonly wholeTo: number };

/** The names that begin with a text. Names stand in order, so they are a few spans. */
export function namesBeginningWith(arrays: IndexArrays, text: string): Opening[] {
  return openings(arrays, text, 0, { from: 0, to: companyCount(arrays) });
}

/** Of names that have their first `depth` words in common. */
function openings(arrays: IndexArrays, text: string, depth: number, names: Span): Opening[] {
  const words = wordsBeginningWith(arrays, text);
  const found: Opening[] = [];
  const all = namesWith(arrays, depth, words, names);
  if (all.from < all.to) found.push({ ...all, wholeTo: wholeTo(arrays, text, depth, all) });
  for (const word of wordsWithin(arrays, text)) {
    const these = namesWith(arrays, depth, { from: word, to: word + 1 }, names);
    if (these.from === these.to) continue;
    found.push(...openings(arrays, text.slice(lengthOf(arrays, word)), depth + 1, these));
  }
  return found;
}

/** The end of those whose last word this is. They stand first. */
function wholeTo(arrays: IndexArrays, text: string, depth: number, names: Span): number {
  const word = findWord(arrays, text);
  if (word === undefined) return names.from;
  const these = namesWith(arrays, depth, { from: word, to: word + 1 }, names);
  return firstName(arrays, depth + 1, these, 0);
}

function namesWith(arrays: IndexArrays, depth: number, words: Span, names: Span): Span {
  if (words.from === words.to) return { from: names.from, to: names.from };
  const from = firstName(arrays, depth, names, words.from);
  return { from, to: firstName(arrays, depth, { from, to: names.to }, words.to) };
}

/** The first of these names whose word at `depth` is not before `word`; names without one are. */
function firstName(arrays: IndexArrays, depth: number, { from, to }: Span, word: number): number {
  const { wordsOfName, wordsOfNameStarts } = arrays;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = (wordsOfNameStarts[middle] as number) + depth;
    const isBefore =
      at >= (wordsOfNameStarts[middle + 1] as number) || (wordsOfName[at] as number) < word;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Calls `visit` with each company whose name has the text from the beginning of a word on. */
export function eachNameAcrossWords(
  arrays: IndexArrays,
  text: string,
  visit: (company: number) => void,
): void {
  const { wordsOfName, wordsOfNameStarts } = arrays;
  for (const first of wordsWithin(arrays, text)) {
    const rest = text.slice(lengthOf(arrays, first));
    const ending = wordsBeginningWith(arrays, rest);
    const going = new Set(wordsWithin(arrays, rest));
    const look = (company: number) => {
      const last = (wordsOfNameStarts[company + 1] as number) - 1;
      for (let at = wordsOfNameStarts[company] as number; at < last; at += 1) {
        if (wordsOfName[at] !== first) continue;
        const next = wordsOfName[at + 1] as number;
        const ends = next >= ending.from && next < ending.to;
        if (ends || (going.has(next) && goesOn(arrays, company, at + 1, rest))) visit(company);
      }
    };
    const start = [{ from: first, to: first + 1 }];
    const nexts = [ending, ...Array.from(going, (word) => ({ from: word, to: word + 1 }))];
    // Of two words that are next to each other, the one that fewer names have.
    const rarer = sizeOf(arrays, start) <= sizeOf(arrays, nexts) ? start : nexts;
    for (const span of rarer) eachNameOf(arrays, span, look);
  }
}

function goesOn(arrays: IndexArrays, company: number, from: number, text: string): boolean {
  const end = arrays.wordsOfNameStarts[company + 1] as number;
  let rest = text;
  for (let at = from; at < end; at += 1) {
    const word = textOf(arrays, arrays.wordsOfName[at] as number);
    if (word.startsWith(rest)) return true;
    if (!rest.startsWith(word)) return false;
    rest = rest.slice(word.length);
  }
  return false;
}
