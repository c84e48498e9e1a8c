/**
 * The refresh of signing keys that are due (decision: signing-keys-from-jwks). Each shard of the
 * due index is worked by itself, several partners at a time: a slow endpoint takes one place for
 * five seconds, and no more.
 *
 * The index lags and a run may come twice, so each partner is read again: what is refreshed already
 * is not due any more.
 */
import { type Clock, instantText } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { JWKS_SHARDS, jwksShard } from '@billhook/core/base/table-keys';
import { logFailure } from '../aws/logger.ts';
import { refreshSigning, type SigningDeps } from '../partners/signing-keys.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { shardsOf, sweepShards } from '../table/sweep-shards.ts';

/** How many runs share the shards; the schedule starts as many. */
export const KEY_REFRESH_PARTS = 4;
/** Fetches at a time in each shard; a run works four shards. */
export const FETCHES_A_SHARD = 16;

export type Refreshing = {
  /** From 0 to below `REFRESH_PARTS`. */
  readonly part: number;
  readonly clock: Clock;
  /** Milliseconds since the epoch; nothing is begun after it. */
  readonly deadline: number;
};

/** Refreshes what is due now, until all is or the deadline has come. Answers how many. */
export async function refreshDueKeys(deps: SigningDeps, run: Refreshing): Promise<number> {
  const { part, clock, deadline } = run;
  const shards = shardsOf({ part, parts: KEY_REFRESH_PARTS, shards: JWKS_SHARDS }, jwksShard);
  const sweep = { shards, workers: FETCHES_A_SHARD, clock, deadline };
  return sweepShards(deps.table, sweep, ({ sk }) => refreshOne(deps, sk, clock));
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
