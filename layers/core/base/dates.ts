/**
 * Dates (decision: strict-dates). An instant is ISO 8601 in UTC with milliseconds; a day is
 * `YYYY-MM-DD` inside and that day's midnight UTC at the edge. The kit has the parser: it may import
 * nothing of ours.
 */
import { isDay, parseDateTime } from '@billhook/connector-kit/protocol/dates';

export { isDay };

export const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Milliseconds since the epoch, passed in so that rules stay pure: `Date.now`. */
export type Clock = () => number;

/**
 * Two clocks. `partnerNow` is the partner's: bills, pay dates and what a user sees follow it, and
 * on the sandbox a test may have moved it ahead (decision: test-clock). `machineNow` is the
 * machine's: workflows, leases and whatever is to be done at once follow that.
 */
export type Moment = { readonly partnerNow: number; readonly machineNow: number };

/** Both clocks tell the same where no test clock is set. */
export function unmoved(machineNow: number): Moment {
  return { partnerNow: machineNow, machineNow };
}

/** A calendar day in UTC, `YYYY-MM-DD`. Days compare as text. */
export type Day = string;

export function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function dayOf(milliseconds: number): Day {
  return instantText(milliseconds).slice(0, 10);
}

/** `2026-11-21` → `2026-11-21T00:00:00.000Z`. */
export function dayInstant(day: Day): string {
  return `${day}T00:00:00.000Z`;
}

export function addDays(day: Day, count: number): Day {
  return dayOf(Date.parse(dayInstant(day)) + count * DAY_MILLISECONDS);
}

/** The same day of the next month, or that month's last day. */
export function addMonth(day: Day): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(date, last)));
}

/** With the offset, if there is one. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Milliseconds since the epoch for strict ISO 8601 text: a calendar day, or a date and time, which is in
 * UTC where it has no offset. Nothing for anything else, days that don't exist included.
 */
export function parseInstant(text: string): number | undefined {
  const form = INSTANT.exec(text);
  if (!form) return undefined;
  if (!text.includes('T')) return parseDateTime(`${text}T00:00Z`);
  return parseDateTime(form[1] === undefined ? `${text}Z` : text);
}

/** The same for a date-time with its offset, which leaves nothing to be guessed. */
export function parseExactInstant(text: string): number | undefined {
  return /T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? parseInstant(text) : undefined;
}

/** The day that strict `mm/dd/yyyy` text names; nothing when there is no such day. */
export function parseUsDay(text: string): Day | undefined {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  const day = parts && `${parts[3]}-${parts[1]}-${parts[2]}`;
  return day && isDay(day) ? day : undefined;
}
