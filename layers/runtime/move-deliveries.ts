/** Putting an endpoint's deliveries aside, taking them up again, or ending them: all that there are. */
import type { Clock } from '@billhook/core/dates';
import type { DeliveryRecord, DeliveryState } from '@billhook/core/delivery';
import { rowsOf } from './due-deliveries.ts';
import type { EndpointLease } from './endpoint-lease.ts';
import { deliveryStore } from './stores/delivery-store.ts';
import { type EndpointIds, endpointQueueStore } from './stores/endpoint-queue-store.ts';
import type { DueRow } from './sweep-shards.ts';
import type { Range, Table } from './table.ts';

const WORKERS = 8;

export type Move = {
  readonly ids: EndpointIds;
  readonly lease: EndpointLease;
  /** Where in the due index they stand. */
  readonly range: Omit<Range, 'index'>;
  /** Only what is in this state, when it is read again. */
  readonly from: DeliveryState;
  readonly to: (delivery: DeliveryRecord, now: number) => DeliveryRecord;
};

export type Moved = {
  readonly count: number;
  /** Some were left: the lease was over before the end. */
  readonly isCut: boolean;
};

/**
 * Moves until all are moved or the lease is over. Each is one write that demands the lease: a deliverer
 * that was thought dead puts nothing aside that another has taken up.
 */
export async function moveDeliveries(
  deps: { readonly table: Table; readonly clock: Clock },
  { ids, lease, range, from, to }: Move,
): Promise<Moved> {
  const { table, clock } = deps;
  const deliveries = deliveryStore(table);
  const mine = endpointQueueStore(table).check(ids, lease.leaseId);
  const move = async (row: DueRow) => {
    const delivery = await deliveries.findAt(row);
    if (delivery?.state !== from) return false;
    const moved = deliveries.save(to(delivery, clock()));
    return (await table.write([moved, mine])) === 'written';
  };
  const rows = rowsOf(table, { index: 'byDue', ...range });
  let [count, isCut] = [0, false];
  const work = async () => {
    for await (const row of rows) {
      if (!(await lease.keep())) {
        isCut = true;
        return;
      }
      if (await move(row)) count += 1;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return { count, isCut };
}
