import { day } from '../kit/text.ts';
import type { Entry } from './entry.ts';
import type { BillWhy } from './groups.ts';
import { say } from './text.ts';

/** How a bill stands, with the day that matters. */
export function statusText({ bill, payment }: Entry, why: BillWhy): string {
  const date = (instant: string | undefined) => (instant ? day(instant) : '');
  const { dueDate, payDate, lastPaidOn } = bill;
  if (why === 'paid') return say('row.paid', { date: date(lastPaidOn) });
  if (why === 'scheduled') {
    return say('row.scheduled', { date: date(payment?.payDate ?? payDate) });
  }
  if (why === 'upcoming' && payDate) {
    return say('row.automatic', { date: date(payDate), due: date(dueDate) });
  }
  return say(`row.${why}`, { date: date(dueDate) });
}
