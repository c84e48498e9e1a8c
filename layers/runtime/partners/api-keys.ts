/** Issuing and revoking a partner's API keys, each with its audit entry in one transaction. */
import { instantText } from '@billhook/core/base/dates';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import type { IdBytes } from '@billhook/core/base/ids';
import { addKey, keyExpiry, revokeKey } from '@billhook/core/partner/api-key';
import type { Actor } from '@billhook/core/partner/audit';
import { refusedByLock } from '@billhook/core/partner/lock';
import type { ApiKeyRecord, PartnerRecord } from '@billhook/core/partner/partner';
import type { KeyScope } from '@billhook/core/partner/scope';
import { apiKeyRecord, newApiKey } from '../callers/api-keys.ts';
import type { Peppers } from '../callers/pepper.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';
import { settingsChange } from './settings-change.ts';

type Change = {
  readonly partnerId: string;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

export type IssuedKey = {
  /** Shown once. */
  readonly apiKey: string;
  readonly record: ApiKeyRecord;
};

type IssueRefusal =
  | 'invalid_request'
  | 'key_limit_reached'
  | 'answer_not_kept'
  | 'settings_locked'
  | 'request_conflict';

/** A key that an earlier attempt of the request made stays as it is: its secret may be in use. */
export async function issueApiKey(
  { table, peppers }: { readonly table: Table; readonly peppers: Peppers },
  given: Change & {
    readonly expires?: string;
    readonly scope?: KeyScope;
    readonly idBytes?: IdBytes;
  },
): Promise<IssuedKey | Failure<IssueRefusal>> {
  const { partnerId, actor, now, scope = 'admin' } = given;
  const partners = partnerStore(table);
  const expiry = keyExpiry(given.expires, now);
  if (isFailure(expiry)) return expiry;
  const apiKey = newApiKey(partnerId, given.idBytes);
  const record = { ...(await apiKeyRecord(peppers, apiKey, instantText(now))), ...expiry, scope };
  const detail = { keyId: record.keyId, scope, ...expiry };
  return retryConflict(async () => {
    const standing = await partners.get(partnerId);
    const locked = refusedByLock(standing, actor);
    if (locked) return locked;
    const partner = addKey(standing, record, now);
    if (isFailure(partner)) return partner;
    const entry = { action: 'api-key-created', detail } as const;
    const result = await table.write(settingsChange(table, partner, { actor, now }, entry));
    return result === 'conflict' ? conflict : { apiKey, record };
  });
}

export async function retireApiKey(
  table: Table,
  given: Change & { readonly keyId: string },
): Promise<
  | PartnerRecord
  | Failure<'api_key_not_found' | 'last_live_key' | 'settings_locked' | 'request_conflict'>
> {
  const { partnerId, keyId, actor, now } = given;
  const partners = partnerStore(table);
  return retryConflict(async () => {
    const found = await partners.find(partnerId);
    if (!found) return fail('api_key_not_found');
    const locked = refusedByLock(found, actor);
    if (locked) return locked;
    const partner = revokeKey(found, { keyId, now, actor });
    // Revoked already: there is nothing to write.
    if (isFailure(partner) || partner === found) return partner;
    const entry = { action: 'api-key-revoked', detail: { keyId } } as const;
    const result = await table.write(settingsChange(table, partner, { actor, now }, entry));
    return result === 'conflict' ? conflict : partner;
  });
}
