/** Deliveries from the event to the endpoint's answer, by a clock of our own. */
import { isFailure } from '@billhook/core/base/errors';
import { endpointQueueKey } from '@billhook/core/base/table-keys';
import { deliveryTimes } from '@billhook/core/webhook/delivery';
import type { EndpointQueue } from '@billhook/core/webhook/endpoint-queue';
import { retryEvent } from '@billhook/runtime/events/retry';
import { listAudit } from '@billhook/runtime/partners/audit';
import { changePartner } from '@billhook/runtime/partners/settings';
import { webhookEndpointStore } from '@billhook/runtime/stores/webhook-endpoint-store';
import { deliverWebhooks } from '@billhook/runtime/webhooks/deliver';
import {
  alterEndpoint,
  makeEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
} from '@billhook/runtime/webhooks/endpoints';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { actor, openDeliveryWorld } from '../../../support/delivery-world.ts';
import { loggedFields } from '../../../support/logged.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let world: Awaited<ReturnType<typeof openDeliveryWorld>>;

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'vault');
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'ERROR');
  world = await openDeliveryWorld();
});

function queueOf(endpointId: string): Promise<EndpointQueue | undefined> {
  return world.table.get(endpointQueueKey(world.partnerId, endpointId));
}

const change = (endpointId: string, given: Parameters<typeof alterEndpoint>[2]) =>
  alterEndpoint(
    { table: world.table },
    { partnerId: world.partnerId, endpointId, actor, now: world.now },
    given,
  );

describe('an event', () => {
  test('goes once to each endpoint that wants it, signed for it', async () => {
    const [all, some] = [
      await world.newEndpoint({ url: 'https://all.example/' }),
      await world.newEndpoint({ url: 'https://some.example/', events: ['bill.*'] }),
    ];
    await world.newEndpoint({ url: 'https://others.example/', events: ['auth.*', 'swap.hold'] });
    const event = await world.newEvent();
    expect(await world.plan(event)).toBe(2);
    expect(await world.deliver()).toBe(2);
    expect(world.sent.map(({ url }) => url).toSorted()).toEqual([all.url, some.url]);
    for (const { url, body, headers } of world.sent) {
      const { secret } = url === all.url ? all : some;
      vi.setSystemTime(world.now);
      const verified = new Webhook(secret).verify(body, headers) as { event: { _id: string } };
      expect(verified.event._id).toBe(event._id);
      expect(headers['webhook-id']).toBe(event._id);
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    }
    vi.useRealTimers();
    expect(await world.deliveryOf(event, all)).toMatchObject({
      state: 'delivered',
      attempts: [{ outcome: 'delivered', status: 200 }],
    });
  });

  test('that is planned and delivered again does not go out again', async () => {
    await world.newEndpoint();
    const event = await world.newEvent();
    for (let count = 0; count < 3; count += 1) {
      await world.plan(event);
      await world.deliver();
    }
    await world.run(10 * MINUTE);
    expect(world.sent).toHaveLength(1);
  });

  test('for one endpoint goes to no other, whatever they asked for', async () => {
    const own = await world.newEndpoint({ url: 'https://own.example/', events: ['auth.hold'] });
    await world.newEndpoint();
    const type = 'webhook-endpoint.test';
    expect(await world.plan(await world.newEvent({ type, endpointId: own._id }))).toBe(1);
    await world.deliver();
    expect(world.sent.map(({ url }) => url)).toEqual([own.url]);
  });

  test('that stands in the log alone goes to nobody', async () => {
    await world.newEndpoint();
    const event = await world.newEvent({ logOnly: true });
    expect(await world.plan(event)).toBe(0);
  });

  test('that is restricted goes out only to partners who may have it', async () => {
    await world.newEndpoint();
    expect(await world.plan(await world.newEvent({ restricted: true }))).toBe(0);
    await world.changePartner({ authEvents: true });
    expect(await world.plan(await world.newEvent({ restricted: true }))).toBe(1);
  });

  test('of another partner is not planned', async () => {
    await world.newEndpoint();
    const event = await world.newEvent();
    const other = await openDeliveryWorld();
    await other.newEndpoint();
    await other.table.write([{ put: { ...(event as object), pk: 'x', sk: 'y' } }]);
    expect(await other.plan(event)).toBe(0);
  });
});

