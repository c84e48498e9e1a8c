/** The template's connector, in process: a server that a test calls without a network. */

import type { ServerOptions } from '@billhook/connector-kit';
import { type Caller, createConnectorServer, memoryStore } from '@billhook/connector-kit';
import type { Manifest } from '@billhook/connector-kit/protocol/manifest';
import { keySetOf, newOwnKeys, type OwnKeys } from '@billhook/connector-kit/wire/keys';
import { createAuthor } from '../../../connectors/kit/template/connector.ts';
import { manifest } from '../../../connectors/kit/template/manifest.ts';

export const BASE_URL = 'https://connector.example';

export const suiteKeys: OwnKeys = newOwnKeys();
export const connectorKeys: OwnKeys = newOwnKeys();

export const suite: Caller = {
  name: 'suite',
  keys: keySetOf(suiteKeys.signing, suiteKeys.encryption),
};

/** Of the slow login, and of a response that does not wait for it. */
const SLOW_MILLISECONDS = 150;
const ANSWER_SECONDS = 0.05;

export function goodOptions(more: Partial<ServerOptions> = {}): ServerOptions {
  return {
    manifest,
    baseUrl: BASE_URL,
    keys: connectorKeys,
    callers: [suite],
    store: memoryStore(),
    fingerprintSecret: 'a secret of the tests, which is long enough',
    author: createAuthor(SLOW_MILLISECONDS),
    answerSeconds: ANSWER_SECONDS,
    ...more,
  };
}

export function goodConnector(more: Partial<ServerOptions> = {}) {
  return createConnectorServer(goodOptions(more));
}

export function fullManifest(): Manifest {
  const keys = keySetOf(connectorKeys.signing, connectorKeys.encryption);
  return { ...manifest, protocols: [1], requestCertificates: true, keys };
}
