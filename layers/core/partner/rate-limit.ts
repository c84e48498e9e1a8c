/**
 * Rate limits (decision: rate-limit-as-one-instant) as a token bucket that many function instances
 * share. The bucket is one number, the instant at which it will be full again: taking a request
 * moves it on by a request's share of a second, and what it is ahead of the clock is what has been
 * taken (the generic cell rate algorithm).
 *
 * An instance takes several requests at once, a lease, and counts them off in its own memory. So a
 * request costs a fraction of a write, and a partner gets at most one lease an instance beyond its
 * limit. Small limits have leases of one request, and are exact.
 *
 * Instants are whole microseconds here, so that sums are exact.
 */
import type { RateLimit } from './partner.ts';

/** Of a partner's settings; the gateway limits all partners together to 2,000 a second. */
export const MAX_REQUESTS_PER_SECOND = 1_000;
export const MAX_BURST = 5_000;

/** A lease is a fiftieth of the burst, and at most this many requests. */
const MAX_LEASE_REQUESTS = 20;
const LEASES_A_BURST = 50;
/** What an instance has not used of a lease by then is lost. */
export const LEASE_MICROSECONDS = 10_000_000;

const SECOND_MICROSECONDS = 1_000_000;
/** By how much the clocks of two instances may differ without either being wrong. */
const CLOCKS_APART_MICROSECONDS = SECOND_MICROSECONDS;

/** What an instance can take of a bucket: some requests, or none for a while. */
export type LeasePlan = {
  readonly requests: number;
  /** By how much they move the bucket on. */
  readonly microseconds: number;
  /** Until there is a request to take; 0 when there is one now. */
  readonly waitMicroseconds: number;
};

/** `fullAt` is what stands in the bucket; 0 for one that nobody took from yet. */
export function planLease(limit: RateLimit, fullAt: number, now: number): LeasePlan {
  const share = shareOf(limit);
  const available = availableRequests(limit, fullAt, now);
  const requests = Math.min(available, leaseSize(limit));
  const waitMicroseconds = Math.max(0, fullAt - latestFullAt(limit, 1, now));
  return { requests, microseconds: requests * share, waitMicroseconds };
}

/**
 * A bucket that is further from full than an empty one was moved on by a clock that was ahead, or under
 * an earlier limit: left alone, it would refuse everybody for as long as that clock was wrong.
 */
export function isBeyondEmpty(limit: RateLimit, fullAt: number, now: number): boolean {
  return fullAt > latestFullAt(limit, 0, now) + CLOCKS_APART_MICROSECONDS;
}

/** Whole requests that a bucket holds now. */
export function availableRequests(limit: RateLimit, fullAt: number, now: number): number {
  const taken = Math.max(0, fullAt - now) / shareOf(limit);
  return Math.max(0, Math.floor(limit.burst - taken));
}

/** Requests that an instance takes at once. */
export function leaseSize({ burst }: RateLimit): number {
  return Math.min(MAX_LEASE_REQUESTS, Math.max(1, Math.floor(burst / LEASES_A_BURST)));
}

/** Where the bucket must stand at most, now, for that many requests to be in it. */
export function latestFullAt(limit: RateLimit, requests: number, now: number): number {
  return now + (limit.burst - requests) * shareOf(limit);
}

/** Whole seconds, at least one. */
export function wholeSeconds(microseconds: number): number {
  return Math.max(1, Math.ceil(microseconds / SECOND_MICROSECONDS));
}

/** A request's share of a second. */
function shareOf({ requestsPerSecond }: RateLimit): number {
  return Math.round(SECOND_MICROSECONDS / requestsPerSecond);
}

/** What the authorizer tells the pipeline: numbers and booleans only. */
export type RateState = {
  readonly rateLimit: number;
  readonly rateBurst: number;
  /** Requests left now. */
  readonly rateRemaining: number;
  /** Seconds until all are there again. */
  readonly rateReset: number;
  /** Seconds to wait; only when the request is refused. */
  readonly rateWait?: number;
};
