/**
 * Lists (decision: lists-by-cursor): everything up to 4 MiB, or `limit` items, and a cursor when
 * there is more. A cursor is the last item's sort key; one that does not belong to the list is
 * refused.
 */
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { clientOf, type OwnedKind } from '@billhook/core/base/ids';
import type { Table } from './types.ts';

/** The most a list holds (decision: lists-by-cursor), in bytes of records, measured as JSON. */
export const MAX_LIST_BYTES = 4 * 1024 * 1024;

export type PageRequest = {
  readonly limit?: number;
  readonly cursor?: string;
  /** A smaller page than a list may be, in bytes of records, for a response that has more in it. */
  readonly maxBytes?: number;
};

export type Page<T> = { readonly items: T[]; readonly nextCursor?: string };

/**
 * Lists the records of a collection whose sort keys begin with `prefix`.
 * @param isListed leaves out what the caller is not to see, so that it is neither counted nor promised
 * by a cursor.
 */
export async function listPage<T extends { sk: string }>(
  table: Table,
  collection: { readonly partition: string; readonly prefix: string; readonly kind: OwnedKind },
  request: PageRequest,
  isListed: (item: T) => boolean = () => true,
): Promise<Page<T> | Failure<'invalid_cursor'>> {
  const cursor = request.cursor === undefined ? undefined : readCursor(request.cursor);
  if (request.cursor !== undefined && !isOf(collection, cursor)) return fail('invalid_cursor');
  const { maxBytes = MAX_LIST_BYTES } = request;
  const items: T[] = [];
  let bytes = 0;
  let after = cursor === undefined ? undefined : { pk: collection.partition, sk: cursor };
  for (;;) {
    const missing = request.limit === undefined ? undefined : request.limit + 1 - items.length;
    const { partition, prefix } = collection;
    const page = await table.query<T>({ partition, prefix, limit: missing, after });
    for (const item of page.items.filter(isListed)) {
      bytes += JSON.stringify(item).length;
      const last = items.at(-1);
      const full = items.length === request.limit || (last !== undefined && bytes > maxBytes);
      if (full && last) return { items, nextCursor: writeCursor(last.sk) };
      items.push(item);
    }
    if (!page.next) return { items };
    after = page.next as { pk: string; sk: string };
  }
}

/**
 * Everything that a list has, page after page: for decisions, which must not overlook what did not
 * fit one page.
 */
export async function listAll<T>(
  list: (request: PageRequest) => Promise<Page<T> | Failure<'invalid_cursor'>>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ cursor });
    if (isFailure(page)) throw new Error('A list rejects a cursor that it returned');
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}

/** Whether a cursor's sort key is one of the collection's records. */
function isOf(
  collection: { readonly partition: string; readonly kind: OwnedKind },
  sortKey: string | undefined,
): boolean {
  return sortKey !== undefined && clientOf(collection.kind, sortKey) === collection.partition;
}

export function writeCursor(sortKey: string): string {
  return Buffer.from(sortKey).toString('base64url');
}

/** The sort key in a cursor; nothing when it is not text that we encoded. */
export function readCursor(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  return writeCursor(text) === cursor ? text : undefined;
}
