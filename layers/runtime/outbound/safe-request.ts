/**
 * The one way out to an address that a partner gave (decision: guarded-outgoing-requests), for
 * signing keys and webhooks alike: resolved once, refused when any resolved address is not public,
 * connected to exactly the address that was checked, no redirects, and the time and size of
 * everything limited.
 */
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { type FoundAddress, findAddress, type NameDeps } from './public-address.ts';
import { withTimeLimit } from './time-limit.ts';

const MAX_HEADER_BYTES = 16_384;

/** How far a request came tells why it failed; the other side's own words go nowhere. */
export type RequestFailure =
  | 'address_refused'
  | 'name_not_found'
  | 'connection_failed'
  | 'tls_failed'
  /** The connection closed before the whole response, or the response was not HTTP. */
  | 'answer_broken'
  | 'timed_out';

/** What tests replace: names, the wire. */
export type RequestDeps = NameDeps & {
  readonly request?: (options: RequestOptions & { servername?: string }) => ClientRequest;
};

export type SafeRequest = {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** From the first lookup of the name to the last byte of the response. */
  readonly timeoutMilliseconds: number;
  /** Of the response body. A longer body is cut there. */
  readonly maxBytes: number;
  /** Whether the response body matters; otherwise the response ends with its headers. */
  readonly readsBody: (status: number) => boolean;
};

export type Requested =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly reason: RequestFailure };

type Answer = {
  readonly status: number;
  /** By name in lower case; of a name that comes several times, all values with commas between. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The body was longer than what was read. */
  readonly isCut: boolean;
};

/** Sends one request. Never throws: whatever the wire or the other side does is a failure. */
export async function requestSafely(
  asked: SafeRequest,
  deps: RequestDeps = {},
): Promise<Requested> {
  const exchange: Exchange = { phase: 'connection_failed', isOver: false };
  try {
    return await withTimeLimit(asked.timeoutMilliseconds, send(asked, deps, exchange), () =>
      failed('timed_out'),
    );
  } catch {
    return failed(exchange.phase);
  } finally {
    exchange.isOver = true;
    exchange.request?.destroy();
  }
}

type Exchange = {
  /** What a failure at this moment is to be called. */
  phase: 'connection_failed' | 'tls_failed' | 'answer_broken';
  request?: ClientRequest;
  isOver: boolean;
};

function failed(reason: RequestFailure): Requested {
  return { ok: false, reason };
}

async function send(asked: SafeRequest, deps: RequestDeps, exchange: Exchange): Promise<Requested> {
  const found = await findAddress(asked.url, deps);
  if (typeof found === 'string') return failed(found);
  const { protocol } = found.url;
  const open = deps.request ?? (await opener(protocol));
  // The name took all the time that there was.
  if (exchange.isOver) return failed('timed_out');
  const request = open(optionsOf(found, asked));
  exchange.request = request;
  followPhase(request, exchange, protocol === 'https:');
  return { ok: true, answer: await readAnswer(request, asked) };
}

/** Node's own client, loaded when first needed: most functions that hold this never ask anyone. */
async function opener(protocol: string): Promise<NonNullable<RequestDeps['request']>> {
  if (protocol === 'http:') return (await import('node:http')).request;
  return (await import('node:https')).request;
}

/** The address goes to the socket, so nothing is resolved again; the name to TLS and the server. */
function optionsOf({ url, host, address }: FoundAddress, { method, headers, body }: SafeRequest) {
  return {
    method,
    protocol: url.protocol,
    host: address,
    port: url.port || undefined,
    path: `${url.pathname}${url.search}`,
    // Certificates name hosts; TLS takes no address for a name.
    servername: host === address ? '' : host,
    rejectUnauthorized: true,
    headers: {
      accept: 'application/json',
      'user-agent': 'billhook',
      ...headers,
      // A small compressed body may be a large one; so none is asked for.
      'accept-encoding': 'identity',
      ...(body && { 'content-length': body.byteLength }),
      host: url.host,
      connection: 'close',
    },
    agent: false as const,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
}

function followPhase(request: ClientRequest, exchange: Exchange, isSecure: boolean): void {
  request.once('socket', (socket) => {
    socket.once('connect', () => {
      exchange.phase = isSecure ? 'tls_failed' : 'answer_broken';
    });
    socket.once('secureConnect', () => {
      exchange.phase = 'answer_broken';
    });
  });
}

function readAnswer(request: ClientRequest, asked: SafeRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // The failure is called by how far the exchange came.
    const fail = () => reject(new Error('The connection closed before the response'));
    request.on('error', fail);
    request.once('close', fail);
    // Another protocol is not a response. From here on we have to close the connection.
    request.once('upgrade', (_, socket) => socket.on('error', fail).destroy());
    request.once('response', (response) => readBody(response, asked, resolve, fail));
    request.end(asked.body);
  });
}

function readBody(
  response: IncomingMessage,
  { maxBytes, readsBody }: SafeRequest,
  resolve: (answer: Answer) => void,
  fail: () => void,
): void {
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = (isCut: boolean) => {
    const body = Buffer.concat(chunks).subarray(0, maxBytes);
    resolve({ status, headers: headersOf(response), body, isCut });
  };
  response.on('error', fail);
  if (!readsBody(status)) finish(false);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) finish(true);
  response.on('data', (chunk: Buffer) => {
    if (size > maxBytes) return;
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxBytes) finish(true);
  });
  response.once('end', () => finish(false));
  // A body that breaks off never ends.
  response.once('close', fail);
}

function headersOf({ headersDistinct }: IncomingMessage): Record<string, string> {
  const named = Object.entries(headersDistinct).map(([name, values = []]) => [
    name,
    values.join(', '),
  ]);
  return Object.fromEntries(named);
}