describe('the table of delays', () => {
  test('waits as long as its endpoint asks', async () => {
    const endpoint = await world.newEndpoint();
    const busy = { kind: 'answered', status: 503, retryAfter: '120', milliseconds: 1 } as const;
    world.answer = () => busy;
    const event = await world.newEvent();
    await world.plan(event);
    await world.deliver();
    const { dueAt = '' } = (await world.deliveryOf(event, endpoint)) ?? {};
    expect(Date.parse(dueAt)).toBeGreaterThanOrEqual(world.now + 120 * SECOND);
    await world.run(119 * SECOND, 7 * SECOND);
    expect(world.sent).toHaveLength(1);
    await world.run(MINUTE);
    expect(world.sent).toHaveLength(2);
  });

  test('is gone through to its end; then the delivery is put aside, not dropped', async () => {
    const endpoint = await world.newEndpoint();
    world.answer = () => 500;
    const event = await world.newEvent();
    await world.plan(event);
    const lines = await loggedFields(async () => {
      await world.deliver();
      await world.run(10 * SECOND, SECOND);
      await world.run(5 * DAY);
    });
    const at = world.sent.map((one) => one.at);
    expect(at).toHaveLength(deliveryTimes.delays.length);
    for (const [index, delay] of deliveryTimes.delays.entries()) {
      const waited = (at[index] ?? 0) - (at[index - 1] ?? world.sent[0]?.at ?? 0);
      expect(waited).toBeGreaterThanOrEqual(delay);
      expect(waited).toBeLessThanOrEqual(delay + 2 * MINUTE);
    }
    const delivery = await world.deliveryOf(event, endpoint);
    expect(delivery).toMatchObject({ state: 'parked', tries: 10 });
    expect(lines.filter(({ WebhooksParked }) => WebhooksParked)).toHaveLength(1);
    expect(new Set(world.sent.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([event._id]),
    );
    // Nothing looks at it any more.
    expect(await queueOf(endpoint._id)).not.toHaveProperty('dueAt');
  });

  test('ends at the first success', async () => {
    const endpoint = await world.newEndpoint();
    world.answer = () => (world.sent.length < 3 ? 'connection_failed' : 204);
    const event = await world.newEvent();
    await world.plan(event);
    await world.deliver();
    await world.run(HOUR);
    expect(world.sent).toHaveLength(3);
    expect(await world.deliveryOf(event, endpoint)).toMatchObject({
      state: 'delivered',
      attempts: [
        { outcome: 'connection_failed' },
        { outcome: 'connection_failed' },
        { outcome: 'delivered', status: 204 },
      ],
    });
  });

  test.each([
    [301, 'redirected'],
    [404, 'unexpected_status'],
    ['timed_out', 'timed_out'],
  ] as const)('has %s for a failure', async (answer, outcome) => {
    const endpoint = await world.newEndpoint();
    world.answer = () => answer;
    const event = await world.newEvent();
    await world.plan(event);
    await world.deliver();
    const delivery = await world.deliveryOf(event, endpoint);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: [{ outcome }] });
  });
});

