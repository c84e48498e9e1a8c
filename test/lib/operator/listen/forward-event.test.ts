import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  forwardEvent,
  isWebhookSecret,
  newWebhookSecret,
} from '../../../../lib/operator/listen/forward-event.ts';
import { eventAt } from '../../../support/events.ts';

const event = eventAt('evt_1', '2026-11-21T12:00:00.000Z', { identifier: 'Zoë' });

let server: Server;
let answer: RequestListener;
let seen: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const urlOf = () => `http://localhost:${(server.address() as AddressInfo).port}/hooks`;

test('It comes as a delivery does: receivers verify it', async () => {
  seen = [];
  answer = (_, response) => response.writeHead(204).end();
  const secret = newWebhookSecret();
  const forwarded = await forwardEvent(event, { url: urlOf(), secret });
  expect(forwarded).toEqual({ status: 204, milliseconds: expect.any(Number) });
  const [{ headers, body } = { headers: {}, body: '' }] = seen;
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({ event });
  expect(headers).toMatchObject({ 'webhook-id': 'evt_1', 'content-type': 'application/json' });
  const other = new Webhook(newWebhookSecret());
  expect(() => other.verify(body, headers as Record<string, string>)).toThrow();
});

test('A redirect is an answer, and not followed', async () => {
  seen = [];
  answer = (_, response) => response.writeHead(307, { location: urlOf() }).end();
  const given = { url: urlOf(), secret: newWebhookSecret() };
  expect(await forwardEvent(event, given)).toMatchObject({ status: 307 });
  expect(seen).toHaveLength(1);
});

test('What goes wrong is told, and never thrown', async () => {
  const secret = newWebhookSecret();
  answer = (request) => request.socket.destroy();
  const broken = await forwardEvent(event, { url: urlOf(), secret });
  expect(broken).toMatchObject({ failure: expect.stringMatching(/^the connection failed/) });
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/`;
  await new Promise((resolve) => gone.close(resolve));
  expect(await forwardEvent(event, { url, secret })).toMatchObject({
    failure: 'nothing is listening there (ECONNREFUSED)',
  });
});

test('One that hangs is given up when the listening ends', async () => {
  answer = () => {};
  const ended = new AbortController();
  const given = { url: urlOf(), secret: newWebhookSecret(), signal: ended.signal };
  setTimeout(() => ended.abort(), 50);
  expect(await forwardEvent(event, given)).toMatchObject({ failure: 'canceled' });
});

test.each([
  [newWebhookSecret(), true],
  [`whsec_${Buffer.alloc(24).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(64).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(23).toString('base64')}`, false],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
  [Buffer.alloc(32).toString('base64'), false],
  ['whsec_', false],
  ['whsec_not base64!', false],
])('%j is a secret: %j', (text, expected) => {
  expect(isWebhookSecret(text)).toBe(expected);
});
