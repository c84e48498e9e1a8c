/** The sweep of auths whose bills are to be read again: daily, each at its own second of the day. */
import { REFRESH_SHARDS, refreshShard } from '@billhook/core/table-keys';
import { logFailure } from '../aws/logger.ts';
import type { Reach } from '../companies/reach.ts';
import { refreshAuth } from '../links/refresh-auth.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { Outside } from '../table/outside.ts';
import { type DueRow, shardsOf, sweepShards } from '../table/sweep-shards.ts';
import { shuffled } from './shuffle.ts';
import type { Sweeping } from './sweep-due-work.ts';

/** How many runs share the shards; the schedule starts as many. */
export const REFRESH_PARTS = 4;
/** Sessions at a time in each shard; a run works four shards. */
const SESSIONS_A_SHARD = 8;

/**
 * Reads what is due now, until all is or the deadline has come. Returns how many auths were read. The
 * order is shuffled (decision: readings-in-random-order).
 */
export async function refreshDueBills(
  deps: Stores & Reach & Pick<Outside, 'random' | 'limitTime'>,
  { part, clock, deadline }: Sweeping,
): Promise<number> {
  const shards = shardsOf({ part, parts: REFRESH_PARTS, shards: REFRESH_SHARDS }, refreshShard);
  const order = (rows: readonly DueRow[]) => shuffled(rows, deps.random);
  const sweep = { shards, workers: SESSIONS_A_SHARD, clock, deadline, order };
  return sweepShards(deps.table, sweep, async ({ sk }) => {
    try {
      return await refreshAuth(deps, sk, clock());
    } catch (error) {
      logFailure('Bills could not be refreshed', error, { authId: sk });
      return false;
    }
  });
}
