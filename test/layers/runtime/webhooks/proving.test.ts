/** Nothing but tests goes to an address that has not answered one, and only so many of them. */
import { isFailure } from '@billhook/core/base/errors';
import type { EndpointRecord } from '@billhook/core/webhook/endpoint';
import { MAX_PROOFS_OF_ENDPOINT, MAX_PROOFS_OF_PARTNER } from '@billhook/core/webhook/proving';
import { retryEvent } from '@billhook/runtime/events/retry';
import { changePartner } from '@billhook/runtime/partners/settings';
import { webhookEndpointStore } from '@billhook/runtime/stores/webhook-endpoint-store';
import {
  alterEndpoint,
  makeEndpoint,
  removeEndpoint,
  testEndpoint,
} from '@billhook/runtime/webhooks/endpoints';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { actor, openDeliveryWorld } from '../../../support/delivery-world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TRIES = 10;

let world: Awaited<ReturnType<typeof openDeliveryWorld>>;

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'vault');
  vi.stubEnv('STAGE', 'sandbox');
  world = await openDeliveryWorld();
});

const names = { resolve: async () => ['93.184.216.34'] };
const of = ({ _id: endpointId }: EndpointRecord) => {
  const { partnerId, now } = world;
  return { partnerId, endpointId, actor, now };
};
const change = (endpoint: EndpointRecord, given: Parameters<typeof alterEndpoint>[2]) =>
  alterEndpoint({ table: world.table, names }, of(endpoint), given);
const standing = ({ _id, partnerId }: EndpointRecord) =>
  webhookEndpointStore(world.table).find(partnerId, _id);
const typesSent = () => world.sent.map(({ body }) => JSON.parse(body).event.type);
const urlsSent = () => world.sent.map(({ url }) => url);
const TEST = 'webhook-endpoint.test';

describe('A new address', () => {
  test('gets the test that it was made with, and what waited once it has answered', async () => {
    const endpoint = await world.newUnverified();
    expect(endpoint).toMatchObject({ status: 'enabled', unverified: true });
    const event = await world.newEvent();
    expect(await world.plan(event)).toBe(0);
    await world.run(2 * MINUTE);
    expect(world.sent).toEqual([]);
    expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'parked' });
    await world.plan(world.testOf(endpoint));
    await world.deliver();
    expect(typesSent()[0]).toBe(TEST);
    await world.run(SECOND, SECOND);
    expect(typesSent()).toEqual([TEST, 'bill.created']);
    expect(await standing(endpoint)).not.toHaveProperty('unverified', true);
    expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'delivered' });
    const later = await world.newEvent();
    await world.plan(later);
    expect(await world.deliver()).toBe(1);
  });

  test('that fails at first is tried as anything is, and gets nothing else until then', async () => {
    const endpoint = await world.newUnverified();
    world.answer = () => 500;
    await world.plan(world.testOf(endpoint));
    const events = [await world.newEvent(), await world.newEvent()];
    for (const event of events) await world.plan(event);
    await world.run(10 * MINUTE, 10 * SECOND);
    expect(typesSent()).toEqual([TEST, TEST, TEST]);
    world.answer = () => 204;
    await world.run(HOUR);
    expect(typesSent().toSorted()).toEqual([
      ...Array(2).fill('bill.created'),
      ...Array(4).fill(TEST),
    ]);
    for (const event of events) {
      expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'delivered' });
    }
  });

  test('that never answers is left alone in the end, and its events are kept', async () => {
    const endpoint = await world.newUnverified();
    world.answer = () => 'timed_out';
    await world.plan(world.testOf(endpoint));
    const event = await world.newEvent();
    await world.plan(event);
    await world.run(6 * DAY, 10 * MINUTE);
    expect(typesSent()).toEqual(Array(TRIES).fill(TEST));
    expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'parked' });
    world.answer = () => 200;
    // Who has repaired it asks for a test.
    await testEndpoint(world, of(endpoint));
    await world.plan(world.testOf(endpoint));
    await world.run(3 * MINUTE);
    expect(typesSent().slice(TRIES)).toEqual([TEST, 'bill.created']);
  });

  test('that answers 410 is disabled as any, and proven when it is enabled again', async () => {
    const endpoint = await world.newUnverified();
    world.answer = () => 410;
    await world.plan(world.testOf(endpoint));
    await world.run(3 * MINUTE);
    expect(await standing(endpoint)).toMatchObject({ status: 'disabled', disabledBy: 'endpoint' });
    world.answer = () => 200;
    const event = await world.newEvent();
    await world.plan(event);
    await change(endpoint, { status: 'enabled' });
    await world.run(3 * MINUTE);
    expect(await standing(endpoint)).toMatchObject({ unverified: true });
    await world.plan(world.testOf(endpoint));
    await world.run(3 * MINUTE);
    expect(typesSent()).toEqual([TEST, TEST, 'bill.created']);
  });

  test('waits for its test while the partner is suspended', async () => {
    const endpoint = await world.newUnverified();
    await world.changePartner({ status: 'suspended' });
    await world.plan(world.testOf(endpoint));
    await world.run(10 * MINUTE);
    expect(world.sent).toEqual([]);
    const { partnerId, now } = world;
    const resumed = { partnerId, actor, now, change: { status: 'active' } } as const;
    await changePartner(world.table, resumed);
    await world.run(3 * MINUTE);
    expect(typesSent()).toEqual([TEST]);
    expect((await standing(endpoint))?.unverified).toBeUndefined();
  });

  test('of an endpoint that is deleted gets nothing any more, not even word of that', async () => {
    const endpoint = await world.newUnverified();
    world.answer = () => 500;
    await world.plan(world.testOf(endpoint));
    await world.deliver();
    await removeEndpoint(world, of(endpoint));
    const { _id: endpointId } = endpoint;
    const data = { action: 'webhook-endpoint-deleted', by: 'api-key', detail: { endpointId } };
    await world.plan(await world.newEvent({ type: 'partner.settings-changed', data }));
    await world.run(DAY, 5 * MINUTE);
    expect(world.sent).toHaveLength(1);
  });

  test('is not sent a test whose endpoint was deleted while it was looked for', async () => {
    const endpoint = await world.newUnverified();
    await world.plan(world.testOf(endpoint));
    const { get } = world.table;
    world.table.get = async (key) => {
      const found = await get(key);
      const isDelivery = key.sk.startsWith('delivery#');
      if (isDelivery) await removeEndpoint({ table: { ...world.table, get } }, of(endpoint));
      return found as never;
    };
    await world.deliver();
    expect(world.sent).toEqual([]);
  });
});

