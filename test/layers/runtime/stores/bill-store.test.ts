import { isFailure } from '@billhook/core/base/errors';
import { PARTNER_SHARDS, partnerShard, shardOf } from '@billhook/core/base/table-keys';
import { billStore } from '@billhook/runtime/stores/bill-store';
import type { Range, Table } from '@billhook/runtime/table/types';
import { describe, expect, test } from 'vitest';

const partnerId = `ptn_${'p'.repeat(20)}`;
const client = 'c'.repeat(20);

/** Bills as the index has them, by shard and id; pages of at most five, as DynamoDB's of 1 MB. */
function indexOf(count: number, pad = '') {
  const bills = Array.from({ length: count }, (_, index) => {
    const _id = `bill_${client}_${String(index).padStart(14, '0')}`;
    return { _id, sk: _id, pk: `cl_${client}`, clientId: `cl_${client}`, pad };
  });
  const query = async ({ partition, after, limit = 5 }: Range) => {
    const shard = [...Array(PARTNER_SHARDS).keys()].find(
      (number) => partnerShard(partnerId, number) === partition,
    );
    const all = bills.filter(({ _id }) => shardOf(_id, PARTNER_SHARDS) === shard);
    const start = all.findIndex(({ sk }) => sk === after?.sk) + 1;
    const items = all.slice(start, start + Math.min(limit, 5));
    const last = items.at(-1);
    const next = last && all.at(-1) !== last ? { pk: last.pk, sk: last.sk } : undefined;
    return { items, next };
  };
  return { bills, store: billStore({ query } as unknown as Table) };
}

async function pageOf(store: ReturnType<typeof billStore>, request: object) {
  const page = await store.listByPartner(partnerId, request);
  if (isFailure(page)) throw new Error(page.failure);
  return page;
}

describe("the list of a partner's bills", () => {
  test('has a cursor only when there is more', async () => {
    const { store } = indexOf(23);
    expect(await pageOf(store, { limit: 23 })).not.toHaveProperty('nextCursor');
    expect(await pageOf(store, { limit: 22 })).toHaveProperty('nextCursor');
    expect((await pageOf(store, {})).items).toHaveLength(23);
  });

  test('is whole when its pages are put together, each bill once', async () => {
    const { bills, store } = indexOf(23);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await pageOf(store, { limit: 4, cursor });
      seen.push(...page.items.map(({ _id }) => _id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen.toSorted()).toEqual(bills.map(({ _id }) => _id).toSorted());
  });

  test('stops before 4 MiB, and goes on from there', async () => {
    const { store } = indexOf(60, 'x'.repeat(100_000));
    const first = await pageOf(store, {});
    expect(first.items).toHaveLength(41);
    const { nextCursor: cursor } = first;
    expect((await pageOf(store, { cursor })).items).toHaveLength(19);
  });

  test('refuses a cursor of another partner', async () => {
    const { store } = indexOf(3);
    const { nextCursor: cursor } = await pageOf(store, { limit: 1 });
    const other = await store.listByPartner(`ptn_${'q'.repeat(20)}`, { cursor });
    expect(other).toEqual({ failure: 'invalid_cursor' });
  });
});
