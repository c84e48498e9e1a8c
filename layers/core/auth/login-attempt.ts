/**
 * One login at a company: written down before the company is given the credentials, so that whoever
 * runs the same task again knows that it may have been tried (decision: one-login-a-round).
 */

import { instantText } from '../base/dates.ts';
import { planRefresh } from '../bill/refresh.ts';
import type { Running } from '../company/connector.ts';
import { goOnRunning, type RunningCall } from '../company/running.ts';
import type { AuthRecord, Link } from './auth.ts';
import { beginReading } from './progress.ts';

/** As long as a login may take: the task's own time, and a little for clocks that differ. */
const ATTEMPT_MILLISECONDS = 65 * 1000;
const SHORTEST_WAIT_MILLISECONDS = 5 * 1000;

/**
 * - `verified`: it is known that the company took the credentials.
 * - `under-way`: another run of the task is at it, or was until a moment ago.
 * - `never-ended`: it was begun, and nobody will know how it ended.
 */
export type AttemptState = 'none' | 'verified' | 'under-way' | 'never-ended';

export function attemptStateOf({ login }: Link, machineNow: number): AttemptState {
  if (!login) return 'none';
  if (login.verified) return 'verified';
  const age = machineNow - Date.parse(login.begunAt);
  return age < ATTEMPT_MILLISECONDS ? 'under-way' : 'never-ended';
}

/**
 * Seconds until another run of the task looks again at an attempt that is under way. They double with the
 * attempt's age, and end when nobody can be at it any more.
 */
export function underWaySeconds({ login }: Link, machineNow: number): number {
  const age = login ? machineNow - Date.parse(login.begunAt) : 0;
  const wait = Math.min(Math.max(age, SHORTEST_WAIT_MILLISECONDS), ATTEMPT_MILLISECONDS - age);
  return Math.max(1, Math.ceil(wait / 1000));
}

/** The auth with the attempt; the same where there is one already, or the user is being asked. */
export function beginAttempt(auth: AuthRecord, id: string, machineNow: number): AuthRecord {
  const { link, challenge } = auth;
  if (!link || link.login || link.asking || challenge) return auth;
  const login = { id, begunAt: instantText(machineNow) };
  return { ...auth, link: { ...link, waitingSince: undefined, login } };
}

/** The auth once the company took the credentials: its bills are read next. */
export function verifyAttempt(auth: AuthRecord): AuthRecord {
  const { link } = auth;
  if (!link || link.login?.verified) return auth;
  const begun = link.login ?? { id: '', begunAt: link.requestedAt };
  const login = { ...begun, verified: true as const };
  return beginReading({ ...auth, link: { ...link, running: undefined, login } });
}

/** The auth with what is running; the same where another run of the task has got further meanwhile. */
export function withRunningLink(
  auth: AuthRecord,
  said: Running,
  which: Pick<RunningCall, 'connector'> & { readonly call: 'logIn' | 'listBills' },
  now: number,
): AuthRecord {
  const { link, challenge } = auth;
  if (!link || link.asking || challenge) return auth;
  const { login } = link;
  if (which.call === 'logIn' && (!login || login.verified)) return auth;
  const running = goOnRunning(link.running, said, which, now);
  return { ...auth, link: { ...link, running } };
}

/** The auth as if the attempt had not begun: the company was given nothing. */
export function forgetAttempt(auth: AuthRecord, id: string): AuthRecord {
  const { link } = auth;
  return link?.login?.id === id ? { ...auth, link: { ...link, login: undefined } } : auth;
}

/** The auth whose link waits for its company's gate; the same where it has waited before. */
export function beginWaiting(auth: AuthRecord, machineNow: number): AuthRecord {
  const { link } = auth;
  if (!link || link.waitingSince) return auth;
  return { ...auth, link: { ...link, waitingSince: instantText(machineNow) } };
}

/** The auth whose link failed. If it is read daily, that is not tried before hours have passed. */
export function waitForReading(auth: AuthRecord, partnerNow: number): AuthRecord {
  return auth.refresh ? planRefresh(auth, 'failed', partnerNow) : auth;
}
