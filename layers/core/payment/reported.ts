/** Payments that their connector has reported something of (decision: reports-are-hints). */
import type { Moment } from '../base/dates.ts';
import type { PaymentRecord } from './payment.ts';
import { openSubmission } from './submissions.ts';

/** When a workflow that runs is looked at again: it asks by itself until then. */
export const RUNNING_MILLISECONDS = 10 * 60_000;

/** From when on it is due, so that its company is asked; nothing where none waits for that, or it is soon. */
export function dueOnReport(
  payment: PaymentRecord,
  { partnerNow, machineNow }: Moment,
): number | undefined {
  const { status, dueAt, resting, returns } = payment;
  const isAwaited = status === 'pending' ? openSubmission(payment) : status === 'paid' && returns;
  if (!isAwaited || dueAt === undefined) return undefined;
  const runs = status === 'pending' && !resting;
  const now = runs ? machineNow : partnerNow;
  return Date.parse(dueAt) > now + (runs ? RUNNING_MILLISECONDS : 0) ? now : undefined;
}
