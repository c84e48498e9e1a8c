/** Pending payments that an operator should look at (decision: pending-payments-are-seen). */
import { instantText, type Moment } from '@billhook/core/base/dates';
import { CLOCKS_PARTITION, clockShard, DUE_SHARDS, dueShard } from '@billhook/core/base/table-keys';
import type { PendingPayment } from '@billhook/core/payment/payment';
import { isStuck, pendingSince, pendingState } from '@billhook/core/payment/pending';
import { isSandbox } from '../aws/environment.ts';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';
import type { DueRow } from '../table/sweep-shards.ts';

/** A pending payment is due for a look within the hour, and within a day where its company is late. */
const WITHIN_MILLISECONDS = 25 * 60 * 60 * 1000;
/** Later than any payment is due. */
const END = '9999';
/** Records read at a time in a shard. */
const AT_ONCE = 8;

type Deps = Pick<Stores, 'table' | 'payments'>;
type IsWanted = (payment: PendingPayment, moment: Moment) => boolean;

/** A payment, and how far it has come by its partner's clock. */
export type Pending = { readonly payment: PendingPayment; readonly partnerNow: number };

/** All that are stuck, the oldest first: it costs what is due within a day, and a read of each payment. */
export function listStuck(deps: Deps, olderThan: number, machineNow: number): Promise<Pending[]> {
  const upTo = instantText(machineNow + WITHIN_MILLISECONDS);
  return listPending(deps, upTo, machineNow, (payment, moment) =>
    isStuck(payment, olderThan, moment),
  );
}

/** All that their companies settle later. It costs all that is due at any time. */
export function listAccepted(deps: Deps, machineNow: number): Promise<Pending[]> {
  return listPending(deps, END, machineNow, (payment, { partnerNow }) => {
    const state = pendingState(payment, partnerNow);
    return state === 'accepted' || state === 'overdue';
  });
}

async function listPending(
  deps: Deps,
  upTo: string,
  machineNow: number,
  isWanted: IsWanted,
): Promise<Pending[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, number) => dueShard(number));
  const all = [...shards.map((shard) => ({ shard, upTo })), ...(await clockShards(deps))];
  const found = await Promise.all(all.map((one) => pendingIn(deps, one, { machineNow, isWanted })));
  return found
    .flat()
    .toSorted(
      ({ payment: a }, { payment: b }) =>
        pendingSince(a) - pendingSince(b) || (a._id < b._id ? -1 : 1),
    );
}

type Shard = { readonly shard: string; readonly upTo: string };

/** What follows a test clock is due by that. */
async function clockShards({ table }: Deps): Promise<Shard[]> {
  if (!isSandbox()) return [];
  const { items } = await table.query<{ readonly partnerId: string }>({
    partition: CLOCKS_PARTITION,
  });
  return items.map(({ partnerId }) => ({ shard: clockShard(partnerId), upTo: END }));
}

async function pendingIn(
  { table, payments }: Deps,
  { shard, upTo }: Shard,
  { machineNow, isWanted }: { readonly machineNow: number; readonly isWanted: IsWanted },
): Promise<Pending[]> {
  const wanted: Pending[] = [];
  let after: Record<string, string> | undefined;
  do {
    const range = { index: 'byDue' as const, partition: shard, upTo, after };
    const page = await table.query<DueRow>(range);
    const ids = page.items.filter(({ dueKind }) => dueKind === 'payment').map(({ sk }) => sk);
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      for (const payment of await Promise.all(some.map((id) => payments.findAny(id)))) {
        if (payment?.status !== 'pending') continue;
        const moment = await momentOf(table, payment, machineNow);
        if (isWanted(payment, moment)) wanted.push({ payment, partnerNow: moment.partnerNow });
      }
    }
    after = page.next;
  } while (after);
  return wanted;
}
