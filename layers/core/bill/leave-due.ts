/** A first statement that is due when its account is linked: nobody knew it (decision: due-when-linked). */

import type { Day } from '../base/dates.ts';
import { automaticPayDay } from '../payment/pay-day.ts';
import type { BillRecord } from './bill.ts';
import { skipStatement } from './statements.ts';

/** The bill as it begins, or is read while it is gathered: what would be paid today is left to its user. */
export function leaveDue(bill: BillRecord, today: Day): BillRecord {
  const { leavesDue, ...known } = bill;
  if (!leavesDue || bill.reported.syncing) return bill;
  const payOn = automaticPayDay(bill);
  const isDue = payOn !== undefined && payOn <= today;
  return isDue ? { ...known, ...skipStatement(bill, today) } : known;
}
