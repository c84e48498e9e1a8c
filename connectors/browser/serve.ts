/** Serves companies that a browser reaches as a connector, on this machine alone. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Caller,
  createConnectorServer,
  fileStore,
  type LogEvent,
  nodeServer,
} from '@billhook/connector-kit';
import { openKeys } from '../serve/keys.ts';
import { addressOf, listen, portFor } from '../serve/listen.ts';
import { createBrowserAuthor } from './author.ts';
import type { BrowserCompany } from './company.ts';
import { manifest } from './manifest.ts';
import { openSubmissions } from './submissions.ts';

export type ServeOptions = {
  /** Keys, what was done, and which payments were begun; made when it is missing. */
  readonly folder: string;
  readonly companies: readonly BrowserCompany[];
  readonly callers: readonly Caller[];
  readonly port?: number;
  readonly log?: (event: LogEvent) => void;
};

/** Most logins take longer: their callers ask again, or are told. */
const ANSWER_SECONDS = 5;

export async function serveBrowser(options: ServeOptions) {
  const { folder, companies, callers, log } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { keys, fingerprintSecret } = openKeys(folder);
  const author = createBrowserAuthor(companies, openSubmissions(join(folder, 'submissions')));
  const port = await portFor(options);
  const url = addressOf(port);
  const connector = createConnectorServer({
    ...{ manifest, baseUrl: url, keys, callers, author, fingerprintSecret, log },
    store: fileStore(join(folder, 'operations')),
    answerSeconds: ANSWER_SECONDS,
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
      await author.close();
    },
  };
}
