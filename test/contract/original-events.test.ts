/** Each event as the documents show it, read by a client of the original service. */
import { eventTypes } from '@billhook/core/events/event';
import { expect, test } from 'vitest';
import { eventExample } from '../../lib/documents/event-examples.ts';
import { documented, readOriginal } from '../support/original-client.ts';

test.each(eventTypes)('%s is read', (type) => {
  const said = readOriginal(eventExample(type).event as never);
  expect(said === 'ignored').toBe(!Object.hasOwn(documented, type));
});

test('what the original documents is sent', () => {
  expect(Object.keys(documented).filter((type) => !eventTypes.includes(type as never))).toEqual([]);
});
