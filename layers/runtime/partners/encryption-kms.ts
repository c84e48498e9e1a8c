/** The calls to KMS about encryption keys themselves. What they decrypt is in `decrypt-body.ts`. */
import { ENCRYPTION_KEY_TAGS, ENCRYPTION_KEY_USE } from '@billhook/core/partner/encryption-key';
import type { AwsClients } from '../aws/clients.ts';
import { environment } from '../aws/environment.ts';
import { kmsClient } from '../aws/kms.ts';
import {
  awaitPublicKey,
  createTaggedKey,
  findKeyByTag,
  type Kms,
  scheduleKeyDeletion,
} from '../aws/kms-keys.ts';

/** The shortest that KMS takes: until then an operator can restore a key deleted by mistake. */
const DELETION_WINDOW_DAYS = 7;

export type EncryptionKms = {
  readonly createKey: (
    partnerId: string,
    keyId: string,
  ) => Promise<{ readonly kmsKeyArn: string; readonly publicKey: string }>;
  /** Safe to repeat: a key whose deletion is scheduled, or that is gone, stays so. */
  readonly scheduleDeletion: (kmsKeyArn: string) => Promise<void>;
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
    scheduleDeletion: (kmsKeyArn) => scheduleKeyDeletion(client(), kmsKeyArn, DELETION_WINDOW_DAYS),
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
  const publicKey = await awaitPublicKey(kms, kmsKeyArn);
  return { kmsKeyArn, publicKey: Buffer.from(publicKey).toString('base64') };
}
