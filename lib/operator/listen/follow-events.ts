/**
 * Follows a partner's log. Events are asked for again and again with an overlap, since one may come to
 * be seen later than another that was made after it, and what was seen is remembered: nothing is
 * missed, and nothing is told twice.
 */
import type { AnyEvent } from '@billhook/core/schemas/event';

/** The newest first; only those made at `createdFrom` or later. */
export type ListPage = (given: {
  readonly createdFrom?: string;
  readonly cursor?: string;
}) => Promise<{ readonly events: readonly AnyEvent[]; readonly nextCursor?: string }>;

/** Each round looks so far back behind the newest event that was seen. */
export const SHORT_OVERLAP_MILLISECONDS = 10_000;
/** Every so many rounds one looks further: a function may take this long to write what it dated. */
export const LONG_OVERLAP_MILLISECONDS = 120_000;
export const ROUNDS_BETWEEN_LONG = 15;

export type Follower = {
  /** What is new since the round before, the oldest first. @throws what `list` throws; try again. */
  readonly next: () => Promise<readonly AnyEvent[]>;
};

/** `from`: an instant; without it, what stands in the log at first is passed over. */
export function followEvents(list: ListPage, from?: string): Follower {
  /** By id, when each was made. */
  const seen = new Map<string, number>();
  const start = from === undefined ? undefined : Date.parse(from);
  let newest = start;
  let round = 0;
  let isFirst = from === undefined;
  return {
    next: async () => {
      const isLong = round % ROUNDS_BETWEEN_LONG === 0;
      const overlap = isLong ? LONG_OVERLAP_MILLISECONDS : SHORT_OVERLAP_MILLISECONDS;
      const since = newest === undefined ? undefined : Math.max(newest - overlap, start ?? 0);
      const found = isFirst ? await firstPage(list) : await listSince(list, since);
      // A round that failed is made again in full.
      round += 1;
      const fresh = found.filter(({ _id }) => !seen.has(_id));
      for (const { _id, created } of fresh) {
        const made = Date.parse(created);
        seen.set(_id, made);
        newest = Math.max(newest ?? made, made);
      }
      forget(seen, newest);
      if (isFirst) {
        isFirst = false;
        return [];
      }
      return fresh.toSorted(byTime);
    },
  };
}

/** Enough to know what the first overlap shows again. */
async function firstPage(list: ListPage): Promise<readonly AnyEvent[]> {
  const { events } = await list({});
  const [newest] = events;
  if (!newest) return [];
  const since = Date.parse(newest.created) - LONG_OVERLAP_MILLISECONDS;
  return listSince(list, since);
}

async function listSince(list: ListPage, since: number | undefined): Promise<AnyEvent[]> {
  const createdFrom = since === undefined ? undefined : new Date(since).toISOString();
  const events: AnyEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({
      ...(createdFrom !== undefined && { createdFrom }),
      ...(cursor !== undefined && { cursor }),
    });
    events.push(...page.events);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return events;
}

/** What lies behind every overlap is not shown again. */
function forget(seen: Map<string, number>, newest: number | undefined): void {
  for (const [id, made] of seen) {
    if (newest !== undefined && made < newest - 2 * LONG_OVERLAP_MILLISECONDS) seen.delete(id);
  }
}

function byTime(one: AnyEvent, other: AnyEvent): number {
  if (one.created !== other.created) return one.created < other.created ? -1 : 1;
  return one.sequence - other.sequence;
}
