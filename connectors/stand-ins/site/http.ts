/** The little that the three websites share: requests, responses, and how a process of one starts and ends. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  /** Fields of a form; the members of a JSON object are in `json`. */
  readonly form: URLSearchParams;
  readonly json: unknown;
};

export type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** The connection is cut in place of a response. */
  readonly cut?: true;
  /** Called once the whole of it was taken by the browser. */
  readonly taken?: () => void;
};

export type Site = {
  /** Nothing: there is no such page. */
  readonly answer: (asked: Asked) => Answer | undefined | Promise<Answer | undefined>;
  readonly close: () => void;
};

const MAX_BODY_BYTES = 64 * 1024;

/** Text as HTML. */
export function text(value: string | number): string {
  return String(value).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

export function page(body: string, more: Pick<Answer, 'status' | 'headers'> = {}): Answer {
  const { status = 200, headers } = more;
  const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers: { ...type, ...headers }, body };
}

export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** After a form was sent: the browser asks for the page with GET. */
export function seeOther(location: string, headers: Answer['headers'] = {}): Answer {
  return { status: 303, headers: { location, ...headers } };
}

/**
 * Runs a website from its command line: `--folder DIR` for its database, `--port N`, and `--with-parent`
 * to end with the process that started it. It prints `Serving on <address>`. The key of its switches is in the
 * folder.
 */
export async function run(open: (folder: string, adminKey: string) => Site): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      port: { type: 'string', default: '0' },
      'with-parent': { type: 'boolean', default: false },
    },
  });
  const { folder } = values;
  if (folder === undefined) throw new Error('--folder is needed');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const site = open(folder, readFileSync(join(folder, 'admin-key'), 'utf8'));
  const server = createServer((request, response) => void serve(site, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(values.port), '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'url'), url);
  process.stdout.write(`Serving on ${url}\n`);
  const stop = () => {
    server.close();
    server.closeAllConnections();
    site.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (values['with-parent']) process.stdin.on('end', stop).on('error', stop).resume();
}

async function serve(site: Site, request: IncomingMessage, response: ServerResponse) {
  try {
    const {
      cut,
      status = 200,
      headers,
      body,
      taken,
    } = (await site.answer(await read(request))) ?? {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: 'Not found',
    };
    if (cut) return request.socket.destroy();
    if (taken) response.once('finish', taken);
    response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers });
    response.end(body);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    response.writeHead(500, { 'content-type': 'text/plain' });
    response.end('Something went wrong');
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site.invalid');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) throw new Error('The body of a request is too large');
    chunks.push(chunk as Buffer);
  }
  const body = Buffer.concat(chunks).toString('utf8');
  const isJson = request.headers['content-type']?.startsWith('application/json');
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    cookies: cookiesOf(request.headers.cookie),
    headers: request.headers,
    form: new URLSearchParams(isJson ? '' : body),
    json: isJson && body ? JSON.parse(body) : undefined,
  };
}

function cookiesOf(header = ''): Record<string, string> {
  const pairs = header.split(/;\s*/).map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, Math.max(at, 0)), decodeURIComponent(pair.slice(at + 1))] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name));
}

/** As slow as the switch says. */
export const pause = (milliseconds: number) => sleep(milliseconds);
