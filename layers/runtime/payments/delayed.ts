/** Telling of payments that stay pending (decision: pending-payments-are-seen). */
import type { Moment } from '@billhook/core/base/dates';
import { overdueSince } from '@billhook/core/payment/accepted';
import type { PaymentRecord, PendingPayment } from '@billhook/core/payment/payment';
import { isDelayed, pendingSince, pendingState } from '@billhook/core/payment/pending';
import { logMeasured } from '../aws/logger.ts';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';

/** A payment usually takes seconds: below this, its age says nothing. */
const TELLING_MILLISECONDS = 60 * 60 * 1000;

/** Tells the partner once that a payment is delayed; nothing where another has changed it meanwhile. */
export async function tellDelayed(
  { table, payments }: Pick<Stores, 'table' | 'payments'>,
  payment: PaymentRecord,
  machineNow: number,
): Promise<PaymentRecord | undefined> {
  if (!isDelayed(payment, await momentOf(table, payment, machineNow))) return payment;
  const delayed = { ...payment, delayed: true as const };
  const written = await table.write([payments.save(delayed, payment)]);
  return written === 'written' ? payments.findAny(payment._id) : undefined;
}

/** The age of a payment that may need somebody; an alarm looks at the oldest. */
export function measureAge(payment: PendingPayment, { partnerNow, machineNow }: Moment): void {
  const { accepted } = payment;
  // What its company settles later is as old as its lateness.
  const milliseconds = accepted
    ? partnerNow - overdueSince(accepted)
    : machineNow - pendingSince(payment);
  if (milliseconds < TELLING_MILLISECONDS) return;
  const { _id: paymentId, billId, companyId, partnerId } = payment;
  const outcome = pendingState(payment, partnerNow);
  const fields = { paymentId, billId, companyId, partnerId, outcome };
  const seconds = Math.floor(milliseconds / 1000);
  logMeasured('PendingPaymentAge', 'A payment is still pending', fields, seconds, machineNow);
}
