/** What is wrong with the day on which a payment is to be made. */
import { type Day, isDay } from '@billhook/core/dates';

export function dateProblem(date: string, first: Day): 'required' | 'early' | undefined {
  if (!isDay(date)) return 'required';
  return date < first ? 'early' : undefined;
}
