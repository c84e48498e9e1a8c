/**
 * Decrypts a body for the partner that owns the key it names. Loaded by the pipeline when the first
 * encrypted body comes: other requests pay nothing for it.
 *
 * Nothing that is returned, logged or thrown tells why a body did not open. OAEP is checked within
 * KMS, which returns the same error for every fault in it, so that there is no padding to ask an oracle
 * about; and nothing of a JWE is used before its tag was verified.
 */
import { DecryptCommand } from '@aws-sdk/client-kms';
import {
  type EncryptedPayload,
  parsePayload,
  type Wrapping,
} from '@billhook/core/api/encrypted-payload';
import { findEncryptionKey } from '@billhook/core/partner/encryption-key';
import type { AwsClients } from '../aws/clients.ts';
import { kmsClient } from '../aws/kms.ts';
import { partnerStore } from '../stores/partner-store.ts';
import type { Outside } from '../table/outside.ts';
import { openPayload } from './open-payload.ts';
import { NEW_KEY_RETRY_SECONDS, outageOf } from './outage.ts';

/** A new key's tags take up to five minutes until they count in every decision of IAM. */
const NEW_KEY_MILLISECONDS = 5 * 60 * 1000;

type Given = {
  readonly partnerId: string;
  readonly payload: EncryptedPayload;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/**
 * The body in clear; nothing when the key is not the partner's or the body does not open with it.
 * Throws for an outage: it says nothing about the body.
 */
export async function decryptBody(
  { table, aws }: Pick<Outside, 'table' | 'aws'>,
  given: Given,
): Promise<Buffer | undefined> {
  const parsed = parsePayload(given.payload);
  if (!parsed) return undefined;
  const partner = await partnerStore(table).find(given.partnerId);
  const key = findEncryptionKey(partner, parsed.keyId);
  if (!key) return undefined;
  const isNew = given.now < Date.parse(key.created) + NEW_KEY_MILLISECONDS;
  return openPayload(parsed, async (wrapping, wrappedKey) => {
    try {
      return await unwrap(aws.kms ?? kmsClient(), key.kmsKeyArn, wrapping, wrappedKey);
    } catch (error) {
      if (refusals.has(nameOf(error))) return undefined;
      if (isNew && nameOf(error) === 'AccessDeniedException') {
        throw outageOf('A new key cannot be used yet', NEW_KEY_RETRY_SECONDS);
      }
      throw error;
    }
  });
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
  kms: NonNullable<AwsClients['kms']>,
  kmsKeyArn: string,
  wrapping: Wrapping,
  wrappedKey: Uint8Array,
): Promise<Uint8Array | undefined> {
  const command = new DecryptCommand({
    KeyId: kmsKeyArn,
    CiphertextBlob: wrappedKey,
    EncryptionAlgorithm: wrapping,
  });
  const { Plaintext } = await kms.send(command);
  return Plaintext;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
