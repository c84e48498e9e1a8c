/** That tests over the tables in memory see what they would over a table server. */
import type { Condition, Key, Range, Table, Write } from '@billhook/runtime/table/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newFaults } from '../../../model/faults.ts';
import { walkTable } from '../../../model/table.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { openServerTable, type ServerTable } from '../../../support/server-table.ts';

let server: ServerTable;
beforeAll(async () => {
  server = await openServerTable();
});
afterAll(async () => {
  await server.stop();
  vi.unstubAllEnvs();
});

const tables: Readonly<Record<string, () => Table>> = {
  'the table server': () => server.table,
  memory: () => memoryTable(),
  'memory of the walks': () => walkTable(newFaults()),
};

const present = { count: 5, name: 'Ada', version: 3 };

/** Whether a write goes through where `present` stands, and where nothing does. */
const conditions: readonly (readonly [Condition, boolean, boolean])[] = [
  [{ absent: true }, false, true],
  [{ exists: true }, true, false],
  [{ equals: { version: 3 } }, true, false],
  [{ equals: { version: 2 } }, false, false],
  [{ equals: { version: '3' } }, false, false],
  [{ equals: { version: 3, name: 'Bob' } }, false, false],
  [{ equals: { other: 1 } }, false, false],
  [{ atMost: { count: 5 } }, true, false],
  [{ atMost: { count: 4 } }, false, false],
  [{ atMost: { other: 4 } }, false, false],
  [{ atMost: { name: 4 } }, false, false],
  [{ atLeast: { count: 5 } }, true, false],
  [{ atLeast: { count: 6 } }, false, false],
  [{ atLeast: { other: 0 } }, false, false],
  [{ orAbsent: true, atMost: { count: 5 } }, true, true],
  [{ orAbsent: true, atMost: { count: 4 } }, false, true],
  [{ orAbsent: true, equals: { name: 'Ada' } }, true, true],
  [{ exists: true, atLeast: { count: 1 }, equals: { name: 'Ada' } }, true, false],
];

