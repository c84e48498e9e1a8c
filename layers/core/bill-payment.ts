/** The newest payment of a bill, as it is shown beside the bill. */
import { presentHold } from './auth.ts';
import type { BillRecord } from './bill.ts';
import type { PaymentOutcome } from './connector.ts';
import { dayInstant } from './dates.ts';
import { moneyText } from './money.ts';
import type { PaymentRecord } from './payment.ts';
import { presentWithheld } from './payments/withheld.ts';
import type { BillPayment } from './schemas/bill.ts';

/** The payment to read for `presentPayment`; nothing of a bill that was never paid here. */
export function newestPaymentOf(bill: BillRecord): string | undefined {
  return bill.pendingPaymentId ?? bill.scheduled?.paymentId ?? bill.newestPaymentId;
}

/** What the bill itself tells of a payment that has not ended. */
export function plannedPayment({
  pendingPaymentId,
  scheduled,
}: BillRecord): BillPayment | undefined {
  if (pendingPaymentId !== undefined) return { _id: pendingPaymentId, status: 'pending' };
  if (!scheduled) return undefined;
  const { paymentId, payOn } = scheduled;
  return { _id: paymentId, status: 'scheduled', payDate: dayInstant(payOn) };
}

export function presentPayment(payment: PaymentRecord): BillPayment {
  const { _id, status, payOn, created, paymentIdentifier, withheld } = payment;
  const waits = withheld && (status === 'scheduled' || status === 'pending');
  return {
    _id,
    status,
    payDate: dayInstant(payOn),
    ...chargeOf(payment),
    ...(paymentIdentifier !== undefined && { paymentIdentifier }),
    ...(waits && { withheld: presentWithheld(withheld) }),
    created,
  };
}

/** What is charged, to which method, and why it was held: as far as it is known by now. */
export function chargeOf({ methodId, outcome, amountCents: asked }: PaymentRecord) {
  const amountCents = outcome?.kind === 'paid' ? outcome.amountCents : asked;
  return {
    ...(amountCents !== undefined && { amount: moneyText(amountCents) }),
    ...(methodId !== undefined && { paymentMethodId: methodId }),
    ...(outcome?.kind === 'paid' && toldWithReceipt(outcome)),
    ...(outcome?.kind === 'held' && {
      reason: presentHold({ code: outcome.code, subcode: outcome.subcode }),
    }),
  };
}

/** What the company said with a payment that it took. */
function toldWithReceipt({
  confirmation,
  feeCents,
}: Extract<PaymentOutcome, { readonly kind: 'paid' }>) {
  return {
    ...(confirmation !== undefined && { confirmation }),
    ...(feeCents !== undefined && { fee: moneyText(feeCents) }),
  };
}
