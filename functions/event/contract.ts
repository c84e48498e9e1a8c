import type { Operation } from '@billhook/core/api/operation';
import { deliveryFields, givenRetry, retriedEvent } from '@billhook/core/schemas/delivery';
import { event, eventQuery, listedEvent } from '@billhook/core/schemas/event';
import { listOf } from '@billhook/core/schemas/fields';
import * as v from 'valibot';

export const listEvents = {
  method: 'GET',
  path: '/event/list',
  summary: "List the partner's events, newest first.",
  description:
    'Events are kept for 90 days. An event appears in the list moments after it happened. With ' +
    '`type`, a page can hold fewer events than exist, or none, and still have a cursor to the ' +
    'next page.',
  callers: ['partner'],
  scope: 'service',
  query: eventQuery,
  response: listOf(listedEvent),
  errors: ['client_not_found', 'invalid_cursor'],
  uses: { table: ['get', 'query', 'query-index'] },
  impact: 'Partners cannot look up what happened.',
} as const satisfies Operation;

export const getEvent = {
  method: 'GET',
  path: '/event/{eventId}',
  summary: 'Retrieve an event and the attempts to deliver it.',
  description:
    '`attempts` are the newest 30 to each endpoint; `deliveries` are their results by endpoint. ' +
    'A `parked` delivery was set aside after its last attempt, or while its endpoint was ' +
    'disabled.',
  callers: ['partner'],
  scope: 'service',
  response: v.object({ event, ...deliveryFields }),
  errors: ['event_not_found'],
  uses: { table: ['get', 'query'] },
  impact: 'Partners cannot look up a single event.',
} as const satisfies Operation;

export const retryEvent = {
  method: 'POST',
  path: '/event/{eventId}/retry',
  summary: 'Resend an event to each endpoint that subscribes to its type, or to one endpoint.',
  description:
    'Resends it even if it was delivered or set aside before, and also to endpoints that were ' +
    'created later. If you name an endpoint, it receives the event whatever types it subscribes ' +
    'to. The `webhook-id` stays the same.',
  callers: ['partner'],
  scope: 'service',
  body: givenRetry,
  response: retriedEvent,
  errors: ['event_not_found', 'webhook_endpoint_not_found'],
  uses: { table: ['get', 'query', 'put', 'update'], sends: ['endpoints'] },
  impact: 'Partners cannot have an event resent.',
} as const satisfies Operation;
