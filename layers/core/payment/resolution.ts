/** What an operator may do about a pending payment (decision: pending-payments-are-seen). */

import { type Day, dayOf } from '../base/dates.ts';
import { MAX_TIMEOUT_SECONDS } from '../company/running.ts';
import { type PaymentRecord, type UndecidedPayment, withOutcome } from './payment.ts';
import { openSubmission } from './submissions.ts';

/** What the company has shown the operator. */
export type SeenOutcome =
  | { readonly kind: 'paid'; readonly paidAt: number; readonly confirmation?: string }
  | { readonly kind: 'declined' };

/**
 * - `done`: it has ended so before, or the outcome is on record and needs only to be settled.
 * - `ended`: it has ended otherwise.
 * - `outcome-known`: the company has said something else of it since.
 * - `never-asked`: its company was never asked for it, so that it cannot have taken or declined it.
 * - `being-asked`: its company may be asked for it at this very moment.
 */
export type Resolution =
  | 'free'
  | 'done'
  | 'ended'
  | 'outcome-known'
  | 'never-asked'
  | 'being-asked';

/** As long as an attempt may take: the task's own time, and a little for clocks that differ. */
export const ATTEMPT_MILLISECONDS = 65 * 1000;
/** As long as a payment may run at its company. */
const RUNS_MILLISECONDS = MAX_TIMEOUT_SECONDS * 1000;

export function checkSettling(
  payment: PaymentRecord,
  seen: SeenOutcome['kind'],
  machineNow: number,
): Resolution {
  if (payment.status !== 'pending') return payment.status === seen ? 'done' : 'ended';
  if (payment.state === 'settling') return payment.outcome.kind === seen ? 'done' : 'outcome-known';
  if (payment.submitted?.amountCents === undefined) return 'never-asked';
  // What was paid is paid, even against the company's promise that it never took it.
  if (seen === 'paid') return 'free';
  if (!openSubmission(payment)) return 'never-asked';
  return isBeingAsked(payment, machineNow) ? 'being-asked' : 'free';
}

export function checkRelease(payment: PaymentRecord, machineNow: number): Resolution {
  if (payment.status !== 'pending') return payment.status === 'cancelled' ? 'done' : 'ended';
  if (payment.state === 'settling') return 'outcome-known';
  return isBeingAsked(payment, machineNow) ? 'being-asked' : 'free';
}

/**
 * Whether its company may have given it back on that day.
 *
 * - `not-paid`: nothing was taken, as far as is known.
 * - `before-paid`: it was paid on a later day.
 */
export function checkRefund(
  payment: PaymentRecord,
  on: Day,
): 'free' | 'done' | 'not-paid' | 'before-paid' {
  if (payment.status === 'returned') return 'done';
  if (payment.status !== 'paid' || payment.outcome.kind !== 'paid') return 'not-paid';
  return on < dayOf(payment.outcome.paidAt) ? 'before-paid' : 'free';
}

function isBeingAsked(payment: PaymentRecord, machineNow: number): boolean {
  const { running, submitted } = payment;
  const { askedAt } = submitted ?? {};
  if (askedAt === undefined || !openSubmission(payment)) return false;
  const runs = running?.call === 'pay' ? Date.parse(running.since) + RUNS_MILLISECONDS : 0;
  return machineNow < Math.max(askedAt + ATTEMPT_MILLISECONDS, runs);
}

/** The payment with what the operator has seen, as if its company had said so. */
export function withSeenOutcome(payment: UndecidedPayment, seen: SeenOutcome): PaymentRecord {
  const { amountCents = 0 } = payment.submitted ?? {};
  return withOutcome(payment, seen.kind === 'paid' ? { ...seen, amountCents } : seen);
}
