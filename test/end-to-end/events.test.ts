/** Every type of event, brought about over the API, in the log and at an endpoint, as published. */
import { type EventType, eventTypes } from '@billhook/core/events/event';
import { type AnyEvent, eventBodyOf } from '@billhook/core/schemas/event';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { recipes } from '../../lib/trigger/recipes.ts';
import { triggerEvent } from '../../lib/trigger/trigger-event.ts';
import { newTokenClient } from '../support/client-access.ts';
import { documented, readOriginal } from '../support/original-client.ts';
import { addPartner } from '../support/partners.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { DECLINING_CARD } from '../support/swap-steps.ts';
import { createVerifiedEndpoint } from '../support/verified-endpoint.ts';
import { openWorld, valueFrom } from '../support/world.ts';

/** A partner of its own with an endpoint that wants everything. */
async function openSubscriber(authEvents: boolean) {
  const { baseUrl, ...place } = inject('service');
  const { apiKey } = await addPartner({ ...place }, { authEvents });
  const world = openWorld({ baseUrl, apiKey });
  const receiver = await openReceiver();
  const given = { url: receiver.url };
  const endpoint = await createVerifiedEndpoint(world.api, given);
  return { ...world, receiver, endpoint };
}

type Subscriber = Awaited<ReturnType<typeof openSubscriber>>;

function deliveryOf({ delivered }: Receiver, eventId: string) {
  return until(`the delivery of ${eventId}`, async () =>
    delivered.find(({ event }) => event._id === eventId),
  );
}

describe('Every type', () => {
  let subscriber: Subscriber;
  const brought = new Map<EventType, AnyEvent>();

  beforeAll(async () => {
    subscriber = await openSubscriber(true);
    const scene = { api: subscriber.api, say: () => {} };
    const bring = async (type: EventType) => brought.set(type, await triggerEvent(scene, type));
    // A test goes to its endpoint alone: here to the one that is looked at.
    const others = eventTypes.filter((type) => type !== 'webhook-endpoint.test');
    const [moving, still] = [true, false].map((moves) =>
      others.filter((type) => Boolean(recipes[type].movesClock) === moves),
    );
    const next = (still ?? []).values();
    await Promise.all(
      [1, 2, 3].map(async () => {
        for (const type of next) await bring(type);
      }),
    );
    // The clock goes forward for all of the partner's clients: one after another, and last.
    for (const type of moving ?? []) await bring(type);
    const { endpoint, api } = subscriber;
    valueFrom(await api['webhook-endpoint'].testWebhookEndpoint({ endpointId: endpoint._id }));
    const test = await until('the test', async () => {
      const { data } = valueFrom(await api.event.listEvents({ type: 'webhook-endpoint.test' }));
      return data[0];
    });
    brought.set('webhook-endpoint.test', test.event);
  });

  afterAll(() => subscriber.receiver.close());

  test.each(eventTypes)('%s is in the log and at the endpoint, as published', async (type) => {
    const event = brought.get(type);
    const published = v.parse(eventBodyOf(type), { event });
    expect(published).toEqual({ event });
    const { body } = await deliveryOf(subscriber.receiver, event?._id ?? '');
    expect(JSON.parse(body)).toEqual({ event });
    // A client of the original service throws for what it documents and misses.
    const isRead = readOriginal(JSON.parse(body).event) !== 'ignored';
    expect(isRead).toBe(Object.hasOwn(documented, type));
  });

  test('that the original documents is there', () => {
    expect(eventTypes).toEqual(expect.arrayContaining(Object.keys(documented)));
  });

  test('is signed with the secret of its endpoint, under the id of its event', () => {
    expect(subscriber.receiver.delivered.length).toBeGreaterThanOrEqual(eventTypes.length);
    expect(subscriber.receiver.verifies(subscriber.endpoint.secret)).toBe(true);
  });
});

