/**
 * The sweep of endpoints: calls a deliverer for each that is due. What it costs follows how many are
 * due, not how many deliveries wait, are put aside, or were made.
 */
import { type Clock, instantText } from '@billhook/core/base/dates';
import { ENDPOINT_SHARDS, endpointShard } from '@billhook/core/base/table-keys';
import { logFailure } from '../aws/logger.ts';
import { type DueRow, shardsOf, sweepShards } from '../table/sweep-shards.ts';
import type { Table } from '../table/types.ts';
import type { Wake } from '../webhooks/begin-delivery.ts';

const WORKERS_A_SHARD = 4;
/** A deliverer that was called is given this long before another is. */
const CALLED_MILLISECONDS = 2 * 60 * 1_000;

export type WakeDeps = { readonly table: Table; readonly wake: Wake };
export type Waking = {
  readonly clock: Clock;
  /** Milliseconds since the epoch; nothing is begun after it. */
  readonly deadline: number;
  /** How long a deliverer that was called is given; two minutes when left out. */
  readonly calledMilliseconds?: number;
};

/** Answers how many were called. */
export async function wakeEndpoints({ table, wake }: WakeDeps, run: Waking): Promise<number> {
  const { clock, deadline, calledMilliseconds = CALLED_MILLISECONDS } = run;
  const shards = shardsOf({ part: 0, parts: 1, shards: ENDPOINT_SHARDS }, endpointShard);
  const call = async ({ pk, sk, dueAt }: DueRow) => {
    const [endpointId = ''] = pk.split('#');
    try {
      // Only as the index shows it: whoever works for the endpoint has moved it on.
      const moved = await table.write([
        {
          update: { pk, sk },
          set: { dueAt: instantText(clock() + calledMilliseconds) },
          when: { equals: { dueAt } },
        },
      ]);
      if (moved === 'conflict') return false;
      await wake([{ endpointId, partnerId: sk }]);
      return true;
    } catch (error) {
      // It is still due. One that is written so often that the table refuses more keeps no other waiting.
      logFailure('An endpoint could not be woken', error, { endpointId });
      return false;
    }
  };
  return sweepShards(table, { shards, workers: WORKERS_A_SHARD, clock, deadline }, call);
}
