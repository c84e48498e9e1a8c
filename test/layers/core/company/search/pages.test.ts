/** Pages are picked without sorting all that was found: put together they are what sorting gives. */
import { pickAlike } from '@billhook/core/company/search/alike';
import { addLocal, type LocalKeys, pickLocal } from '@billhook/core/company/search/pick-best';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../../support/directory/seeded.ts';

const { below } = seededRandom(20261126);
const sizes = [0, 1, 2, 19, 20, 21, 300, 5_000];
const pageSizes = [1, 7, 20, 500];

const cases = sizes.flatMap((size) => pageSizes.map((count) => [size, count] as const));

test.each(cases)('of %i local companies, %i on a page', (size, count) => {
  const local: LocalKeys = { keys: new Float64Array(size), count: 0 };
  // Few different places and ranks, so that many are alike but for their names.
  for (let company = 0; company < size; company += 1) {
    addLocal(local, company, below(3), below(4), new Map());
  }
  const sorted = Array.from(local.keys.slice().sort(), (key) => key % 2 ** 21);
  for (let from = 0; from < size + count; from += Math.max(count, Math.ceil(size / 9))) {
    expect(pickLocal(local, { from, count })).toEqual(sorted.slice(from, from + count));
  }
});

test.each(cases)('of %i companies for which nothing was typed, %i on a page', (size, count) => {
  const list = Uint32Array.from({ length: size }, (_, at) => 3 * at);
  // One of three is in the list.
  const popularity = new Map(
    Array.from({ length: 30 }, (_, at) => [below(3 * size), (at % 4) + 1]),
  );
  const times = (company: number) => popularity.get(company) ?? 0;
  const sorted = [...list].sort((one, other) => times(other) - times(one) || one - other);
  const pages: number[] = [];
  for (let from = 0; from < size; from += count) {
    pages.push(...pickAlike(list, popularity, { from, count }));
  }
  expect(pages).toEqual(sorted);
  expect(pickAlike(list, popularity, { from: size, count })).toEqual([]);
});
