/**
 * Secrets: a compact JWE (RFC 7516) with ECDH-ES+A256KW on P-256 and A256GCM. The protected header
 * names the operation, so what was encrypted for one does not open for another.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import * as v from 'valibot';
import type { OpenKey } from './keys.ts';
import { readJson } from './message.ts';

const ALGORITHM = 'ECDH-ES+A256KW';
const CONTENT = 'A256GCM';
const KEY_BYTES = 32;
const WRAPPED_BYTES = 40;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAX_HEADER_LENGTH = 1_024;
const MAX_SECRETS_LENGTH = 200_000;
/** The initial value of the key wrap (RFC 3394, section 2.2.3.1). */
const WRAP_IV = Buffer.alloc(8, 0xa6);

const coordinate = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));

/** Exactly these: `crit`, `zip` and keys that a header brings along are refused. */
const header = v.strictObject({
  alg: v.literal(ALGORITHM),
  enc: v.literal(CONTENT),
  kid: coordinate,
  op: v.string(),
  epk: v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinate, y: coordinate }),
  typ: v.optional(v.literal('JOSE')),
  cty: v.optional(v.literal('json')),
});

/** The value's JSON, encrypted to a key, for one operation. */
export function encryptSecrets(value: unknown, { kid, key }: OpenKey, operation: string): string {
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = ephemeral.publicKey.export({ format: 'jwk' });
  const epk = { kty: 'EC', crv: 'P-256', x, y };
  const protectedHeader = encoded(
    Buffer.from(JSON.stringify({ alg: ALGORITHM, enc: CONTENT, kid, op: operation, epk })),
  );
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: key });
  const contentKey = randomBytes(KEY_BYTES);
  const wrap = createCipheriv('id-aes256-wrap', wrappingKey(shared), WRAP_IV);
  const wrapped = Buffer.concat([wrap.update(contentKey), wrap.final()]);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', contentKey, iv);
  cipher.setAAD(Buffer.from(protectedHeader, 'latin1'));
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return [protectedHeader, ...[wrapped, iv, text, cipher.getAuthTag()].map(encoded)].join('.');
}

/** The one round of the Concat KDF that 256 bits need (RFC 7518, section 4.6.2), for this algorithm. */
function wrappingKey(shared: Uint8Array): Buffer {
  return createHash('sha256').update(FIRST_ROUND).update(shared).update(OTHER_INFO).digest();
}

const FIRST_ROUND = Buffer.from([0, 0, 0, 1]);
const OTHER_INFO = Buffer.concat([
  number32(ALGORITHM.length),
  Buffer.from(ALGORITHM),
  // Neither party says anything about itself.
  number32(0),
  number32(0),
  number32(KEY_BYTES * 8),
]);

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function encoded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** A private key, or a service that has one: the shared secret with an ephemeral public key. */
export type Agreement = {
  readonly kid: string;
  readonly agree: (ephemeral: KeyObject) => Uint8Array | Promise<Uint8Array>;
};

export function agreementOf(pair: {
  readonly kid: string;
  readonly privateKey: KeyObject;
}): Agreement {
  const { kid, privateKey } = pair;
  return { kid, agree: (publicKey) => diffieHellman({ privateKey, publicKey }) };
}

/**
 * What was encrypted to one of our keys for this operation; nothing when it was not, or does not open.
 * There is one answer for every reason that lies in the text.
 *
 * @throws whatever the key throws that can't be used now, such as one in a service that is down: the text
 *   may open later.
 */
export async function decryptSecrets(
  text: string,
  keys: readonly Agreement[],
  operation: string,
): Promise<{ readonly value: unknown } | undefined> {
  const parts = partsOf(text);
  if (!parts || parts.header.op !== operation) return undefined;
  const own = keys.find(({ kid }) => kid === parts.header.kid);
  if (!own) return undefined;
  const ephemeral = pointOf(parts.header.epk);
  if (!ephemeral) return undefined;
  const shared = await own.agree(ephemeral);
  try {
    const unwrap = createDecipheriv('id-aes256-wrap', wrappingKey(shared), WRAP_IV);
    const contentKey = Buffer.concat([unwrap.update(parts.wrapped), unwrap.final()]);
    const decipher = createDecipheriv('aes-256-gcm', contentKey, parts.iv);
    decipher.setAAD(parts.additionalData);
    decipher.setAuthTag(parts.tag);
    const clear = Buffer.concat([decipher.update(parts.text), decipher.final()]);
    return readJson(clear);
  } catch {
    return undefined;
  }
}

/** Nothing of a point that is not on the curve. */
function pointOf(key: NonNullable<ReturnType<typeof headerOf>>['epk']): KeyObject | undefined {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function partsOf(text: string) {
  if (text.length > MAX_SECRETS_LENGTH) return undefined;
  const [head = '', ...others] = text.split('.', 6);
  if (others.length !== 4 || head.length > MAX_HEADER_LENGTH) return undefined;
  const [wrapped, iv, cipherText, tag] = others.map(strictBytes);
  const parsed = headerOf(strictBytes(head));
  if (!parsed || !cipherText || wrapped?.length !== WRAPPED_BYTES) return undefined;
  if (iv?.length !== IV_BYTES || tag?.length !== TAG_BYTES) return undefined;
  return {
    header: parsed,
    wrapped,
    iv,
    text: cipherText,
    tag,
    additionalData: Buffer.from(head, 'latin1'),
  };
}

function headerOf(bytes: Uint8Array | undefined) {
  const parsed = v.safeParse(header, bytes && readJson(bytes)?.value);
  return parsed.success ? parsed.output : undefined;
}

/** Node reads any text as Base64url: only what comes out as the same text is taken. */
function strictBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === text ? bytes : undefined;
}
