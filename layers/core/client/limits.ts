/**
 * How often a client may do, with its own access token, what a thief of one would do a lot
 * (decision: client-limits-slide). An hour slides: what was done counts for exactly an hour.
 */
export const clientLimits = { link: 10, 'payment-method': 5, decline: 5 } as const;

export type Activity = keyof typeof clientLimits;

/** When a client did something last; never longer than its limit. */
export type ActivityRecord = {
  readonly version: number;
  /** Milliseconds since the epoch, the latest last. */
  readonly times: readonly number[];
  /** When the table may drop it, in seconds since the epoch. */
  readonly expiresAt: number;
};

const HOUR_MILLISECONDS = 60 * 60 * 1000;

/** Seconds until the client may do it again; nothing when it may do it now. */
export function waitSeconds(
  standing: ActivityRecord | undefined,
  activity: Activity,
  now: number,
): number | undefined {
  const limit = clientLimits[activity];
  const times = recentTimes(standing, now);
  const first = times[times.length - limit];
  return first === undefined ? undefined : Math.ceil((first + HOUR_MILLISECONDS - now) / 1000);
}

/** The record with one more. */
export function withActivity(
  standing: ActivityRecord | undefined,
  activity: Activity,
  now: number,
): ActivityRecord {
  return {
    version: (standing?.version ?? 0) + 1,
    times: [...recentTimes(standing, now), now].slice(-clientLimits[activity]),
    expiresAt: Math.ceil((now + HOUR_MILLISECONDS) / 1000),
  };
}

function recentTimes(standing: ActivityRecord | undefined, now: number): readonly number[] {
  return (standing?.times ?? []).filter((time) => now - time < HOUR_MILLISECONDS);
}
