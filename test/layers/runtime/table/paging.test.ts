import { isFailure } from '@billhook/core/base/errors';
import { listAll, listPage, readCursor, writeCursor } from '@billhook/runtime/table/paging';
import type { Range, Table } from '@billhook/runtime/table/types';
import { describe, expect, test } from 'vitest';

const clientId = `cl_${'a'.repeat(20)}`;
const otherClients = `bill_${'b'.repeat(20)}_${'0'.repeat(14)}`;

type Item = { readonly sk: string; readonly pad?: string };

/** Answers pages of at most `pageSize` items, as DynamoDB does at 1 MB. */
function tableOf(items: readonly Item[], pageSize = 100) {
  const asked: Range[] = [];
  const table = {
    async query(range: Range) {
      asked.push(range);
      const start = range.after ? items.findIndex(({ sk }) => sk === range.after?.sk) + 1 : 0;
      const page = items.slice(start, start + Math.min(range.limit ?? pageSize, pageSize));
      const last = page.at(-1);
      const more = last !== undefined && items.indexOf(last) < items.length - 1;
      return { items: page, next: more ? { pk: 'cl_a', sk: last.sk } : undefined };
    },
  } as unknown as Table;
  return { table, asked };
}

const bills = (count: number, pad = '') =>
  Array.from({ length: count }, (_, index) => ({
    sk: `bill_${clientId.slice(3)}_${String(index).padStart(14, '0')}`,
    pad,
  }));
const collection = { partition: clientId, prefix: 'bill_', kind: 'bill' as const };

describe('a list', () => {
  test('without a limit is everything, in one query when it fits one', async () => {
    const { table, asked } = tableOf(bills(30));
    const page = await listPage<Item>(table, collection, {});
    expect(page).toMatchObject({ items: { length: 30 } });
    expect(page).not.toHaveProperty('nextCursor');
    expect(asked).toHaveLength(1);
  });

  test('goes on where a page of the table ended', async () => {
    const { table } = tableOf(bills(250), 100);
    expect(await listPage<Item>(table, collection, {})).toMatchObject({ items: { length: 250 } });
  });

  test('may be told to be smaller than that, and has a cursor then', async () => {
    const { table } = tableOf(bills(10, 'a'.repeat(1_000)));
    const page = await listPage<Item>(table, collection, { maxBytes: 4_500 });
    expect(page).toMatchObject({ items: { length: 4 }, nextCursor: expect.any(String) });
    const whole = await listPage<Item>(table, collection, { maxBytes: 45_000 });
    expect(whole).toMatchObject({ items: { length: 10 } });
    expect(whole).not.toHaveProperty('nextCursor');
  });

  test('with a limit has a cursor only when there is more', async () => {
    const { table } = tableOf(bills(10));
    expect(await listPage<Item>(table, collection, { limit: 10 })).not.toHaveProperty('nextCursor');
    expect(await listPage<Item>(table, collection, { limit: 9 })).toHaveProperty('nextCursor');
  });

  test('is whole when its pages are put together, each item once', async () => {
    const all = bills(23);
    const { table } = tableOf(all, 5);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPage<Item>(table, collection, { limit: 7, cursor });
      if (isFailure(page)) throw new Error(page.failure);
      seen.push(...page.items.map(({ sk }) => sk));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(all.map(({ sk }) => sk));
  });

  test('promises nothing more when all that is left is hidden, and counts nothing of it', async () => {
    const { table } = tableOf(bills(20), 3);
    const isListed = ({ sk }: Item) => Number(sk.slice(-2)) % 2 === 0 && Number(sk.slice(-2)) < 10;
    const page = await listPage<Item>(table, collection, { limit: 5 }, isListed);
    expect(page).toMatchObject({ items: { length: 5 } });
    expect(page).not.toHaveProperty('nextCursor');
    const first = await listPage<Item>(table, collection, { limit: 4 }, isListed);
    expect(first).toMatchObject({ items: { length: 4 }, nextCursor: expect.any(String) });
  });

  test('stops before 4 MiB, and goes on from there', async () => {
    const { table } = tableOf(bills(60, 'x'.repeat(100_000)), 10);
    const page = await listPage<Item>(table, collection, {});
    expect(page).toMatchObject({ items: { length: 41 } });
    expect(page).toHaveProperty('nextCursor');
  });

  test.each([
    'x',
    '',
    'YXV0aF8x',
    `${writeCursor('bill_1')}=`,
    writeCursor('auth_1'),
    writeCursor('bill_1'),
    writeCursor(otherClients),
    'é',
  ])('refuses the cursor %j', async (cursor) => {
    const page = await listPage(tableOf(bills(1)).table, collection, { cursor });
    expect(page).toMatchObject({ failure: 'invalid_cursor' });
  });
});

test('all of a list is every page of it', async () => {
  const all = bills(60, 'x'.repeat(200_000));
  const { table } = tableOf(all, 7);
  const listed = await listAll((page) => listPage<Item>(table, collection, page));
  expect(listed.map(({ sk }) => sk)).toEqual(all.map(({ sk }) => sk));
});

test('all of an empty list is nothing', async () => {
  expect(await listAll((page) => listPage<Item>(tableOf([]).table, collection, page))).toEqual([]);
});

test('a cursor is read as it was written', () => {
  expect(readCursor(writeCursor('bill_x'))).toBe('bill_x');
});
