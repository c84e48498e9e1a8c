/** Payments that an operator should look at (decision: pending-payments-are-seen). */
import { instantText } from '@billhook/core/dates';
import type { PaymentRecord } from '@billhook/core/payment';
import { isStuck, pendingSince } from '@billhook/core/payments/pending';
import { DUE_SHARDS, dueShard } from '@billhook/core/table-keys';
import type { Stores } from '../stores/open-stores.ts';
import type { DueRow } from '../table/sweep-shards.ts';

/** A pending payment is due for a look within the hour, paused ones too. */
const WITHIN_MILLISECONDS = 2 * 60 * 60 * 1000;
/** Records read at a time in a shard. */
const AT_ONCE = 8;

/**
 * All that are stuck, the oldest first, from the index of what is due: it costs what is due, and a read
 * of each payment in it.
 */
export async function listStuck(
  deps: Pick<Stores, 'table' | 'payments'>,
  olderThan: number,
  machineNow: number,
): Promise<PaymentRecord[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, number) => dueShard(number));
  const found = await Promise.all(
    shards.map((shard) => stuckIn(deps, shard, { olderThan, machineNow })),
  );
  return found.flat().toSorted((a, b) => pendingSince(a) - pendingSince(b) || compareIds(a, b));
}

async function stuckIn(
  { table, payments }: Pick<Stores, 'table' | 'payments'>,
  partition: string,
  { olderThan, machineNow }: { readonly olderThan: number; readonly machineNow: number },
): Promise<PaymentRecord[]> {
  const upTo = instantText(machineNow + WITHIN_MILLISECONDS);
  const stuck: PaymentRecord[] = [];
  let after: Record<string, string> | undefined;
  do {
    const range = { index: 'byDue' as const, partition, upTo, after };
    const page = await table.query<DueRow>(range);
    const ids = page.items.filter(({ dueKind }) => dueKind === 'payment').map(({ sk }) => sk);
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      const read = await Promise.all(some.map((id) => payments.findAny(id)));
      stuck.push(
        ...(read.filter(
          (one) => one !== undefined && isStuck(one, olderThan, machineNow),
        ) as PaymentRecord[]),
      );
    }
    after = page.next;
  } while (after);
  return stuck;
}

function compareIds(a: PaymentRecord, b: PaymentRecord): number {
  return a._id < b._id ? -1 : 1;
}
