/**
 * The words of the vocabulary that a misspelled word may mean: one pass over all of them. Words that
 * begin alike stand together, and what was computed of their beginning is used again.
 */
import { type IndexArrays, wordCount } from './index-arrays.ts';
import { rankOfMistakes } from './ranks.ts';
import type { RankedWords } from './vocabulary.ts';

/** Nobody makes only two mistakes in a word as long as this; and a row has 31 bits. */
const MAX_LENGTH = 30;
/** Beginnings of words that are skipped in one step; longer ones are of few words. */
const SKIPPED_LENGTH = 6;

type Asked = {
  readonly limit: 1 | 2;
  readonly wholeOnly?: boolean;
  /** The words to look at, if not all. */
  readonly among?: Uint32Array;
};

/**
 * Words from which `typed` is at most `limit` mistakes away, as is or at their beginning, since names
 * are searched for while they are typed. A mistake is a letter left out, added, exchanged, or swapped
 * with its neighbor (optimal string alignment).
 */
export type MisspeltWords = (typed: string, asked: Asked) => RankedWords;

export function openMisspeltWords(arrays: IndexArrays): MisspeltWords {
  const { letters, letterStarts, shared } = arrays;
  const count = wordCount(arrays);
  const nextOther = skipping(arrays);
  return (typed, { limit, wholeOnly = false, among }) => {
    if (typed.length > MAX_LENGTH) return [];
    const rows = openRows(typed, limit);
    const { none, one, two, open, whole, beginning } = rows;
    const { places, otherPlaces, all, last } = rows;
    const placesOf = (letter: number) =>
      letter < ASCII ? (places[letter] as number) : (otherPlaces.get(letter) ?? 0);
    const found: RankedWords = [];
    const take = (from: number, to: number, isWhole: boolean, depth: number) => {
      const asWhole = isWhole ? rankOf(whole[depth] as number, limit, false) : NO_RANK;
      const asBeginning = wholeOnly ? NO_RANK : rankOf(beginning[depth] as number, limit, true);
      const rank = Math.min(asWhole, asBeginning);
      if (rank < NO_RANK) found.push({ from, to, rank });
    };
    // How many letters of the word before are in the rows.
    let filled = 0;
    const asked = among?.length ?? count;
    let next = 0;
    for (let at = 0; at < asked; at = among ? at + 1 : next) {
      const word = among ? (among[at] as number) : at;
      const start = letterStarts[word] as number;
      const length = (letterStarts[word + 1] as number) - start;
      const deepest = Math.min(length, rows.deepest);
      let depth = among ? 0 : Math.min(filled, shared[word] as number);
      // Fills the row behind `depth`, for a word that goes on with this letter. It stands here, and not
      // in a function: it is done for a hundred thousand letters.
      let before = depth === 0 ? 0 : placesOf(letters[start + depth - 1] as number);
      while (depth < deepest && open[depth] !== 0) {
        const here = placesOf(letters[start + depth] as number);
        // Where `typed` has the two letters the other way around.
        const swapped = depth > 0 ? (here << 1) & before : 0;
        const wasNone = none[depth] as number;
        const wasOne = one[depth] as number;
        const nextNone = (wasNone << 1) & here;
        let nextOne = ((wasOne << 1) & here) | wasNone | (wasNone << 1) | (nextNone << 1);
        if (swapped !== 0) nextOne |= ((none[depth - 1] as number) << 2) & swapped;
        nextOne &= all;
        let mistakes = (nextNone & last) !== 0 ? 0 : (nextOne & last) !== 0 ? 1 : limit + 1;
        if (limit === 2) {
          let nextTwo = (((two[depth] as number) << 1) & here) | wasOne | (wasOne << 1);
          nextTwo |= nextOne << 1;
          if (swapped !== 0) nextTwo |= ((one[depth - 1] as number) << 2) & swapped;
          nextTwo &= all;
          two[depth + 1] = nextTwo;
          if (mistakes === 3 && (nextTwo & last) !== 0) mistakes = 2;
        }
        const fewest = beginning[depth] as number;
        depth += 1;
        none[depth] = nextNone;
        one[depth] = nextOne;
        whole[depth] = mistakes;
        beginning[depth] = fewest < mistakes ? fewest : mistakes;
        before = here;
      }
      filled = depth;
      const isWhole = depth === length && open[depth] !== 0;
      // Whatever follows these letters changes nothing any more.
      next = isWhole || among ? word + 1 : nextOther(word, depth);
      if ((beginning[depth] as number) <= limit) take(word, next, isWhole, depth);
    }
    return found;
  };
}

const NO_RANK = Number.POSITIVE_INFINITY;

function rankOf(mistakes: number, limit: number, isBeginning: boolean): number {
  return mistakes <= limit ? rankOfMistakes(mistakes, isBeginning) : NO_RANK;
}

/** Finds the next word that doesn't begin with so many letters of a word; the number of words if none. */
function skipping(arrays: IndexArrays): (word: number, length: number) => number {
  const { shared } = arrays;
  const count = wordCount(arrays);
  const lists = Array.from({ length: SKIPPED_LENGTH + 1 }, (_, length) => {
    const nexts = new Uint32Array(count + 1);
    let next = count;
    for (let word = count; word >= 0; word -= 1) {
      nexts[word] = next;
      if (word < count && (shared[word] as number) < length) next = word;
    }
    return nexts;
  });
  return (word, length) => {
    const nexts = lists[length];
    if (nexts) return nexts[word] as number;
    let next = word + 1;
    while (next < count && (shared[next] as number) >= length) next += 1;
    return next;
  };
}

/**
 * A row for each letter of a word. For each number of mistakes it has, as bits, which beginnings of
 * `typed` are at most so many away from the word so far; bit 0 is the empty one (Wu and Manber).
 */
type Rows = {
  readonly none: Int32Array;
  readonly one: Int32Array;
  readonly two: Int32Array;
  /** Not 0 where a longer word can be within the limit. */
  readonly open: Int32Array;
  /** The fewest mistakes from all of `typed` to the word so far, and to any beginning of it. */
  readonly whole: Uint8Array;
  readonly beginning: Uint8Array;
  /** No word is longer and within the limit. */
  readonly deepest: number;
  /** The bits that there are, and the bit of all of `typed`. */
  readonly all: number;
  readonly last: number;
  /** Where in `typed` a letter is, as bits: bit 1 is the first place. */
  readonly places: Int32Array;
  readonly otherPlaces: ReadonlyMap<number, number>;
};

const ASCII = 128;

function openRows(typed: string, limit: 1 | 2): Rows {
  const deepest = typed.length + limit;
  const [none, one, two] = [0, 1, 2].map(() => new Int32Array(deepest + 1)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  const all = 2 ** (typed.length + 1) - 1;
  none[0] = 1;
  one[0] = 3 & all;
  two[0] = limit === 2 ? 7 & all : 0;
  const places = new Int32Array(ASCII);
  const otherPlaces = new Map<number, number>();
  for (let at = 0; at < typed.length; at += 1) {
    const letter = typed.charCodeAt(at);
    const bit = 1 << (at + 1);
    if (letter < ASCII) places[letter] = (places[letter] as number) | bit;
    else otherPlaces.set(letter, (otherPlaces.get(letter) ?? 0) | bit);
  }
  const whole = new Uint8Array(deepest + 1);
  whole[0] = Math.min(typed.length, limit + 1);
  const [open, last] = [limit === 1 ? one : two, 1 << typed.length];
  const beginning = whole.slice();
  const bits = { none, one, two, open, places, otherPlaces };
  return { ...bits, whole, beginning, deepest, all, last };
}