describe('An address that changes', () => {
  const moved = 'https://moved.example/';

  test('gets its test, then what waited; the old one gets nothing more', async () => {
    const endpoint = await world.newEndpoint();
    world.answer = () => 500;
    const failing = await world.newEvent();
    await world.plan(failing);
    await world.deliver();
    await change(endpoint, { url: moved });
    world.answer = () => 200;
    const later = await world.newEvent();
    await world.plan(later);
    await world.run(HOUR);
    expect(urlsSent()).toEqual([endpoint.url]);
    await world.plan(world.testOf(endpoint));
    await world.run(5 * MINUTE);
    expect(urlsSent()).toEqual([endpoint.url, moved, moved, moved]);
    expect(typesSent()[1]).toBe(TEST);
    for (const event of [failing, later]) {
      expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'delivered' });
    }
  });

  test('is not proven by what the old address answers meanwhile', async () => {
    const endpoint = await world.newUnverified();
    world.answer = async (url) => {
      if (url === endpoint.url) await change(endpoint, { url: moved });
      return 200;
    };
    await world.plan(world.testOf(endpoint));
    await world.deliver();
    expect(await standing(endpoint)).toMatchObject({ url: moved, unverified: true });
    await world.plan(await world.newEvent());
    await world.run(5 * MINUTE);
    expect(urlsSent()).toEqual([endpoint.url]);
    await world.plan(world.testOf(endpoint));
    await world.run(MINUTE);
    expect(urlsSent()).toEqual([endpoint.url, moved, moved]);
  });

  test('gets its test also from a deliverer that is busy with the old one', async () => {
    const endpoint = await world.newEndpoint();
    const { promise: never, resolve: giveUp } = Promise.withResolvers<500>();
    world.answer = (url) => (url === moved ? 200 : never);
    await world.plan(await world.newEvent());
    const delivering = world.deliver();
    await vi.waitFor(() => expect(world.sent).toHaveLength(1), 60_000);
    await change(endpoint, { url: moved });
    const later = await world.newEvent();
    await world.plan(world.testOf(endpoint));
    await world.plan(later);
    world.now += SECOND;
    await vi.waitFor(() => expect(urlsSent()).toContain(moved), 60_000);
    giveUp(500);
    await delivering;
    await world.run(10 * MINUTE);
    expect(urlsSent().filter((url) => url === endpoint.url)).toHaveLength(1);
    expect(typesSent().filter((_type, index) => urlsSent()[index] === moved)).toEqual([
      ...[TEST, 'bill.created', 'bill.created'],
    ]);
  });

  test('also where an event was planned for the old one a moment before', async () => {
    const endpoint = await world.newEndpoint();
    const event = await world.newEvent();
    await world.plan(event);
    await change(endpoint, { url: moved });
    await world.run(5 * MINUTE);
    expect(world.sent).toEqual([]);
    await world.plan(world.testOf(endpoint));
    await world.run(5 * MINUTE);
    expect(typesSent()).toEqual([TEST, 'bill.created']);
    expect(urlsSent()).toEqual([moved, moved]);
  });
});

