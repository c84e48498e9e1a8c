/** What might make everybody forget a delivery that waits, or that is to be taken up again. */
import type { EndpointRecord } from '@billhook/core/webhook/endpoint';
import { retryEvent } from '@billhook/runtime/events/retry';
import { deliverWebhooks } from '@billhook/runtime/webhooks/deliver';
import { alterEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { beforeEach, expect, test, vi } from 'vitest';
import { actor, openDeliveryWorld } from '../../../support/delivery-world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let world: Awaited<ReturnType<typeof openDeliveryWorld>>;

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'vault');
  vi.stubEnv('STAGE', 'sandbox');
  world = await openDeliveryWorld();
});

function change({ _id: endpointId }: EndpointRecord, given: Parameters<typeof alterEndpoint>[2]) {
  const { table, partnerId, now } = world;
  return alterEndpoint({ table }, { partnerId, endpointId, actor, now }, given);
}

/** Three events that were put aside, and an endpoint that was enabled this moment. */
async function resumingEndpoint() {
  const endpoint = await world.newEndpoint();
  await change(endpoint, { status: 'disabled' });
  for (let count = 0; count < 3; count += 1) await world.plan(await world.newEvent());
  await change(endpoint, { status: 'enabled' });
  return { endpoint, ids: { endpointId: endpoint._id, partnerId: world.partnerId } };
}

test('a message that comes twice does not make the next attempt forgotten', async () => {
  await world.newEndpoint();
  world.answer = () => 500;
  await world.plan(await world.newEvent());
  const [message] = world.messages;
  await world.run(6 * MINUTE, 5 * SECOND);
  expect(world.sent).toHaveLength(3);
  await world.run(5 * MINUTE);
  if (message) world.messages.push(message);
  await world.deliver();
  await world.run(30 * MINUTE);
  expect(world.sent).toHaveLength(4);
});

test('what is to be taken up again is not forgotten by a deliverer without time for it', async () => {
  const { ids } = await resumingEndpoint();
  world.now += 2 * MINUTE;
  await deliverWebhooks(world.deps, ids, world.now);
  expect(world.sent).toHaveLength(0);
  await world.run(3 * MINUTE);
  expect(world.sent).toHaveLength(3);
});

test('what an address answered 410 goes to the one that its endpoint has moved to meanwhile', async () => {
  const endpoint = await world.newEndpoint({ url: 'https://93.184.216.34/old' });
  const moved = 'https://93.184.216.34/new';
  world.answer = async (url) => {
    if (url === moved) return 200;
    await change(endpoint, { url: moved });
    await world.plan(world.testOf(endpoint));
    return 410;
  };
  const event = await world.newEvent();
  await world.plan(event);
  await world.deliver();
  await world.run(3 * MINUTE);
  // The new address is sent its test before.
  expect(world.sent.map(({ url }) => url)).toEqual([endpoint.url, moved, moved]);
  expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'delivered' });
});

test('what an address answered 410 waits until the endpoint is known to be shut', async () => {
  const endpoint = await world.newEndpoint();
  world.answer = () => 410;
  const event = await world.newEvent();
  await world.plan(event);
  const { write } = world.table;
  world.table.write = async (writes) => {
    if (writes.some((one) => 'put' in one && one.put.disabledBy)) throw new Error('killed');
    return write(writes);
  };
  await world.deliver();
  expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'waiting' });
  world.table.write = write;
  await world.run(3 * MINUTE);
  expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'parked' });
});

test('what is taken up again meets no transaction of its own', async () => {
  await resumingEndpoint();
  const { write } = world.table;
  let isUnderWay = false;
  // As the table refuses transactions that name one item at once.
  world.table.write = async (writes) => {
    if (!writes.some((one) => 'check' in one)) return write(writes);
    if (isUnderWay) throw new Error('TransactionConflict');
    isUnderWay = true;
    await new Promise((resolve) => setTimeout(resolve, 5));
    isUnderWay = false;
    return write(writes);
  };
  await world.run(2 * MINUTE);
  expect(world.sent).toHaveLength(3);
});

test('what could not be taken up again holds up nothing, and is taken up later', async () => {
  const { endpoint } = await resumingEndpoint();
  const { write } = world.table;
  let isRefused = false;
  world.table.write = async (writes) => {
    if (isRefused || !writes.some((one) => 'check' in one)) return write(writes);
    isRefused = true;
    throw new Error('The table is out');
  };
  const fresh = await world.newEvent();
  await world.plan(fresh);
  await world.deliver();
  expect(await world.deliveryOf(fresh, endpoint)).toMatchObject({ state: 'delivered' });
  await world.run(3 * MINUTE);
  expect(world.sent).toHaveLength(4);
});

test('one that was changed meanwhile does not keep the others aside', async () => {
  await resumingEndpoint();
  const { write } = world.table;
  let isChanged = false;
  world.table.write = async (writes) => {
    const [first] = writes;
    if (!isChanged && first && 'put' in first && writes.some((one) => 'check' in one)) {
      isChanged = true;
      await write([{ put: { ...first.put, version: Number(first.put.version) + 7 } }]);
    }
    return write(writes);
  };
  await world.run(2 * MINUTE);
  expect(world.sent).toHaveLength(3);
});

test('an endpoint whose item cannot be written keeps no other asleep', async () => {
  const endpoints = [await world.newEndpoint(), await world.newEndpoint()];
  await world.plan(await world.newEvent());
  world.messages.length = 0;
  const { write } = world.table;
  world.table.write = async (writes) => {
    const [first] = writes;
    const isHot = first && 'update' in first && first.update.pk.startsWith(endpoints[0]?._id ?? '');
    if (isHot) throw new Error('ProvisionedThroughputExceededException');
    return write(writes);
  };
  world.now += 2 * MINUTE;
  expect(await world.sweep()).toBe(1);
  expect(world.messages).toMatchObject([{ endpointId: endpoints[1]?._id }]);
  world.table.write = write;
  expect(await world.sweep()).toBe(1);
});

test('what is sent again goes out although the process died right behind writing that', async () => {
  await world.newEndpoint();
  const event = await world.newEvent();
  await world.plan(event);
  await world.deliver();
  await world.run(5 * MINUTE);
  const { write } = world.table;
  const dying = { ...world.deps, table: { ...world.table } };
  let isDead = false;
  dying.table.write = async (writes) => {
    if (isDead) throw new Error('killed');
    isDead = writes.some((one) => 'put' in one && Number(one.put.version) > 1);
    return write(writes);
  };
  const given = { eventId: event._id, partnerId: world.partnerId };
  await expect(retryEvent(dying, given)).rejects.toThrow('killed');
  await world.run(3 * MINUTE);
  expect(world.sent).toHaveLength(2);
});
