/** The rules of a partner's API keys (decision: hashed-api-keys). */
import { DAY_MILLISECONDS, instantText, parseInstant } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import type { Actor } from './audit.ts';
import { mayStillLock } from './lock.ts';
import type { ApiKeyRecord, PartnerRecord } from './partner.ts';
import { scopeOf } from './scope.ts';

/** Of each scope two, so that one can be rotated without a moment between. */
export const MAX_LIVE_KEYS = 2;
/** Keys that expired or were revoked and are still listed; the audit entries tell of older ones. */
export const MAX_DEAD_KEYS = 10;

/** Whether a key opens anything: from its expiry on, and once revoked, it does not. */
export function isLiveKey(key: ApiKeyRecord, now: number): boolean {
  if (key.revoked !== undefined) return false;
  return key.expires === undefined || now < Date.parse(key.expires);
}

/** When a new key is to expire, as text; nothing when it is not to. */
export function keyExpiry(
  given: string | undefined,
  now: number,
): { readonly expires?: string } | Failure<'invalid_request'> {
  if (given === undefined) return {};
  const expiresAt = parseInstant(given);
  if (expiresAt !== undefined && expiresAt > now) return { expires: instantText(expiresAt) };
  const message = 'Expected an instant in the future';
  return fail('invalid_request', { fields: [{ field: 'expires', code: 'not_future', message }] });
}

/** The partner with one more key. One that has the key's id was made by the same request. */
export function addKey(
  partner: PartnerRecord,
  key: ApiKeyRecord,
  now: number,
): PartnerRecord | Failure<'key_limit_reached' | 'answer_not_kept'> {
  if (partner.apiKeys.some(({ keyId }) => keyId === key.keyId)) return fail('answer_not_kept');
  const live = partner.apiKeys.filter((one) => isLiveKey(one, now));
  const alike = live.filter((one) => scopeOf(one) === scopeOf(key));
  if (alike.length >= MAX_LIVE_KEYS) return fail('key_limit_reached');
  const dead = partner.apiKeys.filter((one) => !isLiveKey(one, now));
  // A thief must not push out of the list what may still lock.
  const locking = dead.filter((one) => mayStillLock(one, now));
  if (locking.length >= MAX_DEAD_KEYS) return fail('key_limit_reached');
  const others = dead.filter((one) => !locking.includes(one));
  const kept = others.slice(-(MAX_DEAD_KEYS - locking.length));
  return changed(partner, [...kept, ...locking, ...live, key]);
}

/** How long the key that stays must go on living for the other to be revoked. */
const MIN_REMAINING_MILLISECONDS = DAY_MILLISECONDS;

/**
 * The partner with a key revoked; the same partner when it was revoked already. Over the API the last
 * admin key stays, so that nobody locks himself out; the operator can issue another.
 */
export function revokeKey(
  partner: PartnerRecord,
  given: { readonly keyId: string; readonly now: number; readonly actor: Actor },
): PartnerRecord | Failure<'api_key_not_found' | 'last_live_key'> {
  const { keyId, now, actor } = given;
  const key = partner.apiKeys.find((one) => one.keyId === keyId);
  if (!key) return fail('api_key_not_found');
  if (key.revoked !== undefined) return partner;
  // One that is about to expire would leave its partner without any.
  const lasting = now + MIN_REMAINING_MILLISECONDS;
  const isAdmin = (one: ApiKeyRecord) => scopeOf(one) === 'admin';
  const others = partner.apiKeys.filter((one) => one !== key && isLiveKey(one, lasting));
  const byKey = actor.kind === 'api-key';
  if (byKey && isAdmin(key) && isLiveKey(key, now) && !others.some(isAdmin)) {
    return fail('last_live_key');
  }
  const revokedBy = byKey && isLiveKey(key, now) ? actor.id : undefined;
  return replaceKey(partner, { ...key, revoked: instantText(now), revokedBy });
}

/** The partner with a key's record in place of the one with the same id. */
export function replaceKey(partner: PartnerRecord, key: ApiKeyRecord): PartnerRecord {
  const apiKeys = partner.apiKeys.map((one) => (one.keyId === key.keyId ? key : one));
  return changed(partner, apiKeys);
}

function changed(partner: PartnerRecord, apiKeys: readonly ApiKeyRecord[]): PartnerRecord {
  return { ...partner, version: partner.version + 1, apiKeys };
}
