/**
 * The words of the vocabulary that a misspelled word may mean: one pass over all of them. Words that
 * begin alike stand together, and what was computed of their beginning is used again.
 */
import { type IndexArrays, wordCount } from './index-arrays.ts';
import { rankOfMistakes } from './ranks.ts';
import type { RankedWords } from './vocabulary.ts';

/** Nobody makes only two mistakes in a word as long as this; and a row has 31 bits. */
const MAX_LENGTH = 30;

/**
 * Words from which `typed` is at most `limit` mistakes away, as is or at their beginning, since names
 * are searched for while they are typed. A mistake is a letter left out, added, exchanged, or swapped
 * with its neighbor (optimal string alignment).
 */
export function misspeltWords(
  arrays: IndexArrays,
  typed: string,
  { limit, wholeOnly = false }: { readonly limit: 1 | 2; readonly wholeOnly?: boolean },
): RankedWords {
  if (typed.length > MAX_LENGTH) return [];
  const { letters, letterStarts, shared } = arrays;
  const count = wordCount(arrays);
  const deepest = typed.length + limit;
  const { open, add, whole, beginning } = distanceRows(typed, limit, deepest);
  const found: RankedWords = [];
  const ofBeginning = (depth: number) =>
    wholeOnly ? Number.POSITIVE_INFINITY : rankOf(beginning(depth), limit, true);
  // How many letters of the word before are in the rows.
  let filled = 0;
  let word = 0;
  while (word < count) {
    const start = letterStarts[word] as number;
    const length = (letterStarts[word + 1] as number) - start;
    let depth = Math.min(filled, shared[word] as number);
    while (depth < length && depth < deepest && open[depth] !== 0) {
      add(depth, letters[start + depth] as number, letters[start + depth - 1] as number);
      depth += 1;
    }
    filled = depth;
    if (depth === length && open[depth] !== 0) {
      const rank = Math.min(rankOf(whole(depth), limit, false), ofBeginning(depth));
      if (rank < Number.POSITIVE_INFINITY) found.push({ from: word, to: word + 1, rank });
      word += 1;
      continue;
    }
    // Whatever follows these letters changes nothing any more.
    let next = word + 1;
    while (next < count && (shared[next] as number) >= depth) next += 1;
    const rank = ofBeginning(depth);
    if (rank < Number.POSITIVE_INFINITY) found.push({ from: word, to: next, rank });
    word = next;
  }
  return found;
}

function rankOf(mistakes: number, limit: number, isBeginning: boolean): number {
  return mistakes <= limit ? rankOfMistakes(mistakes, isBeginning) : Number.POSITIVE_INFINITY;
}

/**
 * A row for each letter of a word. For each number of mistakes it has, as bits, which beginnings of
 * `typed` are at most so many away from the word so far; bit 0 is the empty one (Wu and Manber).
 */
function distanceRows(typed: string, limit: 1 | 2, deepest: number) {
  const all = 2 ** (typed.length + 1) - 1;
  const last = 1 << typed.length;
  const rows = () => new Int32Array(deepest + 1);
  const [none, one, two] = [rows(), rows(), rows()];
  none[0] = 1;
  one[0] = 3 & all;
  two[0] = limit === 2 ? 7 & all : 0;
  const whole = (depth: number) => {
    if (((none[depth] as number) & last) !== 0) return 0;
    if (((one[depth] as number) & last) !== 0) return 1;
    return ((two[depth] as number) & last) !== 0 ? 2 : limit + 1;
  };
  /** The fewest mistakes from all of `typed` to any beginning of the word. */
  const fewest = new Uint8Array(deepest + 1);
  fewest[0] = whole(0);
  const placesOf = placesIn(typed);
  return {
    /** Not 0 where a longer word can be within the limit. */
    open: limit === 1 ? one : two,
    whole,
    beginning: (depth: number) => fewest[depth] as number,
    add(depth: number, letter: number, letterBefore: number) {
      const here = placesOf(letter);
      // Where `typed` has the two letters the other way around.
      const swapped = depth > 0 ? (here << 1) & placesOf(letterBefore) : 0;
      const wasNone = none[depth] as number;
      const wasOne = one[depth] as number;
      const nextNone = (wasNone << 1) & here;
      let nextOne = ((wasOne << 1) & here) | wasNone | (wasNone << 1) | (nextNone << 1);
      if (swapped !== 0) nextOne |= ((none[depth - 1] as number) << 2) & swapped;
      none[depth + 1] = nextNone;
      one[depth + 1] = nextOne & all;
      if (limit === 2) {
        let nextTwo = (((two[depth] as number) << 1) & here) | wasOne | (wasOne << 1);
        nextTwo |= nextOne << 1;
        if (swapped !== 0) nextTwo |= ((one[depth - 1] as number) << 2) & swapped;
        two[depth + 1] = nextTwo & all;
      }
      fewest[depth + 1] = Math.min(fewest[depth] as number, whole(depth + 1));
    },
  };
}

const ASCII = 128;

/** Where in a text a letter is, as bits: bit 1 is the first place. */
function placesIn(text: string): (letter: number) => number {
  const plain = new Int32Array(ASCII);
  const others = new Map<number, number>();
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    const bit = 1 << (at + 1);
    if (letter < ASCII) plain[letter] = (plain[letter] as number) | bit;
    else others.set(letter, (others.get(letter) ?? 0) | bit);
  }
  return (letter) => (letter < ASCII ? (plain[letter] as number) : (others.get(letter) ?? 0));
}
