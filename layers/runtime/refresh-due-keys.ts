/**
 * The refresh of signing keys that are due (C10). Each shard of the due index is worked by itself,
 * several partners at a time: a slow endpoint takes one place for five seconds, and no more.
 *
 * The index lags and a run may come twice, so each partner is read again: what is refreshed already
 * is not due any more.
 */
import { type Clock, instantText } from '@billhook/core/dates';
import { isFailure } from '@billhook/core/errors';
import { JWKS_SHARDS, jwksShard } from '@billhook/core/keys';
import { logFailure } from './logger.ts';
import { refreshSigning, type SigningDeps } from './signing-keys.ts';
import { partnerStore } from './stores/partner-store.ts';

/** How many runs share the shards; the schedule starts as many. */
export const REFRESH_PARTS = 4;
/** Fetches at a time in each shard; a run works four shards. */
export const FETCHES_A_SHARD = 16;
const PAGE_SIZE = 200;

export type Refreshing = {
  /** From 0 to below `REFRESH_PARTS`. */
  readonly part: number;
  readonly clock: Clock;
  /** Milliseconds since the epoch; nothing is begun after it. */
  readonly deadline: number;
};

/** Refreshes what is due now, until all is or the deadline has come. Answers how many. */
export async function refreshDueKeys(deps: SigningDeps, run: Refreshing): Promise<number> {
  const shards = Array.from({ length: JWKS_SHARDS }, (_, number) => number);
  const own = shards.filter((number) => number % REFRESH_PARTS === run.part);
  const shardsDone = await Promise.allSettled(own.map((number) => refreshShard(deps, run, number)));
  const failed = shardsDone.find(({ status }) => status === 'rejected');
  // Only when the others are through: a shard that cannot be read holds up no other.
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return shardsDone.reduce((sum, done) => sum + ('value' in done ? done.value : 0), 0);
}

async function refreshShard(deps: SigningDeps, run: Refreshing, number: number): Promise<number> {
  const partnerIds = dueIn(deps, jwksShard(number), instantText(run.clock()));
  let count = 0;
  const work = async () => {
    // Workers take turns at one iterator: who is done takes the next.
    for await (const partnerId of partnerIds) {
      if (run.clock() >= run.deadline) return;
      if (await refreshOne(deps, partnerId, run.clock)) count += 1;
    }
  };
  await Promise.all(Array.from({ length: FETCHES_A_SHARD }, work));
  return count;
}

async function* dueIn(deps: SigningDeps, partition: string, upTo: string): AsyncGenerator<string> {
  let after: Record<string, string> | undefined;
  do {
    const range = { index: 'byDue' as const, partition, upTo, after, limit: PAGE_SIZE };
    const rows = await deps.table.query<{ readonly sk: string }>(range);
    for (const { sk } of rows.items) yield sk;
    after = rows.next;
  } while (after);
}

/** One that fails holds up no other; it is still due, and the next run meets it again. */
async function refreshOne(deps: SigningDeps, partnerId: string, clock: Clock): Promise<boolean> {
  try {
    const partner = await partnerStore(deps.table).find(partnerId);
    const next = partner?.signing?.jwks?.nextRefreshAt;
    if (next === undefined || next > instantText(clock())) return false;
    const actor = { kind: 'schedule', id: 'refresh-jwks' } as const;
    const refreshed = await refreshSigning(deps, { partnerId, actor, now: clock() });
    return !isFailure(refreshed);
  } catch (error) {
    logFailure('Signing keys could not be refreshed', error, { partnerId });
    return false;
  }
}
