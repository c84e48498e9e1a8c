/** The words of the vocabulary that each word typed may mean, and how well. */
import type { IndexArrays } from './index-arrays.ts';
import { misspeltWords } from './misspelt-words.ts';
import { rank } from './ranks.ts';
import { lengthOf, type Span, wordsBeginningWith, wordsContaining } from './vocabulary.ts';

/** Words by their numbers, with the rank of each. */
export type RankedWords = (Span & { readonly rank: number })[];

/** From this length on, one mistake is forgiven; in shorter words only where others are right. */
const ONE_MISTAKE_LENGTH = 4;
const TWO_MISTAKES_LENGTH = 6;

/**
 * How much is forgiven, in the order in which it is tried. What finds something ends the search: names
 * that match better would stand among many that don't.
 */
export const leniencies = ['none', 'unknown-words', 'one', 'two', 'short-words'] as const;
export type Leniency = (typeof leniencies)[number];

/** The same for each word typed. Nothing when nothing more is found than with less forgiven. */
export function wordsMeant(
  arrays: IndexArrays,
  typed: readonly string[],
  leniency: Leniency,
): RankedWords[] | undefined {
  const exact = typed.map((word) => wordsAsTyped(arrays, word));
  if (leniency === 'none') return exact;
  const limits = typed.map((word, at) => {
    const isKnown = (exact[at]?.length ?? 0) > 0;
    return leniency === 'unknown-words' && isKnown ? 0 : limitOf(word, leniency, typed);
  });
  if (limits.every((limit) => limit === 0)) return undefined;
  return exact.map((words, at) => {
    const limit = limits[at] ?? 0;
    if (limit === 0) return words;
    // The best rank counts where a word is in both.
    return [...words, ...misspeltWords(arrays, typed[at] ?? '', limit)];
  });
}

function limitOf(word: string, leniency: Leniency, typed: readonly string[]): number {
  const most = word.length >= TWO_MISTAKES_LENGTH ? 2 : word.length >= ONE_MISTAKE_LENGTH ? 1 : 0;
  if (leniency === 'short-words') {
    const others = typed.some((other) => other.length >= ONE_MISTAKE_LENGTH);
    return most === 0 && word.length > 1 && others ? 1 : most;
  }
  return leniency === 'one' ? Math.min(most, 1) : most;
}

function wordsAsTyped(arrays: IndexArrays, typed: string): RankedWords {
  const { from, to } = wordsBeginningWith(arrays, typed);
  const words: RankedWords = [];
  const isWhole = from < to && lengthOf(arrays, from) === typed.length;
  const next = isWhole ? from + 1 : from;
  if (isWhole) words.push({ from, to: next, rank: rank.whole });
  if (next < to) words.push({ from: next, to, rank: rank.beginning });
  for (const word of wordsContaining(arrays, typed)) {
    words.push({ from: word, to: word + 1, rank: rank.part });
  }
  return words;
}
