import type { Operation } from '@billhook/core/operation';
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
  summary: 'Retrieve an event.',
  callers: ['partner'],
  response: v.object({ event }),
  errors: ['event_not_found'],
  uses: { table: ['get'] },
  impact: 'Partners cannot look up a single event.',
} as const satisfies Operation;
