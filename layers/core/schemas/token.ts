/**
 * SSO and access tokens (decision: tokens-are-signed-jwts): what is asked for, what they claim, and
 * the key that proves them.
 */
import * as v from 'valibot';
import {
  DEFAULT_ACCESS_TOKEN_SECONDS,
  MAX_ACCESS_TOKEN_SECONDS,
  MIN_ACCESS_TOKEN_SECONDS,
} from '../api/token-lifetime.ts';
import { givenInstant, text } from './fields.ts';

/** Characters. Ours have some 600. */
export const MAX_TOKEN_LENGTH = 4096;

export const givenToken = text(MAX_TOKEN_LENGTH);

const accessTokenSeconds = `Expected whole seconds from ${MIN_ACCESS_TOKEN_SECONDS} to ${MAX_ACCESS_TOKEN_SECONDS}`;

/** The options of an SSO token. */
export const tokenOptions = {
  nonce: v.optional(v.boolean(), false),
  expiration: v.optional(givenInstant),
  accessTokenExpiresIn: v.optional(
    v.pipe(
      v.number(),
      v.integer(accessTokenSeconds),
      v.minValue(MIN_ACCESS_TOKEN_SECONDS, accessTokenSeconds),
      v.maxValue(MAX_ACCESS_TOKEN_SECONDS, accessTokenSeconds),
    ),
    DEFAULT_ACCESS_TOKEN_SECONDS,
  ),
};

/** Made by the page that exchanges a token, as PKCE makes one (RFC 7636): 43 to 128 characters. */
export const tokenVerifier = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9._~-]{43,128}$/, 'Expected 43 to 128 characters from A-Z a-z 0-9 - . _ ~'),
);

/** Names the use of a module, in each event that it leads to. */
export const sessionId = v.pipe(
  v.string(),
  v.regex(/^[!-~]{1,128}$/, 'Expected 1 to 128 visible ASCII characters'),
);

/** Whom our tokens are for: the API of this service. */
export const TOKEN_AUDIENCE = 'billhook';

const commonClaims = {
  iss: v.literal('billhook'),
  /** Tokens of release 0.1.0 have none. */
  aud: v.optional(v.literal(TOKEN_AUDIENCE)),
  /** Not valid before, in seconds; ours have none. */
  nbf: v.optional(v.number()),
  /** The client. */
  sub: v.string(),
  partnerId: v.string(),
  jti: v.string(),
  /** The `jti` of the SSO token that a token came from; its own for an SSO token. */
  family: v.string(),
  /** When the last access token that the family can have expires, in seconds. */
  familyExp: v.number(),
  generation: v.number(),
  iat: v.number(),
  exp: v.number(),
};

export const tokenClaims = v.variant('kind', [
  v.object({
    kind: v.literal('sso'),
    ...commonClaims,
    nonce: v.boolean(),
    accessTokenExpiresIn: v.number(),
  }),
  v.object({
    kind: v.literal('access'),
    ...commonClaims,
    sessionId: v.optional(sessionId),
    /**
     * The SHA-256 of the verifier that its exchange came with, which renews it; `false` where none
     * came. Tokens of 0.1.0 have neither (decision: renewal-needs-the-verifier).
     */
    renewal: v.optional(v.union([v.string(), v.literal(false)])),
  }),
]);

export type TokenClaims = v.InferOutput<typeof tokenClaims>;
export type SsoTokenClaims = Extract<TokenClaims, { kind: 'sso' }>;
export type AccessTokenClaims = Extract<TokenClaims, { kind: 'access' }>;

/** The public half of the key that signs tokens, as a JWK (RFC 7517). */
export const tokenKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  alg: v.literal('ES256'),
  use: v.literal('sig'),
  kid: v.string(),
});

export type TokenKey = v.InferOutput<typeof tokenKey>;
