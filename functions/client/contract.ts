import type { Operation } from '@billhook/core/api/operation';
import { clientIdentifier, givenClient } from '@billhook/core/schemas/client';
import { alsoDescribed, oneOfFields } from '@billhook/core/schemas/described';
import { id, success } from '@billhook/core/schemas/fields';
import { anySyncCard, failedCard } from '@billhook/core/schemas/payment-method';
import {
  givenToken,
  sessionId,
  tokenKey,
  tokenOptions,
  tokenVerifier,
} from '@billhook/core/schemas/token';
import * as v from 'valibot';

const MAX_CARDS = 20;
/** Seconds; far less than a key is published before it signs its first token. */
const KEYS_CACHE_SECONDS = 3_600;

export const createClient = {
  method: 'POST',
  path: '/client',
  summary: 'Create a client, or retrieve the one that already has the identifier.',
  description:
    '`identifier` is your own name for the user, stored as you send it: another spelling is ' +
    'another client. `meta` is stored encrypted.',
  callers: ['partner'],
  scope: 'service',
  body: givenClient,
  response: v.object({ clientId: id }),
  errors: [],
  uses: { table: ['get', 'put', 'update'], vault: { seal: ['meta'] } },
  impact: 'Partners cannot sign up new users.',
} as const satisfies Operation;

export const createToken = {
  method: 'POST',
  path: '/client/create-token',
  summary: 'Create an SSO token that opens the hosted modules for one client.',
  description:
    'Creates the client if the identifier is new. An `expiration` more than 30 days ahead is cut to ' +
    '30 days. A token with `nonce` is spent by its first exchange. `accessTokenExpiresIn` is how long each access ' +
    'token lives after its exchange, even if that is longer than the SSO token lives.',
  callers: ['partner'],
  scope: 'service',
  body: v.object({ identifier: clientIdentifier, ...tokenOptions }),
  response: v.object({ token: v.string() }),
  showsSecret: true,
  errors: ['partner_locked'],
  uses: { table: ['get', 'put'], tokenKey: ['sign'] },
  impact: 'Users cannot open the hosted modules.',
} as const satisfies Operation;

export const createAccessToken = {
  method: 'POST',
  path: '/client/access-token',
  summary:
    'Exchange an SSO token for an access token, which authorizes the operations that clients may use.',
  description:
    'Needs no API key: the SSO token is the credential. A `nonce` token is spent by its first ' +
    'exchange. A page that sends a `verifier` (random text that it makes itself) can repeat that ' +
    'exchange with the same `verifier` for 60 seconds, in case the response was lost, and renew the ' +
    'access token with it; without one, `renewable` is `false`. A ' +
    '`sessionId` is included in every event that results from using the access token.',
  callers: ['anyone'],
  scope: 'none',
  body: v.object({
    token: givenToken,
    verifier: v.optional(tokenVerifier),
    sessionId: v.optional(sessionId),
  }),
  response: v.object({
    accessToken: v.string(),
    expiresIn: v.pipe(v.number(), v.integer()),
    clientId: id,
    /** Whether `POST /module/session` renews it, with the same `verifier`. */
    renewable: v.boolean(),
  }),
  showsSecret: true,
  errors: ['token_invalid', 'origin_not_registered', 'partner_locked', 'request_conflict'],
  uses: { table: ['get', 'update'], tokenKey: ['sign', 'verify'] },
  impact: 'The hosted modules do not open.',
} as const satisfies Operation;

export const listTokenKeys = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'List the public keys that SSO and access tokens are signed with, as a JWKS document.',
  description:
    'One key, and two while the key is being rotated: the first signs, and tokens of both are ' +
    'accepted. A new key is listed for two days before it signs. If a token names a key that you ' +
    "don't know, fetch the list again.",
  callers: ['anyone'],
  scope: 'none',
  cacheSeconds: KEYS_CACHE_SECONDS,
  response: v.object({ keys: v.array(tokenKey) }),
  errors: [],
  uses: { table: ['get'], tokenKey: ['verify'] },
  impact: 'Partners that verify tokens by themselves cannot fetch the keys.',
} as const satisfies Operation;

