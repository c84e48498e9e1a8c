import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { directoryImportKey } from '@billhook/core/base/table-keys';
import type { CompanyRecord } from '@billhook/core/company/company';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { openDirectory } from '@billhook/runtime/companies/directory';
import {
  importCompanies,
  importInTurn,
  previewImport,
} from '@billhook/runtime/companies/import-companies';
import { IMPORT_LEASE_MILLISECONDS } from '@billhook/runtime/companies/import-lease';
import { listCompanies } from '@billhook/runtime/companies/stored-directory';
import { companyStore } from '@billhook/runtime/stores/company-store';
import type { Table } from '@billhook/runtime/table/types';
import { beforeEach, describe, expect, test } from 'vitest';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';

let now: number;
let table: MemoryTable;

beforeEach(() => {
  now = Date.parse('2026-11-22T12:00:00Z');
  table = memoryTable(() => now);
});

const row = (number: number, name = `Company ${String(number).padStart(4, '0')}`) => ({
  ...companyOf({ name, categories: ['water'], logo: '#123456' }),
  _id: `co_${number}`,
});
const rows = (count: number) => Array.from({ length: count }, (_, number) => row(number));

const outside = (over: Table = table) => ({ table: over, clock: () => now, random: randomBytes });
const run = (companies: readonly CompanyRecord[], removes?: 'all-others', over: Table = table) =>
  importCompanies(outside(over), { companies, removes });
const countsOf = (plan: Awaited<ReturnType<typeof run>>) =>
  plan && [plan.added.length, plan.changed.length, plan.unchanged, plan.removed.length];
/** As a process that has just started finds them. */
const found = async (query?: string) =>
  (await openDirectory(table).search({ query }, now)).records.map(({ name }) => name);
const directoryItems = () =>
  [...table.items.keys()].filter((key) => key.startsWith('directory')).toSorted();

describe('An import', () => {
  test('writes what differs, and nothing where nothing does', async () => {
    expect(countsOf(await run(rows(300)))).toEqual([300, 0, 0, 0]);
    expect(await found()).toHaveLength(300);
    const before = directoryItems();
    expect(countsOf(await run(rows(300)))).toEqual([0, 0, 300, 0]);
    expect(directoryItems()).toEqual(before);
    const changed = [row(7, 'Renamed'), row(8), row(1_000)];
    expect(countsOf(await run(changed))).toEqual([1, 1, 1, 0]);
    expect(await found()).toHaveLength(301);
    expect(await found('renamed')).toEqual(['Renamed']);
    expect(await found('company 0007')).not.toContain('Company 0007');
  });

  test('of a complete file removes the others, at which linked accounts go on', async () => {
    await run(rows(3));
    expect(countsOf(await run([row(0), row(2)], 'all-others'))).toEqual([0, 0, 2, 1]);
    expect(await found()).toEqual(['Company 0000', 'Company 0002']);
    const store = companyStore(table);
    expect((await store.find('co_1'))?._id).toBe('co_1');
    expect(await store.findOffered('co_1')).toBeUndefined();
    expect(await store.getOffered(['co_2', 'co_1', 'co_0'])).toHaveLength(2);
    // It comes back with the next file that has it.
    expect(countsOf(await run([row(1)]))).toEqual([1, 0, 0, 0]);
    expect((await store.findOffered('co_1'))?._id).toBe('co_1');
    expect(await found()).toHaveLength(3);
  });

  test('is previewed without a write', async () => {
    await run(rows(3));
    const before = structuredClone(table.items);
    const plan = await previewImport(table, {
      companies: [row(0, 'Renamed'), row(9)],
      removes: 'all-others',
    });
    expect(countsOf(plan)).toEqual([1, 1, 0, 2]);
    expect(table.items).toEqual(before);
  });

  test('keeps the index before, and no older one', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) await run([row(1, name)]);
    const generations = new Set(
      directoryItems().flatMap((key) => /^directory#(\w+)#/.exec(key)?.[1] ?? []),
    );
    expect(generations.size).toBe(2);
    expect(directoryItems().filter((key) => key.endsWith('changes'))).toEqual([]);
  });
});

