/**
 * What follows the table, from an event that was written to the bus, and on to partners; and what reads
 * queues beside.
 */

import type { QueueDeclaration, StreamDeclaration } from '@billhook/core/api/operation';
import { EVENT_PREFIX } from '@billhook/core/events/event-id';

export const publishEvents = {
  summary: 'Publish new events on the bus, and remove each from the due index.',
  uses: { table: ['get', 'update'], publishes: true },
  impact: 'Partners are notified a minute or two late, by the sweep.',
  sortKeyPrefix: EVENT_PREFIX,
  timeoutSeconds: 30,
} as const satisfies StreamDeclaration;

export const planDeliveries = {
  summary: 'Create a delivery of an event for each endpoint that subscribes to it.',
  uses: { table: ['get', 'query', 'put', 'update'], sends: ['endpoints'] },
  impact: 'Partners receive no webhooks; what happened is in the event log.',
  queue: 'events',
  batchSize: 10,
  maxConcurrency: 20,
  timeoutSeconds: 30,
} as const satisfies QueueDeclaration;

export const deliverWebhooks = {
  summary: 'Send an endpoint the events that are due, one endpoint at a time.',
  uses: {
    table: ['get', 'query-index', 'put', 'update', 'delete', 'check'],
    vault: { open: ['webhook'] },
    sends: ['endpoints'],
  },
  impact: 'Webhooks are late, but none are lost.',
  queue: 'endpoints',
  // By itself: who waits for an endpoint that hangs waits for no other.
  batchSize: 1,
  maxConcurrency: 50,
  timeoutSeconds: 90,
} as const satisfies QueueDeclaration;

export const readAccounts = {
  summary: 'Read the bills of accounts again without their users, each company at its own pace.',
  uses: {
    table: ['get', 'put', 'update'],
    passing: ['get', 'put'],
    vault: { seal: ['login'], open: ['login', 'given'] },
    connectorKeys: ['use'],
    fingerprint: true,
    sends: ['readings', 'attended', 'unattended'],
  },
  impact: 'New bills are seen late, and so paid late.',
  queue: 'readings',
  // All of them at once: none waits for another.
  batchSize: 10,
  maxConcurrency: 20,
  timeoutSeconds: 120,
  memoryMebibytes: 1024,
} as const satisfies QueueDeclaration;
