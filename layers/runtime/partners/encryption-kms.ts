/** The calls to KMS about encryption keys themselves. What they decrypt is in `decrypt-body.ts`. */
import {
  CreateKeyCommand,
  GetPublicKeyCommand,
  ListKeysCommand,
  ListResourceTagsCommand,
  ScheduleKeyDeletionCommand,
} from '@aws-sdk/client-kms';
import { ENCRYPTION_KEY_TAGS, ENCRYPTION_KEY_USE } from '@billhook/core/partner/encryption-key';
import type { AwsClients } from '../aws/clients.ts';
import { environment } from '../aws/environment.ts';
import { kmsClient } from '../aws/kms.ts';
import { NEW_KEY_RETRY_SECONDS, outageOf } from '../serve/outage.ts';

/** The shortest that KMS takes: until then an operator can restore a key deleted by mistake. */
const DELETION_WINDOW_DAYS = 7;
/** A new key shows up with a delay: 0.2, 0.4, 0.8, 1.6 seconds are waited for it. */
const PUBLIC_KEY_ATTEMPTS = 5;
const FIRST_WAIT_MILLISECONDS = 200;
const TAG_READS_AT_ONCE = 20;

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
    scheduleDeletion: (kmsKeyArn) => scheduleKmsKeyDeletion(client(), kmsKeyArn),
    findKey: (keyId) => findKmsKey(client(), keyId),
  };
}

type Kms = NonNullable<AwsClients['kms']>;

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
  // Without a policy of its own, the account's IAM alone decides who may use the key.
  const { KeyMetadata } = await kms.send(
    new CreateKeyCommand({
      KeySpec: 'RSA_2048',
      KeyUsage: 'ENCRYPT_DECRYPT',
      Description: 'Billhook: decrypts what a partner has encrypted',
      Tags: Object.entries(tags).map(([TagKey, TagValue]) => ({ TagKey, TagValue })),
    }),
  );
  const kmsKeyArn = KeyMetadata?.Arn;
  if (!kmsKeyArn) throw new Error('KMS created no key');
  return { kmsKeyArn, publicKey: await readPublicKey(kms, kmsKeyArn) };
}

async function readPublicKey(kms: Kms, kmsKeyArn: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: kmsKeyArn }));
      if (!PublicKey) throw new Error('KMS returned no public key');
      return Buffer.from(PublicKey).toString('base64');
    } catch (error) {
      const delayed = isNamed(error, 'NotFoundException', 'AccessDeniedException');
      if (!delayed) throw error;
      if (attempt === PUBLIC_KEY_ATTEMPTS) {
        throw outageOf('A new key cannot be used yet', NEW_KEY_RETRY_SECONDS);
      }
    }
    const wait = FIRST_WAIT_MILLISECONDS * 2 ** (attempt - 1);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function scheduleKmsKeyDeletion(kms: Kms, kmsKeyArn: string): Promise<boolean> {
  try {
    const PendingWindowInDays = DELETION_WINDOW_DAYS;
    await kms.send(new ScheduleKeyDeletionCommand({ KeyId: kmsKeyArn, PendingWindowInDays }));
    return true;
  } catch (error) {
    if (isNamed(error, 'AccessDeniedException')) return false;
    if (!isNamed(error, 'KMSInvalidStateException', 'NotFoundException')) throw error;
    return true;
  }
}

async function findKmsKey(kms: Kms, keyId: string): Promise<string | undefined> {
  let Marker: string | undefined;
  do {
    const page = await kms.send(new ListKeysCommand({ Marker, Limit: 1000 }));
    const arns = (page.Keys ?? []).flatMap(({ KeyArn }) => KeyArn ?? []);
    for (let at = 0; at < arns.length; at += TAG_READS_AT_ONCE) {
      const some = arns.slice(at, at + TAG_READS_AT_ONCE);
      const marked = await Promise.all(some.map((arn) => isTagged(kms, arn, keyId)));
      const found = some.find((_, index) => marked[index]);
      if (found) return found;
    }
    Marker = page.Truncated ? page.NextMarker : undefined;
  } while (Marker);
  return undefined;
}

/** The role may read the tags of encryption keys only: any other key is refused, and not ours. */
async function isTagged(kms: Kms, kmsKeyArn: string, keyId: string): Promise<boolean> {
  try {
    const { Tags } = await kms.send(new ListResourceTagsCommand({ KeyId: kmsKeyArn }));
    return (Tags ?? []).some(
      ({ TagKey, TagValue }) => TagKey === ENCRYPTION_KEY_TAGS.keyId && TagValue === keyId,
    );
  } catch (error) {
    if (isNamed(error, 'AccessDeniedException', 'NotFoundException')) return false;
    throw error;
  }
}

function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}
