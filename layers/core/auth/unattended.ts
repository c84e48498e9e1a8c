/** What a session without its user does to the auth that it was of. */

import { isSameSeal } from '../base/sealed.ts';
import { recordUnattended } from '../bill/refresh.ts';
import type { RefusedLogin } from '../company/connector.ts';
import type { AuthRecord } from './auth.ts';

/**
 * The auth after a payment or a swap was not let in; the same where that says nothing of it any more,
 * since it has other credentials by now, or a user who is signing in. `begun` is the auth that the
 * session was opened with.
 */
export function recordRefusal(
  auth: AuthRecord,
  begun: AuthRecord,
  refused: RefusedLogin,
  partnerNow: number,
): AuthRecord {
  const stands = !auth.link && !auth.deletedAt && isSameSeal(auth.credentials, begun.credentials);
  return stands ? recordUnattended(auth, refused, partnerNow) : auth;
}

/** Whether its credentials are known to be wrong: nobody tries them again without the user. */
export function isRefused({ status }: Pick<AuthRecord, 'status'>): boolean {
  return status === 'authenticate';
}
