/**
 * Requests that have us look up or fetch an address of the partner's choice: they may take ten seconds each,
 * and few are ever needed (decision: addresses-are-asked-for-seldom).
 */
import { type Failure, fail } from '@billhook/core/base/errors';
import type { Table } from '../table/types.ts';
import { createRateLimiter } from './rate-limiter.ts';

const rateLimit = { requestsPerSecond: 1, burst: 20 };

/** Counts one. @param now in milliseconds. */
export async function limitOutbound(
  table: Table,
  partnerId: string,
  now: number,
): Promise<Failure<'too_many_requests'> | undefined> {
  const kind = { part: 'outbound', passing: true, seldom: true } as const;
  const counted = { _id: partnerId, ...kind, rateLimit };
  const state = await createRateLimiter(table).count(counted, now);
  if (state?.rateWait === undefined) return undefined;
  return fail('too_many_requests', { retryAfterSeconds: state.rateWait });
}
