/** The events as the description's `webhooks`: each with its schema and an example. */
import { type EventType, eventTypes } from '@billhook/core/events/event';
import { eventEntries } from '@billhook/core/schemas/event';
import { eventExample } from './event-examples.ts';
import { eventName } from './openapi-schemas.ts';

const DELIVERY_HEADERS = {
  'webhook-id': "The event's `_id`, the same in each of its deliveries.",
  'webhook-timestamp': 'When this delivery was signed, in seconds since the epoch.',
  'webhook-signature':
    'One or two signatures separated by spaces, each `v1,<Base64>`: HMAC-SHA256 of ' +
    '`<webhook-id>.<webhook-timestamp>.<body>`.',
} as const;

export function describeWebhooks(): Record<string, object> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: describe(type) }]));
}

function describe(type: EventType): object {
  return {
    operationId: `event:${type}`,
    tags: ['event'],
    summary: eventEntries[type].trigger,
    security: [],
    parameters: Object.entries(DELIVERY_HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { event: { $ref: `#/components/schemas/${eventName(type)}` } },
            required: ['event'],
          },
          example: eventExample(type),
        },
      },
    },
    responses: {
      '2XX': { description: 'The delivery is accepted; any body is ignored.' },
      410: {
        description:
          'The endpoint no longer exists: it is disabled, and nothing more is sent to it.',
      },
    },
  };
}
