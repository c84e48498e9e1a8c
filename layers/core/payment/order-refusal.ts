/** Why a payment may not begin, whichever link has paid its account last (decision: the-bound). */

import { dayOf } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import type { BillRecord } from '../bill/bill.ts';
import { paymentStates } from '../states/payment-states.ts';
import { type RefusalOf, refusalOf, refuse } from '../states/state-machine.ts';
import type { AccountLedger } from './account-ledger.ts';
import { amountPlanned, isWaiting, takenOff } from './agreed-amount.ts';
import type { PaymentRecord } from './payment.ts';
import { receiptNumber } from './receipt-number.ts';

type Account = {
  readonly ledger: Pick<AccountLedger, 'pendingPaymentId'> | undefined;
  /** With what is taken by the ledger. */
  readonly bill: BillRecord;
};

/** An automatic payment's amount is for `automaticAmount` to say. */
export function checkOwed(
  { ledger, bill }: Account,
  { agreed, automatic }: Pick<PaymentRecord, 'agreed' | 'automatic'>,
  partnerNow: number,
): Failure<RefusalOf<typeof paymentStates, 'schedule'>> | undefined {
  if (ledger?.pendingPaymentId) return refusalOf(paymentStates, 'pending', 'schedule');
  if (automatic) return undefined;
  const planned = amountPlanned({ agreed }, bill, partnerNow);
  const earlier = takenOff(bill, agreed, dayOf(partnerNow)).at(-1);
  if (isWaiting(planned) && planned.paymentId !== undefined && earlier)
    return fail('statement_already_paid', { detail: alreadyPaid(earlier) });
  // Nor is it paid at once where its user saw that nothing is owed.
  const isNone = planned === 0 || (isWaiting(planned) && agreed?.cents === 0);
  return isNone ? refuse(paymentStates, 'paid', 'schedule') : undefined;
}

function alreadyPaid({ paymentId, until }: { readonly paymentId: string; readonly until: string }) {
  return (
    `Payment ${paymentId} (${receiptNumber(paymentId)}) isn't shown yet, which may take until ` +
    `${until}. To pay on top of it, order with \`afterPayment\`.`
  );
}
