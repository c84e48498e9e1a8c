/** Each time that a company is asked has a number and an id of its own (decision: numbered-submissions). */

import { dayOf, instantText, type Moment } from '../base/dates.ts';
import { askedShard, PARTNER_SHARDS, shardOf } from '../base/table-keys.ts';
import type { Submission } from '../company/connector.ts';
import type { AskedPayment } from '../company/connector-results.ts';
import type { Fault } from '../states/late-endings.ts';
import {
  begunOf,
  type PaidStatement,
  type PaymentRecord,
  type PendingPayment,
  type Submitted,
  type UnsentPayment,
} from './payment.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** After the first submission; then nothing is submitted any more. */
export const MAX_SUBMITTING_MILLISECONDS = 72 * HOUR_MILLISECONDS;

/** The submission that the company may have taken, with what it was asked for. */
export function openSubmission(payment: PaymentRecord): AskedPayment | undefined {
  return payment.submitted?.over ? undefined : lastSubmission(payment);
}

/** The same of a payment that has one. */
export function submissionAsked(payment: PaymentRecord<'asked' | 'accepted'>): AskedPayment {
  const { number, amountCents } = payment.submitted;
  return { ...submissionOf(payment, number), amountCents };
}

/** The last one, whatever became of it: what was paid may be returned. */
export function lastSubmission(payment: PaymentRecord): AskedPayment | undefined {
  const { number, amountCents } = payment.submitted ?? {};
  if (number === undefined || amountCents === undefined) return undefined;
  return { ...submissionOf(payment, number), amountCents };
}

export function nextSubmission(payment: PaymentRecord): Submission {
  return submissionOf(payment, (payment.submitted?.number ?? 0) + 1);
}

/** The first has the payment's own id, as release 0.1.0 sent it. */
export function submissionOf(
  { _id: paymentId }: Pick<PaymentRecord, '_id'>,
  number: number,
): Submission {
  return { paymentId, number, submissionId: number === 1 ? paymentId : `${paymentId}-${number}` };
}

/** What the next submission asks for: never more than the one before it did. */
export function amountToSubmit(
  { submitted }: Pick<UnsentPayment, 'submitted'>,
  owedCents: number,
): number {
  return Math.min(submitted?.amountCents ?? owedCents, owedCents);
}

/** Whether another submission may follow; where not, a payment that was never taken ends. */
export function maySubmit(
  { cancelAsked, submitted }: PaymentRecord<'open'>,
  machineNow: number,
): boolean {
  const first = submitted?.firstAskedAt ?? submitted?.askedAt;
  if (cancelAsked) return false;
  return first === undefined || machineNow - first < MAX_SUBMITTING_MILLISECONDS;
}

/** The payment with its next submission, before the company is asked for it. */
export function withSubmission(
  payment: PaymentRecord<'open'>,
  asked: Pick<Required<Submitted>, 'amountCents' | 'reading' | 'askedAt' | 'postingDays'> &
    Pick<Submitted, 'returnsWithinDays' | 'sentTo' | 'counted'>,
  statement: PaidStatement,
): PaymentRecord<'asked'> {
  const { submitted: before } = payment;
  const firstAskedAt = before?.firstAskedAt ?? before?.askedAt ?? asked.askedAt;
  const number = (before?.number ?? 0) + 1;
  // By the machine's day, as connectors report what they did (decision: reconciled-daily).
  const shard = shardOf(payment._id, PARTNER_SHARDS);
  const partnerShard = askedShard(payment.partnerId, dayOf(firstAskedAt), shard);
  const counted = asked.counted ?? before?.counted;
  return {
    ...begunOf(payment),
    state: 'asked',
    statement,
    submitted: { ...asked, number, firstAskedAt, partnerShard, ...(counted && { counted }) },
  };
}

/** The payment once its company has promised that it never took the submission, and whose fault that was. */
export function withoutSubmission(
  payment: PaymentRecord<'asked' | 'accepted'>,
  fault?: Fault,
): PaymentRecord<'open'> {
  return {
    ...begunOf(payment),
    state: 'open',
    submitted: { ...payment.submitted, over: true },
    ...(fault && { fault }),
  };
}

/** The payment that is not submitted again; one that rests with its company is asked about now. */
export function stopSubmitting<P extends PendingPayment>(payment: P, { partnerNow }: Moment): P {
  if (payment.cancelAsked) return payment;
  const { accepted, resting, dueAt = '' } = payment;
  const now = instantText(partnerNow);
  const isLater = accepted && resting && dueAt > now;
  return { ...payment, cancelAsked: true, ...(isLater && { dueAt: now }) };
}
