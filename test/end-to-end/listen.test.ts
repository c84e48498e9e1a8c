/** `billhook listen` and `trigger`, as a partner who develops a receiver runs them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { addPartner } from '../support/partners.ts';

const launcher = join(import.meta.dirname, '../../bin/billhook.mjs');

let server: Server;
let apiKey: string;
const received: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  const { stateDir, tableUrl } = inject('service');
  // A partner of its own: nobody else's events are among its.
  ({ apiKey } = await addPartner({ stateDir, tableUrl }));
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => server.close());

type Running = { readonly child: ChildProcess; output: string };

function billhook(...args: string[]): Running {
  const { baseUrl } = inject('service');
  const child = spawn(process.execPath, [launcher, ...args], {
    env: { ...process.env, BILLHOOK_URL: baseUrl, BILLHOOK_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const running: Running = { child, output: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      running.output += chunk.toString();
    });
  }
  return running;
}

async function ended({ child }: Running): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

test('What is triggered is listened to, forwarded and verified, once each', async () => {
  const receiver = `http://localhost:${(server.address() as AddressInfo).port}/hooks`;
  const listening = billhook('listen', '--forward-to', receiver);
  const secret = await until('the secret', async () => /whsec_\S+/.exec(listening.output)?.[0]);
  await until('the first look', async () => listening.output.includes('Listening.'));

  const trigger = billhook('trigger', 'auth.success');
  expect(await ended(trigger), trigger.output).toBe(0);
  const [eventId] = /evt_\w+/.exec(trigger.output) ?? [];
  await until('the event', async () =>
    received.some(({ headers }) => headers['webhook-id'] === eventId),
  );
  listening.child.kill('SIGINT');
  expect(await ended(listening), listening.output).toBe(0);

  const webhook = new Webhook(secret);
  const events = received.map(({ headers, body }) => {
    const { event } = webhook.verify(body, headers as Record<string, string>) as {
      event: { _id: string; type: string };
    };
    expect(headers['webhook-id']).toBe(event._id);
    return event;
  });
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['auth.created', 'auth.success', 'bill.created']),
  );
  expect(new Set(events.map(({ _id }) => _id)).size).toBe(events.length);
  expect(listening.output).toMatch(/auth\.success .* #2 +evt_/);
  expect(listening.output).toMatch(`Stopped: ${events.length} events, ${events.length} of them`);
  for (const { output } of [listening, trigger]) expect(output).not.toContain(apiKey);

  const list = billhook('events', '--type', 'auth.success', '--json');
  expect(await ended(list), list.output).toBe(0);
  expect(JSON.parse(list.output)).toMatchObject({ data: [{ event: { _id: eventId } }] });
});
