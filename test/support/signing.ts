/** Signing requests as a partner does, and keys to do it with. */
import { constants, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export type KeyPair = { readonly privateKey: KeyObject; readonly publicKey: KeyObject };

export function rsaPair(modulusLength = 2048): KeyPair {
  return generateKeyPairSync('rsa', { modulusLength });
}

export function pemOf(key: KeyObject, type: 'spki' | 'pkcs1' = 'spki'): string {
  return key.export({ format: 'pem', type }) as string;
}

/** As it stands in a partner's record. */
export function derOf(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return open.export({ format: 'der', type: 'spki' }).toString('base64');
}

export function jwkOf(key: KeyObject, more: object = {}): Record<string, unknown> {
  return { ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', ...more };
}

export function signText(text: string, privateKey: KeyObject): string {
  const key = { key: privateKey, padding: constants.RSA_PKCS1_PADDING };
  return sign('sha256', Buffer.from(text), key).toString('base64');
}
