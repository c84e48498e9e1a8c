/** The newest payment of a bill, as it is shown beside the bill. */
import { presentHold } from '../auth/auth.ts';
import { addDays, dayInstant, dayOf, instantText } from '../base/dates.ts';
import { only } from '../base/members.ts';
import { moneyText, moneyTexts } from '../base/money.ts';
import { waitsForOperator } from '../payment/faults.ts';
import type { PaymentRecord } from '../payment/payment.ts';
import { brokenPromise } from '../payment/promised.ts';
import { receiptNumber } from '../payment/receipt-number.ts';
import type { Waiting } from '../payment/waiting.ts';
import { shownWithheld } from '../payment/withheld.ts';
import type { BillPayment } from '../schemas/bill.ts';
import type { BillRecord } from './bill.ts';

/** The payment to read for `presentPayment`; nothing of a bill that was never paid here. */
export function newestPaymentOf(bill: BillRecord): string | undefined {
  return bill.pendingPaymentId ?? bill.scheduled?.paymentId ?? bill.newestPaymentId;
}

/** What the bill itself tells of a payment that has not ended. */
export function plannedPayment({ pendingPaymentId, scheduled }: BillRecord) {
  if (pendingPaymentId !== undefined)
    return { ...paymentNames(pendingPaymentId), status: 'pending' as const };
  if (!scheduled) return undefined;
  const { paymentId, payOn, agreed, waiting, methodId } = scheduled;
  return {
    ...{ ...paymentNames(paymentId), status: 'scheduled' as const },
    payDate: dayInstant(payOn),
    ...(methodId !== undefined && { paymentMethodId: methodId }),
    ...moneyTexts({ chosenAmount: agreed?.chosenCents }),
    ...presentWaiting(waiting),
  };
}

function timesOf({ outcome, submitted }: PaymentRecord) {
  if (outcome?.kind !== 'paid') return {};
  const { postingDays } = submitted ?? {};
  const by = postingDays !== undefined && addDays(dayOf(outcome.paidAt), postingDays);
  return { paidOn: instantText(outcome.paidAt), ...(by && { arrivesBy: dayInstant(by) }) };
}

export function paymentNames(paymentId: string) {
  return { _id: paymentId, receiptNumber: receiptNumber(paymentId) };
}

/** @param scheduled of its bill. */
export function presentPayment(
  payment: PaymentRecord,
  scheduled?: BillRecord['scheduled'],
): BillPayment {
  const { _id, status, payOn, created, paymentIdentifier, withheld } = payment;
  const { methodId } = scheduled?.paymentId === _id ? scheduled : {};
  return {
    ...paymentNames(_id),
    ...(methodId !== undefined && { paymentMethodId: methodId }),
    // The interface has no status of its own for it.
    status: status === 'returned' ? 'declined' : status,
    payDate: dayInstant(payOn),
    ...timesOf(payment),
    ...chargeOf(payment),
    ...presentAccepted(payment),
    ...presentReturned(payment),
    ...(waitsForOperator(payment) && { waitsFor: 'service' as const }),
    ...moneyTexts({ chosenAmount: payment.agreed?.chosenCents }),
    ...presentWaiting(payment.waiting),
    ...(paymentIdentifier !== undefined && { paymentIdentifier }),
    ...(withheld && { withheld: shownWithheld }),
    created,
  };
}

/** Since when the company has it, and when it is to be settled. */
export function presentAccepted(payment: PaymentRecord) {
  if (payment.state !== 'accepted') return {};
  const { at, expectBy, reference } = payment.accepted;
  return { acceptedAt: instantText(at), expectedBy: dayInstant(expectBy), reference };
}

/** Why it was returned, and when. */
export function presentReturned({ returned }: PaymentRecord) {
  return returned ? { returned: { reason: returned.reason, on: dayInstant(returned.on) } } : {};
}

/** What is charged, to which method, and why it was held: as far as it is known by now. */
export function chargeOf(payment: PaymentRecord) {
  const { methodId, outcome, submitted } = payment;
  const paid = outcome?.kind === 'paid' ? outcome : undefined;
  return {
    ...moneyTexts({ amount: paid ? paid.amountCents : submitted?.amountCents }),
    ...(methodId !== undefined && { paymentMethodId: methodId }),
    ...(paid && only(paid, ['confirmation'])),
    ...moneyTexts({ fee: paid?.feeCents, promisedFee: brokenPromise(payment) }),
    ...(outcome?.kind === 'held' && {
      reason: presentHold({ code: outcome.code, subcode: outcome.subcode }),
    }),
  };
}

/** Why a payment waits for its user, and what of it was seen and is owed. */
export function presentWaiting(waiting: Waiting | undefined): Pick<BillPayment, 'waiting'> {
  if (!waiting) return {};
  const { reason, seenCents, owedCents, seenFeeCents, feeCents, paymentId } = waiting;
  const amounts = { seen: moneyText(seenCents), owed: moneyText(owedCents) };
  const fees = moneyTexts({ seenFee: seenFeeCents, fee: feeCents });
  const earlier = paymentId !== undefined && { paymentId };
  return { waiting: { reason, ...amounts, ...fees, ...earlier } };
}
