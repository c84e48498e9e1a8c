/** What is wrong with the day on which a payment is to be made. */
import { addDays, type Day, isDay } from '@billhook/core/dates';

/** Farther ahead it is a slip of the finger. */
const MAX_DAYS_AHEAD = 365;

export function dateProblem(date: string, first: Day): 'required' | 'early' | 'late' | undefined {
  if (!isDay(date)) return 'required';
  if (date < first) return 'early';
  return date > addDays(first, MAX_DAYS_AHEAD) ? 'late' : undefined;
}
