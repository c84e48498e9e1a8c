/**
 * How fast a challenge reaches its partner: from the request that links an account, and from the event,
 * to the first delivery at an endpoint on loopback.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../base/until.ts';
import { accepted } from '../client/accepted.ts';
import { type ApiClient, createApiClient } from '../client/api-client.ts';
import { type Service, startService } from '../local/service-process.ts';
import { createVerifiedEndpoint } from './verified-endpoint.ts';

export type Latency = {
  readonly challenges: number;
  readonly atATime: number;
  /** Milliseconds from the event to the arrival of its first delivery. */
  readonly fromEvent: Quantiles;
  /** From the request `POST /auth`: the login at the company and its workflow are in it. */
  readonly fromRequest: Quantiles;
};

type Quantiles = { readonly p50: number; readonly p90: number; readonly p99: number };

const methods = [
  ['mfa-required-questions', 'Regular Company 1'],
  ['mfa-required-code', 'MFA Company 1'],
  ['mfa-required-prompt', 'MFA Company 2'],
] as const;

const ARRIVAL_SECONDS = 120;

export async function measureChallenges(challenges: number, atATime: number): Promise<Latency> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-challenges-'));
  const service = await startService({ stateDir: join(folder, 'state') });
  const arrivals = await listen();
  try {
    await enableAuthEvents(service);
    const api = createApiClient(service);
    const events = ['auth.security-input-required' as const];
    await createVerifiedEndpoint(api, { url: arrivals.url, events });
    const companies = new Map(
      await Promise.all(methods.map(async ([, name]) => [name, await find(api, name)] as const)),
    );
    // The functions are started by the first few, which are not counted.
    const all = Array.from({ length: challenges + WARM_UP }, (_, index) => index);
    const asked = new Map<string, number>();
    const link = async (index: number) => {
      const [status, name] = methods[index % methods.length] ?? methods[0];
      const identifier = `challenged-${index}`;
      const { clientId } = accepted(await api.client.createClient({ identifier }));
      const companyId = companies.get(name) ?? '';
      const form = { status };
      const given = { clientId, companyId, items: ['bill' as const], form };
      const at = Date.now();
      const { authId } = accepted(await api.auth.createAuth(given));
      if (index >= WARM_UP) asked.set(authId, at);
      await until('the challenge', async () => arrivals.at.has(authId), ARRIVAL_SECONDS);
    };
    const next = all.values();
    await Promise.all(
      Array.from({ length: atATime }, async () => {
        for (const index of next) await link(index);
      }),
    );
    const counted = [...asked].map(([authId, at]) => {
      const arrival = arrivals.at.get(authId);
      return { request: (arrival?.at ?? 0) - at, event: (arrival?.at ?? 0) - (arrival?.made ?? 0) };
    });
    return {
      challenges: counted.length,
      atATime,
      fromEvent: quantiles(counted.map(({ event }) => event)),
      fromRequest: quantiles(counted.map(({ request }) => request)),
    };
  } finally {
    await arrivals.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const WARM_UP = 12;

type Arrival = { readonly at: number; readonly made: number };

/** An endpoint that takes everything, and notes when each auth's challenge first came. */
async function listen() {
  const at = new Map<string, Arrival>();
  const server = createServer((request, response) => {
    const arrived = Date.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      const { event } = JSON.parse(Buffer.concat(chunks).toString());
      // Nothing but the test of the endpoint is about no auth.
      const authId = event.payload.data.auth?._id as string | undefined;
      if (authId !== undefined && !at.has(authId))
        at.set(authId, { at: arrived, made: Date.parse(event.created) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    at,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** As the operator does: such events go out to nobody otherwise. */
async function enableAuthEvents({ stateDir, partnerId }: Service): Promise<void> {
  const billhook = join(import.meta.dirname, '../../bin/billhook.mjs');
  const args = ['--state', stateDir, 'partner', 'set', partnerId, '--auth-events', 'on'];
  await promisify(execFile)(process.execPath, [billhook, ...args]);
}

async function find(api: ApiClient, name: string): Promise<string> {
  const { data } = accepted(await api.company.searchCompanies({ query: name }));
  return data.find((company) => company.name === name)?._id ?? '';
}

function quantiles(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5) ?? 0, p90: at(0.9) ?? 0, p99: at(0.99) ?? 0 };
}
