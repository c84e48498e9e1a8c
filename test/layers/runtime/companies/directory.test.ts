import { randomBytes } from 'node:crypto';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { openDirectory } from '@billhook/runtime/companies/directory';
import { importCompanies } from '@billhook/runtime/companies/import-companies';
import { beforeEach, expect, test } from 'vitest';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';

let now: number;
let table: MemoryTable;

const row = (name: string) => companyOf({ name, categories: ['water'], logo: '#123456' });
const put = (...names: string[]) =>
  importCompanies({ table, clock: () => now, random: randomBytes }, { companies: names.map(row) });

beforeEach(async () => {
  now = Date.parse('2026-11-22T12:00:00Z');
  table = memoryTable(() => now);
  await put('Alder Light', 'Pebblerun Water');
});

const namesIn = async (directory: ReturnType<typeof openDirectory>) =>
  (await directory.search({}, now)).records.map(({ name }) => name);

test('An import shows after 10 seconds, not before', async () => {
  const directory = openDirectory(table);
  expect(await namesIn(directory)).toEqual(['Alder Light', 'Pebblerun Water']);
  await put('Quillmere');
  now += 10_000;
  expect(await namesIn(directory)).toHaveLength(2);
  now += 1;
  expect(await namesIn(directory)).toHaveLength(3);
});

test('A version is asked for with one read, and read once', async () => {
  const directory = openDirectory(table);
  await directory.search({}, now);
  const { get, query } = { ...table.calls };
  await directory.search({}, now);
  expect(table.calls).toMatchObject({ get, query });
  now += 10_001;
  await Promise.all([directory.search({}, now)]);
  expect(table.calls).toMatchObject({ get: get + 1, query });
});

test('Many that search first read the index once', async () => {
  const before = table.calls.get;
  await openDirectory(table).search({}, now);
  const each = table.calls.get - before;
  const directory = openDirectory(table);
  await Promise.all(Array.from({ length: 5 }, () => directory.search({}, now)));
  // Each asks for the version; the index is read by the first.
  expect(table.calls.get - before - each).toBeLessThanOrEqual(each + 2 * 4);
});

test('An index that cannot be read leaves the one before', async () => {
  const directory = openDirectory(table);
  await directory.search({}, now);
  await put('Quillmere');
  const current = table.items.get('directory current') as { generation: string };
  table.items.delete(`directory#${current.generation}#0 index`);
  now += 10_001;
  expect(await namesIn(directory)).toEqual(['Alder Light', 'Pebblerun Water']);
  await expect(openDirectory(table).search({}, now)).rejects.toThrow('no index');
});

test('Modules are shown companies without the index', async () => {
  const before = table.calls.get;
  const shown = await openDirectory(table).shown(now);
  expect(shown.map(({ name }) => name)).toEqual(['Alder Light', 'Pebblerun Water']);
  // The version, the list, the companies.
  expect(table.calls.get - before).toBe(3);
});

test('Each company has its distance, also where one is gone by now', async () => {
  const companies = ['Near One', 'Near Two'].map((name) =>
    companyOf({ name, categories: ['water'], at: 'oakland' }),
  );
  await importCompanies({ table, clock: () => now, random: randomBytes }, { companies });
  table.items.delete(`${companies[0]?._id} ${companies[0]?._id}`);
  const geo = { lat: 37.8, lng: -122.3 };
  const { records, distances } = await openDirectory(table).search({ geo, query: 'near' }, now);
  expect(records.map(({ name }) => name)).toEqual(['Near Two']);
  expect(distances).toEqual([expect.closeTo(2.6, 0)]);
});
