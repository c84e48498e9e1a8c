/**
 * The modules' host: the distribution of the templates, on a port of its own. It keeps nothing: all
 * else is as its behaviors say.
 */
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { matchesPattern } from '../access/policies.ts';
import type { StoredFile } from '../buckets.ts';
import { openServer, type Server } from '../open-server.ts';
import type { AddedHeader, Behavior, Distribution, Origin } from './distribution.ts';
import type { EdgeFunction } from './edge-functions.ts';

export type Cdn = {
  readonly port: number;
  readonly replace: (distribution: Distribution) => void;
  readonly close: () => Promise<void>;
};

export type CdnOptions = {
  readonly host: string;
  /** 0 for any free port. The usual one when left out, or any free one while that is taken. */
  readonly port?: number;
  /** Where the API listens, on this machine. */
  readonly apiPort: number;
};

const USUAL_PORT = 8788;
/** CloudFront leaves smaller files alone. */
const MIN_COMPRESSED_BYTES = 1_000;

type Headers = readonly (readonly [string, string])[];

/** @throws LocalFailure when the port is taken. */
export async function openCdn({ host, port, apiPort }: CdnOptions): Promise<Cdn> {
  let served: Distribution | undefined;
  const agent = new Agent({ keepAlive: true });
  const server: Server = await openServer(
    { host, port, usualPort: USUAL_PORT, option: '--modules-port' },
    (incoming, outgoing) => {
      const behavior = served && behaviorOf(served, pathOf(incoming));
      if (!behavior) return send(incoming, outgoing, { status: 503, headers: [], body: '' }, []);
      if (!behavior.methods.has(incoming.method ?? '')) {
        const refused = page(403, 'This method is not supported here.');
        return send(incoming, outgoing, refused, behavior.headers);
      }
      const { origin } = behavior;
      if (origin.kind === 'api')
        return pass({ incoming, outgoing, behavior, origin, agent, apiPort });
      const file = origin.find(decoded(pathOf(incoming)));
      const answer = file
        ? fileAnswer(incoming, file, behavior.compress)
        : page(origin.missing, 'There is no such file.');
      send(incoming, outgoing, answer, behavior.headers);
    },
  );
  return {
    port: server.port,
    replace: (distribution) => {
      served = distribution;
    },
    close: async () => {
      await server.close();
      agent.destroy();
    },
  };
}

/** The first behavior whose pattern fits; the last one fits always. */
function behaviorOf({ behaviors }: Distribution, path: string): Behavior | undefined {
  return behaviors.find(({ pattern }) => matchesPattern(pattern, path));
}

type Passed = {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly behavior: Behavior;
  readonly origin: Extract<Origin, { kind: 'api' }>;
  readonly agent: Agent;
  readonly apiPort: number;
};

/** Everything goes on as it came but the `Host` and what a function changes. */
function pass({ incoming, outgoing, behavior, origin, agent, apiPort }: Passed): void {
  const asked = onward(incoming, behavior);
  if (!asked) {
    const failed = page(503, 'The function before the API failed.');
    send(incoming, outgoing, failed, behavior.headers);
    return;
  }
  const own = asked.headers.filter(
    ([name]) => !['host', 'connection', 'keep-alive'].includes(name.toLowerCase()),
  );
  const given = new Set(origin.headers.map(([name]) => name.toLowerCase()));
  const headers = [
    ...withCodings(own, behavior.codings).filter(([name]) => !given.has(name.toLowerCase())),
    ...origin.headers,
    ['host', `localhost:${apiPort}`] as const,
  ];
  const going = request(
    {
      ...{ agent, host: '127.0.0.1', port: apiPort, method: asked.method },
      path: `${origin.path}${asked.uri}${asked.query === '' ? '' : `?${asked.query}`}`,
      headers: headers.flat(),
    },
    (answer) => {
      const answered = pairsOf(answer.rawHeaders).filter(
        ([name]) => !['connection', 'keep-alive', 'transfer-encoding'].includes(name.toLowerCase()),
      );
      outgoing.writeHead(
        answer.statusCode ?? 502,
        withAdded(answered, addedFor(incoming, behavior.headers)),
      );
      pipeline(answer, outgoing, () => {});
    },
  );
  going.on('error', () => {
    // The rest of a request body is of no use once there is a response.
    if (outgoing.headersSent) return;
    send(incoming, outgoing, page(502, 'The API cannot be reached.'), behavior.headers);
  });
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) going.destroy();
  });
  incoming.pipe(going);
}

