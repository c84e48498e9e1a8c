/**
 * A certificate of an encryption key, for clients that take keys out of `x5c`
 * (decision: certificates-of-encryption-keys). It only carries the key: its issuer is made for it and
 * thrown away.
 */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const tags = { integer: 0x02, bitString: 0x03, utf8: 0x0c, utcTime: 0x17, generalTime: 0x18 };
const SEQUENCE = 0x30;
const SET = 0x31;
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ECDSA_WITH_SHA256 = tlv(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'));
/** What RFC 5280 has for a certificate without an end. */
const NO_END = tlv(tags.generalTime, Buffer.from('99991231235959Z'));
const ISSUER = 'Billhook encryption keys';

/** Base64 DER: the certificate of the key, then that of its issuer. `created` is an instant. */
export function certificatesOf(
  publicKey: KeyObject,
  { keyId, created }: { readonly keyId: string; readonly created: string },
): [string, string] {
  const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const from = Date.parse(created);
  const certify = (subject: string, key: KeyObject) =>
    certificate({ subject, key, from, signer: issuer.privateKey }).toString('base64');
  return [certify(keyId, publicKey), certify(ISSUER, issuer.publicKey)];
}

type Certified = {
  readonly subject: string;
  readonly key: KeyObject;
  readonly from: number;
  readonly signer: KeyObject;
};

/** X.509 of version 1: it has no extensions. */
function certificate({ subject, key, from, signer }: Certified): Buffer {
  const body = tlv(
    SEQUENCE,
    serialNumber(),
    ECDSA_WITH_SHA256,
    nameOf(ISSUER),
    tlv(SEQUENCE, timeOf(from), NO_END),
    nameOf(subject),
    key.export({ format: 'der', type: 'spki' }),
  );
  const signature = sign('sha256', body, signer);
  return tlv(SEQUENCE, body, ECDSA_WITH_SHA256, tlv(tags.bitString, Buffer.of(0), signature));
}

/** Positive, and of 16 bytes whatever they are. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return tlv(tags.integer, bytes);
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
