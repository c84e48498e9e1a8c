/**
 * Publishing events: each is read, announced on the bus, and taken out of the due index, in this
 * order. A process that dies between two of the steps leaves the event due, and it is announced again:
 * at least once, and never not at all. The stream and the sweep both come here.
 */
import type { Clock } from '@billhook/core/base/dates';
import { EVENT_SHARDS, eventShard, type ItemKey } from '@billhook/core/base/table-keys';
import type { EventRecord } from '@billhook/core/events/event';
import { logFailure, logWarning } from '../aws/logger.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { shardsOf, sweepShards } from '../table/sweep-shards.ts';
import type { Table } from '../table/types.ts';
import type { Announcement } from './bus.ts';

export type PublishDeps = {
  readonly table: Table;
  /** Answers those that could not be announced. */
  readonly announce: (announcements: readonly Announcement[]) => Promise<readonly Announcement[]>;
};

/** Events at a time in each shard; a run sweeps all sixteen. */
const WORKERS_A_SHARD = 8;

/** Answers the keys of events that are still to be published. One that fails holds up no other. */
export async function publishEvents(
  { table, announce }: PublishDeps,
  keys: readonly ItemKey[],
): Promise<readonly ItemKey[]> {
  const read = await Promise.allSettled(keys.map((key) => table.get<EventRecord>(key)));
  const events = read.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  // What is not due any more was published before; what is gone was kept for its 90 days.
  const due = events.flatMap((event) => (event?.dueShard === undefined ? [] : [event]));
  const refused = new Set((await announce(due.map(announcementOf))).map(({ eventId }) => eventId));
  const left = await Promise.all(
    keys.map(async (key, index) => {
      const event = events[index];
      if (read[index]?.status === 'rejected') return key;
      if (event?.dueShard === undefined) return undefined;
      const published = !refused.has(event._id) && (await leaveDueIndex(table, key));
      return published ? undefined : key;
    }),
  );
  const unpublished = left.filter((key) => key !== undefined);
  if (unpublished.length > 0) logWarning('Events are unpublished', { count: unpublished.length });
  return unpublished;
}

/** Publishes what the stream did not, until all is or the deadline has come. Answers how many. */
export async function publishMissedEvents(
  deps: PublishDeps,
  { clock, deadline }: { readonly clock: Clock; readonly deadline: number },
): Promise<number> {
  const shards = shardsOf({ part: 0, parts: 1, shards: EVENT_SHARDS }, eventShard);
  const sweep = { shards, workers: WORKERS_A_SHARD, clock, deadline };
  return sweepShards(deps.table, sweep, async ({ pk, sk }) => {
    const left = await publishEvents(deps, [{ pk, sk }]);
    return left.length === 0;
  });
}

function announcementOf({ _id, partnerId, clientId, type }: EventRecord): Announcement {
  return { eventId: _id, partnerId, clientId, type };
}

/** Announced again when this fails: nobody else knows that it was. */
async function leaveDueIndex(table: Table, key: ItemKey): Promise<boolean> {
  try {
    const remove = ['dueShard', 'dueAt', 'dueKind'];
    await writeUnlessChanged(table, [{ update: key, remove, when: { exists: true } }]);
    return true;
  } catch (error) {
    logFailure('A published event is still due', error);
    return false;
  }
}
