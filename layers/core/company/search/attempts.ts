/** What is tried for a query, until something is found. */
import { type Found, MANY, type NameRanks } from './name-ranks.ts';
import { rank } from './ranks.ts';
import type { Readings } from './readings.ts';
import { asTyped, type Leniency } from './typed-words.ts';

const unknownWords: readonly Leniency[] = [{ most: 1 }, { most: 2 }];
const oneOrTwo = [1, 2] as const;

/** Words that are left out in turn, where the others have mistakes: each takes searches of its own. */
const MAX_LEFT_OUT = 2;

/** Names that match, as more and more is forgiven. Each is used up with the next. */
export function* attempts(
  search: NameRanks,
  { all, mistakable, names }: Readings,
): Generator<Found> {
  for (const words of all) yield search.find(words, asTyped);
  for (const leniency of unknownWords) {
    for (const words of mistakable) yield search.find(words, leniency);
  }
  for (const words of names.length > 0 ? names : all) yield* withOneWordWrong(search, words);
}

/** One of the words is another than was meant, or is too many: the others say where to look. */
function* withOneWordWrong(search: NameRanks, words: readonly string[]): Generator<Found> {
  if (words.length < 2) {
    for (const most of oneOrTwo) yield search.find(words, { most, at: 0 });
    return;
  }
  const rests = words.map((word, at) => {
    const rest = words.toSpliced(at, 1);
    return { word, at, rest, ...search.measure(rest) };
  });
  // Words are added at the end more often than elsewhere.
  const fitting = rests.filter(({ count }) => count > 0).reverse();
  // What is no word of any name is rather misspelled.
  const whole = fitting.filter(({ word, best }) => best === rank.exact && search.isWord(word));
  for (const { rest } of whole) yield search.find(rest, asTyped);
  for (const most of oneOrTwo) {
    for (const { at } of fitting) yield search.find(words, { most, at });
  }
  yield search.find(words, { most: 2, shortToo: true });
  fitting.sort((one, other) => one.best - other.best || one.count - other.count);
  // What too many names have says nothing of what is meant.
  for (const { rest, count } of fitting) if (count < MANY) yield search.find(rest, asTyped);
  const unfit = rests.filter(({ count }) => count === 0).reverse();
  for (const { rest } of unfit.slice(0, MAX_LEFT_OUT)) {
    yield search.find(rest, asTyped);
    yield search.find(rest, { most: 1 });
  }
}