describe('an endpoint', () => {
  test('that answers 410 is disabled, and what waits for it is put aside until it is enabled', async () => {
    const endpoint = await world.newEndpoint();
    world.answer = () => 500;
    const events = [await world.newEvent(), await world.newEvent(), await world.newEvent()];
    for (const event of events) await world.plan(event);
    await world.deliver();
    world.answer = () => 410;
    await world.run(10 * SECOND, SECOND);
    await world.run(3 * MINUTE);
    const entries = await listAudit(world.table, world.partnerId);
    const disabled = entries.filter(({ action }) => action === 'webhook-endpoint-disabled');
    expect(disabled).toMatchObject([{ actor: { kind: 'schedule' } }]);
    const later = await world.newEvent();
    expect(await world.plan(later)).toBe(0);
    for (const event of [...events, later]) {
      expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'parked' });
    }
    const before = world.sent.length;
    await world.run(DAY, HOUR);
    expect(world.sent).toHaveLength(before);
    world.answer = () => 200;
    expect(await change(endpoint._id, { status: 'enabled' })).toMatchObject({ status: 'enabled' });
    await world.run(3 * MINUTE);
    expect(world.sent).toHaveLength(before + 4);
    await world.run(5 * MINUTE);
    expect(await queueOf(endpoint._id)).not.toHaveProperty('resumeAt');
    expect(await queueOf(endpoint._id)).not.toHaveProperty('dueAt');
  });

  test('of a suspended partner gets nothing, and everything once the partner is back', async () => {
    const endpoint = await world.newEndpoint();
    const waiting = await world.newEvent();
    await world.plan(waiting);
    await world.changePartner({ status: 'suspended' });
    await world.deliver();
    const parked = await world.newEvent();
    await world.plan(parked);
    await world.run(HOUR);
    expect(world.sent).toEqual([]);
    for (const event of [waiting, parked]) {
      expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'parked' });
    }
    const { partnerId, now } = world;
    const resumed = { partnerId, actor, now, change: { status: 'active' } } as const;
    await changePartner(world.table, resumed);
    await world.run(3 * MINUTE);
    expect(world.sent).toHaveLength(2);
  });

  test('that is deleted gets nothing more, and its deliveries end', async () => {
    const endpoint = await world.newEndpoint();
    world.answer = () => 500;
    const event = await world.newEvent();
    await world.plan(event);
    await world.deliver();
    const given = { partnerId: world.partnerId, endpointId: endpoint._id, actor, now: world.now };
    expect(isFailure(await removeEndpoint({ table: world.table }, given))).toBe(false);
    await world.run(10 * MINUTE);
    expect(world.sent).toHaveLength(1);
    expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'ended' });
    expect(await queueOf(endpoint._id)).toBeUndefined();
  });

  test('has 16 siblings at most, also when they are made at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => world.newUnverified()));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
  });

  test('that its request made before is not made again, and its secret not said again', async () => {
    const { table, partnerId, now } = world;
    const { vault } = world.deps;
    const bytes = new Uint8Array(32).fill(7);
    const names = { resolve: async () => ['93.184.216.34'] };
    const given = { url: 'https://example.com/', partnerId, actor, now, idBytes: () => bytes };
    expect(await makeEndpoint({ table, vault, names }, given)).toHaveProperty('secret');
    expect(await makeEndpoint({ table, vault, names }, given)).toEqual({
      failure: 'answer_not_kept',
    });
    expect(await webhookEndpointStore(table).countPlaces(partnerId)).toBe(1);
  });

  test('signs with both secrets for a day after a rotation, and then with the new one only', async () => {
    const endpoint = await world.newEndpoint();
    const given = { partnerId: world.partnerId, endpointId: endpoint._id, actor, now: world.now };
    const rotated = await rotateEndpointSecret(world.deps, given);
    if (isFailure(rotated)) throw new Error(rotated.failure);
    const send = async () => {
      await world.plan(await world.newEvent());
      await world.deliver();
      const { headers, body } = world.sent.at(-1) ?? { headers: {}, body: '' };
      vi.setSystemTime(world.now);
      return [endpoint.secret, rotated.secret].map((secret) => {
        try {
          return new Webhook(secret).verify(body, headers) !== undefined;
        } catch {
          return false;
        }
      });
    };
    expect(await send()).toEqual([true, true]);
    expect(world.sent.at(-1)?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    world.now += DAY - 1;
    expect(await send()).toEqual([true, true]);
    world.now += 1;
    expect(await send()).toEqual([false, true]);
    vi.useRealTimers();
  });
});

