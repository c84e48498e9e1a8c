/**
 * Stands between the service and its table server, and leaves chosen writes without an answer, so that
 * a kill finds what it is to find under way, and always the same.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A write of one client's records, as it stands in the request. */
export type Hold = { readonly name: string; readonly clientId: string; readonly matches: RegExp };

export type TableGate = {
  readonly url: string;
  /** Holds such writes from now on. */
  readonly hold: (hold: Hold) => void;
  /** The names of the holds that have stopped a write. */
  readonly held: ReadonlySet<string>;
  /** Lets go of what is held, unanswered: for when the service is gone. */
  readonly close: () => Promise<void>;
};

const passedHeaders = ['authorization', 'x-amz-target', 'x-amz-date', 'content-type'];

/** @param upstream the table server's address. */
export async function startTableGate(upstream: string): Promise<TableGate> {
  const holds: Hold[] = [];
  const held = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const hold = isWrite(request) && holds.find((one) => stops(one, body));
    if (hold) held.add(hold.name);
    else await pass(upstream, request, body, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (hold) => holds.push(hold),
    held,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function stops({ clientId, matches }: Hold, body: string): boolean {
  return body.includes(`"${clientId}"`) && matches.test(body);
}

function isWrite({ headers }: IncomingMessage): boolean {
  return /\.(TransactWriteItems|PutItem|UpdateItem)$/.test(String(headers['x-amz-target']));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function pass(
  upstream: string,
  { headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const passed = passedHeaders.flatMap((name) =>
    headers[name] ? [[name, String(headers[name])] as const] : [],
  );
  const answer = await fetch(upstream, {
    method: 'POST',
    headers: passed as [string, string][],
    body,
  });
  const type = 'application/x-amz-json-1.0';
  response.writeHead(answer.status, { 'content-type': type }).end(await answer.text());
}
