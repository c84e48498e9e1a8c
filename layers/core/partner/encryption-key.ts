/**
 * The rules of a partner's encryption keys (decision: encryption-keys): RSA key pairs whose private
 * halves stay in KMS.
 */
import { type Day, dayOf } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';

export type EncryptionKeyRecord = {
  /** `key_…`. */
  readonly keyId: string;
  readonly kmsKeyArn: string;
  /** SPKI DER in Base64. */
  readonly publicKey: string;
  /** An instant. */
  readonly created: string;
  /** Names the request that made it: carried out again, it meets its key. */
  readonly madeFor?: string;
};

/** How many keys a partner began to make on a day. */
type MadeKeys = { readonly day: Day; readonly count: number };

/** What a partner's record says of its encryption keys. */
export type EncryptionKeyHolder = {
  readonly version: number;
  /** The live ones; a deleted key is gone from here. */
  readonly encryptionKeys?: readonly EncryptionKeyRecord[];
  readonly encryptionKeysMade?: MadeKeys;
  /** Bodies with secrets have to be encrypted (decision: encryption-on-demand). */
  readonly encryptionRequired?: boolean;
};

/** Two, so that one can be rotated without a moment between. */
export const MAX_LIVE_ENCRYPTION_KEYS = 2;
/** Each costs a month of KMS until its deletion. Attempts that failed count too. */
export const MAX_ENCRYPTION_KEYS_A_DAY = 10;

/** What the keys are told by at KMS. Roles may make and use keys with these tags only. */
export const ENCRYPTION_KEY_TAGS = {
  use: 'billhook:use',
  stage: 'billhook:stage',
  partner: 'billhook:partner',
  keyId: 'billhook:key',
} as const;
export const ENCRYPTION_KEY_USE = 'payload-encryption';

/** The partner with one more key begun on this day, if it may have one. */
export function beginEncryptionKey<Partner extends EncryptionKeyHolder>(
  partner: Partner,
  now: number,
): Partner | Failure<'key_limit_reached' | 'daily_key_limit_reached'> {
  if (isFull(partner)) return fail('key_limit_reached');
  const day = dayOf(now);
  const made = partner.encryptionKeysMade;
  const count = made?.day === day ? made.count : 0;
  if (count >= MAX_ENCRYPTION_KEYS_A_DAY) return fail('daily_key_limit_reached');
  const encryptionKeysMade = { day, count: count + 1 };
  return { ...partner, version: partner.version + 1, encryptionKeysMade };
}

/** The partner with the key. Another may have come first since it was begun. */
export function addEncryptionKey<Partner extends EncryptionKeyHolder>(
  partner: Partner,
  key: EncryptionKeyRecord,
): Partner | Failure<'key_limit_reached'> {
  if (isFull(partner)) return fail('key_limit_reached');
  const encryptionKeys = [...(partner.encryptionKeys ?? []), key];
  return { ...partner, version: partner.version + 1, encryptionKeys };
}

export function findEncryptionKey(
  partner: EncryptionKeyHolder | undefined,
  keyId: string,
): EncryptionKeyRecord | undefined {
  return partner?.encryptionKeys?.find((key) => key.keyId === keyId);
}

/** The key that an earlier attempt of a request made. */
export function findKeyMadeFor(
  { encryptionKeys }: EncryptionKeyHolder,
  request: string | undefined,
): EncryptionKeyRecord | undefined {
  if (request === undefined) return undefined;
  return encryptionKeys?.find(({ madeFor }) => madeFor === request);
}

/** The partner without the key. The last one stays while it is required: nobody locks himself out. */
export function removeEncryptionKey<Partner extends EncryptionKeyHolder>(
  partner: Partner,
  keyId: string,
): Partner | Failure<'no_encryption_key'> {
  const encryptionKeys = (partner.encryptionKeys ?? []).filter((key) => key.keyId !== keyId);
  if (partner.encryptionRequired && encryptionKeys.length === 0) return fail('no_encryption_key');
  return { ...partner, version: partner.version + 1, encryptionKeys };
}

/** The partner that requires encryption, or no more; the same partner when that is so already. */
export function setEncryptionRequired<Partner extends EncryptionKeyHolder>(
  partner: Partner,
  required: boolean,
): Partner | Failure<'no_encryption_key'> {
  if ((partner.encryptionRequired ?? false) === required) return partner;
  if (required && !partner.encryptionKeys?.length) return fail('no_encryption_key');
  return { ...partner, version: partner.version + 1, encryptionRequired: required };
}

function isFull({ encryptionKeys }: EncryptionKeyHolder): boolean {
  return (encryptionKeys ?? []).length >= MAX_LIVE_ENCRYPTION_KEYS;
}
