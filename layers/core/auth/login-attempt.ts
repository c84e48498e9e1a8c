/**
 * One login at a company: written down before the company is given the credentials, so that whoever
 * runs the same task again knows that it may have been tried (decision: one-login-a-round).
 */

import { instantText } from '../base/dates.ts';
import { planRefresh } from '../bill/refresh.ts';
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
  const { waitingSince: _over, ...entered } = link;
  return { ...auth, version: auth.version + 1, link: { ...entered, login } };
}

/** The auth once the company took the credentials: its bills are read next. */
export function verifyAttempt(auth: AuthRecord): AuthRecord {
  const { link } = auth;
  if (!link || link.login?.verified) return auth;
  const { running: _over, ...reading } = beginReading(auth).link ?? link;
  const login = {
    ...(link.login ?? { id: '', begunAt: link.requestedAt }),
    verified: true as const,
  };
  return { ...auth, version: auth.version + 1, link: { ...reading, login } };
}

/** The auth as if the attempt had not begun: the company was given nothing. */
export function forgetAttempt(auth: AuthRecord, id: string): AuthRecord {
  if (auth.link?.login?.id !== id) return auth;
  const { login: _none, ...link } = auth.link;
  return { ...auth, version: auth.version + 1, link };
}

/** The auth whose link waits for its company's gate; the same where it has waited before. */
export function beginWaiting(auth: AuthRecord, machineNow: number): AuthRecord {
  const { link } = auth;
  if (!link || link.waitingSince) return auth;
  const waiting = { ...link, waitingSince: instantText(machineNow) };
  return { ...auth, version: auth.version + 1, link: waiting };
}

/** The auth whose link failed. If it is read daily, that is not tried before hours have passed. */
export function waitForReading(auth: AuthRecord, partnerNow: number): AuthRecord {
  return auth.refreshAt === undefined ? auth : planRefresh(auth, 'failed', partnerNow);
}
