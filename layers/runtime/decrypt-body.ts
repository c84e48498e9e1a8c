/**
 * Decrypts a body for the partner that owns the key it names. Loaded by the pipeline when the first
 * encrypted body comes: other requests pay nothing for it.
 *
 * Nothing that is returned, logged or thrown tells why a body did not open. OAEP is checked within
 * KMS, which has one answer for every fault of it, so that there is no padding to ask an oracle
 * about; and nothing of a JWE is used before its tag was verified.
 */
import { DecryptCommand } from '@aws-sdk/client-kms';
import {
  type EncryptedPayload,
  parsePayload,
  type Wrapping,
} from '@billhook/core/encrypted-payload';
import { findEncryptionKey } from '@billhook/core/encryption-key';
import { kmsClient } from './kms.ts';
import { openPayload } from './open-payload.ts';
import { partnerStore } from './stores/partner-store.ts';
import { openTable } from './table.ts';

/** The body in clear; nothing when the key is not the partner's or the body does not open with it. */
export async function decryptBody(
  partnerId: string,
  payload: EncryptedPayload,
): Promise<Buffer | undefined> {
  const parsed = parsePayload(payload);
  if (!parsed) return undefined;
  const partner = await partnerStore(openTable()).find(partnerId);
  const key = findEncryptionKey(partner, parsed.keyId);
  if (!key) return undefined;
  return openPayload(parsed, (wrapping, wrappedKey) => unwrap(key.kmsKeyArn, wrapping, wrappedKey));
}

/** What KMS says of a content key that it does not unwrap, or of a key that is gone or disabled. */
const refusals = new Set([
  'InvalidCiphertextException',
  'IncorrectKeyException',
  'KMSInvalidStateException',
  'DisabledException',
  'NotFoundException',
]);

async function unwrap(
  kmsKeyArn: string,
  wrapping: Wrapping,
  wrappedKey: Uint8Array,
): Promise<Uint8Array | undefined> {
  const command = new DecryptCommand({
    KeyId: kmsKeyArn,
    CiphertextBlob: wrappedKey,
    EncryptionAlgorithm: wrapping,
  });
  try {
    const { Plaintext } = await kmsClient().send(command);
    return Plaintext;
  } catch (error) {
    if (error instanceof Error && refusals.has(error.name)) return undefined;
    throw error;
  }
}
