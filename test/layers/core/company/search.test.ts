import type { CompanyRecord } from '@billhook/core/company/company';
import { kilometersBetween, wordsOf } from '@billhook/core/company/names';
import { presentDistance } from '@billhook/core/company/search';
import { MAX_UNPAGED_RESULTS } from '@billhook/core/company/search/find-companies';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { describe, expect, test } from 'vitest';
import { createCompanyIndex } from '../../../support/directory/company-index.ts';
import { distanceToBeginning } from '../../../support/directory/plain-words.ts';

const row = (name: string, more: Partial<Parameters<typeof companyOf>[0]> = {}) =>
  companyOf({ name, categories: ['utilities'], ...more });

const records = [
  row('Quillmere Water District', { at: 'sacramento', categories: ['water', 'utilities'] }),
  row('Pebblerun Water', { at: 'oakland', categories: ['water'], accepts: ['bank'] }),
  row('Waterbarn Power', { categories: ['electricity'] }),
  row('Gantry & Vane Loans', { categories: ['loans'], products: ['swap'] }),
  row('Café Mond', { categories: ['subscriptions'], products: ['bill', 'payment', 'swap'] }),
  row('Alder Light', { at: 'albany', categories: ['electricity'] }),
];

const index = createCompanyIndex(records);
const names = (found: { readonly records: readonly CompanyRecord[] }) =>
  found.records.map(({ name }) => name);

describe('searching companies by name', () => {
  test.each([
    ['the whole name', 'Pebblerun Water', ['Pebblerun Water']],
    ['the beginning of a word', 'quill', ['Quillmere Water District']],
    ['words in another order', 'water pebblerun', ['Pebblerun Water']],
    [
      'whole words before beginnings of words',
      'water',
      ['Pebblerun Water', 'Quillmere Water District', 'Waterbarn Power'],
    ],
    ['a part of a word', 'mere', ['Quillmere Water District']],
    ['a name in one word', 'pebblerunwater', ['Pebblerun Water']],
    ['a word in two', 'pebble run', ['Pebblerun Water']],
    ['without regard to case', 'PEBBLERUN', ['Pebblerun Water']],
    ['without regard to accents', 'cafe', ['Café Mond']],
    ['with accents that the name lacks', 'pébblerun', ['Pebblerun Water']],
    ['`and` for `&`', 'gantry and vane', ['Gantry & Vane Loans']],
    ['a letter left out', 'pebblrun', ['Pebblerun Water']],
    ['a letter too many', 'pebbblerun', ['Pebblerun Water']],
    ['a wrong letter', 'pebblerum', ['Pebblerun Water']],
    ['two letters swapped', 'pebbleurn', ['Pebblerun Water']],
    ['two mistakes in a long word', 'qillmeer', ['Quillmere Water District']],
    ['a misspelt beginning', 'quilmr', ['Quillmere Water District']],
    ['nothing for three mistakes', 'qilmeers', []],
    ['nothing for a misspelling of three letters', 'alx', []],
    ['nothing for a word that is nowhere', 'xylophone', []],
    ['what the rest finds when a word is nowhere', 'pebblerun xylophone', ['Pebblerun Water']],
    ['nothing when both words are nowhere', 'quux xylophone', []],
    ['nothing for signs alone', '!!!', []],
  ])('finds %s', (_, query, expected) => {
    expect(names(index.search({ query }))).toEqual(expected);
  });

  test.each(['', '   ', undefined])('lists all by name for the query %j', (query) => {
    expect(names(index.search({ query }))).toEqual([
      'Alder Light',
      'Café Mond',
      'Gantry & Vane Loans',
      'Pebblerun Water',
      'Quillmere Water District',
      'Waterbarn Power',
    ]);
  });

  test('looks for no misspelling when something matches as typed', () => {
    const similar = createCompanyIndex([row('Power One'), row('Tower One')]);
    expect(names(similar.search({ query: 'power' }))).toEqual(['Power One']);
  });

  test('finds a misspelled name among fifty thousand companies', () => {
    const many = Array.from({ length: 50_000 }, (_, each) => ({
      ...row('Any'),
      name: `Name${each.toString(36)} Water`,
    }));
    const large = createCompanyIndex(many);
    expect(large.search({ query: 'watr namq' }).resultCount).toBeGreaterThan(0);
  });
});

