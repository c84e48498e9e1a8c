/**
 * Encrypts what a request carries for the partner's encryption key (decision: encrypted-bodies): a
 * compact JWE.
 */

export type EncryptionKey = {
  readonly kty: string;
  readonly n: string;
  readonly e: string;
  readonly kid: string;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @returns the body to send in the place of the one given. */
export async function encryptBody(body: unknown, { kid, ...key }: EncryptionKey) {
  const { subtle } = crypto;
  const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const publicKey = await subtle.importKey(
    'jwk',
    { kty: key.kty, n: key.n, e: key.e },
    oaep,
    false,
    ['encrypt'],
  );
  const contentKey = crypto.getRandomValues(new Uint8Array(32));
  const wrapped = await subtle.encrypt(oaep, publicKey, contentKey);
  const aes = await subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt']);
  const header = base64url(utf8(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = new Uint8Array(
    await subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8(header) },
      aes,
      utf8(JSON.stringify(body)),
    ),
  );
  const text = sealed.subarray(0, -TAG_BYTES);
  const tag = sealed.subarray(-TAG_BYTES);
  const parts = [new Uint8Array(wrapped), iv, text, tag].map(base64url);
  return { encrypted: kid, hash: [header, ...parts].join('.') };
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