describe('The outcome of a link', () => {
  let subscriber: Subscriber;
  beforeAll(async () => {
    subscriber = await openSubscriber(false);
  });
  afterAll(() => subscriber.receiver.close());

  test('that a partner asked for itself stays restricted when it is a swap that is refused', async () => {
    const { api, receiver, newClient, addCard, findCompany } = subscriber;
    const clientId = await newClient();
    const paymentMethodId = await addCard(clientId, { cardNumber: DECLINING_CARD });
    const { _id: companyId } = await findCompany('Regular Company 3');
    const meta = { paymentMethodId };
    const items = ['swap' as const];
    valueFrom(await api.auth.createAuth({ clientId, companyId, items, meta, form: {} }));
    const held = await until('the hold in the log', async () => {
      const { data } = valueFrom(await api.event.listEvents({ clientId, type: 'auth.hold' }));
      return data[0];
    });
    const { data } = valueFrom(await api.event.listEvents({ clientId, type: 'swap.hold' }));
    await deliveryOf(receiver, data[0]?.event._id ?? '');
    expect(receiver.delivered.map(({ event }) => event._id)).not.toContain(held.event._id);
  });

  const outcomes = ['auth.success', 'auth.security-input-required'] as const;

  test('that a partner asked for itself stays in the log, until the operator enables it', async () => {
    const { api, receiver, newClient, link, findCompany } = subscriber;
    const clientId = await newClient();
    await link(clientId, await findCompany('Regular Company 1'), {});
    await link(clientId, await findCompany('Regular Company 2'), {
      status: 'mfa-required-questions',
    });
    const { data } = valueFrom(await api.event.listEvents({ clientId }));
    const types = data.map(({ event }) => event.type);
    expect(types).toEqual(expect.arrayContaining([...outcomes, 'auth.created']));
    const created = data.filter(({ event }) => event.type === 'auth.created');
    for (const { event } of created) await deliveryOf(receiver, event._id);
    const came = receiver.delivered.map(({ event }) => event.type);
    expect(came.filter((type) => outcomes.some((one) => one === type))).toEqual([]);
  });

  test('that a page asked for goes out, with the session of the page', async () => {
    const { api, receiver, findCompany } = subscriber;
    const identifier = 'user-of-a-page';
    const { token } = valueFrom(await api.client.createToken({ identifier }));
    const sessionId = 'session-4711';
    const exchanged = valueFrom(await api.client.createAccessToken({ token, sessionId }));
    const { accessToken, clientId } = exchanged;
    const page = openWorld({ ...inject('service'), apiKey: accessToken });
    const { _id: companyId } = await findCompany('Regular Company 1');
    const given = { clientId, companyId, items: ['bill' as const], form: { status: 'ok' } };
    valueFrom(await page.api.auth.createAuth(given));
    const { event } = await until('the outcome', async () =>
      receiver.delivered.find(
        (one) => one.event.clientId === clientId && one.event.type === 'auth.success',
      ),
    );
    expect(event).toMatchObject({ sessionId, identifier });
    const { data } = valueFrom(await api.event.listEvents({ clientId, type: 'auth.created' }));
    expect(data[0]?.event.sessionId).toBe(sessionId);
    const [entry] = await until('the bill', async () => {
      const listed = valueFrom(await page.api.bill.listBills({ clientId })).data;
      return listed.length > 0 && listed;
    });
    const billId = entry?.bill._id ?? '';
    valueFrom(await page.api.bill.customizeBill({ billId, customLabel: 'Home' }));
    valueFrom(await page.api.auth.deleteAuth({ authId: entry?.bill.auth._id ?? '' }));
    const log = valueFrom(await api.event.listEvents({ clientId })).data;
    expect(new Set(log.map((one) => one.event.type))).toEqual(
      new Set(['auth.created', 'auth.success', 'bill.created', 'bill.update', 'auth.deleted']),
    );
    expect(new Set(log.map((one) => one.event.sessionId))).toEqual(new Set([sessionId]));
    const other = await newTokenClient(api, 'user-of-another-page');
    expect(await other.api.event.listEvents({})).toMatchObject({ status: 403 });
  });
});
