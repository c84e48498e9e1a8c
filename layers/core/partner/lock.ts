/**
 * The lock of a partner (decision: settings-lock). A partner that finds that somebody else uses its key
 * stops changes of settings with it, and payments, new tokens, cards and links. It undoes nothing: which
 * change was the wrong one, only the operator can tell.
 */
import { instantText } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import type { Actor } from './audit.ts';
import type { ApiKeyRecord, PartnerRecord } from './partner.ts';

/** The one operation that a revoked key may still call. It takes no signature either. */
export const LOCK_ROUTE = { method: 'POST', path: '/partner/lock' } as const;

/** How long a key that was revoked by a key may still lock. */
export const LOCK_RIGHT_MILLISECONDS = 60 * 60 * 1000;

/** Not what the operator revoked, and not what has expired. */
export function mayStillLock(key: ApiKeyRecord, now: number): boolean {
  const { revoked, revokedBy, expires } = key;
  if (revoked === undefined || revokedBy === undefined) return false;
  if (expires !== undefined && now >= Date.parse(expires)) return false;
  return now < Date.parse(revoked) + LOCK_RIGHT_MILLISECONDS;
}

/** The partner, locked; the first lock stays on record. */
export function lockSettings(partner: PartnerRecord, keyId: string, now: number): PartnerRecord {
  const lock = partner.lock ?? { at: instantText(now), keyId };
  return { ...partner, version: partner.version + 1, lock };
}

/** The partner with its settings open again; the same partner when they are open. */
export function unlockSettings(partner: PartnerRecord): PartnerRecord {
  if (!partner.lock) return partner;
  return { ...partner, version: partner.version + 1, lock: undefined };
}

/** Why a change does not go through. The operator and what runs unattended are not held up. */
export function refusedByLock(
  { lock }: Pick<PartnerRecord, 'lock'>,
  { kind }: Actor,
): Failure<'settings_locked'> | undefined {
  return lock && kind === 'api-key' ? fail('settings_locked') : undefined;
}
