/** Starts the connector. The keys were made with it; in production, read them from your secrets. */
import { readFileSync } from 'node:fs';
import {
  type Caller,
  createConnectorServer,
  fileStore,
  type KeySet,
  nodeServer,
  openKeyPair,
} from '@billhook/connector-kit';
import { createAuthor } from './connector.ts';
import { manifest } from './manifest.ts';

const { PORT = '8900', CONNECTOR_URL = `http://127.0.0.1:${PORT}` } = process.env;

type Keys = {
  readonly signing: unknown;
  readonly encryption: unknown;
  readonly fingerprintSecret: string;
};

const keys = readJson('keys/connector.json') as Keys;
const callers = readJson('callers.json') as readonly Caller[];

// For more than one process, or on Lambda: `dynamoDbStore` of `@billhook/connector-kit/dynamodb`.
const store = fileStore('data');

const connector = createConnectorServer({
  manifest,
  baseUrl: CONNECTOR_URL,
  keys: { signing: openKeyPair(keys.signing), encryption: openKeyPair(keys.encryption) },
  // The suite is a caller too, in test mode: `npm run verify`.
  callers: [
    ...callers,
    {
      name: 'verify',
      keys: readJson('keys/verify.public.json') as KeySet,
      reportsTo: 'http://127.0.0.1:8901',
    },
  ],
  store,
  fingerprintSecret: keys.fingerprintSecret,
  author: createAuthor(undefined, store),
  answerSeconds: 1,
  log: (event) => console.log(JSON.stringify(event)),
  // What a company said may be in an error: shown only while the logins are invented.
  ...(manifest.mode === 'test' && { onError: (error: unknown) => console.error(error) }),
});

nodeServer(connector, CONNECTOR_URL).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Serving on ${CONNECTOR_URL}`);
});

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}
