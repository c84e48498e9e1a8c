/** The connector over the stand-in, in this process and without a network. */
import {
  type Caller,
  createConnectorServer,
  memoryStore,
  type ServerOptions,
} from '@billhook/connector-kit';
import type { Manifest } from '@billhook/connector-kit/protocol/manifest';
import { keySetOf, newOwnKeys } from '@billhook/connector-kit/wire/keys';
import type { ApiOptions } from '../../../connectors/method/api/client.ts';
import { openMethod } from '../../../connectors/method/api/method.ts';
import { createAuthor } from '../../../connectors/method/author.ts';
import type { Deps } from '../../../connectors/method/deps.ts';
import { manifestOf } from '../../../connectors/method/manifest.ts';
import { testLogins } from '../../../connectors/method/stand-in/people.ts';
import {
  createStandIn,
  type StandIn,
  type StandInOptions,
} from '../../../connectors/method/stand-in/stand-in.ts';

export const BASE_URL = 'https://method.example';
export const suiteKeys = newOwnKeys();
const connectorKeys = newOwnKeys();
export const WEBHOOK_SECRET = 'a webhook secret of the tests';
export const suiteCaller: Caller = {
  name: 'suite',
  keys: keySetOf(suiteKeys.signing, suiteKeys.encryption),
};
export const API_KEY = 'sk_of_the_tests';
const SECRET = 'a secret of the tests, which is long enough';

/** What the connector needs, with the stand-in as Method. Its waits take no time. */
export function depsOver(
  standIn: Pick<StandIn, 'fetch'>,
  more: Partial<Deps> = {},
  options: Partial<ApiOptions> = {},
): Deps {
  const method = openMethod({
    baseUrl: 'https://stand-in.example',
    apiKey: API_KEY,
    fetch: standIn.fetch,
    wait: async () => {},
    timeoutMilliseconds: Number.POSITIVE_INFINITY,
    ...options,
  });
  return {
    method,
    store: memoryStore(),
    secret: SECRET,
    trustsVerified: true,
    now: Date.now,
    ...more,
  };
}

export function standInOf(options: Partial<StandInOptions> = {}): StandIn {
  return createStandIn({ apiKey: API_KEY, ...options });
}

export function connectorOver(deps: Deps, more: Partial<ServerOptions> = {}) {
  return createConnectorServer({
    manifest: manifestOf(testLogins),
    baseUrl: BASE_URL,
    keys: connectorKeys,
    callers: [suiteCaller],
    store: deps.store,
    fingerprintSecret: SECRET,
    author: createAuthor(deps),
    now: deps.now,
    ...more,
  });
}

export function fullManifest(): Manifest {
  const keys = keySetOf(connectorKeys.signing, connectorKeys.encryption);
  return { ...manifestOf(testLogins), protocols: [1], keys };
}
