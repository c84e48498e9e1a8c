/**
 * SSO tokens (C14): JWTs signed ES256 by a KMS key, verified with its public half alone.
 *
 * A token is revoked by itself (its family is on record) or with all of its client's (its generation
 * is older than the client's).
 */
import { createPublicKey, type KeyObject, randomBytes, verify } from 'node:crypto';
import { GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { derToRaw } from '@billhook/core/ecdsa-signature';
import { randomText } from '@billhook/core/ids';
import * as v from 'valibot';
import { environment } from './environment.ts';
import { kmsClient } from './kms.ts';

const claimsSchema = v.object({
  iss: v.literal('billhook'),
  sub: v.string(),
  partnerId: v.string(),
  kind: v.picklist(['sso', 'access']),
  jti: v.string(),
  /** The SSO token that a token came from; its own for an SSO token. */
  family: v.string(),
  generation: v.number(),
  iat: v.number(),
  exp: v.number(),
  nonce: v.boolean(),
  accessTokenExpiresIn: v.number(),
});

export type TokenClaims = v.InferOutput<typeof claimsSchema>;

type AskedToken = {
  readonly clientId: string;
  readonly partnerId: string;
  readonly generation: number;
  readonly nonce: boolean;
  readonly accessTokenExpiresIn: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly expiresAt: number;
};

export async function signSsoToken(asked: AskedToken): Promise<string> {
  const jti = randomText(22, randomBytes);
  const claims: TokenClaims = {
    iss: 'billhook',
    sub: asked.clientId,
    partnerId: asked.partnerId,
    kind: 'sso',
    jti,
    family: jti,
    generation: asked.generation,
    iat: Math.floor(asked.now / 1000),
    exp: Math.floor(asked.expiresAt / 1000),
    nonce: asked.nonce,
    accessTokenExpiresIn: asked.accessTokenExpiresIn,
  };
  const header = { alg: 'ES256', typ: 'JWT', kid: keyIdOf(environment('TOKEN_KEY_ARN')) };
  const signed = `${encode(header)}.${encode(claims)}`;
  const { Signature } = await kmsClient().send(
    new SignCommand({
      KeyId: environment('TOKEN_KEY_ARN'),
      Message: Buffer.from(signed),
      MessageType: 'RAW',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  );
  if (!Signature) throw new Error('KMS answered no signature');
  return `${signed}.${Buffer.from(derToRaw(Signature)).toString('base64url')}`;
}

/** The claims of a token that we signed and that has not expired; nothing otherwise. */
export async function verifyToken(token: string, now: number): Promise<TokenClaims | undefined> {
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0) return undefined;
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.length !== 64 || bytes.toString('base64url') !== signature) return undefined;
  if (decode(header, v.object({ alg: v.literal('ES256') })) === undefined) return undefined;
  const key = { key: await publicKey(), dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), key, bytes)) return undefined;
  const claims = decode(payload, claimsSchema);
  return claims && claims.exp * 1000 > now ? claims : undefined;
}

let cachedKey: Promise<KeyObject> | undefined;

function publicKey(): Promise<KeyObject> {
  cachedKey ??= fetchPublicKey().catch((error) => {
    cachedKey = undefined;
    throw error;
  });
  return cachedKey;
}

async function fetchPublicKey(): Promise<KeyObject> {
  const { PublicKey } = await kmsClient().send(
    new GetPublicKeyCommand({ KeyId: environment('TOKEN_KEY_ARN') }),
  );
  if (!PublicKey) throw new Error('KMS answered no public key');
  return createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
}

function keyIdOf(keyArn: string): string {
  return keyArn.slice(keyArn.lastIndexOf('/') + 1);
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
