import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signed } from '../../../connectors/method/stand-in/webhooks.ts';
import { webhookServer } from '../../../connectors/method/webhook-server.ts';
import { depsOver, standInOf, WEBHOOK_SECRET } from './world.ts';

const told: string[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  const connector = { update: async ({ id }: { id: string }) => told.push(id) > 0 };
  server = webhookServer(depsOver(standInOf()), connector, WEBHOOK_SECRET);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

const about = (text: string) => signed(text, WEBHOOK_SECRET, Date.now());
const account = about('{"id":"acc_1","type":"account.update"}');
const unknown = about('{"id":"pmt_unknown","type":"payment.update"}');

test.each([
  ['is taken', account, '/webhooks/method', 200],
  ['is sent again if its payment can’t be read', unknown, '/webhooks/method', 503],
  ['of somebody else is refused', signed('{}', 'another', Date.now()), '/webhooks/method', 401],
  ['that is too long is refused', about('x'.repeat(70_000)), '/webhooks/method', 413],
  ['for another path is not found', account, '/', 404],
])('A webhook %s', async (_, { headers, body }, path, status) => {
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body });
  expect(response.status).toBe(status);
  expect(told).toEqual([]);
});

test('Only a POST is taken', async () => {
  expect((await fetch(`${origin}/webhooks/method`)).status).toBe(404);
});
