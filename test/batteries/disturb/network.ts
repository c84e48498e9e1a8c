/**
 * A network that does to messages what networks do, by a seed: it loses, doubles, delays, reorders, cuts
 * and spoils them. What it hands on is as it was sent, the name of the host included: that is signed.
 */
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { chanceOf } from '../../model/year/chance.ts';
import type { Striking } from './striking.ts';

const faults = [
  'request-lost',
  'response-lost',
  'doubled',
  'delayed',
  'reordered',
  'cut',
  'signature-broken',
  'replayed',
] as const;

type Fault = (typeof faults)[number];

export type Network = {
  readonly url: string;
  /** Of messages, 0 to 1. */
  rate: number;
  /** How many messages came through, and what befell how many. */
  readonly counts: Record<Fault | 'messages', number>;
  readonly close: () => void;
};

export type NetworkOptions = {
  /** Where messages go: `http://127.0.0.1:8900`. */
  readonly target: string;
  readonly seed: number;
  /** Told of each message. What it returns is waited for. */
  readonly onMoment?: Striking['onMoment'];
};

type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

const MAX_DELAY_MILLISECONDS = 1_500;
/** Long enough for later messages to arrive first. */
const MAX_HELD_MILLISECONDS = 8_000;
const FORWARD_MILLISECONDS = 35_000;
/** Far from the seeds of other networks and of other messages. */
const SEED_STEP = 1_000_003;

export async function openNetwork(options: NetworkOptions): Promise<Network> {
  const { target, seed, onMoment } = options;
  let before: { readonly reply: Reply; readonly again: () => Promise<Reply> } | undefined;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    network.counts.messages += 1;
    // The nth message of a seed has the same fate again, whatever came of those before it.
    const chance = chanceOf(seed * SEED_STEP + network.counts.messages);
    const fault = chance.happens(network.rate) ? chance.pick(faults) : undefined;
    if (fault) network.counts[fault] += 1;
    await onMoment?.('request');
    if (fault === 'request-lost') return void incoming.socket.destroy();
    const { method = 'GET', url = '/' } = incoming;
    const onTheWay = chance.happens(0.5);
    const isSpoilt = fault === 'signature-broken';
    const headers = isSpoilt && onTheWay ? withSpoilt(incoming.headers) : incoming.headers;
    const forward = () => handOn(`${target}${url}`, { method, headers, body: chunks });
    if (fault === 'reordered') await wait(chance.between(0, MAX_HELD_MILLISECONDS));
    if (fault === 'doubled') void forward().catch(() => {});
    if (fault === 'replayed' && onTheWay) await before?.again().catch(() => {});
    const reply = await forward().catch(() => undefined);
    await onMoment?.('response');
    if (fault === 'delayed') await wait(chance.between(0, MAX_DELAY_MILLISECONDS));
    if (!reply || fault === 'response-lost') return void incoming.socket.destroy();
    const given = fault === 'replayed' && !onTheWay && before ? before.reply : reply;
    before = { reply, again: forward };
    const isSpoiltNow = isSpoilt && !onTheWay;
    outgoing.writeHead(given.status, isSpoiltNow ? withSpoilt(given.headers) : given.headers);
    if (fault !== 'cut') return void outgoing.end(given.body);
    outgoing.write(given.body.subarray(0, given.body.length / 2), () => incoming.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const names = ['messages', ...faults] as const;
  const network: Network = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rate: 0,
    counts: Object.fromEntries(names.map((name) => [name, 0])) as Network['counts'],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return network;
}

/** Another character in the middle of the signature. */
function withSpoilt(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { signature } = headers;
  if (typeof signature !== 'string') return headers;
  const middle = Math.floor(signature.length / 2);
  const other = signature[middle] === 'A' ? 'B' : 'A';
  const spoilt = signature.slice(0, middle) + other + signature.slice(middle + 1);
  return { ...headers, signature: spoilt };
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
      try {
        for await (const chunk of response) chunks.push(chunk as Buffer);
      } catch (error) {
        return reject(error);
      }
      const { statusCode: status = 502, headers: given } = response;
      resolve({ status, headers: given, body: Buffer.concat(chunks) });
    });
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error('It took too long')));
    request.end(Buffer.concat(body));
  });
}
