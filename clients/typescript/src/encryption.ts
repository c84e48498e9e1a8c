/** Encrypts bodies for a key of the partner at the service: a compact JWE. */
import { base64url, randomBytes, utf8 } from './bytes.ts';
import type { Encryption, EncryptionKey } from './options.ts';
import { webcrypto } from './webcrypto.ts';

const IV_BYTES = 12;
const KEPT_MILLISECONDS = 3_600_000;

/** @returns the body to send in the place of the one given. */
export async function encryptBody(
  body: unknown,
  { kid, n, e }: EncryptionKey,
): Promise<{ encrypted: string; hash: string }> {
  const { subtle } = webcrypto;
  const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const publicKey = await subtle.importKey('jwk', { kty: 'RSA', n, e }, oaep, false, ['encrypt']);
  const contentKey = randomBytes(32);
  const wrapped = await subtle.encrypt(oaep, publicKey, contentKey);
  const aes = await subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt']);
  const header = base64url(utf8(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })));
  const iv = randomBytes(IV_BYTES);
  const gcm = { name: 'AES-GCM', iv, additionalData: utf8(header) };
  const sealed = await subtle.encrypt(gcm, aes, utf8(JSON.stringify(body)));
  const text = sealed.slice(0, -16);
  const tag = sealed.slice(-16);
  const parts = [wrapped, iv, text, tag].map((part) => base64url(part));
  return { encrypted: kid, hash: [header, ...parts].join('.') };
}

export type Encrypter = {
  readonly encrypt: (body: unknown) => Promise<object>;
  /** The key was refused: the next body is encrypted with the one that is newest then. */
  readonly forget: () => void;
};

/** @param newest asks the service for the newest key. */
export function encrypterOf(
  { key = undefined }: Encryption,
  newest: () => Promise<EncryptionKey>,
  now: () => number,
): Encrypter {
  let kept: { readonly key: Promise<EncryptionKey>; readonly until: number } | undefined;
  const ask = async () => (typeof key === 'function' ? await key() : (key ?? (await newest())));
  const current = async () => {
    if (!kept || kept.until <= now()) {
      kept = { key: ask(), until: now() + KEPT_MILLISECONDS };
    }
    const asked = kept;
    try {
      return await asked.key;
    } catch (error) {
      if (kept === asked) kept = undefined;
      throw error;
    }
  };
  return {
    encrypt: async (body) => await encryptBody(body, await current()),
    forget: () => {
      kept = undefined;
    },
  };
}