describe('A partner that names another’s address', () => {
  const victim = 'https://victim.example/';

  test('has it sent few requests, however much happens and however often it asks', async () => {
    world.answer = () => 404;
    world.now = Math.ceil(world.now / DAY) * DAY;
    const endpoint = await world.newUnverified({ url: victim });
    const { table, partnerId } = world;
    let begun = 1;
    await world.plan(world.testOf(endpoint));
    for (let hour = 0; hour < 20; hour += 1) {
      for (const ask of [
        () => testEndpoint(world, of(endpoint)),
        () => change(endpoint, { url: `${victim}${hour}` }),
        () => change(endpoint, { status: 'disabled' }),
        () => change(endpoint, { status: 'enabled' }),
      ]) {
        world.now += 3 * SECOND;
        const before = world.testOf(endpoint)._id;
        await ask();
        const test = world.testOf(endpoint);
        if (test._id !== before) begun += 1;
        await world.plan(test);
        const eventId = test._id;
        await retryEvent(world.deps, { eventId, partnerId, endpointId: endpoint._id });
        const event = await world.newEvent();
        await world.plan(event);
        await retryEvent(world.deps, { eventId: event._id, partnerId });
        await world.deliver();
      }
      await world.run(HOUR, 10 * MINUTE);
    }
    expect(begun).toBe(MAX_PROOFS_OF_ENDPOINT);
    expect(new Set(typesSent())).toEqual(new Set([TEST]));
    expect(world.sent.length).toBeLessThanOrEqual(MAX_PROOFS_OF_ENDPOINT * TRIES);
    const items = [...table.items.values()];
    const waiting = items.filter(({ state }) => state === 'waiting');
    expect(waiting.length).toBeLessThanOrEqual(1);
  });

  test('is refused when it makes one endpoint after another', async () => {
    let made = 0;
    for (let count = 0; count < MAX_PROOFS_OF_PARTNER + 20; count += 1) {
      const { partnerId, now } = world;
      const idBytes = () => new Uint8Array(32).fill(count);
      const given = { url: victim, partnerId, actor, now, idBytes };
      const endpoint = await makeEndpoint({ ...world.deps, names }, given);
      if (isFailure(endpoint)) {
        expect(endpoint).toMatchObject({ failure: 'too_many_requests' });
        continue;
      }
      made += 1;
      await removeEndpoint(world, of(endpoint.endpoint));
    }
    expect(made).toBe(MAX_PROOFS_OF_PARTNER);
    world.now += DAY;
    await world.newUnverified({ url: victim });
  });

  test('is refused tests of endpoints that it has, when there were too many of others', async () => {
    const endpoint = await world.newUnverified({ url: victim });
    const endpoints = webhookEndpointStore(world.table);
    for (let count = 1; count < MAX_PROOFS_OF_PARTNER; count += 1) {
      await world.table.write([endpoints.takeProof(world.partnerId, world.now)]);
    }
    const refused = { failure: 'too_many_requests' };
    expect(await testEndpoint(world, of(endpoint))).toMatchObject(refused);
    expect(await change(endpoint, { url: `${victim}2` })).toMatchObject(refused);
    expect(await change(endpoint, { description: 'Mine' })).not.toHaveProperty('failure');
  });
});

test('an endpoint of release 0.1.0 goes on as it was', async () => {
  const endpoint = await world.newUnverified();
  const { unverified: _new, proofs: _proofs, sequence: _count, ...before } = endpoint;
  const { secret: _secret, ...record } = before;
  const endpoints = webhookEndpointStore(world.table);
  await world.table.write([endpoints.save({ ...record, version: 2 })]);
  expect(await world.plan(await world.newEvent())).toBe(1);
  await world.deliver();
  expect(typesSent()).toEqual(['bill.created']);
});
