import type { Operation } from '@billhook/core/operation';
import { deliveryFields, givenRetry, retriedEvent } from '@billhook/core/schemas/delivery';
import { event, eventQuery } from '@billhook/core/schemas/event';
import { listOf } from '@billhook/core/schemas/fields';
import * as v from 'valibot';

export const listEvents = {
  method: 'GET',
  path: '/event/list',
  summary: "List the partner's events, the newest first.",
  description:
    'Events are kept for 90 days. An event is in the list moments after it happened. With `type`, a page may hold fewer events than there are, or none, and still name the next.',
  callers: ['partner'],
  query: eventQuery,
  response: listOf(v.object({ event })),
  errors: ['client_not_found', 'invalid_cursor'],
  uses: { table: ['get', 'query', 'query-index'] },
  impact: 'Partners cannot look up what happened.',
} as const satisfies Operation;

export const getEvent = {
  method: 'GET',
  path: '/event/{eventId}',
  summary: 'Retrieve an event, with the attempts to deliver it.',
  description:
    '`attempts` are the newest 30 to each endpoint, `deliveries` what came of it there. What is `parked` ' +
    'was put aside after its last attempt, or while its endpoint was disabled.',
  callers: ['partner'],
  response: v.object({ event, ...deliveryFields }),
  errors: ['event_not_found'],
  uses: { table: ['get', 'query'] },
  impact: 'Partners cannot look up a single event.',
} as const satisfies Operation;

export const retryEvent = {
  method: 'POST',
  path: '/event/{eventId}/retry',
  summary: 'Send an event again, to each endpoint that wants it or to one.',
  description:
    'Also where it was delivered or put aside before, and to endpoints that were made later. One that ' +
    'is named gets it whatever types it asked for. It comes under the same `webhook-id`.',
  callers: ['partner'],
  body: givenRetry,
  response: retriedEvent,
  errors: ['event_not_found', 'webhook_endpoint_not_found'],
  uses: { table: ['get', 'query', 'put', 'update'], sends: ['endpoints'] },
  impact: 'Partners cannot have an event sent again.',
} as const satisfies Operation;
