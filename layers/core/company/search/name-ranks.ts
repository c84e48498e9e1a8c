/** Ranks the names of all companies by what was typed. */
import { companyCount, type IndexArrays, wordCount } from './index-arrays.ts';
import { eachNameAcrossWords, namesBeginningWith } from './joined-names.ts';
import { openMisspeltWords } from './misspelt-words.ts';
import { rank } from './ranks.ts';
import { type Leniency, meantAsTyped, partsOrMisspelt, wordsMeant } from './typed-words.ts';
import type { RankedWords, Span } from './vocabulary.ts';

/** Shorter texts are in too many names by chance once these are joined. */
const JOINED_LENGTH = 4;

/** Up to so many words typed may begin within a name. */
const ACROSS_WORDS = 2;

/**
 * Space for the results of a search, made once: `ranks` has one for each company, `rank.none` where it
 * was not found, and `companies` those that were found, `count` of them, in no order.
 */
export type Found = {
  readonly ranks: Uint8Array;
  readonly companies: Uint32Array;
  count: number;
};

export type NameRanks = {
  /** Ranks the names that every word typed matches. The result is used up with the next call. */
  find(typed: readonly string[], leniency: Leniency): Found;
};

export function nameRanks(arrays: IndexArrays): NameRanks {
  const found: Found = {
    ranks: new Uint8Array(companyCount(arrays)).fill(rank.none),
    companies: new Uint32Array(companyCount(arrays)),
    count: 0,
  };
  const ranksOfWords: Uint8Array[] = [];
  const misspeltWords = openMisspeltWords(arrays);
  // A query is tried with more and more forgiven.
  let known: { readonly typed: readonly string[]; readonly exact: RankedWords[] } | undefined;
  return {
    find(typed, leniency) {
      found.ranks.fill(rank.none);
      found.count = 0;
      if (known?.typed !== typed) known = { typed, exact: meantAsTyped(arrays, typed) };
      const isExact = leniency.most === 0;
      const meant = isExact
        ? partsOrMisspelt(misspeltWords, typed, known.exact)
        : wordsMeant(misspeltWords, typed, known.exact, leniency);
      if (!meant) return found;
      while (ranksOfWords.length < typed.length) {
        ranksOfWords.push(new Uint8Array(wordCount(arrays)).fill(rank.none));
      }
      if (meant.every((words) => words.length > 0)) findAll(arrays, meant, ranksOfWords, found);
      if (isExact) {
        preferBeginnings(arrays, typed, found);
        if (isWithinWords(found)) preferWhole(arrays, typed.length, found);
        findJoined(arrays, typed, found);
      } else {
        preferFirstWord(arrays, meant[0] ?? [], ranksOfWords[0] ?? new Uint8Array(), found);
        preferWhole(arrays, typed.length, found);
      }
      return found;
    },
  };
}

/** Names in which each word typed means some word. The rarest of them says where to look. */
function findAll(
  arrays: IndexArrays,
  meant: readonly RankedWords[],
  ranksOfWords: readonly Uint8Array[],
  found: Found,
): void {
  const sizes = meant.map((words) => sizeOf(arrays, words));
  const rarest = sizes.indexOf(Math.min(...sizes));
  const others = meant.flatMap((words, at) => {
    const ranks = ranksOfWords[at];
    return at === rarest || !ranks ? [] : [{ words, ranks }];
  });
  for (const { words, ranks } of others) {
    for (const one of words) {
      if (one.to === one.from + 1) ranks[one.from] = Math.min(ranks[one.from] as number, one.rank);
      else lower(ranks, one, one.rank);
    }
  }
  const tables = others.map(({ ranks }) => ranks);
  for (const one of meant[rarest] ?? []) rankNamesOf(arrays, one, tables, found);
  for (const { words, ranks } of others) {
    for (const { from, to } of words) ranks.fill(rank.none, from, to);
  }
}

