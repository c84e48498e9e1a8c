/**
 * The words of the vocabulary that a misspelled word may mean: one pass over all of them. Words that
 * begin alike stand together, and what was computed of their beginning is used again.
 */
import { type IndexArrays, wordCount } from './index-arrays.ts';
import { rankOfMistakes } from './ranks.ts';
import type { RankedWords } from './vocabulary.ts';

/** Nobody makes only two mistakes in a word as long as this. */
const MAX_LENGTH = 48;

/**
 * Words from which `typed` is at most `limit` mistakes away, as is or at their beginning, since names
 * are searched for while they are typed. A mistake is a letter left out, added, exchanged, or swapped
 * with its neighbor (optimal string alignment).
 */
export function misspeltWords(
  arrays: IndexArrays,
  typed: string,
  { limit, wholeOnly = false }: { readonly limit: number; readonly wholeOnly?: boolean },
): RankedWords {
  if (typed.length > MAX_LENGTH) return [];
  const { letters, letterStarts, shared } = arrays;
  const count = wordCount(arrays);
  const deepest = typed.length + limit;
  const table = distanceTable(typed, limit, deepest);
  const found: RankedWords = [];
  const ofBeginning = (depth: number) =>
    wholeOnly ? Number.POSITIVE_INFINITY : rankOf(table.beginning(depth), limit, true);
  // How many letters of the word before are in the table.
  let filled = 0;
  let word = 0;
  while (word < count) {
    const start = letterStarts[word] as number;
    const length = (letterStarts[word + 1] as number) - start;
    let depth = Math.min(filled, shared[word] as number);
    while (depth < length && depth < deepest && table.goesOn(depth)) {
      table.add(depth, letters[start + depth] as number, letters[start + depth - 1]);
      depth += 1;
    }
    filled = depth;
    if (depth === length && table.goesOn(depth)) {
      const rank = Math.min(rankOf(table.whole(depth), limit, false), ofBeginning(depth));
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

/** A row for each letter of a word; only what can stay within the limit is computed. */
function distanceTable(typed: string, limit: number, deepest: number) {
  const width = typed.length + 1;
  const far = limit + 1;
  const rows = new Uint8Array((deepest + 1) * width).fill(far);
  /** The fewest mistakes from `typed` to any beginning of the word, by how much of it was seen. */
  const best = new Uint8Array(deepest + 1).fill(far);
  /** Whether a longer word can be within the limit. */
  const open = new Uint8Array(deepest + 1);
  const codes = Uint16Array.from(typed, (_, at) => typed.charCodeAt(at));
  for (let column = 0; column <= Math.min(limit, typed.length); column += 1) rows[column] = column;
  best[0] = rows[typed.length] as number;
  open[0] = 1;
  return {
    goesOn: (depth: number) => open[depth] === 1,
    whole: (depth: number) => rows[depth * width + typed.length] as number,
    beginning: (depth: number) => best[depth] as number,
    add(depth: number, letter: number, letterBefore: number | undefined) {
      const last = depth * width;
      const row = last + width;
      const from = Math.max(0, depth + 1 - limit);
      const to = Math.min(typed.length, depth + 1 + limit);
      let least = far;
      if (from > 0) rows[row + from - 1] = far;
      for (let column = from; column <= to; column += 1) {
        let mistakes = (rows[last + column] as number) + 1;
        if (column > 0) {
          const code = codes[column - 1];
          mistakes = Math.min(
            mistakes,
            (rows[row + column - 1] as number) + 1,
            (rows[last + column - 1] as number) + (code === letter ? 0 : 1),
          );
          if (depth > 0 && column > 1 && code === letterBefore && codes[column - 2] === letter) {
            mistakes = Math.min(mistakes, (rows[last - width + column - 2] as number) + 1);
          }
        }
        rows[row + column] = Math.min(mistakes, far);
        if (mistakes < least) least = mistakes;
      }
      if (to < typed.length) rows[row + to + 1] = far;
      best[depth + 1] = Math.min(best[depth] as number, rows[row + typed.length] as number);
      open[depth + 1] = least <= limit ? 1 : 0;
    },
  };
}
