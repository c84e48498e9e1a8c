/** Has a company asked about a payment that its connector reported on (decision: reports-are-hints). */
import { dueOnReport } from '@billhook/core/payment/reported';
import { paymentOfOperation } from '../companies/remote/wire-ids.ts';
import type { PaymentStore } from '../stores/payment-store.ts';
import { wirePaymentStore } from '../stores/wire-payment-store.ts';
import { lookAgain } from '../table/look-again.ts';
import { momentOf } from '../table/partner-time.ts';
import type { Table } from '../table/types.ts';

export async function wakeReported(
  { table, payments }: { readonly table: Table; readonly payments: PaymentStore },
  { connectorId, operation }: { readonly connectorId: string; readonly operation: string },
  machineNow: number,
): Promise<'known' | 'unknown'> {
  const wireId = paymentOfOperation(operation);
  const paymentId = wireId && (await wirePaymentStore(table).find(connectorId, wireId));
  const payment = paymentId ? await payments.findAny(paymentId) : undefined;
  // Its client may have been erased.
  if (!payment) return 'unknown';
  const moment = await momentOf(table, payment, machineNow);
  const at = dueOnReport(payment, moment);
  if (at !== undefined) await lookAgain({ table }, 'pay', payment, at);
  return 'known';
}
