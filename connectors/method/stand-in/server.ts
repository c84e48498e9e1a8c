/**
 * Serves the stand-in on this machine, with the key and the secret of the folder that it is started in.
 * Statuses follow each other within seconds.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createStandIn } from './stand-in.ts';

const { PORT = '8903', WEBHOOK_URL = 'http://127.0.0.1:8902/webhooks/method' } = process.env;
const TICK_MILLISECONDS = 100;
const LATEST_WEBHOOK_MILLISECONDS = 2_000;

const { apiKey, webhookSecret } = JSON.parse(readFileSync('keys/method.json', 'utf8')) as {
  readonly apiKey: string;
  readonly webhookSecret: string;
};

const late = () => Math.random() * LATEST_WEBHOOK_MILLISECONDS;

const standIn = createStandIn({
  apiKey,
  stepMilliseconds: 700,
  webhooks: {
    secret: webhookSecret,
    // In no order, and one of four twice.
    delays: () => (Math.random() < 0.25 ? [late(), late()] : [late()]),
    send: ({ headers, body }) =>
      fetch(WEBHOOK_URL, { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => 0,
      ),
  },
});

const server = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const { method, url = '/' } = incoming;
  const headers = new Headers(Object.entries(incoming.headers) as [string, string][]);
  const body = chunks.length > 0 ? Buffer.concat(chunks).toString() : undefined;
  const response = await standIn.fetch(`http://127.0.0.1:${PORT}${url}`, { method, headers, body });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
});

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`The stand-in is on http://127.0.0.1:${PORT}`);
});
setInterval(() => void standIn.tick(), TICK_MILLISECONDS);
