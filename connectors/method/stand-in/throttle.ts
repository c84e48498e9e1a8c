/** Method's limits: requests of a key in a rolling minute, by tiers that don't touch each other. */
import type { Route } from './book.ts';

const WINDOW_MILLISECONDS = 60_000;

export type Limits = Readonly<Record<Route['tier'], number>>;

/** Requests a minute, as published. */
export const publishedLimits: Limits = { payments: 120, critical: 60, writes: 6_000, reads: 6_000 };

/** Whoever has had too much of a tier is refused all of it for a minute. */
export function createThrottle(limits: Limits, now: () => number) {
  const times = new Map<Route['tier'], number[]>();
  const blockedUntil = new Map<Route['tier'], number>();
  return {
    /** Whether the request is taken. */
    takes(tier: Route['tier']): boolean {
      const at = now();
      if ((blockedUntil.get(tier) ?? 0) > at) return false;
      const recent = (times.get(tier) ?? []).filter((time) => time > at - WINDOW_MILLISECONDS);
      if (recent.length >= limits[tier]) {
        blockedUntil.set(tier, at + WINDOW_MILLISECONDS);
        return false;
      }
      recent.push(at);
      times.set(tier, recent);
      return true;
    },
  };
}
