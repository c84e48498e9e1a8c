/** Encrypts bodies as partners do, with every part open to be spoiled. */
import {
  constants,
  createCipheriv,
  createPublicKey,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';

export type PublicJwk = { readonly kty: string; readonly n: string; readonly e: string };

export function publicKeyOf({ kty, n, e }: PublicJwk): KeyObject {
  return createPublicKey({ key: { kty, n, e }, format: 'jwk' });
}

export type OaepHash = 'sha1' | 'sha256';

export function wrap(key: KeyObject, content: string | Uint8Array, oaepHash: OaepHash): Buffer {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return publicEncrypt({ key, oaepHash, padding }, Buffer.from(content as string));
}

/** The pipe-separated layout. */
export function encryptLayout(key: KeyObject, text: string | Uint8Array, hash: OaepHash): string {
  const contentKey = randomBytes(32);
  const iv = randomBytes(16);
  const wrapped = wrap(key, `${contentKey.toString('base64')}|${iv.toString('base64')}`, hash);
  const cipher = createCipheriv('aes-256-ctr', contentKey, iv);
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
  return `${wrapped.toString('base64')}|${encrypted.toString('base64')}`;
}

export type JweParts = {
  readonly header?: Readonly<Record<string, unknown>> | string;
  readonly contentKey?: Uint8Array;
  readonly iv?: Uint8Array;
  readonly tagBytes?: number;
  readonly oaepHash?: OaepHash;
};

export const jweHeader = { alg: 'RSA-OAEP-256', enc: 'A256GCM' } as const;

/** A compact JWE; what is given stands in the place of what belongs there. */
export function encryptJwe(
  key: KeyObject,
  text: string | Uint8Array,
  parts: JweParts = {},
): string {
  const { header = jweHeader, oaepHash = 'sha256', tagBytes = 16 } = parts;
  const contentKey = parts.contentKey ?? randomBytes(32);
  const iv = parts.iv ?? randomBytes(12);
  const protectedHeader = Buffer.from(
    typeof header === 'string' ? header : JSON.stringify(header),
  ).toString('base64url');
  const cipher = createCipheriv(
    `aes-${contentKey.length * 8}-gcm` as 'aes-256-gcm',
    contentKey,
    iv,
    {
      authTagLength: tagBytes,
    },
  );
  cipher.setAAD(Buffer.from(protectedHeader));
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
  const rest = [wrap(key, contentKey, oaepHash), iv, encrypted, cipher.getAuthTag()];
  return [protectedHeader, ...rest.map((part) => Buffer.from(part).toString('base64url'))].join(
    '.',
  );
}
