/** Serves the sandbox as a connector, on this machine alone. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import {
  type Author,
  type Caller,
  createConnectorServer,
  fileStore,
  type LogEvent,
  nodeServer,
} from '@billhook/connector-kit';
import { type KeySet, keySet } from '@billhook/connector-kit/protocol/manifest';
import * as v from 'valibot';
import { findFreePort } from '../../lib/local/free-port.ts';
import { createSandboxAuthor } from './author.ts';
import { openKeys } from './keys.ts';
import { manifest } from './manifest.ts';
import { openMemory } from './memory.ts';

export type ServeOptions = {
  /** Keys, what was done, and what the companies remember; made when it is missing. */
  readonly folder: string;
  readonly callers: readonly Caller[];
  /** Without one, the port of the last time in this folder, and at first any that is free. */
  readonly port?: number;
  /** What callers put before a path, where a proxy stands in front. It is what is signed. */
  readonly url?: string;
  readonly slowMilliseconds?: number;
  /** Seconds until a response says `running`. */
  readonly answerSeconds?: number;
  /** Seconds that any call may take, where it is another time than the manifest's. */
  readonly callSeconds?: number;
  /** Stands between the kit and the companies, for a connector that is to misbehave. */
  readonly around?: (author: Author) => Author;
  readonly log?: (event: LogEvent) => void;
};

export type Served = {
  /** What callers put before a path: `http://127.0.0.1:8900`. */
  readonly url: string;
  /** The public keys, as an operator confirms them. */
  readonly keys: KeySet;
  close(): Promise<void>;
};

const HOST = '127.0.0.1';
/** A browser would take longer than this; the sandbox does so for its slow login alone. */
const DEFAULT_ANSWER_SECONDS = 1;

export async function serveSandbox(options: ServeOptions): Promise<Served> {
  const { folder, callers, slowMilliseconds, log } = options;
  const { timeouts } = manifest;
  const { callSeconds: most } = options;
  const { answerSeconds = DEFAULT_ANSWER_SECONDS, around = (author) => author } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { keys, fingerprintSecret } = openKeys(folder);
  const memory = openMemory({ secret: fingerprintSecret, journal: join(folder, 'accounts.jsonl') });
  const port = await portFor(options);
  const { url = `http://${HOST}:${port}` } = options;
  const connector = createConnectorServer({
    manifest: {
      ...manifest,
      timeouts:
        most === undefined ? timeouts : { login: most, bills: most, payment: most, swap: most },
    },
    baseUrl: url,
    keys,
    callers,
    store: fileStore(join(folder, 'operations')),
    fingerprintSecret,
    author: around(createSandboxAuthor({ memory, secret: fingerprintSecret, slowMilliseconds })),
    answerSeconds,
    log,
  });
  const server = nodeServer(connector, url);
  await listen(server, port);
  writeFileSync(portFile(folder), `${port}\n`);
  return {
    url,
    keys: { keys: [keys.signing.publicJwk, keys.encryption.publicJwk] },
    close: async () => {
      connector.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      memory.close();
    },
  };
}

const callersFile = v.array(
  v.object({ name: v.string(), keys: keySet, reportsTo: v.optional(v.string()) }),
);

/**
 * The deployments that may call: a file of `[{ "name", "keys", "reportsTo"? }]`, with the key set of each.
 * @param report where reports are sent of callers that name no address of their own.
 * @throws Error when it is no such file, or a report would leave this machine.
 */
export function readCallers(file: string, report?: string): Caller[] {
  const parsed = v.safeParse(callersFile, JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file} is no list of {"name", "keys", "reportsTo"}`);
  return parsed.output.map(({ reportsTo = report, ...caller }) => {
    if (reportsTo !== undefined && !isLoopback(reportsTo)) {
      throw new Error(`Reports to ${caller.name} would leave this machine`);
    }
    return { ...caller, ...(reportsTo !== undefined && { reportsTo }) };
  });
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isLoopback(address: string): boolean {
  return URL.canParse(address) && loopback.has(new URL(address).hostname);
}

function portFile(folder: string): string {
  return join(folder, 'port');
}

/** The address is signed, and callers know it: it stays what it is. */
async function portFor({ folder, port }: ServeOptions): Promise<number> {
  if (port !== undefined && port !== 0) return port;
  const file = portFile(folder);
  if (existsSync(file)) return Number(readFileSync(file, 'utf8'));
  return findFreePort();
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
