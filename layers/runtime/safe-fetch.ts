/**
 * Fetching JSON from an address that a partner gave (C24): resolved once, refused when any resolved
 * address is not public, connected to exactly the address that was checked, no redirects, and the
 * time and size of everything limited.
 */
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { checkUrl, type UrlProblem, unsafeAddress } from '@billhook/core/address-safety';
import { allowsLocalAddresses } from './environment.ts';

/** From the first look at the name to the last byte of the body. */
const TIMEOUT_MILLISECONDS = 5_000;
const MAX_BODY_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;

export type FetchFailure =
  | 'address_refused'
  | 'name_not_found'
  | 'connection_failed'
  | 'timed_out'
  | 'redirected'
  | 'unexpected_status'
  | 'too_large'
  | 'invalid_json';

export type Fetched =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: FetchFailure };

/** What tests replace: names, the wire, the clock's patience. */
export type FetchDeps = {
  /** Every address of a host. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  readonly request?: (options: RequestOptions & { servername?: string }) => ClientRequest;
  readonly timeoutMilliseconds?: number;
  /** `http` and loopback too: on a developer's own machine. */
  readonly allowLocal?: boolean;
};

/** What is wrong with an address, for whoever registers it. A name that is not found is no fault. */
export async function checkAddress(
  url: string,
  deps: FetchDeps = {},
): Promise<UrlProblem | undefined> {
  const allowLocal = deps.allowLocal ?? allowsLocalAddresses();
  const problem = checkUrl(url, allowLocal);
  if (problem) return problem;
  const addresses = await withTimeout(resolved(new URL(url), deps), deps).catch(() => []);
  return addresses.some((address) => isRefused(address, allowLocal)) ? 'not-public' : undefined;
}

export async function fetchJson(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  deps: FetchDeps = {},
): Promise<Fetched> {
  try {
    return { ok: true, value: parseJson(await withTimeout(fetchBody(url, headers, deps), deps)) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason };
    // Whatever the wire, TLS or the other side's HTTP is up to; their words go nowhere.
    return { ok: false, reason: 'connection_failed' };
  }
}

class Refused extends Error {
  readonly reason: FetchFailure;
  constructor(reason: FetchFailure) {
    super(reason);
    this.reason = reason;
  }
}

type Bounded<T> = { readonly result: Promise<T>; readonly cancel: () => void };

function withTimeout<T>({ result, cancel }: Bounded<T>, deps: FetchDeps): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Refused('timed_out'));
      cancel();
    }, deps.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS);
  });
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

function resolved(url: URL, deps: FetchDeps): Bounded<readonly string[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  return { result: (deps.resolve ?? lookUp)(hostname), cancel: () => {} };
}

async function lookUp(hostname: string): Promise<string[]> {
  const { lookup } = await import('node:dns/promises');
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

function fetchBody(
  text: string,
  headers: Readonly<Record<string, string>>,
  deps: FetchDeps,
): Bounded<Buffer> {
  let request: ClientRequest | undefined;
  let cancelled = false;
  const result = (async () => {
    const allowLocal = deps.allowLocal ?? allowsLocalAddresses();
    if (checkUrl(text, allowLocal)) throw new Refused('address_refused');
    const url = new URL(text);
    const address = await publicAddress(url, deps, allowLocal);
    const send = deps.request ?? (await sender(url));
    if (cancelled) throw new Refused('timed_out');
    request = send(optionsOf(url, address, headers));
    return await readAnswer(request);
  })();
  const cancel = () => {
    cancelled = true;
    request?.destroy();
  };
  // When the time is up nobody waits for this any more.
  result.catch(() => {});
  return { result, cancel };
}

/** One look at the name. One private address among public ones is a trap, so all must be public. */
async function publicAddress(url: URL, deps: FetchDeps, allowLocal: boolean): Promise<string> {
  const addresses = await resolved(url, deps).result.catch(() => []);
  const [first] = addresses;
  if (first === undefined) throw new Refused('name_not_found');
  if (addresses.some((address) => isRefused(address, allowLocal))) {
    throw new Refused('address_refused');
  }
  return addresses.find((address) => !address.includes(':')) ?? first;
}

function isRefused(address: string, allowLocal: boolean): boolean {
  const reason = unsafeAddress(address);
  return reason !== undefined && !(allowLocal && reason === 'loopback');
}

/** Node's own client, loaded when first needed: most functions that hold this never fetch. */
async function sender(url: URL): Promise<NonNullable<FetchDeps['request']>> {
  if (url.protocol === 'http:') return (await import('node:http')).request;
  return (await import('node:https')).request;
}

/** The address goes to the socket, so nothing is resolved again; the name to TLS and the server. */
function optionsOf(url: URL, address: string, headers: Readonly<Record<string, string>>) {
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isName = hostname !== address;
  return {
    method: 'GET',
    protocol: url.protocol,
    host: address,
    port: url.port || undefined,
    path: `${url.pathname}${url.search}`,
    // Certificates name hosts; TLS takes no address for a name.
    servername: isName ? hostname : '',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'billhook',
      ...headers,
      host: url.host,
      connection: 'close',
    },
    agent: false as const,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
}

function readAnswer(request: ClientRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = (reason: FetchFailure) => {
      reject(new Refused(reason));
      request.destroy();
    };
    request.once('error', () => refuse('connection_failed'));
    request.once('upgrade', () => refuse('connection_failed'));
    request.once('response', (response: IncomingMessage) => {
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400) return refuse('redirected');
      if (status !== 200) return refuse('unexpected_status');
      if (Number(response.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
        return refuse('too_large');
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_BODY_BYTES) return refuse('too_large');
        chunks.push(chunk);
      });
      response.once('error', () => refuse('connection_failed'));
      response.once('end', () => resolve(Buffer.concat(chunks)));
      // A body that breaks off never ends.
      response.once('close', () => refuse('connection_failed'));
    });
    request.end();
  });
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refused('invalid_json');
  }
}
