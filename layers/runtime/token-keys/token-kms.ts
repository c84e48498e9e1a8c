/** The calls to KMS about token keys themselves. What they sign is in `callers/token-key.ts`. */
import { DisableKeyCommand, TagResourceCommand } from '@aws-sdk/client-kms';
import { REPLACED, TOKEN_KEY_TAGS, TOKEN_KEY_USE } from '@billhook/core/token-keys/rotation';
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

/** The longest that KMS takes: nothing needs the key any more, and nothing is lost by waiting. */
const DELETION_WINDOW_DAYS = 30;

/** All of it is safe to repeat. */
export type TokenKms = {
  /** Makes a key under a name of ours. Answers its ARN once KMS shows it. */
  readonly createKey: (id: string) => Promise<string>;
  /** Takes from functions the right to sign with the key. It can still be verified. */
  readonly close: (keyArn: string) => Promise<void>;
  /** Nobody signs with the key any more. One that was made by us is deleted a month later. */
  readonly giveUp: (keyArn: string) => Promise<void>;
  readonly findKey: (id: string) => Promise<string | undefined>;
};

export function openTokenKms({ kms }: AwsClients = {}): TokenKms {
  const client = () => kms ?? kmsClient();
  return {
    createKey: (id) => createKey(client(), id),
    close: (keyArn) => close(client(), keyArn),
    giveUp: (keyArn) => giveUp(client(), keyArn),
    findKey: (id) => findKeyByTag(client(), TOKEN_KEY_TAGS.keyId, id),
  };
}

async function createKey(kms: Kms, id: string): Promise<string> {
  const tags = {
    [TOKEN_KEY_TAGS.use]: TOKEN_KEY_USE,
    [TOKEN_KEY_TAGS.stage]: environment('STAGE'),
    [TOKEN_KEY_TAGS.keyId]: id,
  };
  const keyArn = await createTaggedKey(kms, tags, {
    KeySpec: 'ECC_NIST_P256',
    KeyUsage: 'SIGN_VERIFY',
    Description: 'Billhook: Signs SSO and access tokens',
  });
  // Whoever took over meanwhile may have given it up already, and notes no key of this name.
  await unless(['DisabledException', 'KMSInvalidStateException'], () =>
    awaitPublicKey(kms, keyArn),
  );
  return keyArn;
}

async function close(kms: Kms, keyArn: string): Promise<void> {
  const Tags = [{ TagKey: TOKEN_KEY_TAGS.replaced, TagValue: REPLACED }];
  await unlessGone(() => kms.send(new TagResourceCommand({ KeyId: keyArn, Tags })));
}

async function giveUp(kms: Kms, keyArn: string): Promise<void> {
  await unlessGone(() => kms.send(new DisableKeyCommand({ KeyId: keyArn })));
  // The template's own stays, disabled: a deployment would miss it.
  if (keyArn === environment('TOKEN_KEY_ARN')) return;
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
