/** When a payment was paid: a date that can't be true is dropped (decision: promises-are-compared). */

import { DAY_MILLISECONDS, dayInstant, type Moment } from '../base/dates.ts';
import type { PaymentOutcome } from '../company/connector.ts';
import type { PaymentRecord } from './payment.ts';

const MINUTE = 60_000;
/** A company that says the day alone means its beginning, in its own time zone. */
const BEFORE_ASKED_MILLISECONDS = DAY_MILLISECONDS;
/** A minute by which clocks may differ, and one for the session, which began when `now` was read. */
const AFTER_NOW_MILLISECONDS = 2 * MINUTE;

type Paid = Extract<PaymentOutcome, { readonly kind: 'paid' }>;

/** The outcome by our own clock where its date can't be true; `saidAt` is what the company said then. */
export function withOwnTime(
  outcome: Omit<Paid, 'saidAt'>,
  payment: Pick<PaymentRecord, 'payOn' | 'submitted' | 'clocked'>,
  { partnerNow, machineNow }: Moment,
): Paid {
  const { paidAt } = outcome;
  const { payOn, submitted, clocked } = payment;
  const { askedAt = 0, firstAskedAt = askedAt } = submitted ?? {};
  // A payment is asked for on its day or later. By a test clock, that alone is known in partner's time.
  const asked = Math.max(firstAskedAt, Date.parse(dayInstant(payOn)));
  if (isBetween(paidAt, asked, partnerNow)) return outcome;
  // Reports of a day say the machine's time, whatever a test clock shows.
  const isReal = clocked && isBetween(paidAt, firstAskedAt, machineNow);
  return { ...outcome, paidAt: partnerNow, ...(!isReal && { saidAt: paidAt }) };
}

function isBetween(paidAt: number, asked: number, now: number): boolean {
  return paidAt >= asked - BEFORE_ASKED_MILLISECONDS && paidAt <= now + AFTER_NOW_MILLISECONDS;
}
