/**
 * Encrypted bodies (decision: encrypted-bodies): `{encrypted: <key id>, hash: <text>}`. Two forms
 * of `hash`:
 *
 * - `base64(RSA-OAEP(base64(key) + "|" + base64(iv))) + "|" + base64(AES-256-CTR(JSON))`, with 32
 *   bytes of key and 16 of iv, standard Base64 with padding;
 * - a compact JWE (RFC 7516) of `RSA-OAEP-256` and `A256GCM`, which is authenticated.
 *
 * All that can be refused without a key is refused here, before anything is unwrapped: form, strict
 * Base64, sizes, header. What is refused has no reason: there is one answer for all of it.
 */

export type EncryptedPayload = { readonly encrypted: unknown; readonly hash: unknown };

/** How a content key is wrapped, by its name at KMS. */
export type Wrapping = 'RSAES_OAEP_SHA_1' | 'RSAES_OAEP_SHA_256';

export type ParsedPayload = {
  /** `key_…`, as the caller wrote it. */
  readonly keyId: string;
  /** Those to try, one after the other. */
  readonly wrappings: readonly Wrapping[];
  /** The content key under the RSA key: as many bytes as the modulus. */
  readonly wrappedKey: Uint8Array;
  readonly text: Uint8Array;
  /** What a JWE has beside these; without it, the text is CTR's. */
  readonly sealed?: {
    readonly iv: Uint8Array;
    readonly tag: Uint8Array;
    readonly additionalData: Uint8Array;
  };
};

/** Bytes of an RSA modulus of 2048 bits. */
const WRAPPED_KEY_BYTES = 256;
const CONTENT_KEY_BYTES = 32;
const CTR_IV_BYTES = 16;
const GCM_IV_BYTES = 12;
const GCM_TAG_BYTES = 16;
/** Bytes of JSON, in clear as encrypted: no longer than a plain body may be. */
const MAX_TEXT_BYTES = 1_048_576;
/** The shortest JSON object is `{}`. */
const MIN_TEXT_BYTES = 2;
const MAX_KEY_ID_LENGTH = 64;
const MAX_HEADER_BYTES = 1024;

/**
 * The layout does not name its hash, and each attempt is a call to KMS. SHA-1 is what the clients of
 * this layout send; whoever can choose is better off with a JWE, which names its own.
 */
const LAYOUT_WRAPPINGS: readonly Wrapping[] = ['RSAES_OAEP_SHA_1', 'RSAES_OAEP_SHA_256'];

/**
 * Whether a body is meant as an encrypted one: it has these two fields, whatever they hold. What it
 * has beside them makes it a malformed one, and never a plain one whose content is lost.
 */
export function isEncryptedPayload(body: object): body is EncryptedPayload {
  return 'encrypted' in body && 'hash' in body;
}

/** The parts of an encrypted body; nothing when any of them is not as it must be. */
export function parsePayload(body: EncryptedPayload): ParsedPayload | undefined {
  const { encrypted, hash, ...more } = body;
  if (Object.keys(more).length > 0) return undefined;
  if (typeof encrypted !== 'string' || typeof hash !== 'string') return undefined;
  if (encrypted.length > MAX_KEY_ID_LENGTH) return undefined;
  return hash.includes('|') ? parseLayout(encrypted, hash) : parseJwe(encrypted, hash);
}

function parseLayout(keyId: string, hash: string): ParsedPayload | undefined {
  const [wrapped, ciphertext, ...more] = hash.split('|', 3);
  if (more.length > 0) return undefined;
  const wrappedKey = bytesOf(wrapped, 'base64', WRAPPED_KEY_BYTES);
  const text = wrappedKey && bytesOf(ciphertext, 'base64', MIN_TEXT_BYTES, MAX_TEXT_BYTES);
  return text && { keyId, wrappings: LAYOUT_WRAPPINGS, wrappedKey, text };
}

function parseJwe(keyId: string, hash: string): ParsedPayload | undefined {
  const [header, wrapped, initial, ciphertext, authentication, ...more] = hash.split('.', 6);
  if (more.length > 0 || !isAcceptedHeader(header, keyId)) return undefined;
  const wrappedKey = bytesOf(wrapped, 'base64url', WRAPPED_KEY_BYTES);
  const iv = bytesOf(initial, 'base64url', GCM_IV_BYTES);
  const tag = bytesOf(authentication, 'base64url', GCM_TAG_BYTES);
  const text = bytesOf(ciphertext, 'base64url', MIN_TEXT_BYTES, MAX_TEXT_BYTES);
  if (!wrappedKey || !iv || !tag || !text) return undefined;
  const additionalData = Buffer.from(header as string, 'latin1');
  const wrappings = ['RSAES_OAEP_SHA_256'] as const;
  return { keyId, wrappings, wrappedKey, text, sealed: { iv, tag, additionalData } };
}

/**
 * What each header parameter may be. Others are refused and not ignored: `crit` and `zip` demand
 * what is not done here, and a key that a header brings along (`jwk`, `jku`) is never used.
 */
const headerParameters: Readonly<Record<string, (value: unknown, keyId: string) => boolean>> = {
  alg: (value) => value === 'RSA-OAEP-256',
  enc: (value) => value === 'A256GCM',
  kid: (value, keyId) => value === keyId,
  typ: (value) => typeof value === 'string',
  cty: (value) => typeof value === 'string',
};

function isAcceptedHeader(encoded: string | undefined, keyId: string): boolean {
  const bytes = bytesOf(encoded, 'base64url', MIN_TEXT_BYTES, MAX_HEADER_BYTES);
  const header = bytes && parseHeader(bytes);
  if (!header || !Object.hasOwn(header, 'alg') || !Object.hasOwn(header, 'enc')) return false;
  return Object.entries(header).every(
    ([name, value]) =>
      Object.hasOwn(headerParameters, name) && headerParameters[name]?.(value, keyId),
  );
}

function parseHeader(bytes: Uint8Array): object | undefined {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof header === 'object' && header !== null ? header : undefined;
  } catch {
    return undefined;
  }
}

/** The content key and iv of the layout: exactly `base64(32 bytes) + "|" + base64(16 bytes)`. */
export function parseContentKey(
  unwrapped: Uint8Array,
): { readonly key: Uint8Array; readonly iv: Uint8Array } | undefined {
  const [keyText, ivText, ...more] = Buffer.from(unwrapped).toString('latin1').split('|', 3);
  if (more.length > 0) return undefined;
  const key = bytesOf(keyText, 'base64', CONTENT_KEY_BYTES);
  const iv = bytesOf(ivText, 'base64', CTR_IV_BYTES);
  return key && iv && { key, iv };
}

/** The content key of a JWE. */
export function isContentKey(unwrapped: Uint8Array): boolean {
  return unwrapped.length === CONTENT_KEY_BYTES;
}

/**
 * Bytes of strict Base64, of a length within the limits. Node reads anything: what it read must come
 * out again as the same text, so that no two texts are the same bytes.
 */
function bytesOf(
  text: string | undefined,
  encoding: 'base64' | 'base64url',
  minimum: number,
  maximum = minimum,
): Buffer | undefined {
  if (text === undefined || text.length > Math.ceil(maximum / 3) * 4) return undefined;
  const bytes = Buffer.from(text, encoding);
  if (bytes.length < minimum || bytes.length > maximum) return undefined;
  return bytes.toString(encoding) === text ? bytes : undefined;
}
