/**
 * Auths as they are stored: one flat item, whose attributes releases 0.1.0 and 0.1.1 read and write too.
 */

import type { AuthRecord, PlannedReading } from './auth.ts';

type Flat<R> = { readonly [Member in keyof R]?: R[Member] };

export type StoredAuth = Omit<AuthRecord, keyof InStates | 'refresh'> &
  Flat<InStates> & {
    /** When its bills are read next. */
    readonly refreshAt?: PlannedReading['at'];
    readonly reading?: PlannedReading['running'];
    readonly refreshFailures?: PlannedReading['failures'];
    readonly refreshUnended?: PlannedReading['unended'];
  };

type InStates = Pick<
  AuthRecord,
  'status' | 'asksFor' | 'hold' | 'interrupted' | 'mfa' | 'challenge'
>;

/** What is stored, as an auth in its state. What newer releases store with it stays. */
export function authOf(stored: StoredAuth): AuthRecord {
  const { refreshAt: at, reading, refreshFailures, refreshUnended, ...known } = stored;
  if (at === undefined) return stored as AuthRecord;
  const refresh = { at, running: reading, failures: refreshFailures, unended: refreshUnended };
  return { ...known, refresh } as AuthRecord;
}

export function storedAuth({ refresh, ...known }: AuthRecord): StoredAuth {
  if (!refresh) return known;
  const { at: refreshAt, running: reading, failures, unended } = refresh;
  return { ...known, refreshAt, reading, refreshFailures: failures, refreshUnended: unended };
}
