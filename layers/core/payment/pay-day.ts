/** When a bill is paid next, as far as the bill alone can tell. */

import { addDays, type Day } from '../base/dates.ts';
import { type BillRecord, scheduleOf } from '../bill/bill.ts';
import { isSkipped, statementOfBill } from '../bill/statements.ts';
import { schedules } from '../schemas/schedule.ts';
import { isWaiting } from './agreed-amount.ts';
import { automaticAmount, type Bounded, earlierOf, takenOf } from './bound.ts';
import { isReturnedStatement, isSameStatement } from './statement.ts';
import type { Waiting } from './waiting.ts';

/** The day of the next payment by the bill alone; whether it is made is for `nextPayment` to say. */
export function payDay(bill: BillRecord, today: Day): Day | undefined {
  if (bill.scheduled) return bill.scheduled.waiting ? undefined : bill.scheduled.payOn;
  const planned = automaticPayDay(bill);
  return planned !== undefined && planned < today ? today : planned;
}

/** The day of the automatic payment, as planned: once it is past, a late sweep still makes it. */
export function automaticPayDay(bill: BillRecord): Day | undefined {
  const { dueOn, autopay, syncing } = bill.reported;
  const { seenOn = '' } = bill;
  const automatic =
    bill.recurring === 'enabled' &&
    autopay !== 'enabled' &&
    !bill.company.userPresenceRequired &&
    !syncing &&
    !bill.pendingPaymentId &&
    !bill.declinedMethodId &&
    showsCurrent(bill) &&
    !isReturnedStatement(bill.returned, statementOfBill(bill));
  if (!automatic || dueOn === undefined || seenOn > dueOn || isSkipped(bill)) return undefined;
  const amount = automaticAmount(bill);
  if (amount === 0) return undefined;
  const { daysBefore } = schedules[scheduleOf(bill)];
  const planned = daysBefore === undefined ? seenOn : addDays(dueOn, -daysBefore);
  // A pay date that was past when the statement came means the day on which it came.
  return latest([planned, seenOn, bill.waitsUntil ?? '', waitsForProof(bill, amount) ?? '']);
}

/** Whether no earlier statement is shown than the newest one known. */
function showsCurrent(bill: BillRecord): boolean {
  const { statement } = bill;
  const shown = statementOfBill(bill);
  if (!statement || !shown) return true;
  return shown.dueOn >= statement.dueOn || isSameStatement(statement, shown);
}

/**
 * Until when an automatic payment waits for earlier ones to be shown: of its own statement, for their
 * posting time; of an earlier one, for proof. The day before the due date it is paid as far as it may be,
 * and its user is asked about what has come since the first payment, once and not with each purchase.
 *
 * @param amount what it charges now, or why it waits.
 */
export function waitsForProof(bill: Bounded, amount: number | Waiting): Day | undefined {
  const { dueOn } = bill.reported;
  if (dueOn === undefined) return undefined;
  const dayBefore = addDays(dueOn, -1);
  const hasRisen = takenOf(bill).takenCents > 0 && isWaiting(amount);
  if (hasRisen || earlierOf(bill)) return dayBefore;
  if (!bill.unposted) return undefined;
  const posted = addDays(bill.unposted.until, 1);
  return posted < dayBefore ? posted : dayBefore;
}

function latest(days: readonly Day[]): Day {
  return days.reduce((a, b) => (a > b ? a : b));
}
