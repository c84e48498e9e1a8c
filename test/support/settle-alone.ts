import { dayOf } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { PaymentOutcome } from '@billhook/core/company/connector';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { settleBill, settleLedger } from '@billhook/core/payment/settlement';
import { TODAY } from './records.ts';

/** The bill after the only payment of its account ended. */
export function settleAlone(
  bill: BillRecord,
  payment: PaymentRecord,
  outcome: Exclude<PaymentOutcome, { readonly kind: 'unknown' }>,
): BillRecord {
  const ledger = settleLedger(undefined, payment, outcome);
  const paidOn = outcome.kind === 'paid' ? dayOf(outcome.paidAt) : TODAY;
  return settleBill(bill, payment, outcome, ledger, paidOn);
}
