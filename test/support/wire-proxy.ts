/**
 * A network that does to messages what networks do, by a seed: it loses, doubles, delays, cuts and
 * spoils them. What it hands on is as it was sent, the name of the host included: that is signed.
 */
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../lib/measure/directory/seeded.ts';

const faults = [
  'request-lost',
  'response-lost',
  'doubled',
  'delayed',
  'cut',
  'signature-broken',
  'replayed',
] as const;

type WireFault = (typeof faults)[number];

export type WireProxy = {
  readonly url: string;
  /** Where messages go: another address once the other side has started anew. */
  target: string;
  /** Of messages, 0 to 1. */
  rate: number;
  /** How many messages came through, and what befell how many. */
  readonly counts: Record<WireFault | 'messages', number>;
  readonly close: () => void;
};

type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

const STEPS = 1_000_000;
const MAX_DELAY_MILLISECONDS = 1_500;
const FORWARD_MILLISECONDS = 35_000;

export async function openWireProxy(target: string, seed: number): Promise<WireProxy> {
  const random = seededRandom(seed);
  let before: Reply | undefined;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const isHit = random.below(STEPS) < proxy.rate * STEPS;
    const fault = isHit ? random.pick(faults) : undefined;
    const delay = random.below(MAX_DELAY_MILLISECONDS);
    proxy.counts.messages += 1;
    if (fault) proxy.counts[fault] += 1;
    if (fault === 'request-lost') return void incoming.socket.destroy();
    const { method = 'GET', url = '/', headers } = incoming;
    const forward = () => handOn(`${proxy.target}${url}`, { method, headers, body: chunks });
    if (fault === 'doubled') void forward().catch(() => {});
    const reply = await forward().catch(() => undefined);
    if (fault === 'delayed') await wait(delay);
    if (!reply || fault === 'response-lost') return void incoming.socket.destroy();
    const given = fault === 'replayed' && before ? before : reply;
    before = reply;
    const { signature } = given.headers;
    outgoing.writeHead(given.status, {
      ...given.headers,
      ...(fault === 'signature-broken' && typeof signature === 'string'
        ? { signature: spoilt(signature) }
        : {}),
    });
    if (fault !== 'cut') return void outgoing.end(given.body);
    outgoing.write(given.body.subarray(0, given.body.length / 2), () => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const names = ['messages', ...faults] as const;
  const proxy: WireProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    rate: 0,
    counts: Object.fromEntries(names.map((name) => [name, 0])) as WireProxy['counts'],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

/** Another character in the middle of the signature. */
function spoilt(signature: string): string {
  const middle = Math.floor(signature.length / 2);
  const other = signature[middle] === 'A' ? 'B' : 'A';
  return signature.slice(0, middle) + other + signature.slice(middle + 1);
}

type Message = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: readonly Buffer[];
};

function handOn(url: string, { method, headers, body }: Message): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, timeout: FORWARD_MILLISECONDS };
    const request = send(url, options, async (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { statusCode: status = 502, headers: given } = response;
      resolve({ status, headers: given, body: Buffer.concat(chunks) });
    });
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error('It took too long')));
    request.end(Buffer.concat(body));
  });
}
