/** Payments that a company settles in days (decision: accepted-payments-wait). Times are the partner's. */

import {
  addDays,
  DAY_MILLISECONDS,
  type Day,
  dayInstant,
  dayOf,
  instantText,
} from '../base/dates.ts';
import type { AcceptedPayment } from '../company/connector.ts';
import type { Accepted } from '../states/late-endings.ts';
import { waitsForOperator } from './faults.ts';
import { begunOf, type PaymentRecord } from './payment.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** A company that puts off the day again and again is believed for so long. */
export const MAX_ACCEPTED_DAYS = 30;

/** The payment after its company said that it has accepted it: nothing else is known of it. */
export function withAcceptance(
  payment: PaymentRecord<'asked' | 'accepted'>,
  { reference, expectBy, askAgainAt }: AcceptedPayment,
  partnerNow: number,
): PaymentRecord<'accepted'> {
  const { submitted } = payment;
  const { at = partnerNow, asks = -1 } = payment.accepted ?? {};
  const accepted = { reference, expectBy, askAgainAt, at, asks: asks + 1 };
  return { ...begunOf(payment), ...{ state: 'accepted', submitted, accepted } };
}

/** The same once it was asked and could not tell: what it said before still stands. */
export function withFruitlessAsk(payment: PaymentRecord<'accepted'>): PaymentRecord<'accepted'> {
  const { accepted } = payment;
  return { ...payment, accepted: { ...accepted, asks: accepted.asks + 1 } };
}

/** The last day on which nobody has to worry about it. */
function settledBy({ at, expectBy }: Accepted): Day {
  const last = addDays(dayOf(at), MAX_ACCEPTED_DAYS);
  return expectBy < last ? expectBy : last;
}

/** Whether the day by which the company wanted to settle it is over. It is never failed by that. */
export function isPastExpected({ accepted }: Pick<PaymentRecord, 'accepted'>, partnerNow: number) {
  return accepted !== undefined && dayOf(partnerNow) > settledBy(accepted);
}

/** The instant from which on it is overdue, in milliseconds. */
export function overdueSince(accepted: Accepted): number {
  return Date.parse(dayInstant(addDays(settledBy(accepted), 1)));
}

/** When the company is asked again: at its wish, within growing waits of up to a day, in milliseconds. */
export function nextAskAt(accepted: Accepted, partnerNow: number): number {
  const backoff = Math.min(HOUR_MILLISECONDS * 2 ** Math.min(accepted.asks, 10), DAY_MILLISECONDS);
  const latest = Math.max(overdueSince(accepted), partnerNow + DAY_MILLISECONDS);
  return Math.min(Math.max(accepted.askAgainAt, partnerNow + backoff), latest);
}

/** Until when a pending payment rests, without an execution; nothing of one whose outcome isn't known. */
export function restsUntil(payment: PaymentRecord, partnerNow: number): string | undefined {
  if (payment.accepted) return instantText(nextAskAt(payment.accepted, partnerNow));
  return waitsForOperator(payment) ? instantText(partnerNow + HOUR_MILLISECONDS) : undefined;
}
