/** KMS keys that the service makes itself: told by their tags, and safe to look for and give up again. */
import {
  CreateKeyCommand,
  type CreateKeyCommandInput,
  GetPublicKeyCommand,
  ListKeysCommand,
  ListResourceTagsCommand,
  ScheduleKeyDeletionCommand,
} from '@aws-sdk/client-kms';
import type { AwsClients } from './clients.ts';

/** A new key and its tags show up with a delay: 0.2, 0.4, 0.8, 1.6 seconds are waited for them. */
const PUBLIC_KEY_ATTEMPTS = 5;
const FIRST_WAIT_MILLISECONDS = 200;
const TAG_READS_AT_ONCE = 20;

export type Kms = NonNullable<AwsClients['kms']>;

/** Without a policy, the account's IAM alone decides who may use the key. */
export async function createTaggedKey(
  kms: Kms,
  tags: Readonly<Record<string, string>>,
  kind: Pick<CreateKeyCommandInput, 'KeySpec' | 'KeyUsage' | 'Description' | 'Policy'>,
): Promise<string> {
  const Tags = Object.entries(tags).map(([TagKey, TagValue]) => ({ TagKey, TagValue }));
  // A policy leaves administration to the account, not to its maker, which KMS would warn of by refusing.
  const BypassPolicyLockoutSafetyCheck = kind.Policy !== undefined;
  const create = new CreateKeyCommand({ ...kind, BypassPolicyLockoutSafetyCheck, Tags });
  const { KeyMetadata } = await kms.send(create);
  if (!KeyMetadata?.Arn) throw new Error('KMS created no key');
  return KeyMetadata.Arn;
}

/** The public half of a new key, as SPKI DER. */
export async function awaitPublicKey(kms: Kms, keyArn: string): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readPublicKey(kms, keyArn);
    } catch (error) {
      const delayed = isNamed(error, 'NotFoundException', 'AccessDeniedException');
      if (!delayed || attempt === PUBLIC_KEY_ATTEMPTS) throw error;
    }
    const wait = FIRST_WAIT_MILLISECONDS * 2 ** (attempt - 1);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

export async function readPublicKey(kms: Kms, keyArn: string): Promise<Uint8Array> {
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: keyArn }));
  if (!PublicKey) throw new Error('KMS returned no public key');
  return PublicKey;
}

/** Safe to repeat: a key whose deletion is scheduled, or that is gone, stays so. */
export async function scheduleKeyDeletion(
  kms: Kms,
  keyArn: string,
  PendingWindowInDays: number,
): Promise<void> {
  try {
    await kms.send(new ScheduleKeyDeletionCommand({ KeyId: keyArn, PendingWindowInDays }));
  } catch (error) {
    if (!isNamed(error, 'KMSInvalidStateException', 'NotFoundException')) throw error;
  }
}

/** The key with a tag among all of the account's. Slow: for what a process that died left behind. */
export async function findKeyByTag(
  kms: Kms,
  tag: string,
  value: string,
): Promise<string | undefined> {
  let Marker: string | undefined;
  do {
    const page = await kms.send(new ListKeysCommand({ Marker, Limit: 1000 }));
    const arns = (page.Keys ?? []).flatMap(({ KeyArn }) => KeyArn ?? []);
    for (let at = 0; at < arns.length; at += TAG_READS_AT_ONCE) {
      const some = arns.slice(at, at + TAG_READS_AT_ONCE);
      const marked = await Promise.all(some.map((arn) => isTagged(kms, arn, tag, value)));
      const found = some.find((_, index) => marked[index]);
      if (found) return found;
    }
    Marker = page.Truncated ? page.NextMarker : undefined;
  } while (Marker);
  return undefined;
}

/** The role may read the tags of its own keys only: any other key is refused, and not ours. */
async function isTagged(kms: Kms, keyArn: string, tag: string, value: string): Promise<boolean> {
  try {
    const { Tags } = await kms.send(new ListResourceTagsCommand({ KeyId: keyArn }));
    return (Tags ?? []).some(({ TagKey, TagValue }) => TagKey === tag && TagValue === value);
  } catch (error) {
    if (isNamed(error, 'AccessDeniedException', 'NotFoundException')) return false;
    throw error;
  }
}

export function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}
