/** What is wrong with the day on which a payment is to be made. */
import { addDays, type Day, isDay } from '@billhook/core/base/dates';

export function dateProblem(date: string, first: Day): 'required' | 'early' | undefined {
  if (!isDay(date)) return 'required';
  return date < first ? 'early' : undefined;
}

/** The days that most people want, as far as they are still to come. */
export function quickDays(dueDate: string | undefined, today: Day) {
  const due = dueDate?.slice(0, 10);
  const before = due === undefined ? undefined : addDays(due, -1);
  return {
    ...(before !== undefined && before > today && { dayBefore: before }),
    ...(due !== undefined && due > today && { dueDate: due }),
  };
}
