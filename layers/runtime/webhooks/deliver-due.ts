/**
 * Delivers what is due at one endpoint, many at a time. It looks for what comes meanwhile, and takes up
 * the freshest first: a challenge does not wait behind what the endpoint has refused for hours.
 */
import { deliveriesShard } from '@billhook/core/base/table-keys';
import { FIRST_IN_FLIGHT, nextInFlight } from '@billhook/core/webhook/delivery';
import { openingOf } from '@billhook/core/webhook/proving';
import { logFailure } from '../aws/logger.ts';
import type { EndpointIds } from '../stores/endpoint-queue-store.ts';
import type { Key } from '../table/types.ts';
import {
  type AttemptDeps,
  type Attempted,
  attemptDelivery,
  type Target,
} from './attempt-delivery.ts';
import { findDue, findNext, type IsMet } from './due-deliveries.ts';
import type { EndpointLease } from './endpoint-lease.ts';

/** After a failure of ours, a delivery is looked at again. */
const FAILED_MILLISECONDS = 2_000;

export type Delivered = {
  /** Attempts made. */
  readonly count: number;
  /** When the next attempt is to be made, in milliseconds since the epoch. */
  readonly nextAt?: number;
  /** Attempts that may be under way at a time from here on. */
  readonly inFlight: number;
  /** The endpoint answers nothing in time: it is left alone until then. */
  readonly restUntil?: number;
};

export type DeliverDueDeps = AttemptDeps & {
  readonly readTarget: (ids: EndpointIds) => Promise<Target | undefined>;
};

type Given = {
  readonly ids: EndpointIds;
  readonly lease: EndpointLease;
  readonly target: Target;
  /** Tried first, whatever the index shows. */
  readonly first?: Key;
  /** As work left it before. */
  readonly inFlight?: number;
};

/** Until nothing is due, the lease is over, or the endpoint is shut. */
export async function deliverDue(
  deps: DeliverDueDeps,
  { ids, lease, target, first, inFlight }: Given,
): Promise<Delivered> {
  const { table, clock, times } = deps;
  const shard = deliveriesShard(ids.endpointId);
  const flight = openFlight(deps, inFlight);
  let rows: Key[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let [current, readAt] = [target, clock()];
  if (first) flight.begin(target, first);
  // Whoever answers not even one attempt in time is given a rest, and its place to others.
  while (!flight.isLate() && (await lease.keep())) {
    if (flight.hasChanged() || clock() - readAt >= times.renewMilliseconds) {
      const standing = await deps.readTarget(ids);
      if (!standing || openingOf(standing.endpoint, standing.partner) === 'nothing') break;
      [current, readAt] = [standing, clock()];
    }
    if (flight.size() === 0 || clock() - lookedAt >= times.pollMilliseconds) {
      lookedAt = clock();
      rows = await findDue(table, shard, lookedAt, flight.isMet);
      if (rows.length === 0 && flight.size() === 0) break;
    }
    for (let row = rows[0]; row && flight.hasRoom(); row = rows[0]) {
      rows = rows.slice(1);
      flight.begin(current, row);
    }
    await flight.landing(times.pollMilliseconds);
  }
  await flight.empty();
  const waiting = await findNext(table, shard, flight.isMet);
  const restUntil = flight.isLate() ? clock() + times.pauseMilliseconds : undefined;
  const known = [flight.soonest(), waiting].filter((at) => at !== undefined);
  return {
    count: flight.count(),
    inFlight: flight.room(),
    ...(known.length > 0 && { nextAt: Math.max(restUntil ?? 0, Math.min(...known)), restUntil }),
  };
}

/** The attempts under way, and what is known from those that were. */
function openFlight(deps: AttemptDeps, inFlight = FIRST_IN_FLIGHT) {
  const { clock } = deps;
  const underWay = new Map<string, Promise<void>>();
  /** When each was due that was dealt with: the index may go on showing it so for a while. */
  const met = new Map<string, string>();
  let room = inFlight;
  let [count, changed, late] = [0, false, false];
  let soonest: number | undefined;
  const note = ({ outcome, status, nextAt, hasChanged }: Attempted) => {
    changed ||= hasChanged === true;
    if (nextAt !== undefined) soonest = Math.min(soonest ?? nextAt, nextAt);
    if (!outcome) return;
    count += 1;
    room = nextInFlight(room, outcome, status);
    late = outcome === 'timed_out';
  };
  const fly = async (target: Target, key: Key & { readonly dueAt?: string }) => {
    try {
      const attempted = await attemptDelivery(deps, target, key);
      met.set(key.sk, attempted.dueAt ?? key.dueAt ?? '');
      note(attempted);
    } catch (error) {
      const { _id: endpointId } = target.endpoint;
      logFailure('A delivery could not be attempted', error, { endpointId });
      met.set(key.sk, key.dueAt ?? '');
      note({ nextAt: clock() + FAILED_MILLISECONDS });
    } finally {
      underWay.delete(key.sk);
    }
  };
  const isMet: IsMet = ({ sk, dueAt }) => underWay.has(sk) || dueAt <= (met.get(sk) ?? '');
  return {
    isMet,
    size: () => underWay.size,
    hasRoom: () => underWay.size < room,
    /** Told once each time: whoever asks looks at the endpoint again. */
    hasChanged: () => {
      const was = changed;
      changed = false;
      return was;
    },
    count: () => count,
    begin: (target: Target, key: Key) => {
      if (!underWay.has(key.sk)) underWay.set(key.sk, fly(target, key));
    },
    /** Waits until an attempt is over, and no longer than so many milliseconds. */
    landing: async (milliseconds: number) => {
      if (underWay.size === 0) return;
      let timer: NodeJS.Timeout | undefined;
      const later = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      });
      await Promise.race([...underWay.values(), later]);
      clearTimeout(timer);
    },
    empty: async () => {
      await Promise.all(underWay.values());
    },
    room: () => room,
    /** Whether not even one attempt at a time is answered in time. */
    isLate: () => late && room === 1,
    soonest: () => soonest,
  };
}
