/** The daily reading of bills: which auths are read without the user, and when. Times are the partner's. */
import { type AuthRecord, linkedAccount } from '../auth/auth.ts';
import { DAY_MILLISECONDS, dayInstant, dayOf, instantText } from '../base/dates.ts';
import { shardOf } from '../base/table-keys.ts';
import type { LoginOutcome } from '../company/connector.ts';
import { holdCodes } from '../schemas/hold-codes.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Bills that were just read are not read again before this. */
const SHORTEST_MILLISECONDS = 6 * 60 * 60 * 1000;
/** Days between readings that come to nothing grow up to this. */
export const MAX_BACKOFF_DAYS = 16;
/** The first reading after one that never ended. */
const RETRY_MILLISECONDS = 60 * 60 * 1000;

/** The auth with its next reading planned. `read`: its bills were read just now. */
export function planRefresh(
  auth: AuthRecord,
  outcome: 'read' | 'failed',
  partnerNow: number,
): AuthRecord {
  const failures = outcome === 'read' ? 0 : (auth.refresh?.failures ?? 0) + 1;
  return { ...auth, refresh: { at: slotAfterFailures(auth._id, failures, partnerNow), failures } };
}

/** The auth with a reading begun, and the next one planned (decision: readings-planned-before-they-begin). */
export function beginRefresh(auth: AuthRecord, partnerNow: number): AuthRecord {
  const { failures, unended: before = 0 } = auth.refresh ?? {};
  const at =
    before === 0
      ? instantText(partnerNow + RETRY_MILLISECONDS)
      : slotAfterFailures(auth._id, before, partnerNow);
  return { ...auth, refresh: { at, failures, unended: before + 1 } };
}

/** Those that were turned away together come back within this, each at a time of its own. */
const SPREAD_SECONDS = 60 * 60;

/** The auth whose company let nobody in: the reading is put off by that long, and counts as none. */
export function putOffRefresh(
  auth: AuthRecord,
  waitMilliseconds: number,
  partnerNow: number,
): AuthRecord {
  const earliest = partnerNow + waitMilliseconds;
  const apart = shardOf(auth._id, SPREAD_SECONDS) * 1000;
  const long = waitMilliseconds > SHORTEST_MILLISECONDS;
  const at = instantText(long ? slotAfter(auth._id, earliest) : earliest + apart);
  return { ...auth, refresh: { at, failures: auth.refresh?.failures } };
}

/** The auth after a reading, with since when some of its accounts could not be read. */
export function withPartial(
  auth: AuthRecord,
  shown: { readonly isPartial: boolean } | undefined,
  partnerNow: number,
): AuthRecord {
  // Nothing was read of it.
  if (!shown) return auth;
  const since = auth.partialSince ?? instantText(partnerNow);
  return { ...auth, partialSince: shown.isPartial ? since : undefined };
}

/** The auth that nothing is read of until the user links it again. */
export function withoutRefresh(auth: AuthRecord): AuthRecord {
  return { ...auth, refresh: undefined };
}

/**
 * Whether an auth can be read without its user. Wrong credentials are never tried again, since that
 * locks accounts; a challenge needs the user; and a hold that a payment or swap met is to be looked at
 * before the next one. Credentials that lack a field were not tried: they suffice again if the company's
 * form goes back to what it was, and no login is made with them until then.
 */
export function isRefreshable({
  status,
  hold,
  asksFor,
}: Pick<AuthRecord, 'status' | 'hold' | 'asksFor'>): boolean {
  if (status === 'verified') return true;
  if (status === 'authenticate') return asksFor !== undefined;
  if (status !== 'hold' || !hold) return false;
  const { holds, retryHelps } = holdCodes[hold.code];
  return retryHelps && holds === 'bill';
}

/** What a login without the user leaves of the auth; a challenge waits for the user as a hold. */
export function recordUnattended(
  auth: AuthRecord,
  outcome: Exclude<LoginOutcome, { kind: 'verified' }>,
  partnerNow: number,
): AuthRecord {
  const told = withoutUser(linkedAccount(auth), outcome);
  // Of a form that asks for more, nothing was tried: a reading finds out whether it still does.
  const again = isRefreshable(told) && (told.status === 'hold' || auth.refresh !== undefined);
  return again ? planRefresh(told, 'failed', partnerNow) : withoutRefresh(told);
}

function withoutUser(
  account: ReturnType<typeof linkedAccount>,
  outcome: Exclude<LoginOutcome, { kind: 'verified' }>,
): AuthRecord {
  const { kind } = outcome;
  if (kind === 'authenticate') return { ...account, status: kind, asksFor: outcome.asksFor };
  const unanswered = 'no-mfa-response-received' as const;
  const hold =
    kind === 'hold'
      ? { code: outcome.code, subcode: outcome.subcode }
      : { code: 'authentication_not_completed' as const, subcode: unanswered };
  return { ...account, status: 'hold', hold };
}

/** After a reading, or after so many in a row that came to nothing. */
function slotAfterFailures(authId: string, failures: number, partnerNow: number): string {
  const days = Math.min(2 ** Math.max(0, failures - 1), MAX_BACKOFF_DAYS);
  const earliest = partnerNow + SHORTEST_MILLISECONDS + (days - 1) * DAY_MILLISECONDS;
  return instantText(slotAfter(authId, earliest));
}

/** The auth's own second of the first day on which that is not before `earliest`. */
function slotAfter(authId: string, earliest: number): number {
  const second = shardOf(authId, DAY_SECONDS);
  const slot = Date.parse(dayInstant(dayOf(earliest))) + second * 1000;
  return slot < earliest ? slot + DAY_MILLISECONDS : slot;
}
