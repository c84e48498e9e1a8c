import { buildArrays } from '@billhook/core/company/search/build-arrays';
import { companyFacts } from '@billhook/core/company/search/facts';
import { openSearch } from '@billhook/core/company/search/find-companies';
import { companyIdAt } from '@billhook/core/company/search/index-arrays';
import { companyOf } from '@billhook/core/sandbox/company-row';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCompanyIndex } from '../../../../support/directory/company-index.ts';
import { createPlainIndex } from '../../../../support/directory/plain-search.ts';

const row = (name: string, number = 0) => ({
  ...companyOf({ name, categories: ['utilities'] }),
  _id: `co_${String(number).padStart(6, '0')}`,
});

const words = [
  'City',
  'of',
  'Duke',
  'Energy',
  'Water',
  'Waterford',
  'Power',
  'Ohio',
  'Café',
  'São',
  '東京',
  'de',
];
const name = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '));
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 40 });

/** The names that a search finds by their words, in order; what is found joined is left out. */
function both(all: readonly string[], query: string) {
  const records = all.map((one, number) => row(one, number));
  const shown = (found: { records: readonly { name: string }[] }) =>
    found.records.map((one) => one.name);
  return {
    found: shown(createCompanyIndex(records).search({ query })),
    plain: shown(createPlainIndex(records).search({ query })),
  };
}

describe('Next to the plain search', () => {
  test('the same companies are found by a whole name, which is first', () => {
    fc.assert(
      fc.property(names, fc.nat(), (all, at) => {
        const query = all[at % all.length] ?? '';
        const { found, plain } = both(all, query);
        expect(found.toSorted()).toEqual(plain.toSorted());
        expect(found[0]).toBe(plain[0]);
      }),
      { numRuns: 300 },
    );
  });

  test('the same companies are found by the beginning of a name, in the same order', () => {
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), (all, at, length) => {
        const whole = all[at % all.length] ?? '';
        const query = whole.slice(0, 1 + (length % whole.length));
        const { found, plain } = both(all, query);
        // A name that is the query is first; the plain search has it among those that begin so.
        const isWhole = (one: string) => one.toLowerCase() === query.trim().toLowerCase();
        const others = (list: readonly string[]) => list.filter((one) => !isWhole(one));
        expect(others(found)).toEqual(others(plain));
      }),
      { numRuns: 300 },
    );
  });
});

describe('The order of results', () => {
  const order = (all: readonly string[], query: string) =>
    createCompanyIndex(all.map((one, number) => row(one, number)))
      .search({ query })
      .records.map((one) => one.name);

  test.each([
    [
      'the whole name first',
      'duke energy',
      ['Duke Energy Ohio', 'Duke Energy', 'Energy Duke'],
      ['Duke Energy', 'Duke Energy Ohio', 'Energy Duke'],
    ],
    [
      'a whole name in one word',
      'dukeenergy',
      ['Duke Energy Ohio', 'Duke Energy'],
      ['Duke Energy', 'Duke Energy Ohio'],
    ],
    [
      'what begins so before other words',
      'lodi',
      ['City of Lodi', 'Lodi Water'],
      ['Lodi Water', 'City of Lodi'],
    ],
    [
      'a misspelled word before a misspelled beginning',
      'wtaer',
      ['Waterford', 'Water'],
      ['Water', 'Waterford'],
    ],
    ['one mistake before two', 'energi', ['Enerqy Co', 'Energy Co'], ['Energy Co']],
    ['a short word with a mistake', 'cty of lodi', ['City of Lodi', 'Cat'], ['City of Lodi']],
    [
      'with a mistake, a name of as many words before a longer one',
      'city of ceenter',
      ['City of Acushnet Center', 'City of Center'],
      ['City of Center', 'City of Acushnet Center'],
    ],
    [
      'within words, a name of as many words before a longer one',
      'city of ichmond',
      ['City of East Richmond', 'City of Richmond'],
      ['City of Richmond', 'City of East Richmond'],
    ],
    [
      'what is within a word, then what lacks a letter',
      'hmer water',
      ['Homer Water', 'Cashmere Water'],
      ['Cashmere Water', 'Homer Water'],
    ],
    ['nothing that lacks a letter beside what begins so', 'home', ['Homes', 'Hoome'], ['Homes']],
    ['a name from within, in one word', 'energyohio', ['Duke Energy Ohio'], ['Duke Energy Ohio']],
  ])('%s', (_what, query, all, expected) => {
    expect(order(all, query)).toEqual(expected);
  });
});

describe('Popularity', () => {
  const records = ['Aqua', 'Aqua Ohio', 'Aqua Texas'].map((one, number) => row(one, number));
  const arrays = buildArrays(records.map(companyFacts));
  const find = openSearch(arrays);
  const ids = (query: string, popular: ReadonlyMap<number, number>) =>
    find({ query }, popular).companies.map((company) =>
      Number(companyIdAt(arrays, company).slice(3)),
    );

  test.each([
    ['decides among names that match alike', 'aqu', new Map([[2, 5]]), [2, 0, 1]],
    [
      'goes by how often',
      'aqu',
      new Map([
        [1, 9],
        [2, 5],
      ]),
      [1, 2, 0],
    ],
    ['is not before the whole name', 'aqua', new Map([[2, 5]]), [0, 2, 1]],
    ['finds nothing by itself', 'xyz', new Map([[2, 5]]), []],
    ['of nothing changes nothing', 'aqu', new Map<number, number>(), [0, 1, 2]],
  ])('%s', (_what, query, popular, expected) => {
    expect(ids(query, popular)).toEqual(expected);
  });
});

test('Near the date line and the poles, what is near is found', () => {
  const at = (lat: number, lng: number, number: number) => {
    const geo = {
      lat,
      lng,
      stateShort: '',
      stateLong: '',
      state_short: '',
      state_long: '',
      zipcode: '',
      address: '',
    };
    return { ...row(`Near ${number}`, number), geo };
  };
  const records = [
    at(0, 179.9, 1),
    at(89.9, 10, 2),
    at(89.9, -170, 3),
    at(0.89, 179.9, 4),
    at(0.91, 179.9, 5),
  ];
  const index = createCompanyIndex(records);
  const found = (lat: number, lng: number) =>
    index.search({ geo: { lat, lng } }).records.map(({ _id }) => Number(_id.slice(3)));
  expect(found(0, -179.9)).toEqual([1]);
  expect(found(0, 179.9)).toEqual([1, 4]);
  expect(found(90, 0).toSorted()).toEqual([2, 3]);
});
