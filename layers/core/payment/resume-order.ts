/** A declined order goes on with the method that is assigned then (decision: assigning-resumes-the-order). */

import type { Day } from '../base/dates.ts';
import { only } from '../base/members.ts';
import type { BillRecord } from '../bill/bill.ts';
import { agreedNow } from './agreed-amount.ts';
import { checkPayable, isHopeless, isTooLate, openPaymentOf } from './payable.ts';
import type { PaymentRecord } from './payment.ts';
import type { Agreed } from './statement.ts';

/** What was returned is never paid automatically again: whoever ordered it, assigning a method pays it. */
function mayResume({ status, automatic, cancelAsked }: PaymentRecord): boolean {
  if (cancelAsked) return false;
  return status === 'returned' || (status === 'declined' && !automatic);
}

/** The payment whose order may go on, as far as the bill can tell. */
export function declinedPaymentOf(bill: BillRecord): string | undefined {
  const declined = bill.declinedMethodId !== undefined && openPaymentOf(bill) === undefined;
  return declined ? (bill.declinedPaymentId ?? bill.newestPaymentId) : undefined;
}

/** What its user agreed to pay with the declined order; nothing where it is not to go on. */
export function orderToResume(
  bill: BillRecord,
  payment: PaymentRecord | undefined,
  today: Day,
): Agreed | undefined {
  if (!payment || !mayResume(payment)) return undefined;
  // A return may come long after the day of the payment.
  const { payOn, returned } = payment;
  if (isTooLate({ payOn: returned?.on ?? payOn }, bill.reported, today)) return undefined;
  const refusal = checkPayable(bill, { userPresent: false });
  if (refusal && isHopeless(refusal, bill)) return undefined;
  return agreedBefore(payment);
}

/** What was agreed to; of an order of release 0.1.0 and of an automatic payment, what its company was asked for. */
function agreedBefore({ agreed, statement, submitted }: PaymentRecord): Agreed | undefined {
  const cents = submitted?.amountCents;
  if (agreed || !statement || cents === undefined) return agreed;
  return { statement: only(statement, ['dueOn', 'name']), cents };
}

/** What a retry may charge of the same statement: what was chosen, and no more than was agreed to. */
export function agreedAgain(
  bill: BillRecord,
  payment: PaymentRecord | undefined,
  partnerNow: number,
): Agreed | undefined {
  const before = payment && agreedBefore(payment);
  if (!before) return undefined;
  const { statement, chosenCents, cents, maxCents = cents } = before;
  return {
    ...agreedNow(bill, { chosenCents, maxCents: Math.max(cents, maxCents), partnerNow }),
    statement,
  };
}
