/** The public halves of encryption keys, as partners read them. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { EncryptionKeyRecord } from '@billhook/core/partner/encryption-key';
import { certificatesOf } from './key-certificate.ts';

/** The public half as a JWK, with these members only (decision: encryption-keys). */
export function jwkOf({ keyId, publicKey }: EncryptionKeyRecord) {
  const { n, e } = publicKeyObject(publicKey).export({ format: 'jwk' });
  if (!n || !e) throw new Error('An encryption key is not an RSA key');
  return { kty: 'RSA' as const, n, e, use: 'enc' as const, kid: keyId };
}

/** The same as partners read it, with certificates that carry it. */
export function publishedJwkOf(key: EncryptionKeyRecord) {
  return { ...jwkOf(key), x5c: certificatesOf(publicKeyObject(key.publicKey), key) };
}

/** SPKI, with its lines. */
export function pemOf({ publicKey }: EncryptionKeyRecord): string {
  return publicKeyObject(publicKey).export({ format: 'pem', type: 'spki' }).toString();
}

function publicKeyObject(publicKey: string): KeyObject {
  const key = Buffer.from(publicKey, 'base64');
  return createPublicKey({ key, format: 'der', type: 'spki' });
}
