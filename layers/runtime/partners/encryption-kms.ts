/** The calls to KMS about encryption keys themselves. What they decrypt is in `decrypt-body.ts`. */
import { ENCRYPTION_KEY_TAGS, ENCRYPTION_KEY_USE } from '@billhook/core/partner/encryption-key';
import type { AwsClients } from '../aws/clients.ts';
import { environment } from '../aws/environment.ts';
import { kmsClient } from '../aws/kms.ts';
import {
  awaitPublicKey,
  createTaggedKey,
  findKeyByTag,
  isNamed,
  type Kms,
  scheduleKeyDeletion,
} from '../aws/kms-keys.ts';
import { NEW_KEY_RETRY_SECONDS, outageOf } from '../serve/outage.ts';

/** The shortest that KMS takes: until then an operator can restore a key deleted by mistake. */
const DELETION_WINDOW_DAYS = 7;

export type EncryptionKms = {
  readonly createKey: (
    partnerId: string,
    keyId: string,
  ) => Promise<{ readonly kmsKeyArn: string; readonly publicKey: string }>;
  /**
   * Safe to repeat: a key whose deletion is scheduled, or that is gone, stays so.
   * @returns whether it will go. It won't while IAM hasn't learned of the tags of a key just made.
   */
  readonly scheduleDeletion: (kmsKeyArn: string) => Promise<boolean>;
  /**
   * The key with our id among all of the account's, by its tags. Slow, and needed only where a process
   * died between the creation of a key and its response.
   */
  readonly findKey: (keyId: string) => Promise<string | undefined>;
};

export function openEncryptionKms({ kms }: AwsClients = {}): EncryptionKms {
  const client = () => kms ?? kmsClient();
  return {
    createKey: (partnerId, keyId) => createKmsKey(client(), partnerId, keyId),
    scheduleDeletion: (kmsKeyArn) => scheduleDeletion(client(), kmsKeyArn),
    findKey: (keyId) => findKeyByTag(client(), ENCRYPTION_KEY_TAGS.keyId, keyId),
  };
}

async function createKmsKey(
  kms: Kms,
  partnerId: string,
  keyId: string,
): Promise<{ readonly kmsKeyArn: string; readonly publicKey: string }> {
  const tags = {
    [ENCRYPTION_KEY_TAGS.use]: ENCRYPTION_KEY_USE,
    [ENCRYPTION_KEY_TAGS.stage]: environment('STAGE'),
    [ENCRYPTION_KEY_TAGS.partner]: partnerId,
    [ENCRYPTION_KEY_TAGS.keyId]: keyId,
  };
  const kmsKeyArn = await createTaggedKey(kms, tags, {
    KeySpec: 'RSA_2048',
    KeyUsage: 'ENCRYPT_DECRYPT',
    Description: 'Billhook: decrypts what a partner has encrypted',
  });
  const publicKey = await publicKeyOf(kms, kmsKeyArn);
  return { kmsKeyArn, publicKey: Buffer.from(publicKey).toString('base64') };
}

async function publicKeyOf(kms: Kms, kmsKeyArn: string): Promise<Uint8Array> {
  try {
    return await awaitPublicKey(kms, kmsKeyArn);
  } catch (error) {
    if (!isNamed(error, 'NotFoundException', 'AccessDeniedException')) throw error;
    throw outageOf('A new key cannot be used yet', NEW_KEY_RETRY_SECONDS);
  }
}

async function scheduleDeletion(kms: Kms, kmsKeyArn: string): Promise<boolean> {
  try {
    await scheduleKeyDeletion(kms, kmsKeyArn, DELETION_WINDOW_DAYS);
    return true;
  } catch (error) {
    if (isNamed(error, 'AccessDeniedException')) return false;
    throw error;
  }
}
