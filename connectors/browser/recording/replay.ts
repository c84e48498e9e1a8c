/** Serves a recording on this machine, in the place of the website that it is of. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exchange, Recording } from './recording.ts';
import { namesIn } from './traffic.ts';

export type Replay = {
  /** `http://127.0.0.1:41234` */
  readonly address: string;
  /** What was asked for and is not in the recording, as `GET /path`. */
  readonly missed: () => readonly string[];
  readonly close: () => Promise<void>;
};

/**
 * Each request gets what came of it in its turn: after a payment, the history has one more. What is asked
 * for more often than it was recorded gets the last of it.
 */
export async function replay({ exchanges }: Pick<Recording, 'exchanges'>): Promise<Replay> {
  const missed: string[] = [];
  let next = 0;
  const find = (method: string, path: string, fields: readonly string[]): Exchange | undefined => {
    const fits = (one: Exchange) =>
      one.method === method && one.path === path && one.fields.join() === fields.join();
    const later = exchanges.findIndex((one, index) => index >= next && fits(one));
    const index = later >= 0 ? later : exchanges.findLastIndex(fits);
    // What a page loads besides comes in any order.
    if (index >= 0 && isStep(exchanges[index])) next = Math.max(next, index + 1);
    return exchanges[index];
  };
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks).toString('utf8');
    const found = find(method, url, namesIn(sent, headers['content-type'] ?? ''));
    if (!found) missed.push(`${method} ${url}`);
    const { status = 404, headers: own = {}, body = '' } = found ?? {};
    response.writeHead(status, own as Record<string, string | string[]>).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    missed: () => missed,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function isStep(exchange: Exchange | undefined): boolean {
  const type = String(exchange?.headers['content-type'] ?? '');
  return !/javascript|css/.test(type);
}
