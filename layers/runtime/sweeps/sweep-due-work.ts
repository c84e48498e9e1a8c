/** The sweep of due work: what was left behind, and what has become due by the clock. */
import type { Clock } from '@billhook/core/base/dates';
import { DUE_SHARDS, type DueKind, dueShard } from '@billhook/core/base/table-keys';
import { logFailure } from '../aws/logger.ts';
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import { type DueRow, shardsOf, sweepShards } from '../table/sweep-shards.ts';
import {
  dropCardCode,
  finishEncryptionKey,
  takeUpLink,
  takeUpPayment,
  takeUpRetry,
  takeUpReturn,
} from './due-work.ts';
import { goOnWithErasure } from './go-on-with-erasure.ts';
import { takeUpBill } from './take-up-bill.ts';
import { takeUpSwap } from './take-up-swap.ts';

/** How many runs share the shards; the schedule starts as many. */
export const DUE_PARTS = 4;
/** Records at a time in each shard; a run works four shards. */
const WORKERS_A_SHARD = 8;

type Handler = (deps: StoresAndWorkflows, id: string, machineNow: number) => Promise<unknown>;

/** Swept elsewhere: readings of bills, events, and their deliveries. */
type OtherKind = 'refresh' | 'event' | 'endpoint' | 'delivery' | 'jwks';

/** What takes up a record that is due, by its id. */
const handlers: Record<Exclude<DueKind, OtherKind>, Handler> = {
  link: takeUpLink,
  payment: takeUpPayment,
  return: takeUpReturn,
  swap: takeUpSwap,
  bill: takeUpBill,
  retry: takeUpRetry,
  'card-code': dropCardCode,
  'encryption-key': finishEncryptionKey,
  erasure: goOnWithErasure,
};

export type Sweeping = {
  /** From 0 to below `DUE_PARTS`. */
  readonly part: number;
  readonly clock: Clock;
  /** Milliseconds since the epoch; nothing is begun after it. */
  readonly deadline: number;
};

/** Takes up what is due now, until all is or the deadline has come. Answers how many. */
export async function sweepDueWork(
  deps: StoresAndWorkflows,
  { part, clock, deadline }: Sweeping,
): Promise<number> {
  const shards = shardsOf({ part, parts: DUE_PARTS, shards: DUE_SHARDS }, dueShard);
  const sweep = { shards, workers: WORKERS_A_SHARD, clock, deadline };
  return sweepShards(deps.table, sweep, (row) => takeUp(deps, row, clock()));
}

/** One record that fails holds up no other; it is still due, and the next sweep meets it again. */
export async function takeUp(
  deps: StoresAndWorkflows,
  { pk, sk, dueKind }: Pick<DueRow, 'sk' | 'dueKind'> & Partial<Pick<DueRow, 'pk'>>,
  machineNow: number,
): Promise<boolean> {
  try {
    if (!isOwn(dueKind)) throw new Error('Not part of this sweep');
    // The record of a client has no id in its sort key.
    const id = dueKind === 'erasure' ? (pk ?? '') : sk;
    await handlers[dueKind](deps, id, machineNow);
    return true;
  } catch (error) {
    logFailure('Due work failed', error, { operation: dueKind });
    return false;
  }
}

function isOwn(dueKind: DueRow['dueKind']): dueKind is keyof typeof handlers {
  return Object.hasOwn(handlers, dueKind);
}
