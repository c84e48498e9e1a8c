/**
 * Counts a caller's requests, over all instances of the function, in one item of the table.
 * The rules are in `layers/core/partner/rate-limit.ts`. While the table fails, requests pass:
 * throttling must not take the API down.
 */

import { rateKey } from '@billhook/core/base/table-keys';
import {
  defaultRateLimit,
  type PartnerRecord,
  type RateLimit,
} from '@billhook/core/partner/partner';
import {
  availableRequests,
  isBeyondEmpty,
  LEASE_MICROSECONDS,
  latestFullAt,
  planLease,
  type RateState,
  wholeSeconds,
} from '@billhook/core/partner/rate-limit';
import { logFailure, logWarning } from '../aws/logger.ts';
import type { Table } from '../table/types.ts';

/** A partner, or one of its clients with a limit of its own. */
export type Counted = Pick<PartnerRecord, '_id' | 'rateLimit'> & {
  /** What of it is counted apart: a partner's `users` (decision: users-have-their-own-bucket). */
  readonly part?: string;
  /** Its item has a time to live: it is one of many, and soon of no use. */
  readonly passing?: true;
  /** This instance seldom takes from it, and has to read first what others have left. */
  readonly seldom?: true;
};

export type RateLimiter = {
  /** Counts one request. Nothing when it could not be counted: then it passes. */
  count(caller: Counted, now: number): Promise<RateState | undefined>;
  /** Seconds until it may go on, as far as this instance knows; the table is not asked. */
  waitOf(caller: Counted, now: number): number | undefined;
};

/** Of one bucket in this instance. Instants in microseconds. */
type Held = {
  /** The bucket as last seen. */
  readonly fullAt: number;
  /** Requests of the lease that are left, until when. */
  left: number;
  readonly until: number;
  /** The limit that the lease was taken under. */
  readonly limit: RateLimit;
};

type Bucket = { readonly fullAt: number };

/** Other instances take from the same bucket. */
const ATTEMPTS = 5;
/** A table that is slow must not make every request slow. */
const TIMEOUT_MILLISECONDS = 1_000;
/** Longer than the bucket of any such limit takes to be full again. */
const PASSING_SECONDS = 24 * 60 * 60;
/** Buckets that an instance remembers; the oldest is forgotten first. */
const MAX_HELD = 10_000;

export function createRateLimiter(table: Table): RateLimiter {
  const held = new Map<string, Held>();
  return {
    async count(partner, now) {
      const limit = partner.rateLimit ?? defaultRateLimit;
      const microseconds = now * 1_000;
      try {
        const bucket = bucketOf(partner);
        const known = held.get(bucket);
        const lease = usable(known, limit, microseconds)
          ? known
          : await withTimeout(takeLease(table, partner, limit, known, microseconds));
        if (!lease) {
          logWarning('A request was not counted: too many concurrent requests', {
            partnerId: partner._id,
          });
          return undefined;
        }
        keep(held, bucket, lease);
        return spend(lease, microseconds);
      } catch (error) {
        logFailure('A request was not counted', error, { partnerId: partner._id });
        return undefined;
      }
    },
    waitOf(caller, now) {
      const limit = caller.rateLimit ?? defaultRateLimit;
      const microseconds = now * 1_000;
      const known = held.get(bucketOf(caller));
      if (!usable(known, limit, microseconds)) return undefined;
      // Of a copy: nothing is taken.
      return spend({ ...known }, microseconds).rateWait;
    },
  };
}

function bucketOf({ _id, part }: Counted): string {
  return part === undefined ? _id : `${_id}#${part}`;
}

/** Has a request left, or knows that there is none to be had yet. */
function usable(held: Held | undefined, limit: RateLimit, now: number): held is Held {
  return (
    held !== undefined &&
    held.limit.burst === limit.burst &&
    held.limit.requestsPerSecond === limit.requestsPerSecond &&
    !isBeyondEmpty(limit, held.fullAt, now) &&
    ((held.left > 0 && now < held.until) || planLease(limit, held.fullAt, now).requests === 0)
  );
}

function spend(lease: Held, now: number): RateState {
  const { limit, fullAt } = lease;
  // The bucket fills up again while a lease lasts: both together can be more than it ever holds.
  const left = availableRequests(limit, fullAt, now) + Math.max(0, lease.left - 1);
  const rateRemaining = Math.min(limit.burst, left);
  const state = {
    rateLimit: limit.requestsPerSecond,
    rateBurst: limit.burst,
    rateRemaining,
    rateReset: wholeSeconds(fullAt - now),
  };
  if (lease.left > 0 && now < lease.until) {
    lease.left -= 1;
    return state;
  }
  const { waitMicroseconds } = planLease(limit, fullAt, now);
  return { ...state, rateRemaining: 0, rateWait: wholeSeconds(waitMicroseconds) };
}

/** A lease, or what is in the bucket when it is empty; nothing if others were always first. */
async function takeLease(
  table: Table,
  caller: Counted,
  limit: RateLimit,
  known: Held | undefined,
  now: number,
): Promise<Held | undefined> {
  const key = rateKey(bucketOf(caller));
  const expiry = caller.passing && { expiresAt: Math.ceil(now / 1_000_000) + PASSING_SECONDS };
  const read = async () => (await table.get<Bucket>(key))?.fullAt ?? 0;
  // What this instance saw last is right as long as no other one took from the bucket.
  let fullAt = caller.seldom ? await read() : (known?.fullAt ?? 0);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (isBeyondEmpty(limit, fullAt, now)) {
      const emptied = latestFullAt(limit, 0, now);
      const when = { equals: { fullAt } };
      const result = await table.write([
        { update: key, set: { fullAt: emptied, ...expiry }, when },
      ]);
      if (result === 'written') return { fullAt: emptied, left: 0, until: 0, limit };
      fullAt = await read();
      continue;
    }
    const plan = planLease(limit, fullAt, now);
    if (plan.requests === 0) return { fullAt, left: 0, until: 0, limit };
    const taken = { limit, left: plan.requests, until: now + LEASE_MICROSECONDS };
    if (fullAt <= now) {
      // Full: it is set, unless another one took from it meanwhile.
      const next = now + plan.microseconds;
      const when = { atMost: { fullAt: now }, orAbsent: true } as const;
      const write = { update: key, set: { fullAt: next, ...expiry }, when };
      if ((await table.write([write])) === 'written') return { ...taken, fullAt: next };
    } else {
      // Others may take from it at the same time: it only has to hold what is asked for.
      const atMost = { fullAt: latestFullAt(limit, plan.requests, now) };
      const when = { atMost, atLeast: { fullAt: now } };
      const add = { fullAt: plan.microseconds };
      const result = await table.write([{ update: key, add, when }]);
      if (result === 'written') return { ...taken, fullAt: fullAt + plan.microseconds };
    }
    fullAt = await read();
  }
  return undefined;
}

function keep(held: Map<string, Held>, bucket: string, lease: Held): void {
  if (!held.has(bucket) && held.size >= MAX_HELD) {
    const [oldest] = held.keys();
    if (oldest !== undefined) held.delete(oldest);
  }
  held.set(bucket, lease);
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The table is slow')), TIMEOUT_MILLISECONDS);
  // The loser of the race must not fail the process later.
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
