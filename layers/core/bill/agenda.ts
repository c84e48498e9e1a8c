/** What is to be done with a bill while nobody looks, and when. One task is next; times are the partner's. */

import { addDays, type Day, dayInstant, dayOf, instantText } from '../base/dates.ts';
import { paySlot } from '../partner/pay-slot.ts';
import { lookAfterPause } from '../partner/payment-pause.ts';
import { automaticPayDay } from '../payment/pay-day.ts';
import type { PaymentRecord } from '../payment/payment.ts';
import { isSameStatement, type StatementName } from '../payment/statement.ts';
import type { Ceiling } from '../payment/withheld.ts';
import { type BillRecord, type IdleBill, owes, withoutDecline } from './bill.ts';
import {
  type Following,
  followReading,
  isSkipped,
  skipStatement,
  statementOfBill,
} from './statements.ts';

/** Days before a due date, or a payment, on which its notice is due (decision: notices-are-events). */
export const NOTICE_DAYS = 2;

/**
 * - `upcoming`: the bill is due in two days.
 * - `scheduled-payment`: the bill will be paid in two days.
 * - `overdue`: the due date has passed, and the bill is unpaid.
 */
export type Notice = 'upcoming' | 'scheduled-payment' | 'overdue';

export type BillTask = {
  readonly kind: Notice | 'pay';
  /** The instant from which on it is to be done. */
  readonly at: string;
  /** The due date, or the day of the payment, that it is about. */
  readonly about: Day;
};

/** In this order where two are due at the same time. */
const tasks: readonly ((bill: BillRecord) => BillTask | undefined)[] = [
  upcomingTask,
  scheduledPaymentTask,
  payTask,
  overdueTask,
];

/** The bill's next task; nothing while a payment of it is under way, which brings the next. */
export function nextTask(bill: BillRecord): BillTask | undefined {
  if (bill.deletedAt || bill.pendingPaymentId || bill.reported.syncing) return undefined;
  let next: BillTask | undefined;
  for (const taskOf of tasks) {
    const task = taskOf(bill);
    if (task && (!next || task.at < next.at)) next = task;
  }
  return next;
}

/** The bill once a notice of it was given, or found to come too late. */
export function noticed(bill: BillRecord, { kind, about }: BillTask): BillRecord {
  // Recurring payments that are enabled after the due date begin with the next statement. A payment
  // that was declined is the exception: it resumes with another method, or a retry.
  // So is one that is held back: it is decided when what holds it back is over.
  const over = kind === 'overdue' && !bill.declinedMethodId && bill.heldBack?.dueOn !== about;
  return {
    ...bill,
    noticed: { ...bill.noticed, [kind]: about },
    noticedOf: { ...bill.noticedOf, [kind]: statementOfBill(bill) },
    ...(over && skipStatement(bill, about)),
  };
}

/** The bill whose payment is not announced, since it would not be made: nobody is told. */
export function unannounced(bill: BillRecord, task: BillTask): BillRecord {
  return { ...noticed(bill, task), unannounced: task.about };
}

/** Whether a notice still says something new: not once its day has come. */
export function isTimely({ kind, about }: Omit<BillTask, 'at'>, partnerNow: number): boolean {
  return kind === 'overdue' || dayOf(partnerNow) < about;
}

/** The bill when its automatic payment can't be made: tried the next day, and not after the due date. */
export function postponeAutomatic(bill: IdleBill, today: Day): IdleBill {
  const { dueOn } = bill.reported;
  const missed = dueOn !== undefined && today >= dueOn;
  const left = missed ? skipStatement(bill, today) : { waitsUntil: addDays(today, 1) };
  return { ...bill, heldBack: undefined, ...left };
}

/** The same where a ceiling holds it back, or its amount (decision: payments-have-ceilings). */
export function withholdAutomatic(bill: IdleBill, today: Day, why: Ceiling): IdleBill {
  const { dueOn } = bill.reported;
  const later = postponeAutomatic(bill, today);
  return dueOn === undefined ? later : { ...later, withheld: { dueOn, why } };
}

