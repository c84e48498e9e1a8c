/**
 * A certificate of an encryption key, for clients that take keys out of `x5c`
 * (decision: certificates-of-encryption-keys). It only carries the key: its issuer's key follows from
 * the key that it certifies, and is no secret.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

const tags = { integer: 0x02, bitString: 0x03, utf8: 0x0c, utcTime: 0x17, generalTime: 0x18 };
const SEQUENCE = 0x30;
const SET = 0x31;
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ED25519 = tlv(SEQUENCE, Buffer.from('06032b6570', 'hex'));
/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const ED25519_KEY = Buffer.from('302e020100300506032b657004220420', 'hex');
/** What RFC 5280 has for a certificate without an end. */
const NO_END = tlv(tags.generalTime, Buffer.from('99991231235959Z'));
const ISSUER = 'Billhook encryption keys';

/**
 * Base64 DER: the certificate of the key, then that of its issuer; the same each time. `created` is an
 * instant.
 */
export function certificatesOf(
  publicKey: KeyObject,
  { keyId, created }: { readonly keyId: string; readonly created: string },
): [string, string] {
  const digest = createHash('sha256')
    .update(`${ISSUER} ${keyId} ${created} `)
    .update(derOf(publicKey));
  const key = Buffer.concat([ED25519_KEY, digest.digest()]);
  const issuer = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const from = Date.parse(created);
  const certify = (subject: string, certified: KeyObject) =>
    certificate({ subject, key: certified, from, issuer }).toString('base64');
  return [certify(keyId, publicKey), certify(ISSUER, createPublicKey(issuer))];
}

type Certified = {
  readonly subject: string;
  readonly key: KeyObject;
  readonly from: number;
  readonly issuer: KeyObject;
};

/** X.509 of version 1: it has no extensions. */
function certificate({ subject, key, from, issuer }: Certified): Buffer {
  const body = tlv(
    SEQUENCE,
    serialNumber(key),
    ED25519,
    nameOf(ISSUER),
    tlv(SEQUENCE, timeOf(from), NO_END),
    nameOf(subject),
    derOf(key),
  );
  const signature = sign(null, body, issuer);
  return tlv(SEQUENCE, body, ED25519, tlv(tags.bitString, Buffer.of(0), signature));
}

/** Positive, and of 16 bytes whatever they are. */
function serialNumber(key: KeyObject): Buffer {
  const bytes = createHash('sha256').update(derOf(key)).digest().subarray(0, 16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return tlv(tags.integer, bytes);
}

function derOf(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' });
}

function nameOf(commonName: string): Buffer {
  return tlv(
    SEQUENCE,
    tlv(SET, tlv(SEQUENCE, COMMON_NAME, tlv(tags.utf8, Buffer.from(commonName)))),
  );
}

/** Of the years until 2049. */
function timeOf(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '');
  return tlv(tags.utcTime, Buffer.from(`${digits.slice(2, 14)}Z`));
}

/** A tag, the length of what follows, and that. */
function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), value]);
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), value]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), value]);
}
