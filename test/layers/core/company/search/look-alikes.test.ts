import { looksOf } from '@billhook/core/company/look-alike';
import { buildArrays } from '@billhook/core/company/search/build-arrays';
import { companyFacts } from '@billhook/core/company/search/facts';
import { companyIdAt } from '@billhook/core/company/search/index-arrays';
import { mayLookLike } from '@billhook/core/company/search/look-alikes';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { describe, expect, test } from 'vitest';

const LONG = 'The Board of Light of the Counties of Upper Darn';

function found(stored: readonly string[], asked: readonly string[]): string[] {
  const companies = stored.map((name) => companyOf({ name, categories: ['water'] }));
  const arrays = buildArrays(companies.map(companyFacts));
  const nameOf = new Map(companies.map(({ _id, name }) => [_id, name]));
  return mayLookLike(arrays, asked).map(
    (company) => nameOf.get(companyIdAt(arrays, company)) ?? '',
  );
}

describe('Of an index, a name finds', () => {
  test.each<[string, string, string]>([
    ['what is written the same', 'Duke Energy', 'Duke Energy'],
    ['another case, other spaces', 'Duke Energy', 'DUKE-energy'],
    ['accents', 'Café Grün', 'Cafe Grun'],
    ['an "and"', 'Light & Water', 'Light and Water'],
    ['letters of another script', 'Duke Energy', 'Dukе Energy'],
    ['letters that are not drawn', 'Duke Energy\u3164', 'Duke Energy'],
    ['two letters that look like one', 'Darnley Bank', 'Damley Bank'],
    ['two letters of two words', 'Water Network', 'Watem Etwork'],
    ['a name of more words than the index has', LONG, LONG.toUpperCase()],
    ['such a name with its words in one', LONG, LONG.replaceAll(' ', '')],
    [
      'one whose last word that the index has ends in half of what looks like one letter',
      'a b c d e f g Tower North',
      'a b c d e f g Towemorth',
    ],
  ])('%s', (_what, stored, asked) => {
    expect(looksOf(stored)).toBe(looksOf(asked));
    expect(found(['Blue Water', stored, 'Zebra Gas'], [asked])).toEqual([stored]);
  });

  test('nothing else', () => {
    expect(found(['Duke Energy', 'Duke Energy Florida', 'Duke'], ['Dukes Energy'])).toEqual([]);
  });

  test('what looks like one of many', () => {
    const stored = ['Acme Water', 'Blue Gas', 'Duke Energy'];
    expect(found(stored, ['DUKE ENERGY', 'acme water', 'Other'])).toEqual([
      'Acme Water',
      'Duke Energy',
    ]);
  });
});
