/** Putting an endpoint's deliveries aside, taking them up again, or ending them: all that there are. */
import type { Clock } from '@billhook/core/base/dates';
import type { DeliveryRecord, DeliveryState } from '@billhook/core/webhook/delivery';
import { logFailure } from '../aws/logger.ts';
import { deliveryStore } from '../stores/delivery-store.ts';
import { type EndpointIds, endpointQueueStore } from '../stores/endpoint-queue-store.ts';
import type { DueRow } from '../table/sweep-shards.ts';
import type { Range, Table } from '../table/types.ts';
import { rowsOf } from './due-deliveries.ts';
import type { EndpointLease } from './endpoint-lease.ts';

/** Deliveries in one transaction, of the 100 things that one takes. */
const BATCH = 50;

type MoveDeps = { readonly table: Table; readonly clock: Clock };

export type Move = {
  readonly ids: EndpointIds;
  readonly lease: EndpointLease;
  /** Where in the due index they stand. */
  readonly range: Omit<Range, 'index'>;
  /** Only what is in this state, when it is read again. */
  readonly from: DeliveryState;
  /** All of them, where it is left out. */
  readonly only?: (delivery: DeliveryRecord) => boolean;
  readonly to: (delivery: DeliveryRecord, now: number) => DeliveryRecord;
};

export type Moved = {
  readonly count: number;
  /** Some may be left: the lease was over before the end, or a write failed. */
  readonly isCut: boolean;
};

/**
 * Moves until all are moved or the lease is over. Every write demands the lease: a deliverer that was
 * thought dead puts nothing aside that another has taken up. One write at a time: of two transactions
 * that name the lease's item at once, the table refuses one.
 */
export async function moveDeliveries(deps: MoveDeps, move: Move): Promise<Moved> {
  const { ids, lease, range } = move;
  let [count, isCut] = [0, false];
  for await (const rows of batchesOf(rowsOf(deps.table, { index: 'byDue', ...range }))) {
    if (!(await lease.keep())) return { count, isCut: true };
    try {
      count += await moveTogether(deps, move, rows);
    } catch (error) {
      // They still stand where they stood, and are met again.
      const { endpointId } = ids;
      logFailure('Deliveries could not be moved', error, { endpointId, count: rows.length });
      isCut = true;
    }
  }
  return { count, isCut };
}

async function moveTogether(
  { table, clock }: MoveDeps,
  move: Move,
  rows: readonly DueRow[],
): Promise<number> {
  const { ids, lease, from, to, only = () => true } = move;
  const deliveries = deliveryStore(table);
  const standing = await Promise.all(rows.map((row) => deliveries.findAt(row)));
  const moves = standing.flatMap((delivery) =>
    delivery?.state === from && only(delivery) ? [deliveries.save(to(delivery, clock()))] : [],
  );
  if (moves.length === 0) return 0;
  const mine = endpointQueueStore(table).check(ids, lease.leaseId);
  if ((await table.write([...moves, mine])) === 'written') return moves.length;
  if (rows.length === 1) return 0;
  // Somebody changed one of them since it was read: the others are moved without it.
  const middle = Math.ceil(rows.length / 2);
  const first = await moveTogether({ table, clock }, move, rows.slice(0, middle));
  return first + (await moveTogether({ table, clock }, move, rows.slice(middle)));
}

async function* batchesOf(rows: AsyncIterable<DueRow>): AsyncGenerator<readonly DueRow[]> {
  let batch: DueRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
