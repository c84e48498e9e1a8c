/** A payment that is being made can't be canceled, but it need not be submitted once more. */
import { type Failure, fail } from '@billhook/core/base/errors';
import { stopSubmitting } from '@billhook/core/payment/submissions';
import type { PaymentStore } from '../stores/payment-store.ts';
import { momentOf } from '../table/partner-time.ts';
import { conflict } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';

/** @returns the refusal, once the wish is on record. */
export async function recordCancelAsked(
  { table, payments }: { readonly table: Table; readonly payments: PaymentStore },
  paymentId: string,
  machineNow: number,
): Promise<Failure<'payment_pending'> | typeof conflict> {
  const payment = await payments.findAny(paymentId);
  if (payment?.status !== 'pending') return conflict;
  const moment = await momentOf(table, payment, machineNow);
  const stopped = stopSubmitting(payment, moment);
  const written = stopped === payment || (await table.write([payments.save(stopped, payment)]));
  if (written === 'conflict') return conflict;
  return fail('payment_pending', {
    detail: payment.accepted
      ? 'The company has the payment and settles it later. It is asked to cancel it if it can; otherwise the payment is made.'
      : 'The payment is being made and cannot be canceled. If the company has not taken it, no further attempt will be made.',
  });
}
