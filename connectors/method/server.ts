/**
 * Starts the connector: for callers, for Method's webhooks, and once a day for Method's reports. Keys,
 * callers and data are in the folder that it is started in.
 */
import { readFileSync } from 'node:fs';
import {
  type Caller,
  createConnectorServer,
  fileStore,
  type KeySet,
  nodeServer,
  openKeyPair,
} from '@billhook/connector-kit';
import { openMethod } from './api/method.ts';
import { createAuthor } from './author.ts';
import type { Deps } from './deps.ts';
import { manifestOf } from './manifest.ts';
import { readDaily } from './news.ts';
import { testLogins } from './stand-in/people.ts';
import { webhookServer } from './webhook-server.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;
const LIVE_URL = 'https://production.methodfi.com';

const { PORT = '8900', CONNECTOR_URL = `http://127.0.0.1:${PORT}` } = process.env;
const { WEBHOOK_PORT = '8902', METHOD_URL = 'http://127.0.0.1:8903' } = process.env;
const isLive = METHOD_URL === LIVE_URL;

const keys = readJson('keys/connector.json') as {
  readonly signing: unknown;
  readonly encryption: unknown;
  readonly fingerprintSecret: string;
};
/** What Method gave you: `{"apiKey": "…", "webhookSecret": "…"}`. */
const secrets = readJson('keys/method.json') as {
  readonly apiKey: string;
  readonly webhookSecret: string;
};
const callers = readJson('callers.json') as readonly Caller[];
const suite: Caller = {
  name: 'verify',
  keys: isLive ? { keys: [] } : (readJson('keys/verify.public.json') as KeySet),
  reportsTo: 'http://127.0.0.1:8901',
};

const store = fileStore('data');
const deps: Deps = {
  method: openMethod({ baseUrl: METHOD_URL, apiKey: secrets.apiKey }),
  store,
  secret: keys.fingerprintSecret,
  trustsVerified: !isLive,
  now: Date.now,
};
const connector = createConnectorServer({
  manifest: manifestOf(isLive ? undefined : testLogins),
  baseUrl: CONNECTOR_URL,
  keys: { signing: openKeyPair(keys.signing), encryption: openKeyPair(keys.encryption) },
  callers: isLive ? callers : [...callers, suite],
  store,
  fingerprintSecret: keys.fingerprintSecret,
  author: createAuthor(deps),
  answerSeconds: isLive ? undefined : 1,
  log: (event) => console.log(JSON.stringify(event)),
});

nodeServer(connector, CONNECTOR_URL).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Serving on ${CONNECTOR_URL}, with Method at ${METHOD_URL}`);
});
webhookServer(deps, connector, secrets.webhookSecret).listen(Number(WEBHOOK_PORT), '127.0.0.1');

const daily = () =>
  readDaily(deps, connector).then(
    (day) => day && console.log(JSON.stringify({ what: 'daily', ...day })),
    () => console.log(JSON.stringify({ what: 'daily-failed' })),
  );
setInterval(daily, HOUR_MILLISECONDS);
void daily();

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