describe.each(Object.entries(tables))('In %s', (_name, open) => {
  let table: Table;
  let pk: string;
  let number = 0;
  beforeEach(() => {
    table = open();
    number += 1;
    pk = `cl_${number}`;
  });

  const key = (sk = 'a'): Key => ({ pk, sk });
  const put = (sk: string, more: object = present) =>
    table.write([{ put: { ...key(sk), ...more } }]);
  /** Without what the runtime adds to tell its own writes from others. */
  const read = async (sk = 'a') => {
    const { writeId: _, ...item } = (await table.get<Record<string, unknown>>(key(sk))) ?? {};
    return Object.keys(item).length === 0 ? undefined : item;
  };
  const result = (goesThrough: boolean) => (goesThrough ? 'written' : 'conflict');

  test.each(conditions)('a write with %j', async (when, ofPresent, ofAbsent) => {
    await put('there');
    for (const [sk, goesThrough] of Object.entries({ there: ofPresent, gone: ofAbsent })) {
      const before = await read(sk);
      const beside: Write = { put: { ...key('beside') } };
      expect(await table.write([{ check: key(sk), when }, beside])).toBe(result(goesThrough));
      expect(await table.write([{ update: key(sk), set: { seen: true }, when }])).toBe(
        result(goesThrough),
      );
      const after = { ...before, ...key(sk), seen: true };
      expect(await read(sk)).toEqual(goesThrough ? after : before);
    }
  });

  test.each<Condition>([{}, { equals: {} }, { atMost: {}, atLeast: {} }, { orAbsent: true }])(
    'a write with %j is an error: it asks for nothing',
    async (when) => {
      await put('there');
      const update: Write = { update: key('there'), set: { seen: true }, when };
      await expect(table.write([update])).rejects.toThrow();
      const beside: Write = { put: { ...key('beside') } };
      await expect(table.write([{ check: key('there'), when }, beside])).rejects.toThrow();
      expect(await read('there')).toEqual({ ...key('there'), ...present });
      expect(await read('beside')).toBeUndefined();
    },
  );

  test('a transaction of which one condition does not hold changes nothing', async () => {
    await put('there');
    const writes: readonly Write[] = [
      { put: { ...key('new'), name: 'Bob' }, when: { absent: true } },
      { update: key('there'), add: { count: 1 }, when: { equals: { version: 2 } } },
      { delete: key('gone') },
    ];
    expect(await table.write(writes)).toBe('conflict');
    expect(await read('new')).toBeUndefined();
    expect(await read('there')).toEqual({ ...key('there'), ...present });
  });

  test('a transaction changes all of it', async () => {
    await put('there');
    await put('going');
    const writes: readonly Write[] = [
      { put: { ...key('new'), name: 'Bob', nothing: undefined }, when: { absent: true } },
      { update: key('there'), add: { count: 2 }, when: { equals: { version: 3 } } },
      { delete: key('going'), when: { exists: true } },
      { check: key('nowhere'), when: { absent: true } },
    ];
    expect(await table.write(writes)).toBe('written');
    expect(await read('new')).toEqual({ ...key('new'), name: 'Bob' });
    expect(await read('there')).toMatchObject({ count: 7 });
    expect(await read('going')).toBeUndefined();
    expect(await read('nowhere')).toBeUndefined();
  });

  test('of two writes that read the same version, one goes through', async () => {
    await put('there');
    const write = (name: string) =>
      table.write([
        {
          put: { ...key('there'), ...present, version: 4, name },
          when: { equals: { version: 3 } },
        },
      ]);
    const results = await Promise.all([write('one'), write('other')]);
    expect(results.toSorted()).toEqual(['conflict', 'written']);
  });

  test('an update sets, sets once, adds and removes', async () => {
    const update: Write = {
      update: key(),
      set: { name: 'Bob' },
      setOnce: { born: 1, version: 1 },
      add: { count: 2, others: 1 },
      remove: ['gone', 'never'],
    };
    await put('a', { ...present, gone: 'soon' });
    expect(await table.write([update])).toBe('written');
    expect(await read()).toEqual({
      ...{ ...key(), name: 'Bob', version: 3, born: 1, count: 7, others: 1 },
    });
    const ofAbsent: Write = { ...update, update: key('b') };
    expect(await table.write([ofAbsent])).toBe('written');
    expect(await read('b')).toEqual({
      ...{ ...key('b'), name: 'Bob', version: 1, born: 1, count: 2, others: 1 },
    });
  });

  test('what is gone already is deleted, whatever was demanded of it', async () => {
    expect(await table.write([{ delete: key() }])).toBe('written');
    expect(await table.write([{ delete: key(), when: { exists: true } }])).toBe('written');
    expect(await table.write([{ delete: key(), when: { equals: { version: 3 } } }])).toBe(
      'written',
    );
    await put('a');
    expect(await table.write([{ delete: key(), when: { equals: { version: 2 } } }])).toBe(
      'conflict',
    );
    expect(await read()).toEqual({ ...key(), ...present });
  });

  test('a transaction that deletes what is gone and had to be there is refused', async () => {
    const writes: readonly Write[] = [
      { delete: key('gone'), when: { exists: true } },
      { put: { ...key('new') } },
    ];
    expect(await table.write(writes)).toBe('conflict');
  });

  test('a transaction that names an item twice fails', async () => {
    const twice: readonly Write[] = [{ put: key() }, { update: key(), set: { name: 'Bob' } }];
    await expect(table.write(twice)).rejects.toThrow();
  });

  test('what was read can be changed without changing what stands', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    await put('a', { list: [{ name: 'Ada' }], bytes });
    const item = await table.get<{ list: { name: string }[]; bytes: Uint8Array }>(key());
    expect([...(item?.bytes ?? [])]).toEqual([1, 2, 3]);
    expect(item?.list).toEqual([{ name: 'Ada' }]);
  });

  /** All pages. */
  async function all(range: Range): Promise<string[]> {
    const { items, next } = await table.query<Key>(range);
    const sortKeys = items.map(({ sk }) => sk);
    return next ? [...sortKeys, ...(await all({ ...range, after: next }))] : sortKeys;
  }

  test('a query takes what begins with a prefix, in order', async () => {
    for (const sk of ['bill_2', 'auth_1', 'bill_1', 'pay_1']) await put(sk);
    expect(await all({ partition: pk, prefix: 'bill_' })).toEqual(['bill_1', 'bill_2']);
    expect(await all({ partition: pk })).toEqual(['auth_1', 'bill_1', 'bill_2', 'pay_1']);
    expect(await all({ partition: `${pk}0` })).toEqual([]);
  });

  test('a query of what is due takes what stands there, up to a moment', async () => {
    for (const [sk, dueAt] of Object.entries({ late: '3', early: '1', middle: '2' }))
      await put(sk, { dueShard: pk, dueAt });
    await put('never');
    const due = { index: 'byDue', partition: pk } as const;
    expect(await all({ ...due, upTo: '2' })).toEqual(['early', 'middle']);
    await table.write([{ update: key('early'), remove: ['dueShard', 'dueAt'] }]);
    expect(await all({ ...due, upTo: '2' })).toEqual(['middle']);
  });

  test('reads of many leave out what is not there', async () => {
    await put('a');
    const found = await table.getMany<Key>([key('a'), key('b')]);
    expect(found.map(({ sk }) => sk)).toEqual(['a']);
  });
});

// The walks read no pages, and no ranges.
describe.each(Object.entries(tables).slice(0, 2))('In %s', (_name, open) => {
  test('a range is read in pages, from either end', async () => {
    const table = open();
    for (const sk of ['1', '2', '3', '4']) await table.write([{ put: { pk: 'pages', sk } }]);
    const pageOf = async (range: Omit<Range, 'partition'>) => {
      const { items, next } = await table.query<Key>({ partition: 'pages', ...range });
      return { keys: items.map(({ sk }) => sk), next };
    };
    expect((await pageOf({ from: '2', upTo: '3' })).keys).toEqual(['2', '3']);
    expect((await pageOf({ upTo: '2' })).keys).toEqual(['1', '2']);
    const first = await pageOf({ descending: true, limit: 3 });
    expect(first.keys).toEqual(['4', '3', '2']);
    const second = await pageOf({ descending: true, limit: 3, after: first.next });
    expect(second).toMatchObject({ keys: ['1'], next: undefined });
  });
});
