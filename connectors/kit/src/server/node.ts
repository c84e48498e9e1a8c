/** Serves a connector with Node's HTTP server. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from '../protocol/limits.ts';
import type { WireRequest, WireResponse } from '../wire/message.ts';
import type { ConnectorServer } from './serve.ts';

const REQUEST_MILLISECONDS = 30_000;
const MAX_HEADER_BYTES = 16_384;

/**
 * A server that is not listening yet. Put TLS in front of it, in a proxy that leaves method, path and
 * headers as they are.
 * @param baseUrl what callers put before a path. The `Host` header is not believed.
 */
export function nodeServer(connector: ConnectorServer, baseUrl: string): Server {
  return createServer(
    { requestTimeout: REQUEST_MILLISECONDS, maxHeaderSize: MAX_HEADER_BYTES },
    async (incoming, outgoing) => {
      try {
        const request = await readIncoming(incoming, baseUrl);
        send(outgoing, await connector.handle(request));
      } catch {
        outgoing.writeHead(500).end();
      }
    },
  );
}

async function readIncoming(incoming: IncomingMessage, baseUrl: string): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    // One byte more than is allowed is enough to know; the rest is thrown away.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk.subarray(0, MAX_BODY_BYTES + 1 - size));
    size += chunk.length;
  }
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  const { method = 'GET', url = '/' } = incoming;
  return { method, url: `${baseUrl}${url}`, headers, body: Buffer.concat(chunks) };
}

function send(outgoing: ServerResponse, { status, headers, body }: WireResponse): void {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  outgoing.writeHead(status, {
    ...Object.fromEntries(given),
    'content-length': String(body.length),
  });
  outgoing.end(body);
}