/** Without a function for each name: a beginning may be of a third of all names. */
function rankNamesOf(
  arrays: IndexArrays,
  { from, to, rank: own }: RankedWords[number],
  tables: readonly Uint8Array[],
  found: Found,
): void {
  const { namesOfWord, namesOfWordStarts, wordsOfName, wordsOfNameStarts } = arrays;
  const { ranks, companies } = found;
  const start = rank.name + rank.notAtBeginning + own;
  const end = namesOfWordStarts[to] as number;
  let { count } = found;
  for (let at = namesOfWordStarts[from] as number; at < end; at += 1) {
    const company = namesOfWord[at] as number;
    const known = ranks[company] as number;
    if (known <= start) continue;
    let sum = start;
    const first = wordsOfNameStarts[company] as number;
    const last = wordsOfNameStarts[company + 1] as number;
    for (let table = 0; table < tables.length && sum < known; table += 1) {
      // The best word of the name; far too much where it has none.
      const ofWords = tables[table] as Uint8Array;
      let best: number = rank.none;
      for (let word = first; word < last; word += 1) {
        const one = ofWords[wordsOfName[word] as number] as number;
        if (one < best) best = one;
      }
      sum += best;
    }
    if (sum >= known) continue;
    ranks[company] = sum;
    if (known !== rank.none) continue;
    companies[count] = company;
    count += 1;
  }
  found.count = count;
}

function lower(ranks: Uint8Array, { from, to }: Span, value: number): void {
  for (let at = from; at < to; at += 1) {
    if ((ranks[at] as number) > value) ranks[at] = value;
  }
}

/** Names that begin with what was typed come first, and before them those that are it. */
function preferBeginnings(arrays: IndexArrays, typed: readonly string[], found: Found): void {
  if (found.count === 0) return;
  const { ranks } = found;
  for (const { from, to, wholeTo } of namesBeginningWith(arrays, typed.join(''))) {
    for (let company = from; company < to; company += 1) {
      const known = ranks[company] as number;
      if (known === rank.none) continue;
      ranks[company] = company < wholeTo ? rank.exact : known - rank.notAtBeginning;
    }
  }
}

/** With a mistake in it no name begins so; then it is enough that its first word is meant. */
function preferFirstWord(
  { wordsOfName, wordsOfNameStarts }: IndexArrays,
  first: RankedWords,
  marks: Uint8Array,
  found: Found,
): void {
  for (const { from, to } of first) marks.fill(0, from, to);
  for (let each = 0; each < found.count; each += 1) {
    const company = found.companies[each] as number;
    const word = wordsOfName[wordsOfNameStarts[company] as number] as number;
    if (marks[word] === 0) {
      found.ranks[company] = (found.ranks[company] as number) - rank.notAtBeginning;
    }
  }
  for (const { from, to } of first) marks.fill(rank.none, from, to);
}

/** Whether no name has what was typed at the beginning of its words. */
function isWithinWords({ ranks, companies, count }: Found): boolean {
  for (let each = 0; each < count; each += 1) {
    if ((ranks[companies[each] as number] as number) < rank.name + rank.part) return false;
  }
  return true;
}

/** What has no more words than were typed is what was meant, as far as can be told. */
function preferWhole({ wordsOfNameStarts }: IndexArrays, words: number, found: Found): void {
  for (let each = 0; each < found.count; each += 1) {
    const company = found.companies[each] as number;
    const length =
      (wordsOfNameStarts[company + 1] as number) - (wordsOfNameStarts[company] as number);
    if (length === words) found.ranks[company] = (found.ranks[company] as number) - rank.moreWords;
  }
}

/** Names that have what was typed only if the words of one of both are written in one. */
function findJoined(arrays: IndexArrays, typed: readonly string[], found: Found): void {
  const text = typed.join('');
  if (text.length < JOINED_LENGTH) return;
  const visit = (company: number) => {
    if (found.ranks[company] === rank.none) add(found, company, rank.name + rank.joined);
  };
  if (typed.length > 1) {
    for (const words of meantAsTyped(arrays, [text]).flat()) eachNameOf(arrays, words, visit);
  }
  for (const { from, to } of namesBeginningWith(arrays, text)) {
    for (let company = from; company < to; company += 1) visit(company);
  }
  // Within a name hardly anybody begins, and looking there takes long.
  if (found.count === 0 && typed.length <= ACROSS_WORDS) eachNameAcrossWords(arrays, text, visit);
}

function add(found: Found, company: number, value: number): void {
  found.ranks[company] = value;
  found.companies[found.count] = company;
  found.count += 1;
}

function sizeOf({ namesOfWordStarts }: IndexArrays, words: RankedWords): number {
  let size = 0;
  for (const { from, to } of words) {
    size += (namesOfWordStarts[to] as number) - (namesOfWordStarts[from] as number);
  }
  return size;
}

/** The names of words that are next to each other are next to each other. */
function eachNameOf(
  { namesOfWord, namesOfWordStarts }: IndexArrays,
  { from, to }: Span,
  visit: (company: number) => void,
): void {
  const end = namesOfWordStarts[to] as number;
  for (let at = namesOfWordStarts[from] as number; at < end; at += 1) {
    visit(namesOfWord[at] as number);
  }
}
