/**
 * A first statement that is due when its account is linked. Nobody could agree to it, since nobody knew
 * it (decision: due-when-linked).
 */

import type { Day } from '../base/dates.ts';
import { automaticPayDay } from '../payment/pay-day.ts';
import type { BillRecord } from './bill.ts';
import { skipStatement } from './statements.ts';

/**
 * The bill as it begins, or is read while its company still gathers it. If its first statement would
 * be paid today, that one is left to its user. Other bills stay as they are.
 */
export function leaveDue(bill: BillRecord, today: Day): BillRecord {
  const { leavesDue, ...known } = bill;
  if (!leavesDue || bill.reported.syncing) return bill;
  const payOn = automaticPayDay(bill);
  const isDue = payOn !== undefined && payOn <= today;
  return isDue ? { ...known, ...skipStatement(bill, today) } : known;
}