describe('searching companies by category, product and place', () => {
  test.each([
    ['a category', { category: 'water' }, ['Pebblerun Water', 'Quillmere Water District']],
    ['a category that nobody has', { category: 'cheese' }, []],
    ['a product', { products: ['swap'] }, ['Café Mond', 'Gantry & Vane Loans']],
    ['all products asked for', { products: ['bill', 'swap'] }, ['Café Mond']],
    ['nothing for a product that we do not know', { products: ['bill', 'cheese'] }, []],
    ['nothing for what every object has', { products: ['constructor'] }, []],
    [
      'those that take cards',
      { cardPaymentsOnly: true, category: 'water' },
      ['Quillmere Water District'],
    ],
    ['name and category', { query: 'water', category: 'electricity' }, ['Waterbarn Power']],
  ])('finds %s', (_, query, expected) => {
    expect(names(index.search(query))).toEqual(expected);
  });

  test('lists the nearest first, none beyond 100 km, those without a place last', () => {
    // Between Oakland (15 km) and Sacramento (98 km).
    const geo = { lat: 37.87, lng: -122.12 };
    expect(names(index.search({ geo }))).toEqual([
      'Pebblerun Water',
      'Quillmere Water District',
      'Café Mond',
      'Gantry & Vane Loans',
      'Waterbarn Power',
    ]);
  });

  test('lists those of the whole country last, however well their names match', () => {
    const geo = { lat: 37.87, lng: -122.12 };
    const { records: found, distances } = index.search({ query: 'water', geo });
    expect(names({ records: found })).toEqual([
      'Pebblerun Water',
      'Quillmere Water District',
      'Waterbarn Power',
    ]);
    expect(distances.map((kilometers) => presentDistance(kilometers))).toEqual([
      { distance: expect.closeTo(15, -1) },
      { distance: expect.closeTo(97, -1) },
      {},
    ]);
    const named = createCompanyIndex([
      row('Water', {}),
      row('Oakland Waterworks', { at: 'oakland' }),
    ]);
    expect(names(named.search({ query: 'water' }))[0]).toBe('Water');
    expect(names(named.search({ query: 'water', geo }))[0]).toBe('Oakland Waterworks');
  });

  test('leaves out what lies just beyond 100 km', () => {
    const oakland = { lat: 37.8044, lng: -122.2712 };
    expect(names(index.search({ geo: oakland, category: 'water' }))).toEqual(['Pebblerun Water']);
  });

  test('measures distances on the globe', () => {
    const sacramento = { lat: 38.5816, lng: -121.4944 };
    const oakland = { lat: 37.8044, lng: -122.2712 };
    expect(kilometersBetween(oakland, sacramento)).toBeCloseTo(110, -1);
    expect(kilometersBetween({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 })).toBeLessThan(23);
    expect(kilometersBetween(oakland, oakland)).toBe(0);
    expect(kilometersBetween({ lat: 90, lng: 0 }, { lat: -90, lng: 0 })).toBeCloseTo(20_015, -1);
  });
});

describe('pages of a search', () => {
  const many = Array.from({ length: 520 }, (_, each) => ({
    ...row('Any'),
    _id: `co_${String(each).padStart(20, '0')}`,
    name: `Name ${String(each).padStart(3, '0')}`,
  }));
  const large = createCompanyIndex(many);

  test.each([
    ['20 on a page by default', { paginateResults: true }, 20, 'Name 000'],
    ['as many as asked', { paginateResults: true, pageSize: 7, pageNumber: 3 }, 7, 'Name 014'],
    ['at most 100', { paginateResults: true, pageSize: 1000 }, 100, 'Name 000'],
    ['the rest on the last page', { paginateResults: true, pageNumber: 26 }, 20, 'Name 500'],
    ['nothing beyond the last page', { paginateResults: true, pageNumber: 27 }, 0, undefined],
    ['up to 500 without pages', { pageSize: 7, pageNumber: 3 }, MAX_UNPAGED_RESULTS, 'Name 000'],
  ])('answer %s', (_, query, count, first) => {
    const found = large.search(query);
    expect(found.records).toHaveLength(count);
    expect(found.records[0]?.name).toBe(first);
    expect(found.resultCount).toBe(520);
  });

  test('hold every company once', () => {
    const pages = Array.from({ length: 6 }, (_, page) =>
      large.search({ paginateResults: true, pageSize: 100, pageNumber: page + 1 }),
    );
    expect(new Set(pages.flatMap(names)).size).toBe(520);
  });
});

describe('words of a name', () => {
  test.each([
    ['Café & Grün', ['cafe', 'grun']],
    ['TV & Streaming', ['tv', 'streaming']],
    ['and', ['and']],
    ['東京 Power', ['東京', 'power']],
    ['  ', []],
  ])('of %s', (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });

  test.each([
    ['power', 'power', 0],
    ['powr', 'power', 1],
    ['pwoer', 'power', 1],
    ['pow', 'power', 0],
    ['poker', 'power', 1],
    ['pqqer', 'power', 2],
    ['pqqqr', 'power', undefined],
    ['powerful', 'power', undefined],
  ])('%s is a beginning of %s after %s changes', (typed, word, distance) => {
    expect(distanceToBeginning(typed, word, 2)).toBe(distance);
  });
});
