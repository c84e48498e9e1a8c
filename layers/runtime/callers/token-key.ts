/** The KMS key that signs tokens: its private half stays there, its public half is read once. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { derToRaw } from '@billhook/core/ecdsa-signature';
import type { TokenKey } from '@billhook/core/schemas/token';
import * as v from 'valibot';
import { environment } from '../aws/environment.ts';
import { kmsClient } from '../aws/kms.ts';

const pointSchema = v.object({ x: v.string(), y: v.string() });

/** The signature as a JWT carries it. */
export async function signWithTokenKey(text: string): Promise<Buffer> {
  const { Signature } = await kmsClient().send(
    new SignCommand({
      KeyId: environment('TOKEN_KEY_ARN'),
      Message: Buffer.from(text),
      MessageType: 'RAW',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  );
  if (!Signature) throw new Error('KMS answered no signature');
  return Buffer.from(derToRaw(Signature));
}

/** Names the key in tokens and in the published document alike. */
export function tokenKeyId(): string {
  const keyArn = environment('TOKEN_KEY_ARN');
  return keyArn.slice(keyArn.lastIndexOf('/') + 1);
}

let cachedKey: Promise<KeyObject> | undefined;

/** Asked for once a process: the key of an ARN never changes. */
export function publicTokenKey(): Promise<KeyObject> {
  cachedKey ??= fetchPublicKey().catch((error) => {
    cachedKey = undefined;
    throw error;
  });
  return cachedKey;
}

/** The public key as a JWK, for whoever verifies tokens by himself. */
export async function publishedTokenKey(): Promise<TokenKey> {
  const { x, y } = v.parse(pointSchema, (await publicTokenKey()).export({ format: 'jwk' }));
  return { kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig', kid: tokenKeyId() };
}

async function fetchPublicKey(): Promise<KeyObject> {
  const { PublicKey } = await kmsClient().send(
    new GetPublicKeyCommand({ KeyId: environment('TOKEN_KEY_ARN') }),
  );
  if (!PublicKey) throw new Error('KMS answered no public key');
  return createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
}
