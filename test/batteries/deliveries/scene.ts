/** A partner whose endpoints are to take events, and the tests that their addresses answer first. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isFailure } from '@billhook/core/base/errors';
import { newRootId } from '@billhook/core/base/ids';
import type { EventRecord, EventType } from '@billhook/core/events/event';
import { EVENT_PREFIX } from '@billhook/core/events/event-id';
import { newPartner } from '@billhook/core/partner/partner';
import { isTest } from '@billhook/core/webhook/proving';
import type { Table } from '@billhook/runtime/table/types';
import type { Receiver } from '../../support/delivery-receiver.ts';
import type { StubQueues } from './queues.ts';

export type Scene = { readonly partnerId: string; readonly endpointIds: readonly string[] };

/** One endpoint for each type. */
export async function setUp(
  table: Table,
  receiver: Receiver,
  types: readonly EventType[],
): Promise<Scene> {
  const { makeEndpoint } = await import('@billhook/runtime/webhooks/endpoints');
  const { openVault } = await import('@billhook/runtime/aws/vault');
  const { partnerStore } = await import('@billhook/runtime/stores/partner-store');
  const partnerId = newRootId('ptn', randomBytes);
  const now = Date.now();
  const partner = newPartner({ partnerId, name: 'Battery', now: new Date(now).toISOString() });
  await table.write([partnerStore(table).save(partner)]);
  const endpointIds: string[] = [];
  for (const [index, type] of types.entries()) {
    const path = `/hooks/${index}`;
    const made = await makeEndpoint(
      { table, vault: openVault() },
      {
        url: `${receiver.url}${path}`,
        events: [type],
        partnerId,
        actor: { kind: 'operator', id: 'battery' },
        now,
        idBytes: () => randomBytes(32),
      },
    );
    if (isFailure(made)) throw new Error(`An endpoint was rejected: ${made.failure}`);
    receiver.trust(path, made.secret);
    endpointIds.push(made.endpoint._id);
  }
  return { partnerId, endpointIds };
}

/** All attempts of a test, which the battery's times bring closer together, and a little more. */
const TEST_MILLISECONDS = 3_000;

/** Sends each endpoint the test of its address, in place of the stream, until it has answered one. */
export async function untilProven(
  table: Table,
  queues: StubQueues,
  { partnerId, endpointIds }: Scene,
): Promise<void> {
  const { testEndpoint } = await import('@billhook/runtime/webhooks/endpoints');
  const { webhookEndpointStore } = await import('@billhook/runtime/stores/webhook-endpoint-store');
  const sent = new Set<string>();
  const send = async () => {
    const range = { partition: partnerId, prefix: EVENT_PREFIX };
    const { items } = await table.query<EventRecord>(range);
    const tests = items.filter((event) => isTest(event) && !sent.has(event._id));
    queues.send(
      'events',
      tests.map(({ _id: eventId }) => ({ eventId, partnerId })),
    );
    for (const { _id } of tests) sent.add(_id);
  };
  const unproven = async () => {
    const endpoints = await webhookEndpointStore(table).list(partnerId);
    return endpoints.filter(({ unverified }) => unverified).map(({ _id }) => _id);
  };
  let left: readonly string[] = endpointIds;
  while (left.length > 0) {
    await send();
    for (let waited = 0; left.length > 0 && waited < TEST_MILLISECONDS; waited += 50) {
      await pause(50);
      left = await unproven();
    }
    // One whose test was put aside gets another.
    for (const endpointId of left) {
      await testEndpoint({ table }, { partnerId, endpointId, now: Date.now() });
    }
  }
}
