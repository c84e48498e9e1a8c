/** The words of all names, as a search asks for them: a word is a number. */
import { hashOfTriple, type IndexArrays, wordCount } from './index-arrays.ts';

/** Shorter texts are part of nearly every name. */
const MIN_PART_LENGTH = 3;

/** Numbers from `from` on, `to` not included. */
export type Span = { readonly from: number; readonly to: number };

/** Words by their numbers, with the rank of each. */
export type RankedWords = (Span & { readonly rank: number })[];

/** The words that begin with a text, which are next to each other. */
export function wordsBeginningWith(arrays: IndexArrays, text: string): Span {
  const from = firstFor(arrays, text, (order) => order >= 0);
  return { from, to: firstFor(arrays, text, (order) => order > 0, from) };
}

/** The word that is the text, which stands before those that begin with it. */
export function findWord(arrays: IndexArrays, text: string): number | undefined {
  const { from, to } = wordsBeginningWith(arrays, text);
  return from < to && lengthOf(arrays, from) === text.length ? from : undefined;
}

/** The words that a text begins with, the text itself not among them. */
export function wordsWithin(arrays: IndexArrays, text: string): number[] {
  const found: number[] = [];
  for (let length = 1; length < text.length; length += 1) {
    const span = wordsBeginningWith(arrays, text.slice(0, length));
    // No longer text begins a word either.
    if (span.from === span.to) break;
    if (lengthOf(arrays, span.from) === length) found.push(span.from);
  }
  return found;
}

/** The words that have a text in them, but do not begin with it; ascending. */
export function wordsContaining(arrays: IndexArrays, text: string): number[] {
  if (text.length < MIN_PART_LENGTH) return [];
  const { wordsOfTriple, wordsOfTripleStarts } = arrays;
  let from = 0;
  let to = Number.POSITIVE_INFINITY;
  for (let at = 0; at + 2 < text.length; at += 1) {
    const hash = hashOfTriple(
      text.charCodeAt(at),
      text.charCodeAt(at + 1),
      text.charCodeAt(at + 2),
    );
    const start = wordsOfTripleStarts[hash] as number;
    const end = wordsOfTripleStarts[hash + 1] as number;
    if (end - start < to - from) [from, to] = [start, end];
  }
  const found: number[] = [];
  for (let at = from; at < to; at += 1) {
    const word = wordsOfTriple[at] as number;
    if (hasInside(arrays, word, text)) found.push(word);
  }
  return found;
}

/** How many names the words have, those counted twice that have two of them. */
export function sizeOf({ namesOfWordStarts }: IndexArrays, words: readonly Span[]): number {
  let size = 0;
  for (const { from, to } of words) {
    size += (namesOfWordStarts[to] as number) - (namesOfWordStarts[from] as number);
  }
  return size;
}

/** The names of words that are next to each other are next to each other. */
export function eachNameOf(
  { namesOfWord, namesOfWordStarts }: IndexArrays,
  { from, to }: Span,
  visit: (company: number) => void,
): void {
  const end = namesOfWordStarts[to] as number;
  for (let at = namesOfWordStarts[from] as number; at < end; at += 1) {
    visit(namesOfWord[at] as number);
  }
}

export function lengthOf({ letterStarts }: IndexArrays, word: number): number {
  return (letterStarts[word + 1] as number) - (letterStarts[word] as number);
}

export function textOf({ letters, letterStarts }: IndexArrays, word: number): string {
  return String.fromCharCode(...letters.subarray(letterStarts[word], letterStarts[word + 1]));
}

/** All words, by their numbers. */
export function textsOf({ letters, letterStarts }: IndexArrays): string[] {
  // Parts of one text: to make each from its letters takes ten times as long.
  const all = new TextDecoder('utf-16le', { ignoreBOM: true }).decode(letters);
  return Array.from({ length: letterStarts.length - 1 }, (_, word) =>
    all.slice(letterStarts[word], letterStarts[word + 1]),
  );
}

/** The first word whose order to the text is wanted, or the number of words. */
function firstFor(
  arrays: IndexArrays,
  text: string,
  wanted: (order: number) => boolean,
  from = 0,
): number {
  let low = from;
  let high = wordCount(arrays);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (wanted(orderOf(arrays, middle, text))) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** 0 for a word that begins with the text, below for one before it, above for one behind. */
function orderOf({ letters, letterStarts }: IndexArrays, word: number, text: string): number {
  const start = letterStarts[word] as number;
  const length = (letterStarts[word + 1] as number) - start;
  const shorter = Math.min(length, text.length);
  for (let at = 0; at < shorter; at += 1) {
    const difference = (letters[start + at] as number) - text.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return length < text.length ? -1 : 0;
}

function hasInside({ letters, letterStarts }: IndexArrays, word: number, text: string): boolean {
  const start = letterStarts[word] as number;
  const last = (letterStarts[word + 1] as number) - text.length;
  const first = text.charCodeAt(0);
  for (let from = start; from <= last; from += 1) {
    if (letters[from] !== first) continue;
    let at = 1;
    while (at < text.length && letters[from + at] === text.charCodeAt(at)) at += 1;
    if (at === text.length) return from > start;
  }
  return false;
}