describe('An import that is killed', () => {
  /** Dies before or after its nth write. */
  const dyingAt = (count: number, after: boolean): Table => {
    let writes = 0;
    return {
      ...table,
      async write(all) {
        writes += 1;
        if (writes > count) throw new Error('Killed');
        if (writes === count && !after) throw new Error('Killed');
        const result = await table.write(all);
        if (writes === count) throw new Error('Killed');
        return result;
      },
    };
  };

  test.each([
    ['before', false],
    ['after', true],
  ])(
    '%s any write leaves the directory as it was, and is finished by the next',
    async (_when, after) => {
      const changed = [...rows(120).map((one) => ({ ...one, name: `New ${one.name}` })), row(900)];
      for (let count = 2; ; count += 1) {
        table = memoryTable(() => now);
        await run([...rows(120), row(500)]);
        const killed = await run(changed, 'all-others', dyingAt(count, after)).catch(
          () => 'killed',
        );
        if (killed !== 'killed') {
          expect(count).toBeGreaterThan(8);
          break;
        }
        // Whatever was written, a search works, and finds as many as before.
        expect((await openDirectory(table).search({}, now)).resultCount).toBe(121);
        now += IMPORT_LEASE_MILLISECONDS + 1;
        expect(await run(changed, 'all-others')).toBeDefined();
        expect(await found()).toHaveLength(121);
        expect(await found('new')).toHaveLength(120);
        expect(await found()).not.toContain('Company 0500');
        expect(await companyStore(table).findOffered('co_500')).toBeUndefined();
        await run([row(901)]);
        const generations = new Set(
          directoryItems().flatMap((key) => /^directory#(\w+)#/.exec(key)?.[1] ?? []),
        );
        expect(generations.size, `killed at ${count}`).toBe(2);
      }
    },
  );

  test('is finished by an import of something else', async () => {
    await run(rows(100));
    const changed = rows(100).map((one) => ({ ...one, name: `New ${one.name}` }));
    // The lease, two notes of what is written, the parts of the second; then the first records.
    await run([...changed, row(900)], undefined, dyingAt(6, true)).catch(() => {});
    const written = await companyStore(table).find('co_0');
    expect(written?.name).toBe('New Company 0000');
    now += IMPORT_LEASE_MILLISECONDS + 1;
    await run([row(950)]);
    const records = await companyStore(table).getOffered(rows(100).map(({ _id }) => _id));
    // What is found is what is stored.
    const names = new Set(await found());
    for (const { name } of records) expect(names).toContain(name);
    expect(names.size).toBe(102 - ((await companyStore(table).find('co_900')) ? 0 : 1));
  });

  test('goes on where it was', async () => {
    const killed = await run(rows(1_000), undefined, dyingAt(9, true)).catch(() => 'killed');
    expect(killed).toBe('killed');
    now += IMPORT_LEASE_MILLISECONDS + 1;
    const [added = 0, , unchanged = 0] = countsOf(await run(rows(1_000))) ?? [];
    expect(unchanged).toBeGreaterThan(0);
    expect(added + unchanged).toBe(1_000);
    expect(await found()).toHaveLength(500);
    expect((await openDirectory(table).search({}, now)).resultCount).toBe(1_000);
  });
});

describe('Two imports', () => {
  test('are not under way at once', async () => {
    await run(rows(3));
    await table.write([
      {
        update: directoryImportKey,
        set: { holder: 'other', heldUntil: now + IMPORT_LEASE_MILLISECONDS },
      },
    ]);
    expect(await run([row(5)])).toBeUndefined();
    now += IMPORT_LEASE_MILLISECONDS - 1;
    expect(await run([row(5)])).toBeUndefined();
    now += 1;
    expect(countsOf(await run([row(5)]))).toEqual([1, 0, 0, 0]);
  });

  test('of which one slept: it writes nothing any more', async () => {
    await run(rows(3));
    let writes = 0;
    const sleeping: Table = {
      ...table,
      async write(all) {
        writes += 1;
        if (writes === 4) {
          now += IMPORT_LEASE_MILLISECONDS + 1;
          await run([row(1, 'The other')]);
        }
        return table.write(all);
      },
    };
    await expect(run([row(1, 'Mine')], undefined, sleeping)).rejects.toThrow(
      'Another import has begun',
    );
    expect((await companyStore(table).find('co_1'))?.name).toBe('The other');
    expect(await found()).toEqual(['Company 0000', 'Company 0002', 'The other']);
  });

  test('at the same time are made one after the other', async () => {
    await Promise.all([
      importInTurn(outside(), { companies: rows(3) }),
      importInTurn(outside(), { companies: [row(7)] }),
    ]);
    expect(await found()).toHaveLength(4);
  });
});

describe('The directory of release 0.1.0', () => {
  const companies = rows(600);
  const pages = () =>
    Promise.all(
      [0, 250, 500].map((start, number) =>
        table.write([
          {
            put: {
              pk: 'directory',
              sk: `page#00000${number}`,
              companies: gzipSync(JSON.stringify(companies.slice(start, start + 250))),
            },
          },
        ]),
      ),
    );

  test('is searched until the first import', async () => {
    await pages();
    expect((await openDirectory(table).search({}, now)).resultCount).toBe(600);
    expect(await openDirectory(table).shown(now)).not.toEqual([]);
    expect(await found('company 0599')).toEqual(['Company 0599']);
  });

  test('stays in what is imported, and goes with the second import', async () => {
    await pages();
    await companyStore(table).merge(companies);
    expect(countsOf(await run([row(5), row(700)]))).toEqual([1, 0, 1, 0]);
    expect((await openDirectory(table).search({}, now)).resultCount).toBe(601);
    expect(directoryItems().filter((key) => key.includes('page#'))).toHaveLength(3);
    await run([row(701)]);
    expect(directoryItems().filter((key) => key.includes('page#'))).toEqual([]);
    expect(await listCompanies(table)).toHaveLength(602);
  });
});

test('A damaged index is replaced by a complete file, and by nothing less', async () => {
  await run(rows(3));
  const [index] = [...table.items].filter(([key]) => key.endsWith(' index'));
  table.items.set(index?.[0] ?? '', { ...index?.[1], bytes: new Uint8Array(20) });
  await expect(run([row(9)])).rejects.toThrow('--complete');
  expect(countsOf(await run([row(1), row(9)], 'all-others'))).toEqual([2, 0, 0, 0]);
  expect(await found()).toHaveLength(2);
});
