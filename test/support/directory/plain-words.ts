/** How the plain search compares a word typed with a word of a name. */

/** Ranks of one word of a query, the better the lower. Misspellings add their distance. */
const rank = { whole: 0, beginning: 1, part: 2, misspelt: 3 } as const;

/** Shorter texts would be part of nearly every name. */
const MIN_PART_LENGTH = 3;

/** How well a word of a name matches a word typed without mistake; nothing when it does not. */
export function matchWord(typed: string, word: string): number | undefined {
  if (word === typed) return rank.whole;
  if (word.startsWith(typed)) return rank.beginning;
  return typed.length >= MIN_PART_LENGTH && word.includes(typed) ? rank.part : undefined;
}

/** The same, forgiving misspellings: one from four letters on, two from six on. */
export function matchMisspelt(typed: string, word: string): number | undefined {
  const exact = matchWord(typed, word);
  const limit = typed.length >= 6 ? 2 : typed.length >= 4 ? 1 : 0;
  if (exact !== undefined || limit === 0) return exact;
  const distance = distanceToBeginning(typed, word, limit);
  return distance === undefined ? undefined : rank.misspelt + distance;
}

/**
 * Letters to add, leave out, exchange or swap with their neighbour until `typed` is a beginning of
 * `word` (optimal string alignment); nothing when it is more than `limit`. A beginning, because a
 * name is searched for while it is being typed.
 */
export function distanceToBeginning(
  typed: string,
  word: string,
  limit: number,
): number | undefined {
  if (word.length < typed.length - limit) return undefined;
  const length = Math.min(word.length, typed.length + limit);
  let before: number[] = [];
  let last = Array.from({ length: length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= length; column += 1) {
      const same = typed[row - 1] === word[column - 1];
      const swapped =
        row > 1 &&
        column > 1 &&
        typed[row - 1] === word[column - 2] &&
        typed[row - 2] === word[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...current) > limit) return undefined;
    before = last;
    last = current;
  }
  const distance = Math.min(...last);
  return distance <= limit ? distance : undefined;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
