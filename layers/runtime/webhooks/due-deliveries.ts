/** An endpoint's deliveries as the due index shows them: a little behind the table. */
import { instantText } from '@billhook/core/base/dates';
import type { DueRow } from '../table/sweep-shards.ts';
import type { Range, Table } from '../table/types.ts';

/** The freshest, which are looked at first: an old one has waited before. */
const FRESH_ROWS = 16;
const OLD_ROWS = 64;
const PAGE_SIZE = 100;

/** Whether a row shows what was dealt with already. */
export type IsMet = (row: DueRow) => boolean;

/** Some of what is due, the freshest and the oldest, without what was dealt with already. */
export async function findDue(
  table: Table,
  shard: string,
  now: number,
  isMet: IsMet,
): Promise<DueRow[]> {
  const due = { index: 'byDue' as const, partition: shard, upTo: instantText(now) };
  const fresh = await table.query<DueRow>({ ...due, descending: true, limit: FRESH_ROWS });
  const rows = fresh.items.filter((row) => !isMet(row));
  if (!fresh.next) return rows;
  const seen = new Set(fresh.items.map(({ sk }) => sk));
  for await (const row of rowsOf(table, due)) {
    if (!seen.has(row.sk) && !isMet(row)) rows.push(row);
    if (rows.length >= OLD_ROWS) break;
  }
  return rows;
}

/** When the first of a shard is due that was not dealt with already. */
export async function findNext(
  table: Table,
  shard: string,
  isMet: IsMet,
): Promise<number | undefined> {
  for await (const row of rowsOf(table, { index: 'byDue', partition: shard })) {
    if (!isMet(row)) return Date.parse(row.dueAt);
  }
  return undefined;
}

/** All rows, the earliest first, a page at a time. */
export async function* rowsOf(table: Table, range: Range): AsyncGenerator<DueRow> {
  let after: Record<string, string> | undefined;
  do {
    const page = await table.query<DueRow>({ ...range, limit: PAGE_SIZE, after });
    yield* page.items;
    after = page.next;
  } while (after);
}
