/** The words of the vocabulary that each word typed may mean, and how well. */
import type { IndexArrays } from './index-arrays.ts';
import type { MisspeltWords } from './misspelt-words.ts';
import { rank } from './ranks.ts';
import { lengthOf, type RankedWords, wordsBeginningWith, wordsContaining } from './vocabulary.ts';

/** From this length on, one mistake is forgiven; in shorter words only where others are right. */
const ONE_MISTAKE_LENGTH = 4;
const TWO_MISTAKES_LENGTH = 6;

/** How many mistakes are forgiven in a word: in words that no name has, or in one word, `at`, that some have. */
export type Leniency = {
  readonly most: 0 | 1 | 2;
  readonly at?: number;
  /** A short word with a mistake is often another word: only where others tell what is meant. */
  readonly shortToo?: true;
};

export const asTyped: Leniency = { most: 0 };

export type Limits = readonly (0 | 1 | 2)[];

/** How much is forgiven in each word; nothing where that is no more than what was tried before. */
export function limitsOf(
  typed: readonly string[],
  exact: readonly RankedWords[],
  leniency: Leniency,
): Limits | undefined {
  const { at, most } = leniency;
  if (at === undefined) return limitsOfUnknown(typed, exact, leniency);
  const word = typed[at] ?? '';
  const limit = limitOf(word, most);
  // Short words come last.
  const isNew = isShort(word) ? most === 2 && isSure(word, typed) : limit === most;
  return isNew ? typed.map((_, other) => (other === at ? limit : 0)) : undefined;
}

function limitsOfUnknown(
  typed: readonly string[],
  exact: readonly RankedWords[],
  { most, shortToo }: Leniency,
): Limits | undefined {
  const isUnknown = exact.map(({ length }) => length === 0);
  const limits = typed.map((word, at) => {
    const isForgiven = isShort(word) ? shortToo && isSure(word, typed) : isUnknown[at];
    return isForgiven ? limitOf(word, most) : 0;
  });
  const isNew = shortToo
    ? isUnknown.includes(true) && typed.some((word) => isSure(word, typed))
    : limits.includes(most);
  return isNew ? limits : undefined;
}

function isShort(word: string): boolean {
  return word.length < ONE_MISTAKE_LENGTH;
}

function limitOf(word: string, most: 0 | 1 | 2): 0 | 1 | 2 {
  return word.length < TWO_MISTAKES_LENGTH && most > 1 ? 1 : most;
}

/** With so many mistakes; a word may be one of `among` alone, where that is known. */
export function wordsMeant(
  misspeltWords: MisspeltWords,
  typed: readonly string[],
  exact: readonly RankedWords[],
  limits: Limits,
  among: Uint32Array | undefined,
): RankedWords[] {
  return exact.map((words, at) => {
    const limit = limits[at] ?? 0;
    // The best rank counts where a word is in both.
    if (limit === 0) return words;
    const word = typed[at] ?? '';
    // Nearly every word begins like a short one with a mistake.
    const wholeOnly = isShort(word);
    return [...words, ...misspeltWords(word, { limit, wholeOnly, ...(among && { among }) })];
  });
}

/** A word that no name has but within another may as well be one that lacks a letter. */
export function partsOrMisspelt(
  misspeltWords: MisspeltWords,
  typed: readonly string[],
  exact: readonly RankedWords[],
): readonly RankedWords[] {
  if (exact.some(({ length }) => length === 0)) return exact;
  return exact.map((words, at) => {
    const word = typed[at] ?? '';
    const isPart = words.length > 0 && words.every((one) => one.rank === rank.part);
    if (!isPart || isShort(word)) return words;
    return [...words, ...misspeltWords(word, { limit: 1 })];
  });
}

/** Whether a short word may be misspelled: the others say what is meant. */
function isSure(word: string, typed: readonly string[]): boolean {
  return word.length > 1 && isShort(word) && !typed.every(isShort);
}

export function wordsAsTyped(arrays: IndexArrays, typed: string): RankedWords {
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