/** With `Accept-Encoding` as CloudFront writes it: its own codings that the viewer takes, and no other. */
function withCodings(headers: Headers, codings: readonly string[] | undefined): Headers {
  if (!codings) return headers;
  const isIt = ([name]: readonly [string, string]) => name.toLowerCase() === 'accept-encoding';
  const accepted = headers.filter(isIt).map(([, value]) => value.toLowerCase());
  const asked = codings.filter((coding) => accepted.some((value) => value.includes(coding)));
  const others = headers.filter((header) => !isIt(header));
  return asked.length === 0 ? others : [...others, ['accept-encoding', asked.join(',')]];
}

function onward(
  incoming: IncomingMessage,
  { before }: Behavior,
): ReturnType<EdgeFunction> | undefined {
  const { url = '/', method = 'GET', socket } = incoming;
  const uri = pathOf(incoming);
  const asked = {
    ...{ method, uri, query: url.slice(uri.length + 1), headers: pairsOf(incoming.rawHeaders) },
    viewerIp: (socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
  };
  try {
    return before ? before(asked) : asked;
  } catch {
    return undefined;
  }
}

type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Buffer;
};

function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: Answer,
  added: readonly AddedHeader[],
): void {
  incoming.resume();
  const length = ['content-length', String(Buffer.byteLength(body))] as const;
  const own = status === 304 ? headers : [...headers, length];
  outgoing.writeHead(status, withAdded(own, addedFor(incoming, added)));
  outgoing.end(incoming.method === 'HEAD' || status === 304 ? undefined : body);
}

function fileAnswer(incoming: IncomingMessage, file: StoredFile, compress: boolean): Answer {
  const headers: Headers = [
    ['content-type', file.contentType],
    ['etag', file.etag],
    ...Object.entries(file.headers),
  ];
  if (incoming.headers['if-none-match'] === file.etag) return { status: 304, headers, body: '' };
  if (!compress || file.body.length < MIN_COMPRESSED_BYTES) {
    return { status: 200, headers, body: file.body };
  }
  const accepted = String(incoming.headers['accept-encoding'] ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .join();
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  const varied: Headers = [...headers, ['vary', 'accept-encoding']];
  if (!encoding) return { status: 200, headers: varied, body: file.body };
  return {
    status: 200,
    headers: [...varied, ['content-encoding', encoding]],
    body: compressed(file, encoding),
  };
}

const kept = new WeakMap<StoredFile, Partial<Record<'br' | 'gzip', Buffer>>>();

function compressed(file: StoredFile, encoding: 'br' | 'gzip'): Buffer {
  const known = kept.get(file) ?? {};
  const body = known[encoding] ?? (encoding === 'br' ? brotliCompressSync : gzipSync)(file.body);
  kept.set(file, { ...known, [encoding]: body });
  return body;
}

/** A response of the host itself. */
function page(status: number, text: string): Answer {
  return { status, headers: [['content-type', 'text/plain; charset=utf-8']], body: `${text}\n` };
}

function addedFor({ headers }: IncomingMessage, added: readonly AddedHeader[]) {
  return added.filter(({ forOrigins }) => !forOrigins || headers.origin !== undefined);
}

function withAdded(headers: Headers, added: readonly AddedHeader[]): string[] {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const put = added.filter(({ name, override }) => override || !names.has(name));
  const replaced = new Set(put.map(({ name }) => name));
  const stay = headers.filter(([name]) => !replaced.has(name.toLowerCase()));
  return [...stay, ...put.map(({ name, value }) => [name, value] as const)].flat();
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([raw[index] as string, raw[index + 1] as string]);
  }
  return pairs;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
