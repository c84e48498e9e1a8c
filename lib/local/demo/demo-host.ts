/**
 * An invented bank's app: a page that opens modules, and a back end that has the partner's key. It is on
 * another site than the modules.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openServer } from '../open-server.ts';

export type DemoHost = {
  /** `http://127.0.0.1:8789` */
  readonly origin: string;
  readonly close: () => Promise<void>;
};

export type DemoHostOptions = {
  readonly host: string;
  /** 0 for any free port. The usual one when left out, or any free one while that is taken. */
  readonly port?: number;
  readonly modulesUrl: string;
  readonly partnerId: string;
  /** What its page may ask for by POST. */
  readonly calls: () => Promise<DemoCalls>;
};

/** By the last part of the address; each is given the request's body. */
export type DemoCalls = Readonly<Record<string, (body: string) => Promise<object>>>;

const USUAL_PORT = 8789;

/** The app's own files, by their address. */
const files: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/demo.js': 'demo.js',
  '/demo.css': 'demo.css',
  '/words.js': 'words.js',
  '/figtree.woff2': '../../../../modules/kit/font/figtree.woff2',
};
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};
const embedFolder = join(import.meta.dirname, '../../../modules/embed');

type Answer = { readonly status: number; readonly type: string; readonly body: string | Buffer };

/** @throws LocalFailure when the port that was asked for is taken. */
export async function openDemoHost(options: DemoHostOptions): Promise<DemoHost> {
  const { host, port } = options;
  let names: readonly string[] = [];
  const server = await openServer(
    { host, port, usualPort: USUAL_PORT, option: '--demo-port' },
    async (incoming, outgoing) => {
      // By another name than ours a page of another site could ask us as if it were our own.
      const { host: asked = '', origin } = incoming.headers;
      const known = names.includes(asked) && (!origin || origin === `http://${asked}`);
      const answer = known ? await answerTo(incoming, options) : missing;
      send(outgoing, answer, options.modulesUrl);
    },
  );
  // Not `localhost`, where the modules are: a partner's site is another one.
  const name = `${host === '0.0.0.0' ? '127.0.0.1' : host}:${server.port}`;
  names = [name, `localhost:${server.port}`];
  return { origin: `http://${name}`, close: server.close };
}

const missing: Answer = { status: 404, type: 'text/plain', body: 'Not found.\n' };

async function answerTo(incoming: IncomingMessage, options: DemoHostOptions): Promise<Answer> {
  const { method, url = '/' } = incoming;
  const path = url.split('?')[0] ?? '/';
  if (method === 'POST') return callAnswer(incoming, path.slice(1), options);
  if (method === 'GET' && path === '/settings') {
    return json(200, { modulesUrl: options.modulesUrl, partner: options.partnerId });
  }
  return (method === 'GET' && (ownFile(path) ?? embedFile(path))) || missing;
}

function ownFile(path: string): Answer | undefined {
  const file = files[path];
  if (file === undefined) return undefined;
  const body = readFileSync(join(import.meta.dirname, 'demo-host', file));
  return { status: 200, type: contentTypes[extname(file)] ?? 'text/plain', body };
}

/** `@billhook/embed` from its sources: what a partner installs, without a build. */
function embedFile(path: string): Answer | undefined {
  const [, name] = /^\/embed\/([a-z-]+\.ts)$/.exec(path) ?? [];
  const file = join(embedFolder, name ?? '');
  if (name === undefined || !existsSync(file)) return undefined;
  const body = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  return { status: 200, type: contentTypes['.js'] ?? '', body };
}

async function callAnswer(
  incoming: IncomingMessage,
  name: string,
  options: DemoHostOptions,
): Promise<Answer> {
  try {
    const calls = await options.calls();
    if (!Object.hasOwn(calls, name)) return missing;
    return json(200, (await calls[name]?.(await text(incoming))) ?? {});
  } catch (error) {
    return json(503, { error: (error as Error).message });
  }
}

function json(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

function send(outgoing: ServerResponse, { status, type, body }: Answer, modulesUrl: string): void {
  outgoing.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    // Frames the modules, and lets nobody frame it.
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `connect-src 'self' ${modulesUrl}`,
      "font-src 'self'",
      `img-src ${modulesUrl} https:`,
      `frame-src ${modulesUrl}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  });
  outgoing.end(body);
}
