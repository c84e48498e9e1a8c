/**
 * Which auth a login is of (decisions: same-login-same-auth, corrected-logins). An auth's id is derived
 * from the login that it began with; where it is of another login since, its record says so.
 */
import type { AuthRecord } from './auth.ts';

/** @param loginId the id that an auth has which began with the login. */
export function isOfLogin(auth: Pick<AuthRecord, '_id' | 'loginId'>, loginId: string): boolean {
  return (auth.loginId ?? auth._id) === loginId;
}

/**
 * Whether an auth takes another login: the company refused its own, and never let anybody in. Not while
 * a link is under way, whose outcome is not known yet.
 */
export function takesLogin(auth: AuthRecord, companyId: string): boolean {
  return (
    auth.company._id === companyId &&
    auth.status === 'authenticate' &&
    auth.neverVerified === true &&
    auth.link === undefined &&
    auth.deletedAt === undefined
  );
}

/** Whether a link with the login may be begun on an auth. */
export function fitsLogin(auth: AuthRecord, { loginId }: { readonly loginId: string }): boolean {
  return isOfLogin(auth, loginId) || takesLogin(auth, auth.company._id);
}

/** Of a client's auths the one that a login is of, or the newest that takes it. */
export function authForLogin(
  auths: readonly AuthRecord[],
  { loginId, companyId }: { readonly loginId: string; readonly companyId: string },
): AuthRecord | undefined {
  const live = auths.filter(({ deletedAt }) => deletedAt === undefined);
  const own = live.find((auth) => isOfLogin(auth, loginId));
  const taking = live.filter((auth) => takesLogin(auth, companyId));
  return own ?? taking.toSorted((one, other) => (age(one) < age(other) ? 1 : -1))[0];
}

/** Sorts by when they were created, and always the same way where that is the same. */
function age({ created, _id }: AuthRecord): string {
  return `${created} ${_id}`;
}
