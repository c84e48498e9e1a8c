/** The calls to KMS about keys themselves. What they are used for is in `key-rings` and `callers`. */
import { isDeepStrictEqual } from 'node:util';
import {
  DisableKeyCommand,
  GetKeyPolicyCommand,
  PutKeyPolicyCommand,
  TagResourceCommand,
} from '@aws-sdk/client-kms';
import { KEY_SPEC, type KeyRing } from '@billhook/core/key-rings/rings';
import { KEY_TAGS, REPLACED } from '@billhook/core/key-rings/rotation';
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
import { templateKeyOf } from '../key-rings/template-key.ts';

/** The longest that KMS takes: nothing needs the key any more, and nothing is lost by waiting. */
const DELETION_WINDOW_DAYS = 30;

/** All of it is safe to repeat. */
export type RingKms = {
  /** Makes a key under a name of ours. Answers its ARN once KMS shows it. */
  readonly createKey: (id: string) => Promise<string>;
  /** Takes from functions the right to sign with the key. It can still be verified. */
  readonly close: (keyArn: string) => Promise<void>;
  /** Nobody signs with the key any more. One that was made by us is deleted a month later. */
  readonly giveUp: (keyArn: string) => Promise<void>;
  readonly findKey: (id: string) => Promise<string | undefined>;
  /** Lets keys of ours be used by whom the template's is: a release may have changed who that is. */
  readonly keepUsers: (keyArns: readonly string[]) => Promise<void>;
};

export function openRingKms(ring: KeyRing, { kms }: AwsClients = {}): RingKms {
  const client = () => kms ?? kmsClient();
  return {
    createKey: (id) => createKey(client(), ring, id),
    close: (keyArn) => close(client(), keyArn),
    giveUp: (keyArn) => giveUp(client(), ring, keyArn),
    findKey: (id) => findKeyByTag(client(), KEY_TAGS.keyId, id),
    keepUsers: (keyArns) => keepUsers(client(), ring, keyArns),
  };
}

async function createKey(kms: Kms, ring: KeyRing, id: string): Promise<string> {
  const { use, usage, description } = ring;
  const tags = {
    [KEY_TAGS.use]: use,
    [KEY_TAGS.stage]: environment('STAGE'),
    [KEY_TAGS.keyId]: id,
  };
  const keyArn = await createTaggedKey(kms, tags, {
    KeySpec: KEY_SPEC,
    KeyUsage: usage,
    Description: `Billhook: ${description}`,
    Policy: await policyOf(kms, templateKeyOf(ring)),
  });
  // Whoever took over meanwhile may have given it up already, and notes no key of this name.
  await unless(['DisabledException', 'KMSInvalidStateException'], () =>
    awaitPublicKey(kms, keyArn),
  );
  return keyArn;
}

async function keepUsers(kms: Kms, ring: KeyRing, keyArns: readonly string[]): Promise<void> {
  const template = templateKeyOf(ring);
  const made = keyArns.filter((keyArn) => keyArn !== template);
  if (made.length === 0) return;
  const Policy = await policyOf(kms, template);
  const keep = async (KeyId: string) => {
    if (isDeepStrictEqual(JSON.parse(await policyOf(kms, KeyId)), JSON.parse(Policy))) return;
    const BypassPolicyLockoutSafetyCheck = true;
    await kms.send(new PutKeyPolicyCommand({ KeyId, Policy, BypassPolicyLockoutSafetyCheck }));
  };
  // IAM takes minutes to learn of a new key's tags: it is looked at again in an hour.
  for (const keyArn of made) await unless(['AccessDeniedException'], () => keep(keyArn));
}

async function policyOf(kms: Kms, KeyId: string): Promise<string> {
  const { Policy } = await kms.send(new GetKeyPolicyCommand({ KeyId }));
  if (!Policy) throw new Error('KMS returned no policy');
  return Policy;
}

async function close(kms: Kms, keyArn: string): Promise<void> {
  const Tags = [{ TagKey: KEY_TAGS.replaced, TagValue: REPLACED }];
  await unlessGone(() => kms.send(new TagResourceCommand({ KeyId: keyArn, Tags })));
}

async function giveUp(kms: Kms, ring: KeyRing, keyArn: string): Promise<void> {
  await unlessGone(() => kms.send(new DisableKeyCommand({ KeyId: keyArn })));
  // The template's own stays, disabled: a deployment would miss it.
  if (keyArn === templateKeyOf(ring)) return;
  await scheduleKeyDeletion(kms, keyArn, DELETION_WINDOW_DAYS);
}

/** A key that is deleted, or is to be, does nothing any more. */
function unlessGone(call: () => Promise<unknown>): Promise<void> {
  return unless(['KMSInvalidStateException', 'NotFoundException'], call);
}

async function unless(names: readonly string[], call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isNamed(error, ...names)) throw error;
  }
}
