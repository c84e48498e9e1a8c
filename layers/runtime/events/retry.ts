/**
 * Sending an event again (decision: events-kept-90-days): to each endpoint that wants it, or to
 * one.
 */
import { type Failure, fail } from '@billhook/core/base/errors';
import type { EventRecord } from '@billhook/core/events/event';
import { eventKey } from '@billhook/core/events/event-id';
import { mayGoOut } from '@billhook/core/webhook/delivery';
import { wantsEvent } from '@billhook/core/webhook/endpoint';
import { maySendAgain } from '@billhook/core/webhook/proving';
import { partnerStore } from '../stores/partner-store.ts';
import { webhookEndpointStore } from '../stores/webhook-endpoint-store.ts';
import { type BeginDeps, beginDelivery } from '../webhooks/begin-delivery.ts';

/**
 * Answers the endpoints that it goes to again, those included that were made later or where it was
 * delivered or put aside. One that is named gets it whatever types it asked for.
 */
export async function retryEvent(
  deps: BeginDeps,
  given: { readonly eventId: string; readonly partnerId: string; readonly endpointId?: string },
): Promise<readonly string[] | Failure<'event_not_found' | 'webhook_endpoint_not_found'>> {
  const { eventId, partnerId, endpointId } = given;
  const key = eventKey(eventId);
  const [event, partner, endpoints] = await Promise.all([
    key && deps.table.get<EventRecord>(key),
    partnerStore(deps.table).get(partnerId),
    webhookEndpointStore(deps.table).list(partnerId),
  ]);
  if (event?.partnerId !== partnerId) return fail('event_not_found');
  const asked = endpoints.filter((endpoint) =>
    endpointId === undefined ? wantsEvent(endpoint, event) : endpoint._id === endpointId,
  );
  if (endpointId !== undefined && asked.length === 0) return fail('webhook_endpoint_not_found');
  // What may not go out to a partner does not go out by being asked for
  // (decision: link-events-on-request).
  if (!mayGoOut(event, partner)) return [];
  const again = { event, partner, again: true } as const;
  const goes = asked.filter((endpoint) => maySendAgain(endpoint, event));
  const begun = await Promise.all(
    goes.map((endpoint) => beginDelivery(deps, { ...again, endpoint })),
  );
  const messages = begun.filter((message) => message !== undefined);
  if (messages.length > 0) await deps.wake(messages);
  return goes.map(({ _id }) => _id);
}
