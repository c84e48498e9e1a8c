/** What follows the table: from an event that was written to the bus, and on to partners. */
import { EVENT_PREFIX } from '@billhook/core/event-id';
import type { StreamDeclaration } from '@billhook/core/operation';

export const publishEvents = {
  summary: 'Publish new events on the bus, and take each out of the due index.',
  uses: { table: ['get', 'update'], publishes: true },
  impact: 'Partners hear of what happened a minute or two late, from the sweep.',
  sortKeyPrefix: EVENT_PREFIX,
  timeoutSeconds: 30,
} as const satisfies StreamDeclaration;
