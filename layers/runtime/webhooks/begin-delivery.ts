/** An event's way to an endpoint begins, or begins again. Every step is safe to repeat. */
import type { Clock } from '@billhook/core/base/dates';
import type { EventRecord } from '@billhook/core/events/event';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import {
  beginAgain,
  type DeliveryRecord,
  type DeliveryTimes,
  newDelivery,
} from '@billhook/core/webhook/delivery';
import type { EndpointRecord } from '@billhook/core/webhook/endpoint';
import type { EndpointMessage } from '@billhook/core/webhook/endpoint-queue';
import { isSent, isTest, openingOf } from '@billhook/core/webhook/proving';
import { deliveryStore } from '../stores/delivery-store.ts';
import { endpointQueueStore } from '../stores/endpoint-queue-store.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { webhookEndpointStore } from '../stores/webhook-endpoint-store.ts';
import { writeSurely } from '../table/intended-writes.ts';
import { attemptWrite, conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';

/** Tells deliverers of endpoints that have work. What is lost on the way the sweep makes good. */
export type Wake = (
  messages: readonly EndpointMessage[],
  delayMilliseconds?: number,
) => Promise<unknown>;

export type BeginDeps = {
  readonly table: Table;
  readonly clock: Clock;
  readonly times: DeliveryTimes;
  readonly wake: Wake;
};

export type Beginning = {
  readonly event: EventRecord;
  readonly endpoint: EndpointRecord;
  readonly partner: PartnerRecord;
  /** Also where it was delivered or put aside before. */
  readonly again?: true;
  /** It tells a deleted endpoint of its deletion. */
  readonly farewell?: true;
};

/** The message that is to wake a deliverer; nothing where there is nothing to deliver now. */
export async function beginDelivery(
  deps: BeginDeps,
  beginning: Beginning,
): Promise<EndpointMessage | undefined> {
  const { event, endpoint, partner } = beginning;
  const ids = { endpointId: endpoint._id, partnerId: partner._id };
  const queues = endpointQueueStore(deps.table);
  // No message brings this back when the process dies behind the next write: the sweep has to look.
  if (beginning.again) {
    await writeSurely(deps.table, [queues.arm(ids, deps.clock() + deps.times.settleMilliseconds)]);
  }
  const delivery = await writeDelivery(deps, beginning);
  const { state } = delivery;
  const now = deps.clock();
  if (state === 'waiting') {
    await writeSurely(deps.table, [queues.arm(ids, now + deps.times.settleMilliseconds)]);
    return { ...ids, eventId: event._id };
  }
  // It was enabled since it was read, and what was put aside may have been taken up already.
  if (state !== 'parked' || !(await isSentNow(deps.table, delivery))) return undefined;
  await writeSurely(deps.table, [queues.resume(ids, now)]);
  return ids;
}

async function writeDelivery(
  { table, clock }: BeginDeps,
  { event, endpoint, partner, again, farewell }: Beginning,
): Promise<DeliveryRecord> {
  const deliveries = deliveryStore(table);
  const marks = { ...(farewell && { farewell }), ...(isTest(event) && { test: event.sequence }) };
  const sent = isSent(marks, openingOf(endpoint, partner));
  const given = { state: sent ? 'waiting' : 'parked', now: clock() } as const;
  return retryOrThrow('A delivery could not be started', async () => {
    const fresh = { ...newDelivery(event, endpoint._id, given), ...marks };
    if ((await table.write([deliveries.save(fresh)])) === 'written') return fresh;
    const standing = await deliveries.find(event._id, endpoint._id);
    if (!standing) return conflict;
    if (!again) return standing;
    const next = beginAgain(standing, given);
    return attemptWrite(table, next, [deliveries.save(next)]);
  });
}

async function isSentNow(table: Table, delivery: DeliveryRecord): Promise<boolean> {
  const { partnerId, endpointId } = delivery;
  const [endpoint, partner] = await Promise.all([
    webhookEndpointStore(table).find(partnerId, endpointId),
    partnerStore(table).find(partnerId),
  ]);
  if (!endpoint || !partner) return false;
  return isSent(delivery, openingOf(endpoint, partner));
}
