/** Days and date-times as text: the one parser of Billhook, of this kit and of its suite. */

/** Whether `YYYY-MM-DD` text names a day that exists. `2026-02-30` has the form of a day, and is none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(?:Z| ?([+-])(\d{2})(?::?(\d{2}))?)$/;

const MINUTE_MILLISECONDS = 60_000;

/**
 * Milliseconds since the epoch for a date and time in UTC or with an offset; nothing for any other text.
 * `Date.parse` would move `2026-02-30T10:00:00Z` to March.
 */
export function parseDateTime(text: string): number | undefined {
  const parts = DATE_TIME.exec(text);
  if (!parts) return undefined;
  const [, day = '', hour = '', minute = '', second = '00', fraction = ''] = parts;
  const [sign, offsetHour = '00', offsetMinute = '00'] = parts.slice(6);
  if (!isDay(day) || hour > '23' || minute > '59' || second > '59') return undefined;
  if (offsetHour > '23' || offsetMinute > '59') return undefined;
  const minutes = Number(offsetHour) * 60 + Number(offsetMinute);
  const ahead = (sign === '-' ? -minutes : minutes) * MINUTE_MILLISECONDS;
  return Date.parse(`${day}T${hour}:${minute}:${second}${fraction}Z`) - ahead;
}

/** The same for text that a schema has checked. @throws RangeError for any other. */
export function instantOf(text: string): number {
  const at = parseDateTime(text);
  if (at === undefined) throw new RangeError('This is no date and time');
  return at;
}
