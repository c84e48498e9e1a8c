import * as crypto from 'node:crypto';
import type { Input } from '../endpoint/aws-service.ts';
import { awsFailure } from '../failures.ts';
import type { AnyKey } from './keys.ts';

// How bytes are sealed and opened: AES-256-GCM for symmetric keys, OAEP for RSA ones. How secrets are
// agreed on: ECDH.

const BLOB_VERSION = 1;
const HEADER_BYTES = 17;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The encryption context, sorted, is the additional authenticated data, as in KMS. */
function additionalData(input: Input): Buffer {
  const context = Object.entries((input.EncryptionContext ?? {}) as Record<string, string>);
  return Buffer.from(JSON.stringify(context.sort(([a], [b]) => (a < b ? -1 : 1))));
}

export function seal(key: AnyKey, plaintext: Buffer, input: Input): Buffer {
  const iv = crypto.randomBytes(IV_BYTES);
  const cipher = crypto.createCipheriv('aes-256-gcm', key.material(), iv);
  cipher.setAAD(additionalData(input));
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const header = Buffer.concat([
    Buffer.from([BLOB_VERSION]),
    Buffer.from(key.id.replaceAll('-', ''), 'hex'),
  ]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), sealed]);
}

export function unseal(key: AnyKey, blob: Buffer, input: Input): Buffer {
  const body = blob.subarray(HEADER_BYTES);
  const ownId = blob.subarray(1, HEADER_BYTES).toString('hex') === key.id.replaceAll('-', '');
  if (blob[0] !== BLOB_VERSION || body.length < IV_BYTES + TAG_BYTES) {
    throw awsFailure('InvalidCiphertextException', '');
  }
  if (!ownId)
    throw awsFailure(
      'IncorrectKeyException',
      'The key ID in the request does not identify a CMK that can perform this operation.',
    );
  const decipher = crypto.createDecipheriv(
    'aes-256-gcm',
    key.material(),
    body.subarray(0, IV_BYTES),
  );
  decipher.setAAD(additionalData(input));
  decipher.setAuthTag(body.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    throw awsFailure('InvalidCiphertextException', '');
  }
}

const OAEP_HASHES: Record<string, string | undefined> = {
  RSAES_OAEP_SHA_1: 'sha1',
  RSAES_OAEP_SHA_256: 'sha256',
};

function oaepHash(algorithm: string): string {
  const hash = OAEP_HASHES[algorithm];
  if (!hash)
    throw awsFailure('ValidationException', `Algorithm ${algorithm} is not valid for this key.`);
  return hash;
}

export function encryptRsa(key: AnyKey, plaintext: Buffer, algorithm: string): Buffer {
  return crypto.publicEncrypt({ key: publicKey(key), oaepHash: oaepHash(algorithm) }, plaintext);
}

export function decryptRsa(key: AnyKey, blob: Buffer, algorithm: string): Buffer {
  try {
    return crypto.privateDecrypt({ key: privateKey(key), oaepHash: oaepHash(algorithm) }, blob);
  } catch (error) {
    if ('awsCode' in (error as object)) throw error;
    throw awsFailure('InvalidCiphertextException', '');
  }
}

/** @param other SPKI in DER: what is on no curve, or on another one than the key, is refused. */
export function agree(key: AnyKey, other: Buffer): Buffer {
  try {
    const given = crypto.createPublicKey({ key: other, format: 'der', type: 'spki' });
    return crypto.diffieHellman({ privateKey: privateKey(key), publicKey: given });
  } catch {
    throw awsFailure('ValidationException', 'The public key is not valid for this key.');
  }
}

export function privateKey(key: AnyKey): crypto.KeyObject {
  return crypto.createPrivateKey({ key: key.material(), format: 'der', type: 'pkcs8' });
}

export function publicKey(key: AnyKey): crypto.KeyObject {
  return crypto.createPublicKey(privateKey(key));
}