export const revokeTokens = {
  method: 'POST',
  path: '/client/revoke-tokens',
  summary: 'Revoke all tokens of a client, or one token and those related to it.',
  description:
    'With `identifier`, revokes all SSO and access tokens of the client; `clientToken` is then ' +
    'ignored. With `clientToken`, of either kind, revokes the SSO token and every access token ' +
    'that came from it: an access token is revoked together with the SSO token that it came ' +
    'from. If the token has already expired or been revoked, the call succeeds.',
  callers: ['partner'],
  scope: 'service',
  body: v.pipe(
    v.object({
      identifier: v.optional(clientIdentifier),
      clientToken: v.optional(givenToken),
    }),
    v.check(
      ({ identifier, clientToken }) => identifier !== undefined || clientToken !== undefined,
      'Expected `identifier` or `clientToken`',
    ),
    alsoDescribed({
      description: '`identifier` or `clientToken`.',
      ...oneOfFields('identifier', 'clientToken'),
    }),
  ),
  response: success,
  errors: ['client_not_found', 'token_not_found', 'request_conflict'],
  uses: { table: ['get', 'update'], tokenKey: ['verify'] },
  impact: 'Stolen tokens of users stay valid until they expire.',
} as const satisfies Operation;

export const syncClient = {
  method: 'POST',
  path: '/client/sync',
  summary: 'Create a client, a token for it and its cards in one call.',
  description:
    '`cards` in the response are those that were linked, in the order in which they were sent. ' +
    'Those that were not are in `failedCards`, each with its `identifier`, its position and the ' +
    'reason; they do not keep the client, the token or the other cards from being created. ' +
    '`cardType` and `cardBrand` are trusted when given. A card with the same number and ' +
    '`identifier` as one that the client already has is that payment method, so a call can be ' +
    'repeated; its date, code, name and zip code are updated if the date or name differs. ' +
    '`client_not_found` means that the client was erased during the call: the next call creates ' +
    'another.',
  callers: ['partner'],
  scope: 'service',
  body: v.object({
    client: givenClient,
    token: v.optional(v.object(tokenOptions), {}),
    cards: v.optional(v.pipe(v.array(anySyncCard), v.maxLength(MAX_CARDS)), []),
  }),
  secretFields: ['cardNumber', 'cardCode'],
  response: v.object({
    clientId: id,
    ssoToken: v.string(),
    cards: v.array(v.object({ paymentMethodId: id, identifier: v.optional(v.string()) })),
    failedCards: v.array(failedCard),
  }),
  showsSecret: true,
  errors: ['client_not_found', 'partner_locked'],
  uses: {
    table: ['get', 'query', 'put', 'update'],
    tokenKey: ['sign'],
    passing: ['put'],
    vault: { seal: ['meta', 'method'] },
    fingerprint: true,
  },
  impact: 'Partners cannot open the card-swap module for users with their cards.',
} as const satisfies Operation;

export const eraseClient = {
  method: 'DELETE',
  path: '/client/{clientId}',
  summary: 'Erase a client: all that is stored of the user.',
  description:
    'Cannot be undone. While a payment or a swap of the client has not ended, returns 409 ' +
    '`money_under_way`, whose `detail` says what has not. What was scheduled is not paid any more. ' +
    'From the response on the client is unknown, its tokens are revoked, and its identifier is ' +
    'free. `erasing` means that the rest is removed within minutes. The event `client.erased` says ' +
    'that all is gone; no other event is sent of what goes with the client. The call can be ' +
    'repeated. What stays of a payment is its company, amount, days and confirmation.',
  callers: ['partner'],
  scope: 'admin',
  response: v.object({ ...success.entries, status: v.picklist(['erasing', 'erased']) }),
  errors: ['client_not_found', 'money_under_way', 'request_conflict'],
  uses: {
    table: ['get', 'query', 'put', 'update', 'delete'],
    erases: true,
    signals: ['link-account'],
  },
  impact: 'Partners cannot erase users, which the law may give them days for.',
  timeoutSeconds: 20,
} as const satisfies Operation;
