/** The log of events: written with the changes that they tell of (`telling.ts`), read here. */
import { type Failure, fail } from '@billhook/core/base/errors';
import { PARTNER_EVENT_SHARDS, partnerEventShard } from '@billhook/core/base/table-keys';
import type { EventRecord, EventType } from '@billhook/core/events/event';
import { eventKey, eventRange } from '@billhook/core/events/event-id';
import {
  MAX_LIST_BYTES,
  type Page,
  type PageRequest,
  readCursor,
  writeCursor,
} from '../table/paging.ts';
import type { Range, Table } from '../table/types.ts';

export type EventFilter = {
  readonly partnerId: string;
  readonly clientId?: string;
  readonly type?: EventType;
  /** Made at or after, and before, in milliseconds since the epoch. */
  readonly from?: number;
  readonly to?: number;
};

export type EventStore = {
  /** The event, if it is there and the partner's. */
  find(eventId: string, owner: { readonly partnerId: string }): Promise<EventRecord | undefined>;
  /**
   * The newest first. A partner's own list is read from the index, which lags by moments; that of one
   * client is not.
   */
  list(
    filter: EventFilter,
    page: PageRequest,
  ): Promise<Page<EventRecord> | Failure<'invalid_cursor'>>;
};

type Row = EventRecord & { readonly pk: string; readonly sk: string };
type Position = { readonly sk: string; readonly pk: string };

/** Events of other types that are passed over for one page. */
const MAX_LEFT_OUT = 1_000;
/** Events read at a time of each part of the log. */
const PAGE_SIZE = 100;

export function eventStore(table: Table): EventStore {
  return {
    async find(eventId, { partnerId }) {
      const key = eventKey(eventId);
      const found = key && (await table.get<EventRecord>(key));
      return found?.partnerId === partnerId ? found : undefined;
    },
    async list(filter, { limit, cursor }) {
      const after = cursor === undefined ? undefined : readPosition(filter, cursor);
      if (cursor !== undefined && !after) return fail('invalid_cursor');
      const items: Row[] = [];
      let bytes = 0;
      let leftOut = 0;
      for await (const row of rowsOf(table, filter, after, limit)) {
        if (filter.type !== undefined && row.type !== filter.type) {
          leftOut += 1;
          if (leftOut === MAX_LEFT_OUT) return { items, nextCursor: cursorOf(filter, row) };
          continue;
        }
        const last = items.at(-1);
        bytes += JSON.stringify(row).length;
        if (last && (items.length === limit || bytes > MAX_LIST_BYTES)) {
          return { items, nextCursor: cursorOf(filter, last) };
        }
        items.push(row);
      }
      return { items };
    },
  };
}

/** All that the filter's time range holds behind a position, the newest first. */
async function* rowsOf(
  table: Table,
  filter: EventFilter,
  after: Position | undefined,
  limit = PAGE_SIZE,
): AsyncGenerator<Row> {
  const { partnerId, clientId } = filter;
  const range = eventRange(filter);
  const upTo = after && after.sk < range.upTo ? after.sk : range.upTo;
  // Nothing is made before it is begun, or after its end.
  if (range.from > upTo) return;
  const size = Math.min(limit + 1, PAGE_SIZE);
  const shards = Array.from({ length: PARTNER_EVENT_SHARDS }, (_, number) => number);
  const parts: Range[] =
    clientId === undefined
      ? shards.map((shard) => ({
          index: 'byPartner',
          partition: partnerEventShard(partnerId, shard),
        }))
      : [{ partition: clientId }];
  const streams = parts.map((part) =>
    queried(table, { ...part, from: range.from, upTo, limit: size, descending: true }),
  );
  for await (const row of newestFirst(streams)) {
    if (!after || isBehind(row, after)) yield row;
  }
}

async function* queried(table: Table, range: Range): AsyncGenerator<Row> {
  let after: Range['after'];
  do {
    const page = await table.query<Row>({ ...range, after });
    yield* page.items;
    after = page.next;
  } while (after);
}

/** Merges lists that each begin with their newest. */
async function* newestFirst(streams: readonly AsyncGenerator<Row>[]): AsyncGenerator<Row> {
  const heads = await Promise.all(streams.map((stream) => stream.next()));
  for (;;) {
    let next: number | undefined;
    for (const [index, head] of heads.entries()) {
      const best = next === undefined ? undefined : (heads[next]?.value as Row);
      if (!head.done && (!best || isBehind(best, head.value))) next = index;
    }
    const taken = next === undefined ? undefined : heads[next];
    const stream = next === undefined ? undefined : streams[next];
    if (next === undefined || !taken || taken.done || !stream) return;
    yield taken.value;
    heads[next] = await stream.next();
  }
}

/** Whether one comes later in the list than the other. */
function isBehind(one: Position, other: Position): boolean {
  return one.sk === other.sk ? one.pk < other.pk : one.sk < other.sk;
}

/** A cursor is the last event's place, and whose list it is of. */
function cursorOf(filter: EventFilter, { pk, sk }: Position): string {
  return writeCursor(`${sk} ${pk} ${listName(filter)}`);
}

function readPosition(filter: EventFilter, cursor: string): Position | undefined {
  const parts = /^(event#\w{13}) ((?:cl|ptn)_\w{20}) (\S+)$/.exec(readCursor(cursor) ?? '');
  if (!parts?.[1] || !parts[2] || parts[3] !== listName(filter)) return undefined;
  return { sk: parts[1], pk: parts[2] };
}

function listName({ partnerId, clientId }: EventFilter): string {
  return clientId ?? partnerId;
}
