import type { Operation } from '@billhook/core/operation';
import { clientIdentifier, givenClient } from '@billhook/core/schemas/client';
import { givenInstant, id, success, text } from '@billhook/core/schemas/fields';
import { givenSyncCard } from '@billhook/core/schemas/payment-method';
import * as v from 'valibot';

const MAX_TOKEN_LENGTH = 4096;
const MAX_CARDS = 20;

const tokenOptions = {
  nonce: v.optional(v.boolean(), false),
  expiration: v.optional(givenInstant),
  accessTokenExpiresIn: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(86_400)),
    3600,
  ),
};

export const createClient = {
  method: 'POST',
  path: '/client',
  summary: 'Create a client, or fetch the one that has the identifier already.',
  callers: ['partner'],
  body: givenClient,
  response: v.object({ clientId: id }),
  errors: [],
  uses: { table: ['get', 'put'] },
  impact: 'Partners cannot sign up new users.',
} as const satisfies Operation;

export const createToken = {
  method: 'POST',
  path: '/client/create-token',
  summary: 'Create an SSO token that opens the hosted modules for one client.',
  callers: ['partner'],
  body: v.object({ identifier: clientIdentifier, ...tokenOptions }),
  response: v.object({ token: v.string() }),
  errors: [],
  uses: { table: ['get', 'put'], tokenKey: ['sign'] },
  impact: 'Users cannot open the hosted modules.',
} as const satisfies Operation;

export const revokeTokens = {
  method: 'POST',
  path: '/client/revoke-tokens',
  summary: 'Revoke all tokens of a client, or one token with what came from it.',
  callers: ['partner'],
  body: v.pipe(
    v.object({
      identifier: v.optional(clientIdentifier),
      clientToken: v.optional(text(MAX_TOKEN_LENGTH)),
    }),
    v.check(
      ({ identifier, clientToken }) => identifier !== undefined || clientToken !== undefined,
      'Expected `identifier` or `clientToken`',
    ),
  ),
  response: success,
  errors: ['client_not_found', 'token_not_found'],
  uses: { table: ['get', 'put', 'update'], tokenKey: ['verify'] },
  impact: 'Stolen tokens of users stay valid until they expire.',
} as const satisfies Operation;

export const syncClient = {
  method: 'POST',
  path: '/client/sync',
  summary: 'Create a client, a token for it and its cards in one call.',
  callers: ['partner'],
  body: v.object({
    client: givenClient,
    token: v.optional(v.object(tokenOptions), {}),
    cards: v.optional(v.pipe(v.array(givenSyncCard), v.maxLength(MAX_CARDS)), []),
  }),
  response: v.object({
    clientId: id,
    ssoToken: v.string(),
    cards: v.array(v.object({ paymentMethodId: id, identifier: v.optional(v.string()) })),
  }),
  errors: ['test_card_required', 'link_limit_reached'],
  uses: {
    table: ['get', 'query', 'put', 'update'],
    tokenKey: ['sign'],
    vault: ['seal'],
  },
  impact: 'Partners cannot open the card-swap module for users with their cards.',
} as const satisfies Operation;