/** The bill whose automatic payment is held back: its due date may pass without ending it. */
export function holdBack(bill: IdleBill, partnerNow: number): IdleBill {
  const { dueOn } = bill.reported;
  const until = instantText(lookAfterPause(partnerNow));
  const told = bill.heldBack?.dueOn === dueOn && bill.heldBack?.told;
  return dueOn === undefined
    ? bill
    : { ...bill, heldBack: { dueOn, until, ...(told && { told }) } };
}

type Followed = Following & Pick<BillRecord, 'recurring'>;

/**
 * Whether an automatic payment that isn't under way is over: it is off or skipped by now, or, as the session
 * reads it, its company collects by itself, or shows another statement, which is paid on its own day.
 */
export function isAutomaticOver(
  { automatic, statement }: Pick<PaymentRecord, 'automatic' | 'statement'>,
  { bill, reading }: { readonly bill: Followed; readonly reading: BillRecord['reported'] },
  partnerNow: number,
): boolean {
  if (!automatic || !statement) return false;
  if (bill.recurring === 'disabled') return true;
  // Without a due date it isn't known which statement is shown, nor by when it is to be paid.
  if (reading.dueOn === undefined || reading.autopay === 'enabled') return true;
  const today = dayOf(partnerNow);
  const read = { ...followReading(bill, reading, today).followed, reported: reading };
  if (isSkipped(read)) return true;
  // One of an earlier statement is over as well.
  const shown = statementOfBill(read);
  const isCurrent = shown && read.statement && isSameStatement(shown, read.statement);
  return !isCurrent || !isSameStatement(statement, shown);
}

/** The bill whose automatic payment is tried at once, since its client has a method to pay with by now. */
export function wakeBill(bill: BillRecord): BillRecord {
  const { waitsUntil, declineStands } = bill;
  if (waitsUntil === undefined && !declineStands) return bill;
  return { ...bill, waitsUntil: undefined, ...(declineStands && withoutDecline) };
}

function upcomingTask(bill: BillRecord): BillTask | undefined {
  const { dueOn } = bill.reported;
  if (!wantsNotices(bill) || !owes(bill) || dueOn === undefined) return undefined;
  return noticeTask(bill, 'upcoming', dueOn, statementOfBill(bill));
}

function scheduledPaymentTask(bill: BillRecord): BillTask | undefined {
  // A payment that could not be made was announced for its day; when it succeeds is not known.
  const automatic = bill.waitsUntil === undefined ? automaticPayDay(bill) : undefined;
  const payOn = bill.scheduled?.payOn ?? automatic;
  if (!wantsNotices(bill) || !payOn) return undefined;
  // What is ordered for another day is told for that day.
  const shown = bill.scheduled ? undefined : statementOfBill(bill);
  return noticeTask(bill, 'scheduled-payment', payOn, shown);
}

function wantsNotices(bill: BillRecord): boolean {
  return bill.notifications === 'enabled';
}

/** @param shown the statement that it is about: one whose date moves is told of once. */
function noticeTask(
  bill: BillRecord,
  kind: Notice,
  about: Day,
  shown: StatementName | undefined,
): BillTask | undefined {
  const told = bill.noticedOf?.[kind];
  if (bill.noticed?.[kind] === about || (told && shown && isSameStatement(told, shown)))
    return undefined;
  const account = { billId: bill._id, clocked: bill.clocked };
  // As spread as the payments of a day, for the same reason: a partner gets those of all its users.
  return { kind, about, at: paySlot(account, addDays(about, -NOTICE_DAYS), bill.seenOn ?? '') };
}

/** What is scheduled for a day is due by the payment's own record. */
function payTask(bill: BillRecord): BillTask | undefined {
  const payOn = bill.scheduled ? undefined : automaticPayDay(bill);
  if (payOn === undefined) return undefined;
  const { heldBack, reported } = bill;
  const until = heldBack?.dueOn === reported.dueOn ? (heldBack?.until ?? '') : '';
  const account = { billId: bill._id, clocked: bill.clocked };
  const planned = paySlot(account, payOn, bill.seenOn ?? '');
  return { kind: 'pay', about: payOn, at: until > planned ? until : planned };
}

function overdueTask(bill: BillRecord): BillTask | undefined {
  const { dueOn } = bill.reported;
  if (!owes(bill) || dueOn === undefined || bill.noticed?.overdue === dueOn) return undefined;
  return { kind: 'overdue', about: dueOn, at: dayInstant(addDays(dueOn, 1)) };
}
