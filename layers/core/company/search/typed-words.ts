/** The words of the vocabulary that each word typed may mean, and how well. */
import type { IndexArrays } from './index-arrays.ts';
import type { MisspeltWords } from './misspelt-words.ts';
import { rank } from './ranks.ts';
import { lengthOf, type RankedWords, wordsBeginningWith, wordsContaining } from './vocabulary.ts';

/** From this length on, one mistake is forgiven; in shorter words only where others are right. */
const ONE_MISTAKE_LENGTH = 4;
const TWO_MISTAKES_LENGTH = 6;

/**
 * How much is forgiven, in the order in which it is tried. What finds something ends the search: names
 * that match better would stand among many that don't.
 */
export const leniencies = [
  { most: 0 },
  // A word that no name has is misspelled; then the others are taken as they are.
  { most: 1, of: 'unknown' },
  { most: 2, of: 'unknown' },
  { most: 1, of: 'known' },
  // A short word with a mistake is often another word; two mistakes hardly make one.
  { most: 2, of: 'unknown', shortToo: true },
  { most: 2, of: 'known' },
] as const satisfies readonly Leniency[];

/** `most` mistakes in a word. `known`: where every word typed is in some name. */
export type Leniency = {
  readonly most: 0 | 1 | 2;
  readonly of?: 'known' | 'unknown';
  readonly shortToo?: true;
};

/**
 * With mistakes, given the words as typed: `meantAsTyped`. Nothing where this forgives no more than what
 * is tried before it.
 */
export function wordsMeant(
  misspeltWords: MisspeltWords,
  typed: readonly string[],
  exact: readonly RankedWords[],
  leniency: Leniency,
): RankedWords[] | undefined {
  const { most, of, shortToo } = leniency;
  if (of === 'known' && exact.some((words) => words.length === 0)) return undefined;
  const limits = typed.map((word, at) => {
    if (word.length < ONE_MISTAKE_LENGTH) return shortToo && isSure(word, typed) ? 1 : 0;
    const isKnown = (exact[at]?.length ?? 0) > 0;
    if (isKnown !== (of === 'known')) return 0;
    return word.length < TWO_MISTAKES_LENGTH ? 1 : most;
  });
  const isMore = shortToo ? typed.some((word) => isSure(word, typed)) : limits.includes(most);
  if (!isMore) return undefined;
  return exact.map((words, at) => {
    const limit = limits[at] ?? 0;
    // The best rank counts where a word is in both.
    if (limit === 0) return words;
    const word = typed[at] ?? '';
    // Nearly every word begins like a short one with a mistake.
    const wholeOnly = word.length < ONE_MISTAKE_LENGTH;
    return [...words, ...misspeltWords(word, { limit, wholeOnly })];
  });
}

/** A word that no name has but within another may as well be one that lacks a letter. */
export function partsOrMisspelt(
  misspeltWords: MisspeltWords,
  typed: readonly string[],
  exact: readonly RankedWords[],
): readonly RankedWords[] {
  return exact.map((words, at) => {
    const word = typed[at] ?? '';
    const isPart = words.length > 0 && words.every((one) => one.rank === rank.part);
    if (!isPart || word.length < ONE_MISTAKE_LENGTH) return words;
    return [...words, ...misspeltWords(word, { limit: 1 })];
  });
}

/** Whether a short word may be misspelled: the others say what is meant. */
function isSure(word: string, typed: readonly string[]): boolean {
  const isShort = word.length > 1 && word.length < ONE_MISTAKE_LENGTH;
  return isShort && typed.some((other) => other.length >= ONE_MISTAKE_LENGTH);
}

export function meantAsTyped(arrays: IndexArrays, typed: readonly string[]): RankedWords[] {
  return typed.map((word) => wordsAsTyped(arrays, word));
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
