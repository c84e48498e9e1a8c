/**
 * SSO and access tokens (decision: tokens-are-signed-jwts): JWTs signed ES256 by a KMS key,
 * verified with its public half alone, also after another key has taken its place.
 *
 * A signature proves that we made a token. Whether it is still alive, its client's record tells
 * (`@billhook/core/api/token-marks`).
 */
import { createHash, type KeyObject, randomBytes, verify } from 'node:crypto';
import { isForNow } from '@billhook/core/api/token-lifetime';
import { randomText } from '@billhook/core/base/ids';
import {
  type AccessTokenClaims,
  MAX_TOKEN_LENGTH,
  type SsoTokenClaims,
  TOKEN_AUDIENCE,
  type TokenClaims,
  tokenClaims,
} from '@billhook/core/schemas/token';
import * as v from 'valibot';
import type { SigningKey } from './token-key.ts';

const JTI_LENGTH = 22;
/** Bytes of an ES256 signature: two numbers of 32. */
const SIGNATURE_LENGTH = 64;

/** Exactly this, and so no `crit`: what we don't know in a header of ours, we didn't write. */
const headerSchema = v.strictObject({
  alg: v.literal('ES256'),
  typ: v.literal('JWT'),
  kid: v.string(),
});

type AskedToken = {
  readonly clientId: string;
  readonly partnerId: string;
  readonly generation: number;
  readonly nonce: boolean;
  /** Seconds. */
  readonly accessTokenExpiresIn: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly expiresAt: number;
};

export function signSsoToken(key: SigningKey, asked: AskedToken): Promise<string> {
  const jti = randomText(JTI_LENGTH, randomBytes);
  const exp = Math.floor(asked.expiresAt / 1000);
  const claims: SsoTokenClaims = {
    iss: 'billhook',
    aud: TOKEN_AUDIENCE,
    sub: asked.clientId,
    partnerId: asked.partnerId,
    kind: 'sso',
    jti,
    family: jti,
    familyExp: exp + asked.accessTokenExpiresIn,
    generation: asked.generation,
    iat: Math.floor(asked.now / 1000),
    exp,
    nonce: asked.nonce,
    accessTokenExpiresIn: asked.accessTokenExpiresIn,
  };
  return sign(key, claims);
}

/**
 * An access token that an SSO token is exchanged for. It lives as long as was asked for when the SSO
 * token was made, whenever that one expires: a one-time token may be short-lived, and the session
 * that it opens an hour long.
 */
export function signAccessToken(
  key: SigningKey,
  sso: SsoTokenClaims,
  {
    generation,
    sessionId,
    renewal,
    now,
  }: {
    readonly generation: number;
    readonly sessionId?: string;
    readonly renewal: string | false;
    readonly now: number;
  },
): Promise<string> {
  const iat = Math.floor(now / 1000);
  const claims: AccessTokenClaims = {
    iss: 'billhook',
    aud: TOKEN_AUDIENCE,
    sub: sso.sub,
    partnerId: sso.partnerId,
    kind: 'access',
    jti: randomText(JTI_LENGTH, randomBytes),
    family: sso.family,
    familyExp: sso.familyExp,
    generation,
    iat,
    exp: iat + sso.accessTokenExpiresIn,
    ...(sessionId !== undefined && { sessionId }),
    renewal,
  };
  return sign(key, claims);
}

/** Whether an access token can be renewed at all: of 0.1.0, whatever its exchange came with. */
export function isRenewable({ renewal }: AccessTokenClaims): boolean {
  return renewal !== false;
}

/** Whether it is renewed for whoever has this verifier. */
export function mayRenew({ renewal }: AccessTokenClaims, verifier: string | undefined): boolean {
  if (renewal === undefined) return true;
  return renewal !== false && verifier !== undefined && renewal === digestOfVerifier(verifier);
}

/** What is kept of a verifier. */
export function digestOfVerifier(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/**
 * An access token in the place of one that is alive: of the same client, family, session and length,
 * that lives no longer than its family may.
 */
export async function renewAccessToken(
  key: SigningKey,
  claims: AccessTokenClaims,
  now: number,
): Promise<{ readonly accessToken: string; readonly expiresIn: number }> {
  const iat = Math.floor(now / 1000);
  const exp = Math.min(iat + claims.exp - claims.iat, claims.familyExp);
  const jti = randomText(JTI_LENGTH, randomBytes);
  return {
    accessToken: await sign(key, { ...claims, aud: TOKEN_AUDIENCE, jti, iat, exp }),
    expiresIn: exp - iat,
  };
}

/** The claims of a token of a kind that we signed and that has not expired; nothing otherwise. */
export async function verifyToken<K extends TokenClaims['kind']>(
  key: SigningKey,
  token: string,
  kind: K,
  now: number,
): Promise<Extract<TokenClaims, { kind: K }> | undefined> {
  const claims = await readToken(key, token, now);
  if (claims?.kind !== kind || claims.exp * 1000 <= now) return undefined;
  return claims as Extract<TokenClaims, { kind: K }>;
}

/** The claims of a token that we signed, expired or not; nothing of any other. */
export async function readToken(
  key: SigningKey,
  token: string,
  now: number,
): Promise<TokenClaims | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0) return undefined;
  const bytes = Buffer.from(signature, 'base64url');
  // One spelling only: Base64 could write the same bytes in several.
  if (bytes.toString('base64url') !== signature) return undefined;
  const named = decode(header, headerSchema);
  const publicKey = named && (await key.publicKey(named.kid));
  if (!publicKey) return undefined;
  const proven = provesToken(publicKey, Buffer.from(`${header}.${payload}`), bytes);
  const claims = proven ? decode(payload, tokenClaims) : undefined;
  return claims && isForNow(claims, now, await key.notedAt()) ? claims : undefined;
}

/** Whether an ES256 signature is of this key, over these bytes. */
export function provesToken(key: KeyObject, signed: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_LENGTH) return false;
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

async function sign(key: SigningKey, claims: TokenClaims): Promise<string> {
  const { text, signature } = await key.sign(
    (kid) => `${encode({ alg: 'ES256', typ: 'JWT', kid })}.${encode(claims)}`,
  );
  return `${text}.${signature.toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode<S extends v.GenericSchema>(text: string, schema: S): v.InferOutput<S> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
