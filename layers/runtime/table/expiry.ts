/** When the table drops an item by itself. */
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';

/** Seconds since the epoch, so many days after `now`, which is in milliseconds. */
export function secondsAfter(now: number, days: number): number {
  return Math.floor((now + days * DAY_MILLISECONDS) / 1000);
}
