/** Serves the sandbox as a connector, on this machine alone. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Author,
  type Caller,
  createConnectorServer,
  fileStore,
  type LogEvent,
  nodeServer,
} from '@billhook/connector-kit';
import type { KeySet } from '@billhook/connector-kit/protocol/manifest';
import { openKeys } from '../serve/keys.ts';
import { addressOf, listen, portFor } from '../serve/listen.ts';
import { createSandboxAuthor } from './author.ts';
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
  const { url = addressOf(port) } = options;
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
  await listen(server, port, options);
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
