/** Counting links, and what searches and modules make of them. */
import { randomBytes } from 'node:crypto';
import { popularKey, sharedPopularKey } from '@billhook/core/base/table-keys';
import type { CompanyRecord } from '@billhook/core/company/company';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { openDirectory } from '@billhook/runtime/companies/directory';
import { importCompanies } from '@billhook/runtime/companies/import-companies';
import { countLinked, keptPopular } from '@billhook/runtime/companies/popular';
import type { Table } from '@billhook/runtime/table/types';
import { beforeEach, describe, expect, test } from 'vitest';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';

const MINUTES = 60_000;
const names = ['Aqua', 'Aqua Ohio', 'Aqua Texas', 'Blue Gas'];
const [aqua, ohio, texas, gas] = names.map((name) =>
  companyOf({ name, categories: ['water'] }),
) as [CompanyRecord, CompanyRecord, CompanyRecord, CompanyRecord];

let now: number;
let table: MemoryTable;

beforeEach(async () => {
  now = Date.parse('2026-11-22T12:00:00Z');
  table = memoryTable(() => now);
  await importCompanies(
    { table, clock: () => now, random: randomBytes },
    { companies: [aqua, ohio, texas, gas] },
  );
});

async function link(partnerId: string, company: CompanyRecord, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) await countLinked(table, { partnerId, company, now });
}

const countsOf = async (partnerId: string) =>
  (await table.get<{ readonly links: Record<string, number> }>(popularKey(partnerId)))?.links;

describe('Links', () => {
  test('that are counted at the same time are all counted, for the partner and for all', async () => {
    await Promise.all(Array.from({ length: 4 }, () => link('ptn_a', ohio, 5)));
    expect(await countsOf('ptn_a')).toEqual({ [ohio._id]: 20 });
    expect(await table.get(sharedPopularKey)).toMatchObject({ links: { [ohio._id]: 20 } });
  });

  test('at companies for tests are not counted', async () => {
    const forTests = sandboxCompanies.find(({ sandbox }) => sandbox.bills === 'by-form');
    await link('ptn_a', forTests as CompanyRecord, 1);
    expect(await countsOf('ptn_a')).toBeUndefined();
  });

  test('that cannot be counted fail nothing', async () => {
    const broken: Table = { ...table, write: async () => Promise.reject(new Error('Throttled')) };
    await countLinked(broken, { partnerId: 'ptn_a', company: ohio, now });
    expect(await countsOf('ptn_a')).toBeUndefined();
  });

  test('of a partner are not named to another, not even by its id', async () => {
    await link('ptn_a', ohio, 100);
    expect(await keptPopular(table)('ptn_a', now)).toEqual([ohio._id]);
    expect(await keptPopular(table)('ptn_b', now)).toEqual([]);
    expect(JSON.stringify(await table.get(sharedPopularKey))).not.toContain('ptn_a');
  });

  test('are read once in five minutes for each partner', async () => {
    const popularFor = keptPopular(table);
    await Promise.all([popularFor('ptn_a', now), popularFor('ptn_a', now)]);
    const { get } = { ...table.calls };
    await popularFor('ptn_a', now + 5 * MINUTES - 1);
    expect(table.calls.get).toBe(get);
    await link('ptn_a', ohio, 100);
    expect(await popularFor('ptn_a', now + 5 * MINUTES - 1)).toEqual([]);
    expect(await popularFor('ptn_a', now + 5 * MINUTES)).toEqual([ohio._id]);
  });

  test('of all partners are read once for all of them', async () => {
    const popularFor = keptPopular(table);
    const { get } = { ...table.calls };
    await Promise.all(['ptn_a', 'ptn_b', 'ptn_c'].map((partnerId) => popularFor(partnerId, now)));
    expect(table.calls.get - get).toBe(4);
  });

  test('are read again where they could not be read', async () => {
    let fails = true;
    const failing: Table = {
      ...table,
      get: async (key) => (fails ? Promise.reject(new Error('Throttled')) : table.get(key)),
    };
    const popularFor = keptPopular(failing);
    await expect(popularFor('ptn_a', now)).rejects.toThrow('Throttled');
    fails = false;
    expect(await popularFor('ptn_a', now)).toEqual([]);
  });
});

describe('What users link most', () => {
  const found = async (query: object, popular = [texas._id, gas._id]) =>
    (await openDirectory(table).search(query, now, async () => popular)).records.map(
      ({ name }) => name,
    );

  test.each<[string, object, string[]]>([
    [
      'is first among names that match alike',
      { query: 'aqua' },
      ['Aqua', 'Aqua Texas', 'Aqua Ohio'],
    ],
    [
      'leaves the pages of a category as they are',
      { category: 'water', paginateResults: true, pageSize: 3 },
      ['Aqua', 'Aqua Ohio', 'Aqua Texas'],
    ],
    [
      'leaves the pages of a whole list as they are',
      { paginateResults: true, pageSize: 3 },
      ['Aqua', 'Aqua Ohio', 'Aqua Texas'],
    ],
    ['leaves a whole list in one as it is in pages', {}, names],
  ])('%s', async (_what, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  test('may name companies that are gone', async () => {
    expect(await found({ query: 'aqua o' }, ['co_gone', ohio._id])).toEqual(['Aqua Ohio']);
  });

  test('is among what a module shows first, read with it', async () => {
    const directory = openDirectory(table);
    const shown = await directory.shown(now, ['co_gone', gas._id]);
    expect(shown[0]?.name).toBe('Blue Gas');
    expect(shown).toHaveLength(names.length);
  });
});
