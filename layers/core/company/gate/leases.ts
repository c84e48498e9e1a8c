/**
 * The leases of a company whose sessions are limited, all in one record: who takes one writes it under
 * the version that was read, so that no two take the last one.
 */
import { DAY_MILLISECONDS } from '../../base/dates.ts';
import type { CompanyLimits } from './limits.ts';

/**
 * A session ends within 60 seconds, or its function is stopped. Whoever was stopped gives nothing back:
 * after this long the lease is over by itself.
 */
export const LEASE_MILLISECONDS = 75_000;
/** When somebody who found no room looks again. Most sessions take seconds. */
export const FULL_MILLISECONDS = 5_000;
/**
 * A session that is running at the company is a session still: its lease lasts until it has surely been
 * asked about again, at the latest after a minute (decision: calls-that-run).
 */
export const RUNNING_LEASE_MILLISECONDS = 60_000 + LEASE_MILLISECONDS;
/**
 * For how long a browser stays open at a company for what its user is asked: until the code has surely
 * come, or is not to come any more.
 */
export const ASKED_MILLISECONDS = 12 * 60_000;
const MINUTE = 60_000;
const PREFIX = 'lease_';

type Lease = {
  /** Milliseconds since the epoch, of the machine's clock. */
  readonly until: number;
  readonly login: string;
};

/** Leases are attributes `lease_<id>`, so that each is given back without reading the others. */
export type LeasesRecord = {
  readonly version: number;
  /** Minutes since the epoch: the one in which `begun` sessions have begun. */
  readonly minute?: number;
  readonly begun?: number;
  /** Seconds since the epoch. */
  readonly expiresAt?: number;
  readonly [attribute: string]: unknown;
};

export type LeaseAsked = {
  readonly id: string;
  /** What tells the login from others at the company. */
  readonly login: string;
  /** Unattended work leaves one lease free for a user who waits. */
  readonly attended: boolean;
  readonly limits: CompanyLimits;
  /** The session is running at the company: it has begun, and only goes on. */
  readonly goesOn?: boolean;
  /** The name of what an earlier session may have left open at the company: it goes on, in this one. */
  readonly takesUp?: string;
  readonly now: number;
};

export type LeaseTaken = {
  readonly set: Readonly<Record<string, unknown>>;
  /** Leases that are over, and the one that is taken up. */
  readonly remove: readonly string[];
  /** Until when what it takes up stays open; nothing where nothing was open. */
  readonly openUntil?: number;
};

export type NoRoom = {
  readonly over: 'sessionsAtOnce' | 'sessionsAtOncePerLogin' | 'sessionsAMinute';
  /** When to look again. */
  readonly until: number;
};

export function leaseName(id: string): string {
  return `${PREFIX}${id}`;
}

export function takeLease(
  record: LeasesRecord | undefined,
  asked: LeaseAsked,
): LeaseTaken | NoRoom {
  const { id, login, attended, takesUp, now } = asked;
  const all = leasesOf(record);
  const left = takesUp === undefined ? undefined : leaseName(takesUp);
  const [, open] = all.find(([name, { until }]) => name === left && until > now) ?? [];
  const goesOn = asked.goesOn === true || open !== undefined;
  // It is counted already, or was until its lease was over.
  const limits = goesOn ? {} : asked.limits;
  // One of this very session was written before, and the answer was lost.
  const live = all.filter(([name, { until }]) => until > now && name !== leaseName(id));
  const { sessionsAtOnce, sessionsAtOncePerLogin, sessionsAMinute } = limits;
  const soon = now + FULL_MILLISECONDS;
  if (sessionsAtOnce !== undefined) {
    const kept = attended || sessionsAtOnce === 1 ? 0 : 1;
    if (live.length >= sessionsAtOnce - kept) return { over: 'sessionsAtOnce', until: soon };
  }
  const own = live.filter(([, one]) => one.login === login).length;
  if (sessionsAtOncePerLogin !== undefined && own >= sessionsAtOncePerLogin)
    return { over: 'sessionsAtOncePerLogin', until: soon };
  const { minute, begun } = minuteOf(record, now);
  if (sessionsAMinute !== undefined && begun >= sessionsAMinute)
    return { over: 'sessionsAMinute', until: (minute + 1) * MINUTE };
  const lease: Lease = { until: Math.max(now + LEASE_MILLISECONDS, open?.until ?? 0), login };
  const over = all
    .filter(([name, { until }]) => until <= now || name === left)
    .map(([name]) => name);
  return {
    set: {
      [leaseName(id)]: lease,
      version: (record?.version ?? 0) + 1,
      minute,
      begun: goesOn ? begun : begun + 1,
      expiresAt: Math.ceil((now + DAY_MILLISECONDS) / 1000),
    },
    remove: over.filter((name) => name !== leaseName(id)),
    ...(open && { openUntil: open.until }),
  };
}

/** How many sessions there are now, and how many began in this minute. */
export function countLeases(record: LeasesRecord | undefined, now: number) {
  const live = leasesOf(record).filter(([, { until }]) => until > now).length;
  return { live, begun: minuteOf(record, now).begun };
}

function leasesOf(record: LeasesRecord | undefined): [string, Lease][] {
  return Object.entries(record ?? {}).filter(([name]) => name.startsWith(PREFIX)) as [
    string,
    Lease,
  ][];
}

/** Another machine's clock may be a little ahead: its minute is the one that counts. */
function minuteOf(record: LeasesRecord | undefined, now: number) {
  const current = Math.floor(now / MINUTE);
  const counted = record?.minute;
  if (counted === current || counted === current + 1)
    return { minute: counted, begun: record?.begun ?? 0 };
  return { minute: current, begun: 0 };
}
