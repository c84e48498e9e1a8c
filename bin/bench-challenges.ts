/**
 * `npm run bench:challenges`: how long a challenge takes from the write of its event to the first
 * attempt to deliver it, in each of the three methods, over a service of its own. Figures only, as JSON.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiClient } from '../lib/api-client.ts';
import { startService } from '../lib/measure/service-process.ts';
import { until } from '../lib/measure/until.ts';

const TYPE = 'auth.security-input-required';
const methods = ['questions', 'code', 'prompt'] as const;
/** One after another, a link at a time: what is measured is the way, not how much goes at once. */
const PAUSE_MILLISECONDS = 200;
/** The first ones start the functions on their way. */
const WARM_UPS = 6;

const { values } = parseArgs({ options: { challenges: { type: 'string', default: '100' } } });
const wanted = Number(values.challenges);
const folder = mkdtempSync(join(tmpdir(), 'billhook-challenges-'));
/** Milliseconds from the event to the request. */
const taken: number[] = [];
const server = createServer(async (request, response) => {
  const at = Date.now();
  const { event } = JSON.parse(await textOf(request)) as {
    event: { type: string; created: string };
  };
  if (event.type === TYPE) taken.push(at - Date.parse(event.created));
  response.writeHead(204).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const service = await startService({ stateDir: join(folder, 'state') });
try {
  const { stateDir, partnerId, baseUrl, apiKey } = service;
  const command = join(import.meta.dirname, 'billhook.mjs');
  const enable = ['partner', 'set', partnerId, '--auth-events', 'on'];
  execFileSync(process.execPath, [command, '--state', stateDir, ...enable]);
  const api = createApiClient({ baseUrl, apiKey });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  accepted(await api['webhook-endpoint'].createWebhookEndpoint({ url, events: [TYPE] }));
  const { data } = accepted(await api.company.searchCompanies({ query: 'Regular Company 2' }));
  const companyId = data[0]?._id ?? '';
  for (let made = 0; made < WARM_UPS + wanted; made += 1) {
    const identifier = `challenged-${made}`;
    const { clientId } = accepted(await api.client.createClient({ identifier }));
    const form = { status: `mfa-required-${methods[made % methods.length]}` };
    accepted(await api.auth.createAuth({ clientId, companyId, items: ['bill'], form }));
    await until('the challenge', async () => taken.length > made);
    await wait(PAUSE_MILLISECONDS);
  }
  const sorted = taken.slice(WARM_UPS, WARM_UPS + wanted).toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const figures = { p50: at(0.5), p90: at(0.9), p99: at(0.99), slowest: sorted.at(-1) };
  console.log(JSON.stringify({ challenges: sorted.length, milliseconds: figures }, undefined, 2));
} finally {
  await service.stop();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

type Result<T> = { ok: true; value: T } | { ok: false; problem: { readonly code: string } };

function accepted<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.problem.code);
}
