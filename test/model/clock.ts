/** The clock of the walks. */
export const MINUTE = 60 * 1000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const START = Date.parse('2026-11-21T12:00:00Z');

/** `mm/dd/yyyy`, as the test companies take it. */
export function usDay(now: number, days: number): string {
  const [year, month, day] = dayAfter(now, days).split('-');
  return `${month}/${day}/${year}`;
}

/** `yyyy-mm-dd`. */
export function dayAfter(now: number, days: number): string {
  return new Date(now + days * DAY).toISOString().slice(0, 10);
}
