import { buildArrays } from '@billhook/core/company/search/build-arrays';
import { openMisspeltWords } from '@billhook/core/company/search/misspelt-words';
import { rankOfMistakes } from '@billhook/core/company/search/ranks';
import { textOf } from '@billhook/core/company/search/vocabulary';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceToBeginning } from '../../../../support/directory/plain-words.ts';

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'é', '東'),
  minLength: 1,
  maxLength: 9,
});

const arraysOf = (words: readonly string[]) =>
  buildArrays([{ id: 'co_1', words, categories: [], flags: 0 }]);

function meant(words: readonly string[], typed: string, limit: 1 | 2, wholeOnly = false) {
  const arrays = arraysOf(words);
  return new Map(
    openMisspeltWords(arrays)(typed, { limit, wholeOnly }).flatMap(({ from, to, rank }) =>
      Array.from({ length: to - from }, (_, at) => [textOf(arrays, from + at), rank] as const),
    ),
  );
}

test('The words within the limit are found, and no others', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 30 }),
      word,
      fc.constantFrom(1 as const, 2 as const),
      (words, typed, limit) => {
        const near = words.filter((one) => distanceToBeginning(typed, one, limit) !== undefined);
        expect([...meant(words, typed, limit).keys()].toSorted()).toEqual(near.toSorted());
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['watr', 'water', rankOfMistakes(1, false)],
  ['wtaer', 'water', rankOfMistakes(1, false)],
  ['watre', 'waterbarn', rankOfMistakes(1, true)],
  ['wtre', 'water', rankOfMistakes(2, false)],
  ['xxxx', 'water', undefined],
])('%s for %s has the rank %s', (typed, word, rank) => {
  expect(meant(['barn', 'water', 'waterbarn', 'waters'], typed, 2).get(word)).toBe(rank);
});

test('A whole word is before one that only begins so', () => {
  const found = meant(['water', 'watersheds'], 'watre', 1);
  expect(found.get('water')).toBeLessThan(found.get('watersheds') ?? 0);
});

test('Only whole words are found for short ones', () => {
  expect([...meant(['city', 'cite', 'citizen', 'cyclist'], 'cty', 1, true).keys()]).toEqual([
    'city',
  ]);
});

test('A word too long to be a word finds nothing', () => {
  expect(meant(['a'.repeat(32)], 'a'.repeat(31), 2).size).toBe(0);
  expect(meant(['a'.repeat(32)], 'a'.repeat(30), 2).size).toBe(1);
});
