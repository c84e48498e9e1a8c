/** What connectors that somebody else runs call. */
import { keySet } from '@billhook/connector-kit/protocol/manifest';
import type { FunctionDeclaration, Operation } from '@billhook/core/api/operation';

/** A rotation waits for a day at least, so that an hour changes nothing. */
const KEYS_CACHE_SECONDS = 3600;

export const listConnectorKeys = {
  method: 'GET',
  path: '/.well-known/billhook-connector-keys',
  summary: 'List the public keys by which connectors know this deployment, as a JWKS document.',
  description:
    'For whoever runs a connector: with `sig` requests to it are signed, to `enc` it encrypts. The ' +
    'first key of each use is the current one.',
  callers: ['anyone'],
  scope: 'none',
  cacheSeconds: KEYS_CACHE_SECONDS,
  response: keySet,
  errors: [],
  uses: { table: ['get'], connectorKeys: ['list'] },
  impact: 'Connectors cannot be told the keys of this deployment.',
} as const satisfies Operation;

/**
 * No operation of the interface: the connector protocol describes it. Nobody authorizes its requests, each
 * of which its connector has signed.
 */
export const reportOperation = {
  /** Below `/v1`, as the protocol has it. */
  path: '/connector/operations/{operation}',
  summary: 'Take what a connector reports of an operation, and have the connector asked about it.',
  uses: {
    table: ['get', 'update'],
    passing: ['put'],
    signals: ['link-account', 'pay-bill', 'swap-card'],
  },
  impact: 'What connectors report is noticed only when they are asked the next time.',
} as const satisfies FunctionDeclaration & { readonly path: `/${string}` };

/** Called by the browser's worker alone, which may call nothing else. */
export const serveBrowser = {
  summary: 'Hand a worker what was given out to it, and take what it says of that.',
  uses: {
    table: ['get', 'put', 'update'],
    passing: ['get', 'put'],
    connectorKeys: ['open'],
    vault: { seal: ['page'] },
    signals: ['link-account', 'pay-bill', 'swap-card'],
    beats: ['link-account', 'pay-bill', 'swap-card'],
  },
  impact: 'Companies that a browser reaches can be neither linked, read nor paid.',
} as const satisfies FunctionDeclaration;
