/** A body that a caller encrypts as a JWE, made with `node:crypto` alone. */
import { createCipheriv, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto';

/** Compact: `RSA-OAEP-256` and `A256GCM`. */
export function jweOf(publicKey: KeyObject, text: string): string {
  const [key, iv] = [randomBytes(32), randomBytes(12)];
  const header = Buffer.from('{"alg":"RSA-OAEP-256","enc":"A256GCM"}').toString('base64url');
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header));
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
  const wrapped = publicEncrypt({ key: publicKey, oaepHash: 'sha256' }, key);
  const parts = [wrapped, iv, encrypted, cipher.getAuthTag()];
  return [header, ...parts.map((part) => part.toString('base64url'))].join('.');
}
