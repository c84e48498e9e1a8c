/** Bills: in the client's collection, and in the index of their partner. */

import type { Moment } from '@billhook/core/base/dates';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { clientOf } from '@billhook/core/base/ids';
import type { Owner } from '@billhook/core/base/owner';
import {
  clockedDue,
  type Due,
  PARTNER_SHARDS,
  partnerShard,
  shardOf,
} from '@billhook/core/base/table-keys';
import { nextTask } from '@billhook/core/bill/agenda';
import { type BillRecord, parseBill, type StoredBill } from '@billhook/core/bill/bill';
import { billEvents } from '@billhook/core/events/bill-events';
import { isSandbox } from '../aws/environment.ts';
import {
  listPage,
  MAX_LIST_BYTES,
  type Page,
  type PageRequest,
  readCursor,
  writeCursor,
} from '../table/paging.ts';
import type { Rows, Table } from '../table/types.ts';
import { type RecordStore, recordStore } from './records.ts';

export type BillStore = RecordStore<BillRecord> & {
  list(
    clientId: string,
    page: PageRequest,
    isListed?: (record: StoredBill) => boolean,
  ): Promise<Page<BillRecord> | Failure<'invalid_cursor'>>;
  /** Read from the index, which lags by moments. */
  listByPartner(
    partnerId: string,
    page: PageRequest,
  ): Promise<Page<BillRecord> | Failure<'invalid_cursor'>>;
};

type Position = { readonly shard: number; readonly after?: Record<string, string> };

const form = {
  parse: (stored: object) => parseBill(stored as StoredBill),
  print: (bill: BillRecord) => bill,
};

export function billStore(table: Table): BillStore {
  return {
    ...recordStore<BillRecord>(table, 'bill', { eventsOf, dueOf, form }),
    async list(clientId, page, isListed) {
      const collection = { partition: clientId, prefix: 'bill_', kind: 'bill' as const };
      const listed = await listPage<StoredBill & { sk: string }>(table, collection, page, isListed);
      return isFailure(listed) ? listed : { ...listed, items: listed.items.map(parseBill) };
    },
    listByPartner: (partnerId, page) => listPartnerPage(table, partnerId, page),
  };
}

function eventsOf(
  before: BillRecord | undefined,
  after: BillRecord | undefined,
  { partnerNow }: Moment,
  by?: Owner,
) {
  return billEvents(before, after, { partnerNow, sandbox: isSandbox(), by });
}

/** Whoever saves a bill, it is due when its next task is. */
function dueOf(bill: BillRecord): Due | undefined {
  const task = nextTask(bill);
  return task && clockedDue('bill', bill, task.at);
}

/** Walks the partner's shards in turn. The cursor is the shard, the last bill's id, and whose it is. */
async function listPartnerPage(
  table: Table,
  partnerId: string,
  request: PageRequest,
): Promise<Page<BillRecord> | Failure<'invalid_cursor'>> {
  const start = request.cursor ? positionOf(partnerId, request.cursor) : { shard: 0 };
  if (!start) return fail('invalid_cursor');
  let position: Position = start;
  const items: BillRecord[] = [];
  let bytes = 0;
  while (position.shard < PARTNER_SHARDS) {
    const { shard, after } = position;
    const rows: Rows<StoredBill> = await table.query({
      index: 'byPartner',
      partition: partnerShard(partnerId, shard),
      limit: request.limit === undefined ? undefined : request.limit + 1 - items.length,
      after,
    });
    for (const bill of rows.items) {
      bytes += JSON.stringify(bill).length;
      const last = items.at(-1);
      if (last && (items.length === request.limit || bytes > MAX_LIST_BYTES)) {
        return { items, nextCursor: cursorOf(partnerId, last) };
      }
      items.push(parseBill(bill));
    }
    position = rows.next ? { shard, after: rows.next } : { shard: shard + 1 };
  }
  return { items };
}

function cursorOf(partnerId: string, { _id, clientId }: BillRecord): string {
  return writeCursor(`${shardOf(_id, PARTNER_SHARDS)} ${_id} ${clientId} ${partnerId}`);
}

function positionOf(partnerId: string, cursor: string): Position | undefined {
  const parts = /^(\d) (bill_\w+) (cl_\w+) (ptn_\w+)$/.exec(readCursor(cursor) ?? '');
  if (!parts?.[1] || !parts[2] || !parts[3] || parts[4] !== partnerId) return undefined;
  if (clientOf('bill', parts[2]) !== parts[3]) return undefined;
  const shard = Number(parts[1]);
  const after = { partnerShard: partnerShard(partnerId, shard), pk: parts[3], sk: parts[2] };
  return shard === shardOf(parts[2], PARTNER_SHARDS) ? { shard, after } : undefined;
}
