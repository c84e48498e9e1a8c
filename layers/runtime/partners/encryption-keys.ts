/**
 * Making and deleting a partner's encryption keys, at KMS and in its record.
 *
 * KMS takes part in no transaction, so what is about to happen there is written down first, as a
 * record that the sweep finds when nobody finished it: a KMS key that no partner's record names is
 * scheduled for deletion. Each step is safe to repeat.
 */
import { randomBytes } from 'node:crypto';
import { instantText } from '@billhook/core/base/dates';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { newRootId } from '@billhook/core/base/ids';
import { dueAttributes, rootKey } from '@billhook/core/base/table-keys';
import type { Actor } from '@billhook/core/partner/audit';
import {
  addEncryptionKey,
  beginEncryptionKey,
  type EncryptionKeyRecord,
  findEncryptionKey,
  findKeyMadeFor,
  removeEncryptionKey,
} from '@billhook/core/partner/encryption-key';
import { refusedByLock } from '@billhook/core/partner/lock';
import { logWarning } from '../aws/logger.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';
import type { EncryptionKms } from './encryption-kms.ts';
import { settingsChange } from './settings-change.ts';

/** Longer than any function runs: what is still written down then was left behind. */
const LEFT_BEHIND_MILLISECONDS = 15 * 60 * 1000;

export type KeyDeps = { readonly table: Table; readonly kms: EncryptionKms };

type Change = {
  readonly partnerId: string;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/** What is under way at KMS. Without `kmsKeyArn`, the key has to be found by its tags. */
type KmsWork = {
  readonly keyId: string;
  readonly partnerId: string;
  readonly kmsKeyArn?: string;
};

type Refusal =
  | 'key_limit_reached'
  | 'daily_key_limit_reached'
  | 'settings_locked'
  | 'request_conflict';

/**
 * Its id is random also where the request has a name to be known by again: under an id of an attempt
 * that was interrupted there may be a KMS key, which the sweep looks for.
 */
export async function makeEncryptionKey(
  { table, kms }: KeyDeps,
  { partnerId, actor, now, madeFor }: Change & { readonly madeFor?: string },
): Promise<EncryptionKeyRecord | Failure<Refusal>> {
  const partners = partnerStore(table);
  const keyId = newRootId('key', randomBytes);
  const made = await retryConflict(async () => {
    const standing = await partners.get(partnerId);
    const known = findKeyMadeFor(standing, madeFor);
    const locked = refusedByLock(standing, actor);
    if (known || locked) return known ?? locked;
    const partner = beginEncryptionKey(standing, now);
    if (isFailure(partner)) return partner;
    const result = await table.write([partners.save(partner), begin({ keyId, partnerId }, now)]);
    return result === 'conflict' ? conflict : undefined;
  });
  if (made) return made;
  const kmsKey = await kms.createKey(partnerId, keyId);
  const key = { keyId, ...kmsKey, created: instantText(now), madeFor };
  const kept = await retryConflict(async () => {
    const standing = await partners.get(partnerId);
    const locked = refusedByLock(standing, actor);
    if (locked) return locked;
    const partner = addEncryptionKey(standing, key);
    if (isFailure(partner)) return partner;
    const entry = { action: 'encryption-key-created', detail: { keyId } } as const;
    const result = await table.write([
      ...settingsChange(table, partner, { actor, now }, entry),
      finish(keyId),
    ]);
    return result === 'conflict' ? conflict : key;
  });
  if (isFailure(kept)) await discard({ table, kms }, key);
  return kept;
}

/** The key opens nothing from this write on; KMS forgets it a week later. */
export async function deleteEncryptionKey(
  { table, kms }: KeyDeps,
  { partnerId, actor, now, keyId }: Change & { readonly keyId: string },
): Promise<
  | EncryptionKeyRecord
  | Failure<
      'encryption_key_not_found' | 'no_encryption_key' | 'settings_locked' | 'request_conflict'
    >
> {
  const partners = partnerStore(table);
  const deleted = await retryConflict(async () => {
    const partner = await partners.get(partnerId);
    const locked = refusedByLock(partner, actor);
    if (locked) return locked;
    const key = findEncryptionKey(partner, keyId);
    if (!key) return fail('encryption_key_not_found');
    const { kmsKeyArn } = key;
    const entry = { action: 'encryption-key-deleted', detail: { keyId } } as const;
    const left = removeEncryptionKey(partner, keyId);
    if (isFailure(left)) return left;
    const result = await table.write([
      ...settingsChange(table, left, { actor, now }, entry),
      begin({ keyId, partnerId, kmsKeyArn }, now),
    ]);
    return result === 'conflict' ? conflict : key;
  });
  if (isFailure(deleted)) return deleted;
  await discard({ table, kms }, deleted);
  return deleted;
}

/** What KMS does not delete yet stays written down for the sweep. */
async function discard(
  { table, kms }: KeyDeps,
  { keyId, kmsKeyArn }: Pick<EncryptionKeyRecord, 'keyId' | 'kmsKeyArn'>,
): Promise<void> {
  if (await kms.scheduleDeletion(kmsKeyArn)) await writeUnlessChanged(table, [finish(keyId)]);
  else logWarning('The sweep will delete a key: KMS may not yet', { keyId });
}

/** Takes up what was left behind: a key that its partner's record does not name goes. */
export async function finishKmsWork({ table, kms }: KeyDeps, keyId: string): Promise<void> {
  const work = await table.get<KmsWork>(rootKey(keyId));
  if (!work) return;
  const partner = await partnerStore(table).find(work.partnerId);
  if (!findEncryptionKey(partner, keyId)) {
    const kmsKeyArn = work.kmsKeyArn ?? (await kms.findKey(keyId));
    if (kmsKeyArn !== undefined && !(await kms.scheduleDeletion(kmsKeyArn))) {
      throw new Error('KMS may not delete a key that nobody uses any more');
    }
  }
  await writeUnlessChanged(table, [finish(keyId)]);
}

function begin(work: KmsWork, now: number): Write {
  const due = dueAttributes(
    'encryption-key',
    work.keyId,
    instantText(now + LEFT_BEHIND_MILLISECONDS),
  );
  return { put: { ...rootKey(work.keyId), ...work, ...due }, when: { absent: true } };
}

/** Demands what it deletes: a key that the sweep has given up is not added any more. */
function finish(keyId: string): Write {
  return { delete: rootKey(keyId), when: { exists: true } };
}
