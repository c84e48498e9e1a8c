/** An endpoint that is deleted is told so, and nothing else: a thief cannot hide that he deleted it. */
import type { EventRecord } from '@billhook/core/events/event';
import type { EndpointRecord } from '@billhook/core/webhook/endpoint';
import { alterEndpoint, removeEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { beforeEach, expect, test, vi } from 'vitest';
import { actor, openDeliveryWorld } from '../../../support/delivery-world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: Awaited<ReturnType<typeof openDeliveryWorld>>;

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'vault');
  vi.stubEnv('STAGE', 'sandbox');
  world = await openDeliveryWorld();
});

const by = () => ({ partnerId: world.partnerId, actor, now: world.now });

/** Deletes it, and answers the event that tells of it, as the stream publishes it. */
async function remove({ _id: endpointId }: EndpointRecord): Promise<EventRecord> {
  await removeEndpoint({ table: world.table }, { ...by(), endpointId });
  const data = { action: 'webhook-endpoint-deleted', by: 'api-key', detail: { endpointId } };
  return world.newEvent({ type: 'partner.settings-changed', data });
}

const told = () => world.sent.map(({ body }) => JSON.parse(body).event.payload.data);

test('it is told of its deletion, signed with its secret, whatever it asked for', async () => {
  const endpoint = await world.newEndpoint({ events: ['bill.*'] });
  const event = await remove(endpoint);
  await world.deliver();
  await world.plan(event);
  await world.run(2 * MINUTE);
  expect(told()).toMatchObject([
    { action: 'webhook-endpoint-deleted', detail: { endpointId: endpoint._id } },
  ]);
  expect(world.sent[0]?.headers['webhook-signature']).toMatch(/^v1,/);
  expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'delivered' });
});

test('it is told also where its deliverer came before the event, and where it was disabled first', async () => {
  const endpoint = await world.newEndpoint();
  const change = { status: 'disabled' } as const;
  await alterEndpoint({ table: world.table }, { ...by(), endpointId: endpoint._id }, change);
  const event = await remove(endpoint);
  await world.run(5 * MINUTE);
  await world.plan(event);
  await world.run(2 * MINUTE);
  expect(told()).toHaveLength(1);
});

test('what waited for it or was put aside is ended, and later events do not reach it', async () => {
  const endpoint = await world.newEndpoint();
  world.answer = () => 500;
  const waiting = await world.newEvent();
  await world.plan(waiting);
  await world.deliver();
  const before = world.sent.length;
  const event = await remove(endpoint);
  await world.plan(event);
  await world.plan(await world.newEvent());
  world.answer = () => 200;
  await world.run(DAY, 10 * MINUTE);
  expect(told().slice(before)).toMatchObject([{ action: 'webhook-endpoint-deleted' }]);
  expect(await world.deliveryOf(waiting, endpoint)).toMatchObject({ state: 'ended' });
});

test('it is tried again until it is reached', async () => {
  const endpoint = await world.newEndpoint();
  world.answer = () => 503;
  const event = await remove(endpoint);
  await world.plan(event);
  await world.run(3 * 60 * MINUTE, 5 * MINUTE);
  world.answer = () => 200;
  await world.run(DAY, 10 * MINUTE);
  expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'delivered' });
});

test('another endpoint’s deletion does not reach one that was deleted before', async () => {
  const [first, second] = [await world.newEndpoint(), await world.newEndpoint()];
  await world.plan(await remove(first));
  await world.run(5 * MINUTE);
  const count = world.sent.length;
  await world.plan(await remove(second));
  await world.run(5 * MINUTE);
  expect(world.sent.slice(count).map(({ body }) => JSON.parse(body).event._id)).toHaveLength(1);
});

test('one that had said that it is gone is left alone', async () => {
  const endpoint = await world.newEndpoint();
  world.answer = () => 410;
  await world.plan(await world.newEvent());
  await world.run(2 * MINUTE);
  const count = world.sent.length;
  await world.plan(await remove(endpoint));
  await world.run(10 * MINUTE);
  expect(world.sent).toHaveLength(count);
});
