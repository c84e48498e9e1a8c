/**
 * Webhooks of the running service, to a receiver on this machine
 * (decisions: standard-webhooks, events-kept-90-days).
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { addPartner } from '../support/partners.ts';
import { createVerifiedEndpoint, untilVerified } from '../support/verified-endpoint.ts';
import { newName, openWorld, valueFrom } from '../support/world.ts';

type Received = {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
};
type Told = {
  readonly event: { readonly _id: string; readonly type: string; readonly created: string };
};

const received: Received[] = [];
/** What a path answers; 204 when it is not said. */
const statuses = new Map<string, number>();
let hangs = '';
/** Requests that hang at this moment. */
let hanging = 0;
let base = '';

const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  const body = await textOf(request);
  received.push({ path, headers: request.headers as Record<string, string>, body });
  if (path !== hangs) {
    response.writeHead(statuses.get(path) ?? 204).end();
    return;
  }
  hanging += 1;
  response.once('close', () => {
    hanging -= 1;
  });
});

const world = openWorld({ ...inject('service'), ...(await addPartner(inject('service'))) });
const endpoints = world.api['webhook-endpoint'];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function at(path: string): Received[] {
  return received.filter((one) => one.path === path);
}

function toldBy({ body }: Received) {
  return (JSON.parse(body) as Told).event;
}

function newEndpoint(path: string, events?: string[]) {
  const given = { url: `${base}${path}`, ...(events && { events }) };
  return createVerifiedEndpoint(world.api, given);
}

test('a test reaches its endpoint alone, signed, and its attempts are in the log', async () => {
  const { _id: endpointId, secret } = await newEndpoint('/tested', ['swap.hold']);
  const other = await newEndpoint('/untested');
  valueFrom(await endpoints.testWebhookEndpoint({ endpointId }));
  // Behind the one that proved the address.
  const first = await until('the test', async () => at('/tested')[1]);
  const { event } = new Webhook(secret).verify(first.body, first.headers) as Told;
  expect(event).toMatchObject({ type: 'webhook-endpoint.test' });
  expect(first.headers['webhook-id']).toBe(event._id);
  expect(first.headers['content-type']).toBe('application/json');
  expect(() => new Webhook(secret).verify(`${first.body} `, first.headers)).toThrow();
  const shown = await until('the attempt in the log', async () => {
    const found = valueFrom(await world.api.event.getEvent({ eventId: event._id }));
    return found.attempts.length > 0 ? found : undefined;
  });
  expect(shown.attempts).toMatchObject([{ endpointId, outcome: 'delivered', status: 204 }]);
  expect(shown.deliveries).toEqual([{ endpointId, status: 'delivered' }]);
  expect(at('/untested').filter((one) => toldBy(one)._id === event._id)).toEqual([]);
  await endpoints.deleteWebhookEndpoint({ endpointId: other._id });
});

test('what happens is told at once, also beside an endpoint that hangs, and again when it is asked for', async () => {
  const slow = await newEndpoint('/hangs', ['bill.*']);
  hangs = '/hangs';
  const { _id: endpointId, secret } = await newEndpoint('/bills', ['bill.*']);
  const identifier = newName();
  const { clientId } = valueFrom(await world.api.client.createClient({ identifier }));
  await world.newBill(clientId);
  const first = await until('the bill', async () => at('/bills')[1]);
  const event = toldBy(first);
  expect(event.type).toBe('bill.created');
  await until('the other', async () => at('/hangs').length > 1);
  // While one hangs: what is new reaches the other.
  for (let count = 0; count < 3; count += 1) {
    const { bill } = await world.newBill(
      valueFrom(await world.api.client.createClient({ identifier: newName() })).clientId,
    );
    await until('the next bill', async () =>
      at('/bills').find(({ body }) => body.includes(bill._id)),
    );
    expect(hanging).toBeGreaterThan(0);
  }
  await endpoints.deleteWebhookEndpoint({ endpointId: slow._id });

  valueFrom(await endpoints.rotateWebhookSecret({ endpointId }));
  const retried = await world.api.event.retryEvent({ eventId: event._id });
  expect(valueFrom(retried).endpointIds).toContain(endpointId);
  const again = await until(
    'the repetition',
    async () => at('/bills').filter(({ headers }) => headers['webhook-id'] === event._id)[1],
  );
  expect(again.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  expect(new Webhook(secret).verify(again.body, again.headers)).toMatchObject({ event });
});

test('an endpoint that is gone is disabled, and gets what it missed once it is enabled', async () => {
  const { _id: endpointId } = await newEndpoint('/gone', ['webhook-endpoint.*']);
  statuses.set('/gone', 410);
  valueFrom(await endpoints.testWebhookEndpoint({ endpointId }));
  await until('the end of the endpoint', async () => {
    const { status, disabledBy } = valueFrom(await endpoints.getWebhookEndpoint({ endpointId }));
    return status === 'disabled' && disabledBy === 'endpoint';
  });
  statuses.delete('/gone');
  valueFrom(await endpoints.updateWebhookEndpoint({ endpointId, status: 'enabled' }));
  await until('what it missed', async () => {
    const [, missed, ...came] = at('/gone').map(({ headers }) => headers['webhook-id']);
    return came.includes(missed);
  });
});

test('an address that does not answer gets tests alone, and what it missed once it does', async () => {
  statuses.set('/silent', 500);
  const given = { url: `${base}/silent`, events: ['bill.*'] };
  const made = valueFrom(await endpoints.createWebhookEndpoint(given));
  const { _id: endpointId } = made;
  expect(made.status).toBe('unverified');
  const clientId = await world.newClient();
  const { bill } = await world.newBill(clientId);
  const type = 'bill.created';
  const held = await until('the event to be put aside', async () => {
    const { data } = valueFrom(await world.api.event.listEvents({ clientId, type }));
    const [{ event } = { event: undefined }] = data;
    if (!event) return undefined;
    const shown = valueFrom(await world.api.event.getEvent({ eventId: event._id }));
    return shown.deliveries.some((one) => one.endpointId === endpointId && one.status === 'parked');
  });
  expect(held).toBe(true);
  await until('a test', async () => at('/silent').length > 0);
  expect(new Set(at('/silent').map((one) => toldBy(one).type))).toEqual(
    new Set(['webhook-endpoint.test']),
  );
  statuses.delete('/silent');
  valueFrom(await endpoints.testWebhookEndpoint({ endpointId }));
  await untilVerified(world.api, endpointId);
  await until('the bill', async () => at('/silent').some(({ body }) => body.includes(bill._id)));
});
