/** Our deliveries, verified by the official libraries of Standard Webhooks in three languages. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { until } from '../../../lib/base/until.ts';
import { accepted } from '../../../lib/client/accepted.ts';
import { createApiClient } from '../../../lib/client/api-client.ts';
import type { Outcome, Part, Surroundings } from './part.ts';
import {
  goProgram,
  nodePackages,
  othersFolder,
  python,
  type Ran,
  run,
  runInPackages,
} from './tools.ts';

/** What came, as it came. */
type Delivery = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };
type Case = Delivery & { readonly secret: string; readonly good: boolean; readonly what: string };

/** A change of the partner's settings is an event, at once. */
const EVENTS = 4;
const WAIT_SECONDS = 60;

export const webhooks: Part = {
  name: 'Standard Webhooks',
  run: async (surroundings) => {
    const { cacheFolder } = surroundings;
    const node = await nodePackages(cacheFolder);
    const snake = await python(cacheFolder);
    const go = await goProgram(cacheFolder);
    const cases = await makeCases(surroundings);
    const lines = cases.map(({ secret, headers, body }) =>
      JSON.stringify({ secret, headers, body: body.toString('base64') }),
    );
    const input = `${lines.join('\n')}\n`;
    const script = (name: string) => join(othersFolder, 'webhooks', name);
    const outcomes: Outcome[] = [
      'missing' in node
        ? { skipped: `Node: ${node.missing}` }
        : judge('Node', cases, await runInPackages(node.command, script('verify.mjs'), input)),
      'missing' in snake
        ? { skipped: `Python: ${snake.missing}` }
        : judge('Python', cases, await run(snake.command, [script('verify.py')], { input })),
      'missing' in go
        ? { skipped: `Go: ${go.missing}` }
        : judge('Go', cases, await run(go.command, [], { input })),
    ];
    return joined(outcomes);
  },
};

/** Each delivery with its secret, and changed in every way that has to be noticed. */
async function makeCases({ service, newPartner }: Surroundings): Promise<Case[]> {
  const arrived: Delivery[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => name.startsWith('webhook-')),
    ) as Record<string, string>;
    arrived.push({ headers, body: Buffer.concat(chunks) });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const { apiKey } = await newPartner();
    const api = createApiClient({ baseUrl: service.baseUrl, apiKey });
    const endpoints = api['webhook-endpoint'];
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const created = accepted(await endpoints.createWebhookEndpoint({ url }));
    const secrets = [created.secret];
    await change(api, 'before');
    await arrival(arrived, EVENTS);
    const endpointId = created._id;
    secrets.push(accepted(await endpoints.rotateWebhookSecret({ endpointId })).secret);
    const before = arrived.length;
    await change(api, 'after');
    await arrival(arrived, before + EVENTS);
    return arrived.flatMap((one) => casesOf(one, secrets));
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

type Api = ReturnType<typeof createApiClient>;

async function change(api: Api, when: string): Promise<void> {
  for (let index = 0; index < EVENTS; index += 1) {
    const origins = [`https://${when}-${index}.example`];
    accepted(await api.partner.updateModules({ origins }));
  }
}

async function arrival(arrived: readonly Delivery[], count: number): Promise<void> {
  const enough = async () => (arrived.length >= count ? true : undefined);
  await until('the deliveries', enough, WAIT_SECONDS);
}

function casesOf(delivery: Delivery, [first = '', second = '']: readonly string[]): Case[] {
  const { headers, body } = delivery;
  // A delivery after the rotation is signed with both secrets, one before it with the first.
  const both = headers['webhook-signature']?.includes(' ') ?? false;
  const changed = Buffer.from(body);
  changed[changed.length - 3] = (changed[changed.length - 3] ?? 0) ^ 1;
  const later = { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
  const bad = { secret: first, good: false };
  return [
    { ...delivery, secret: first, good: true, what: 'by its secret' },
    { ...delivery, secret: second, good: both, what: 'by the new secret' },
    { ...bad, headers, body: changed, what: 'with a changed body' },
    { ...bad, body, headers: { ...headers, ...later }, what: 'with another timestamp' },
    { ...bad, body, headers: { ...headers, 'webhook-id': 'evt_other' }, what: 'with another id' },
    {
      ...{ ...bad, body, what: 'of an hour ago' },
      headers: { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 3_600) },
    },
  ];
}

function judge(language: string, cases: readonly Case[], { code, stdout, stderr }: Ran): Outcome {
  const answers = stdout.trim().split('\n');
  if (code !== 0 || answers.length !== cases.length) {
    const said = stderr.trim().slice(-300);
    return { figures: [], failures: [`${language}: its program failed: ${said}`] };
  }
  const wrong = cases.filter(({ good }, index) => answers[index] !== String(good));
  const good = cases.filter((one) => one.good).length;
  return {
    figures: [
      `${language}: ${cases.length - wrong.length} of ${cases.length} as expected, ${good} of them genuine`,
    ],
    failures: wrong.map(({ what, good: genuine }) => {
      const id = genuine ? 'was refused' : 'was verified';
      return `${language}: a delivery ${what} ${id}`;
    }),
  };
}

/** The languages that are here; what is not is named among the figures. */
function joined(outcomes: readonly Outcome[]): Outcome {
  const skipped = outcomes.flatMap((one) => ('skipped' in one ? [one.skipped] : []));
  if (skipped.length === outcomes.length) return { skipped: skipped.join('; ') };
  const run = outcomes.flatMap((one) => ('skipped' in one ? [] : [one]));
  return {
    figures: [
      ...run.flatMap(({ figures }) => figures),
      ...skipped.map((reason) => `Skipped: ${reason}`),
    ],
    failures: run.flatMap(({ failures }) => failures),
  };
}
