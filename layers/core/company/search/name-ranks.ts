/** Ranks the names of all companies by what was typed. */
import { MAX_WORDS } from '../names.ts';
import { companyCount, type IndexArrays, wordCount } from './index-arrays.ts';
import { eachNameAcrossWords, namesBeginningWith } from './joined-names.ts';
import { type MisspeltWords, openMisspeltWords } from './misspelt-words.ts';
import { rank } from './ranks.ts';
import {
  type Leniency,
  limitsOf,
  partsOrMisspelt,
  wordsAsTyped,
  wordsMeant,
} from './typed-words.ts';
import { eachNameOf, type RankedWords, type Span, sizeOf } from './vocabulary.ts';

/** Shorter texts are in too many names by chance once these are joined. */
const JOINED_LENGTH = 4;

/** To look at the words of so many names takes longer than to look at all words there are. */
export const MANY = 4_000;

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
  /** How many names have these words as they are or written in one, up to `MANY`, and how well at best. */
  measure(typed: readonly string[]): { readonly count: number; readonly best: number };
  /** Whether some name has the word, as it is. */
  isWord(typed: string): boolean;
};

/** Opens the ranks for a query: what its words mean is looked up once, however often they are tried. */
export function nameRanks(arrays: IndexArrays): () => NameRanks {
  const found: Found = {
    ranks: new Uint8Array(companyCount(arrays)).fill(rank.none),
    companies: new Uint32Array(companyCount(arrays)),
    count: 0,
  };
  const marks = new Uint8Array(wordCount(arrays));
  const ranksOfWords = Array.from({ length: MAX_WORDS }, () => marks.slice().fill(rank.none));
  const misspelt = openMisspeltWords(arrays);
  return () => {
    const once = remembered();
    const asTyped = (word: string) => once(word, () => wordsAsTyped(arrays, word));
    const misspeltWords: MisspeltWords = (word, asked) => {
      const make = () => misspelt(word, asked);
      return asked.among ? make() : once(`${word} ${asked.limit} ${asked.wholeOnly}`, make);
    };
    /** Finds names that have all these words, unless they may be many. */
    const findFew = (words: readonly RankedWords[]) => {
      clear(found);
      const most = Math.min(...words.map((each) => sizeOf(arrays, each)));
      if (most >= MANY) return false;
      if (most > 0) findAll(arrays, words, ranksOfWords, found);
      return true;
    };
    return {
      find(typed, leniency) {
        const exact = typed.map(asTyped);
        if (leniency.most === 0) {
          clear(found);
          const meant = partsOrMisspelt(misspeltWords, typed, exact);
          if (meant.every(({ length }) => length > 0)) findAll(arrays, meant, ranksOfWords, found);
          preferBeginnings(arrays, typed, found);
          if (isWithinWords(found)) preferWhole(arrays, typed.length, found);
          findJoined(arrays, typed, found, asTyped);
          return found;
        }
        const limits = limitsOf(typed, exact, leniency);
        const isFew = limits !== undefined && findFew(exact.filter((_, at) => limits[at] === 0));
        const among = isFew ? wordsOfFound(arrays, found, marks) : undefined;
        clear(found);
        if (!limits || among?.length === 0) return found;
        const meant = wordsMeant(misspeltWords, typed, exact, limits, among);
        if (meant.every(({ length }) => length > 0)) findAll(arrays, meant, ranksOfWords, found);
        preferFirstWord(arrays, meant[0] ?? [], ranksOfWords[0] ?? marks, found);
        preferWhole(arrays, typed.length, found);
        return found;
      },
      measure(typed) {
        if (!findFew(typed.map(asTyped))) return { count: MANY, best: rank.none };
        preferBeginnings(arrays, typed, found);
        if (found.count > 0) return { count: found.count, best: bestOf(found) };
        const joined = namesBeginningWith(arrays, typed.join(''));
        const isWhole = joined.some(({ from, wholeTo }) => wholeTo > from);
        const best = isWhole ? rank.exact : rank.name + rank.joined;
        return { count: joined.reduce((sum, { from, to }) => sum + to - from, 0), best };
      },
      isWord: (typed) => asTyped(typed).some((words) => words.rank === rank.whole),
    };
  };
}

function remembered() {
  const known = new Map<string, RankedWords>();
  return (key: string, make: () => RankedWords): RankedWords => {
    const words = known.get(key) ?? make();
    known.set(key, words);
    return words;
  };
}

function clear(found: Found): void {
  found.ranks.fill(rank.none);
  found.count = 0;
}

function bestOf({ ranks, companies, count }: Found): number {
  let best: number = rank.none;
  for (let each = 0; each < count; each += 1) {
    best = Math.min(best, ranks[companies[each] as number] as number);
  }
  return best;
}

/** Each once. */
function wordsOfFound(
  { wordsOfName, wordsOfNameStarts }: IndexArrays,
  { companies, count }: Found,
  marks: Uint8Array,
): Uint32Array {
  const words: number[] = [];
  for (let each = 0; each < count; each += 1) {
    const company = companies[each] as number;
    const end = wordsOfNameStarts[company + 1] as number;
    for (let at = wordsOfNameStarts[company] as number; at < end; at += 1) {
      const word = wordsOfName[at] as number;
      if (marks[word] === 0) words.push(word);
      marks[word] = 1;
    }
  }
  for (const word of words) marks[word] = 0;
  return Uint32Array.from(words);
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
function findJoined(
  arrays: IndexArrays,
  typed: readonly string[],
  found: Found,
  asTyped: (word: string) => RankedWords,
): void {
  const text = typed.join('');
  if (text.length < JOINED_LENGTH) return;
  const visit = (company: number) => {
    if (found.ranks[company] === rank.none) add(found, company, rank.name + rank.joined);
  };
  if (typed.length > 1) {
    for (const words of asTyped(text)) eachNameOf(arrays, words, visit);
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
