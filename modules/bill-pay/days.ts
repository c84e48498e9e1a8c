/** Days as people say them: the year only if it is another one. */
import { addDays, dayInstant } from '@billhook/core/base/dates';
import type { Bill } from '@billhook/core/schemas/bill';
import { type Schedule, schedules } from '@billhook/core/schemas/schedule';
import { day, region } from '../kit/text.ts';

/** @param instant a day as the API writes it: its midnight UTC. */
export function shortDay(instant: string, now = Date.now()): string {
  const isThisYear = new Date(instant).getUTCFullYear() === new Date(now).getUTCFullYear();
  return day(instant, isThisYear ? 'day' : 'all');
}

/** Within half a year a day has no other of its name near. */
const NEAR_MILLISECONDS = 182 * 24 * 60 * 60 * 1000;

export function isNear(instant: string, now = Date.now()): boolean {
  return Math.abs(Date.parse(instant) - now) <= NEAR_MILLISECONDS;
}

/**
 * For a row of a list, where a day stands beside an amount: "Jan 6", and of a day that is not near its
 * month, "Jan 2028". The bill itself has the whole date.
 */
export function rowDay(instant: string, now = Date.now()): string {
  return day(instant, isNear(instant, now) ? 'day' : 'month');
}

/** A moment where its user is: "Nov 24, 10:15 AM". */
export function moment(instant: string): string {
  const format = new Intl.DateTimeFormat(region(), {
    ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  });
  return format.format(new Date(instant));
}

/** The day on which a schedule pays what is due now; nothing of one that goes by the bill's arrival. */
export function scheduledDay({ dueDate }: Bill, schedule: Schedule): string | undefined {
  const { daysBefore } = schedules[schedule];
  if (daysBefore === undefined || !dueDate) return undefined;
  return dayInstant(addDays(dueDate.slice(0, 10), -daysBefore));
}
