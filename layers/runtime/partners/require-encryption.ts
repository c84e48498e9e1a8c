/** Whether a partner's bodies with secrets have to be encrypted (decision: encryption-on-demand). */
import { type Failure, isFailure } from '@billhook/core/base/errors';
import type { Actor } from '@billhook/core/partner/audit';
import { setEncryptionRequired } from '@billhook/core/partner/encryption-key';
import { refusedByLock } from '@billhook/core/partner/lock';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import { partnerStore } from '../stores/partner-store.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';
import { settingsChange } from './settings-change.ts';

type Given = {
  readonly partnerId: string;
  readonly required: boolean;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/** What is as asked for already is neither written nor told. */
export function requireEncryption(
  table: Table,
  { partnerId, required, actor, now }: Given,
): Promise<PartnerRecord | Failure<'no_encryption_key' | 'settings_locked' | 'request_conflict'>> {
  return retryConflict(async () => {
    const standing = await partnerStore(table).get(partnerId);
    const locked = refusedByLock(standing, actor);
    if (locked) return locked;
    const partner = setEncryptionRequired(standing, required);
    if (isFailure(partner) || partner === standing) return partner;
    const entry = { action: 'encryption-changed', detail: { required } } as const;
    const written = await table.write(settingsChange(table, partner, { actor, now }, entry));
    return written === 'conflict' ? conflict : partner;
  });
}
