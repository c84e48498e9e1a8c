/** From an event to its deliveries: one for each endpoint that wants it. Safe to repeat. */
import type { EventRecord } from '@billhook/core/events/event';
import { eventKey } from '@billhook/core/events/event-id';
import { mayGoOut } from '@billhook/core/webhook/delivery';
import { deletedEndpointOf, wantsEvent } from '@billhook/core/webhook/endpoint';
import { partnerStore } from '../stores/partner-store.ts';
import { webhookEndpointStore } from '../stores/webhook-endpoint-store.ts';
import { type BeginDeps, type Beginning, beginDelivery } from './begin-delivery.ts';

/** What a message to the queue `events` says. */
export type EventMessage = { readonly eventId: string; readonly partnerId: string };

/**
 * Answers how many deliverers were called. What comes while an endpoint or its partner is shut is put
 * aside; what may not go out is in the log alone.
 */
export async function planDeliveries(
  deps: BeginDeps,
  { eventId, partnerId }: EventMessage,
): Promise<number> {
  const { table } = deps;
  const key = eventKey(eventId);
  const [event, partner, endpoints] = await Promise.all([
    key && table.get<EventRecord>(key),
    partnerStore(table).find(partnerId),
    webhookEndpointStore(table).list(partnerId),
  ]);
  if (event?.partnerId !== partnerId || !partner || !mayGoOut(event, partner)) return 0;
  const deleted = deletedEndpointOf(event);
  const leaving =
    deleted === undefined
      ? undefined
      : await webhookEndpointStore(table).findLeaving(partnerId, deleted);
  const wanting: Beginning[] = endpoints
    .filter((endpoint) => wantsEvent(endpoint, event))
    .map((endpoint) => ({ event, endpoint, partner }));
  if (leaving) wanting.push({ event, endpoint: leaving, partner, farewell: true });
  const begun = await Promise.all(wanting.map((one) => beginDelivery(deps, one)));
  const messages = begun.filter((message) => message !== undefined);
  if (messages.length > 0) await deps.wake(messages);
  return messages.length;
}
