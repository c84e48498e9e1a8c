/**
 * The limits of a client that calls by itself (decision: client-limits-slide). A partner's calls
 * for it have others.
 */

import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import type { Owner } from '@billhook/core/base/owner';
import { activityKey } from '@billhook/core/base/table-keys';
import {
  type Activity,
  type ActivityRecord,
  waitSeconds,
  withActivity,
} from '@billhook/core/client/limits';
import { attemptWrite, retryConflict } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';

type Refusal = Failure<'too_many_requests'>;

/** Counts what the caller is about to do; refuses it when it did so too often. */
export async function takeActivity(
  table: Table,
  caller: Owner,
  activity: Activity,
  now: number,
): Promise<Refusal | undefined> {
  if (caller.kind !== 'client') return undefined;
  const taken = await retryConflict(async () => {
    const standing = await findActivity(table, caller.clientId, activity);
    const wait = waitSeconds(standing, activity, now);
    if (wait !== undefined) return refusal(wait);
    return attemptWrite(table, undefined, [saveActivity(caller.clientId, activity, standing, now)]);
  });
  // So many at once that the count could not be kept are too many as well.
  return isFailure(taken) && taken.failure === 'request_conflict'
    ? refusal(1)
    : (taken as Refusal | undefined);
}

/** Refuses what the caller asks for while its payments were declined too often. */
export async function checkDeclines(
  table: Table,
  caller: Owner,
  now: number,
): Promise<Refusal | undefined> {
  if (caller.kind !== 'client') return undefined;
  const standing = await findActivity(table, caller.clientId, 'decline');
  const wait = waitSeconds(standing, 'decline', now);
  return wait === undefined ? undefined : refusal(wait);
}

/** Counts a decline, whoever asked for the payment, with the transaction that records it. */
export async function countDecline(table: Table, clientId: string, now: number): Promise<Write> {
  const standing = await findActivity(table, clientId, 'decline');
  return saveActivity(clientId, 'decline', standing, now);
}

function findActivity(table: Table, clientId: string, activity: Activity) {
  return table.get<ActivityRecord>(activityKey(clientId, activity));
}

function saveActivity(
  clientId: string,
  activity: Activity,
  standing: ActivityRecord | undefined,
  now: number,
): Write {
  return {
    put: { ...activityKey(clientId, activity), ...withActivity(standing, activity, now) },
    when: standing ? { equals: { version: standing.version }, orAbsent: true } : { absent: true },
  };
}

function refusal(retryAfterSeconds: number): Refusal {
  return fail('too_many_requests', { retryAfterSeconds });
}