describe('a deliverer', () => {
  test('that was killed leaves a lease, and is followed by another when that is over', async () => {
    const endpoint = await world.newEndpoint();
    const event = await world.newEvent();
    await world.plan(event);
    world.messages.length = 0;
    const killed = new Error('killed');
    const dying = { ...world.deps, post: () => Promise.reject(killed), table: { ...world.table } };
    // It takes the lease, and nothing of it is heard again.
    dying.table.write = async (writes) => {
      const done = await world.table.write(writes);
      if (writes.some((one) => 'update' in one && one.set?.leaseId)) throw killed;
      return done;
    };
    const message = { endpointId: endpoint._id, partnerId: world.partnerId, eventId: event._id };
    await expect(deliverWebhooks(dying, message, Number.MAX_SAFE_INTEGER)).rejects.toThrow(killed);
    expect(await deliverWebhooks(world.deps, message, Number.MAX_SAFE_INTEGER)).toBe(0);
    expect(world.sent).toEqual([]);
    await world.run(2 * MINUTE);
    expect(world.sent).toHaveLength(1);
  });

  test('meets what came while it gave its lease back', async () => {
    const endpoint = await world.newEndpoint();
    await world.plan(await world.newEvent());
    let late: Promise<unknown> | undefined;
    const racing = { ...world.deps, table: { ...world.table } };
    racing.table.write = async (writes) => {
      const ends = writes.some((one) => 'update' in one && one.set?.settled !== undefined);
      if (ends && !late) {
        late = world.newEvent().then((event) => world.plan(event));
        await late;
      }
      return world.table.write(writes);
    };
    const message = { endpointId: endpoint._id, partnerId: world.partnerId };
    expect(await deliverWebhooks(racing, message, Number.MAX_SAFE_INTEGER)).toBe(2);
  });

  test('that finds another at work comes again for an event that nobody tried', async () => {
    const endpoint = await world.newEndpoint();
    const event = await world.newEvent();
    await world.plan(event);
    const key = endpointQueueKey(world.partnerId, endpoint._id);
    const lease = { leaseId: 'another', leaseUntil: world.now + 500 };
    await world.table.write([{ update: key, set: lease }]);
    await world.deliver();
    expect(world.messages).toMatchObject([{ eventId: event._id, again: 1 }]);
    world.now += SECOND;
    expect(await world.deliver()).toBe(1);
  });

  test('finds what the index did not show, within the next two sweeps', async () => {
    await world.newEndpoint();
    const query = world.table.query;
    const event = await world.newEvent();
    await world.plan(event);
    const [message] = world.messages.splice(0);
    if (message) world.messages.push({ ...message, eventId: undefined });
    world.table.query = async (range) =>
      range.index === 'byDue' && range.partition.startsWith('deliveries#')
        ? { items: [] }
        : query(range);
    await world.deliver();
    expect(world.sent).toEqual([]);
    world.table.query = query;
    await world.run(2 * MINUTE);
    expect(world.sent).toHaveLength(1);
  });
});

describe('one that hangs', () => {
  test('holds up no other endpoint, and no other event of its own', async () => {
    const hanging = await world.newEndpoint({ url: 'https://hangs.example/' });
    await world.newEndpoint({ url: 'https://answers.example/' });
    const { promise: never, resolve: giveUp } = Promise.withResolvers<'timed_out'>();
    let hung = false;
    world.answer = (url) => {
      if (url !== hanging.url || hung) return 200;
      hung = true;
      return never;
    };
    for (let count = 0; count < 5; count += 1) await world.plan(await world.newEvent());
    const messages = world.messages.splice(0);
    const runs = messages.map(({ at: _at, ...message }) =>
      deliverWebhooks(world.deps, message, world.now + MINUTE),
    );
    await vi.waitFor(() => expect(world.sent).toHaveLength(10), 60_000);
    await vi.waitFor(() => {
      const items = [...world.table.items.values()];
      const done = items.filter(({ state, test }) => state === 'delivered' && !test);
      expect(done).toHaveLength(9);
    }, 60_000);
    giveUp('timed_out');
    const counts = await Promise.all(runs);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10);
  });
});

