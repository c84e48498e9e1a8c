/** Payments that stay pending: since when, and who is told (decision: pending-payments-are-seen). */
import { DAY_MILLISECONDS, dayInstant, dayOf, type Moment } from '../base/dates.ts';
import { isPastExpected } from './accepted.ts';
import { waitsForOperator } from './faults.ts';
import type { PaymentRecord, PendingPayment } from './payment.ts';

/** After this long, a payment that is still pending is delayed. */
export const DELAYED_MILLISECONDS = DAY_MILLISECONDS;

/** By the machine's clock, in milliseconds. Of a payment of an earlier release, the latest it can be. */
export function pendingSince(payment: PaymentRecord): number {
  const { begunAt, submitted, created, payOn } = payment;
  const planned = Math.max(Date.parse(created), Date.parse(dayInstant(payOn)));
  return begunAt ?? submitted?.firstAskedAt ?? submitted?.askedAt ?? planned;
}

/** Whether its partner is to be told: after a day, or once its bill's due date has passed. */
export function isDelayed(payment: PaymentRecord, { partnerNow, machineNow }: Moment): boolean {
  if (payment.status !== 'pending' || payment.delayed) return false;
  // What its company settles later is late once the day has passed that it named.
  if (payment.accepted) return isPastExpected(payment, partnerNow);
  return (
    machineNow - pendingSince(payment) >= DELAYED_MILLISECONDS || isPastDue(payment, partnerNow)
  );
}

/** A bill that was overdue when its payment began is not made late by the payment. */
function isPastDue({ payOn, statement }: PaymentRecord, partnerNow: number): boolean {
  const dueOn = statement?.dueOn ?? '';
  // Of a bill without a due date it is a month.
  const isDay = dueOn.length === payOn.length;
  return isDay && payOn <= dueOn && dayOf(partnerNow) > dueOn;
}

/**
 * How far a pending payment has come:
 * - `waiting`: its company was never asked, or has promised that it took nothing.
 * - `operator`: the same, and only the operator can change that: the balance at a network is empty.
 * - `accepted`: its company has it, and settles it later.
 * - `overdue`: the day is over by which its company wanted to settle it.
 * - `asked`: its company was asked, and nothing was heard of it.
 * - `unknown`: its company does not know, or what it says makes no sense.
 * - `settling`: the outcome is on record, and the bill does not show it yet.
 */
export type PendingState =
  | 'waiting'
  | 'operator'
  | 'accepted'
  | 'overdue'
  | 'asked'
  | 'unknown'
  | 'settling';

/** By the partner's clock. */
export function pendingState(payment: PendingPayment, partnerNow: number): PendingState {
  if (payment.state === 'settling') return 'settling';
  if (payment.state === 'open') return waitsForOperator(payment) ? 'operator' : 'waiting';
  if (payment.state === 'accepted')
    return isPastExpected(payment, partnerNow) ? 'overdue' : 'accepted';
  return payment.outcome ? 'unknown' : 'asked';
}

/** Whether an operator should look at it. */
export function isStuck(
  payment: PaymentRecord,
  olderThan: number,
  { partnerNow, machineNow }: Moment,
): boolean {
  if (payment.status !== 'pending') return false;
  const state = pendingState(payment, partnerNow);
  if (state === 'accepted') return false;
  if (state === 'unknown' || state === 'operator' || state === 'overdue') return true;
  return machineNow - pendingSince(payment) >= olderThan;
}
