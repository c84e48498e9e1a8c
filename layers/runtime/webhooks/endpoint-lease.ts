/** The right to work for an endpoint: one deliverer at a time, until it says no more for a while. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '@billhook/core/base/dates';
import type { DeliveryTimes } from '@billhook/core/webhook/delivery';
import { type EndpointIds, endpointQueueStore } from '../stores/endpoint-queue-store.ts';
import type { Table } from '../table/types.ts';

type LeaseDeps = { readonly table: Table; readonly clock: Clock; readonly times: DeliveryTimes };

export type EndpointLease = {
  readonly leaseId: string;
  /** Says that we live, where it is time to. Answers whether the lease is still ours to work under. */
  keep(): Promise<boolean>;
};

/** Nothing while another has it, or where there is no work. Nothing is begun after `deadline`. */
export async function takeEndpoint(
  { table, clock, times }: LeaseDeps,
  ids: EndpointIds,
  deadline: number,
): Promise<EndpointLease | undefined> {
  const queues = endpointQueueStore(table);
  const leaseId = randomBytes(9).toString('base64url');
  let since = clock();
  const until = () => since + times.leaseMilliseconds;
  const taken = await table.write([queues.take(ids, { leaseId, until: until() }, since)]);
  if (taken === 'conflict') return undefined;
  let lost = false;
  return {
    leaseId,
    async keep() {
      const now = clock();
      if (lost || now >= deadline) return false;
      if (now - since < times.renewMilliseconds) return true;
      since = now;
      lost = (await table.write([queues.renew(ids, { leaseId, until: until() })])) === 'conflict';
      return !lost;
    },
  };
}
