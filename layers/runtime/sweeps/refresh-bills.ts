/**
 * The sweep of auths whose bills are to be read again: daily, each at its own second of the day. It
 * hands them on by a queue, which is fair by company (decision: readings-by-a-queue).
 */
import { authOf, type StoredAuth } from '@billhook/core/auth/stored-auth';
import { type Clock, instantText } from '@billhook/core/base/dates';
import {
  type ItemKey,
  REFRESH_SHARDS,
  refreshShard,
  refreshSweepKey,
} from '@billhook/core/base/table-keys';
import { logFailure } from '../aws/logger.ts';
import type { SendTo } from '../aws/queues.ts';
import { sendReadings } from '../links/queue-readings.ts';
import { writeSurely } from '../table/intended-writes.ts';
import { type DueRow, shardsOf } from '../table/sweep-shards.ts';
import type { Table } from '../table/types.ts';
import type { Sweeping } from './sweep-due-work.ts';

/** How many runs share the shards; the schedule starts as many. */
export const REFRESH_PARTS = 4;
const PAGE_SIZE = 200;
/** A message may be lost. What is still due so long after it was handed on is handed on again. */
const AGAIN_MILLISECONDS = 60 * 60 * 1000;

type SweepDeps = { readonly table: Table; readonly send: SendTo };

/** Up to when what is due in a shard was handed on; an instant. */
type Position = { readonly upTo: string };

/**
 * Hands on what has become due since the last run, and once an hour what is due for longer. Returns how
 * many. One that comes twice is read once: whoever reads it looks whether it is due.
 */
export async function queueDueReadings(
  deps: SweepDeps,
  { part, clock, deadline }: Sweeping,
): Promise<number> {
  const shards = shardsOf({ part, parts: REFRESH_PARTS, shards: REFRESH_SHARDS }, refreshShard);
  const done = await Promise.allSettled(
    shards.map((shard) => queueShard(deps, shard, clock, deadline)),
  );
  const failed = done.find(({ status }) => status === 'rejected');
  // Only when the others are through: a shard that cannot be read holds up no other.
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return done.reduce((sum, one) => sum + ('value' in one ? one.value : 0), 0);
}

async function queueShard(
  { table, send }: SweepDeps,
  partition: string,
  clock: Clock,
  deadline: number,
): Promise<number> {
  const key = refreshSweepKey(partition);
  const now = clock();
  const upTo = instantText(now);
  const { upTo: from = '' } = (await table.get<Position>(key)) ?? {};
  const isNew = ({ dueAt }: DueRow) => dueAt >= from;
  const waitsLong = ({ dueAt }: DueRow) => dueAt <= instantText(now - AGAIN_MILLISECONDS);
  const looksBack = hourOf(from) !== hourOf(upTo);
  let reached = from;
  let count = 0;
  let after: Record<string, string> | undefined;
  do {
    const range = { index: 'byDue' as const, partition, upTo, after, limit: PAGE_SIZE };
    const page = await table.query<DueRow>(looksBack ? range : { ...range, from });
    const rows = page.items.filter((row) => isNew(row) || (looksBack && waitsLong(row)));
    const auths = await table.getMany<StoredAuth>(rows.map(({ pk, sk }) => ({ pk, sk })));
    const unsent = await sendReadings(send, auths.map(authOf));
    count += auths.length - unsent;
    // What could not be sent is still due, and the next run meets it again.
    if (unsent > 0) break;
    after = page.next;
    reached = after ? laterOf(reached, page.items.at(-1)?.dueAt) : upTo;
  } while (after && clock() < deadline);
  if (reached !== from) await remember(table, { ...key, upTo: reached });
  return count;
}

/** Lost, it costs some messages that nobody needs: the next run hands on the same. */
async function remember(table: Table, position: ItemKey & Position): Promise<void> {
  try {
    await writeSurely(table, [{ put: position }]);
  } catch (error) {
    logFailure('How far readings were handed on could not be written', error);
  }
}

/** Of the text of an instant: `YYYY-MM-DDThh`. */
function hourOf(instant: string): string {
  return instant.slice(0, 13);
}

function laterOf(one: string, other = ''): string {
  return one > other ? one : other;
}
