/** Money and days as American companies write them. */

/** `$1,084.37` */
export function dollars(cents: number): string {
  return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
}

/** `2026-12-10` as `Dec 10, 2026`. */
export function longDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    ...{ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
  });
}

/** Milliseconds since the epoch as `2026-12-10`. */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