describe('one that answers nothing in time', () => {
  test('is left alone for a minute, whatever comes, and tried one at a time after it', async () => {
    const endpoint = await world.newEndpoint();
    world.answer = () => 'timed_out';
    for (let count = 0; count < 40; count += 1) await world.plan(await world.newEvent());
    await world.deliver();
    expect(await queueOf(endpoint._id)).toMatchObject({
      inFlight: 1,
      leaseUntil: world.now + deliveryTimes.pauseMilliseconds,
    });
    const before = world.sent.length;
    const late = await world.newEvent();
    await world.plan(late);
    await world.deliver();
    expect(world.sent).toHaveLength(before);
    await world.run(3 * MINUTE);
    expect(world.sent.length - before).toBeLessThanOrEqual(3);
    world.answer = () => 200;
    await world.run(HOUR);
    expect(await world.deliveryOf(late, endpoint)).toMatchObject({ state: 'delivered' });
    const deliveries = [...world.table.items.values()].filter(({ sk }) =>
      String(sk).startsWith('delivery#'),
    );
    expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
  });
});

describe('sending an event again', () => {
  test('goes to endpoints where it was delivered, and to those that were made later', async () => {
    const before = await world.newEndpoint({ url: 'https://before.example/' });
    const event = await world.newEvent();
    await world.plan(event);
    await world.deliver();
    const after = await world.newEndpoint({ url: 'https://after.example/' });
    const given = { eventId: event._id, partnerId: world.partnerId };
    const retried = await retryEvent(world.deps, given);
    expect((retried as string[]).toSorted()).toEqual([before._id, after._id].toSorted());
    await world.deliver();
    expect(world.sent.map(({ url }) => url).toSorted()).toEqual(
      [after.url, before.url, before.url].toSorted(),
    );
    expect((await world.deliveryOf(event, before))?.attempts).toHaveLength(2);
  });

  test('goes to the one that is named, also when it was put aside after its last attempt', async () => {
    const endpoint = await world.newEndpoint();
    await world.newEndpoint({ url: 'https://other.example/' });
    world.answer = () => 500;
    const event = await world.newEvent();
    await world.plan(event);
    await world.deliver();
    await world.run(5 * DAY, 10 * MINUTE);
    world.answer = () => 200;
    const before = world.sent.length;
    const given = { eventId: event._id, partnerId: world.partnerId, endpointId: endpoint._id };
    expect(await retryEvent(world.deps, given)).toEqual([endpoint._id]);
    await world.deliver();
    expect(world.sent.slice(before).map(({ url }) => url)).toEqual([endpoint.url]);
    expect(await world.deliveryOf(event, endpoint)).toMatchObject({ state: 'delivered' });
  });

  test('is refused for what is not there', async () => {
    const event = await world.newEvent();
    const { partnerId } = world;
    const eventId = event._id;
    const unknown = 'we_00000000000000000000';
    expect(await retryEvent(world.deps, { eventId: `${eventId}x`, partnerId })).toMatchObject({
      failure: 'event_not_found',
    });
    const named = { eventId, partnerId, endpointId: unknown };
    expect(await retryEvent(world.deps, named)).toMatchObject({
      failure: 'webhook_endpoint_not_found',
    });
  });
});

test('the sweep costs by what is due, not by what is kept', async () => {
  const endpoint = await world.newEndpoint();
  world.answer = () => 500;
  const costOf = async () => {
    const before = { ...world.table.calls };
    const woken = await world.sweep();
    const { get, query, write } = world.table.calls;
    return {
      woken,
      get: get - before.get,
      query: query - before.query,
      write: write - before.write,
    };
  };
  const idle = { woken: 0, get: 0, query: 16, write: 0 };
  expect(await costOf()).toEqual(idle);
  for (let count = 0; count < 200; count += 1) await world.plan(await world.newEvent());
  await world.deliver();
  // Two hundred wait for five minutes, and nothing is due now.
  world.now += 10 * SECOND;
  await world.deliver();
  await world.run(3 * MINUTE);
  expect(await costOf()).toEqual(idle);
  world.now += 10 * MINUTE;
  expect(await costOf()).toEqual({ woken: 1, get: 0, query: 16, write: 1 });
  expect(endpoint.status).toBe('enabled');
});
