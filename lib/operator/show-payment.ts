/** What an operator sees of a payment: ids, amounts and times, never credentials or card data. */

import { instantText } from '@billhook/core/base/dates';
import { moneyText } from '@billhook/core/base/money';
import { type BillRecord, owedOf } from '@billhook/core/bill/bill';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { isPaused, type PausesRecord } from '@billhook/core/partner/payment-pause';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import type { Beside } from '@billhook/core/payment/next-payment';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { pendingSince, pendingState } from '@billhook/core/payment/pending';
import { receiptNumber } from '@billhook/core/payment/receipt-number';
import { openSubmission } from '@billhook/core/payment/submissions';
import { columns, type Report } from './command-group.ts';
import { billSentence, pendingSentence } from './next-sentence.ts';

const MINUTE = 60_000;

/** `3d 4h`, `2h 5m`, `7m`. */
export function ageText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days}d ${hours}h`;
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

type Shown = { readonly payment: PaymentRecord; readonly partnerNow: number };

/** For `--json`; what is not known is left out. */
export function presentPayment({ payment, partnerNow }: Shown, now: number) {
  const { status, outcome, statement, dueAt, promised } = payment;
  const { number, amountCents, askedAt, firstAskedAt } = payment.submitted ?? {};
  const submission = openSubmission(payment);
  return {
    _id: payment._id,
    receiptNumber: receiptNumber(payment._id),
    status,
    ...(payment.status === 'pending' && {
      state: pendingState(payment, partnerNow),
      since: instantText(pendingSince(payment)),
      age: ageText(now - pendingSince(payment)),
    }),
    ...(amountCents !== undefined && { amount: moneyText(amountCents) }),
    ...(promised && {
      promised: moneyText(promised.cents),
      promisedFee: moneyText(promised.feeCents),
    }),
    partnerId: payment.partnerId,
    clientId: payment.clientId,
    billId: payment.billId,
    authId: payment.authId,
    companyId: payment.companyId,
    ...(payment.methodId && { paymentMethodId: payment.methodId }),
    ...(payment.paymentIdentifier && { paymentIdentifier: payment.paymentIdentifier }),
    payDay: payment.payOn,
    ...(statement && { statement: statement.dueOn }),
    automatic: payment.automatic ?? false,
    ...(firstAskedAt !== undefined && { firstAsked: instantText(firstAskedAt) }),
    ...(askedAt !== undefined && { lastAsked: instantText(askedAt) }),
    ...(number !== undefined && { submissions: number }),
    ...(submission && { submissionId: submission.submissionId }),
    rounds: payment.rounds ?? 0,
    ...(outcome && { outcome: outcome.kind }),
    ...(outcome?.kind === 'paid' && {
      paidOn: instantText(outcome.paidAt),
      ...(outcome.saidAt !== undefined && { saidOn: instantText(outcome.saidAt) }),
      ...(outcome.feeCents !== undefined && { fee: moneyText(outcome.feeCents) }),
      ...(outcome.confirmation !== undefined && { confirmation: outcome.confirmation }),
    }),
    ...(outcome?.kind === 'held' && { reason: outcome.code }),
    ...presentLater(payment),
    ...(payment.withheld && { withheld: payment.withheld }),
    cancelAsked: payment.cancelAsked ?? false,
    partnerTold: payment.delayed ?? false,
    ...((status === 'pending' || payment.returns) && dueAt !== undefined && { nextLook: dueAt }),
  };
}

/** What its company settles later, what was returned, and whose fault it is that it was not made. */
function presentLater({ accepted, fault, returns, returned }: PaymentRecord) {
  return {
    ...(accepted && {
      acceptedAt: instantText(accepted.at),
      expectedBy: accepted.expectBy,
      reference: accepted.reference,
    }),
    ...(fault && { fault: fault.fault, ...(fault.step !== undefined && { step: fault.step }) }),
    ...(returns && { returnableUntil: returns.until }),
    ...(returned && { returnedOn: returned.on, returnReason: returned.reason }),
  };
}

const names: Readonly<Record<string, string>> = {
  next: 'Next',
  _id: 'Payment',
  receiptNumber: 'Confirmation number',
  status: 'Status',
  state: 'State',
  since: 'Pending since',
  age: 'For',
  amount: 'Amount',
  promised: 'Promised amount',
  promisedFee: 'Promised fee',
  partnerId: 'Partner',
  clientId: 'Client',
  billId: 'Bill',
  billOwes: 'Bill owes',
  authId: 'Auth',
  companyId: 'Company',
  paymentMethodId: 'Payment method',
  paymentIdentifier: "Partner's name for it",
  payDay: 'Pay day',
  statement: 'Statement due',
  accountHeldBy: 'Account held by',
  automatic: 'Automatic',
  firstAsked: 'First asked',
  lastAsked: 'Last asked',
  submissions: 'Submissions',
  submissionId: 'Id at the company',
  rounds: 'Rounds without outcome',
  outcome: 'Last outcome',
  paidOn: 'Paid on',
  saidOn: 'Paid on, as the company says',
  fee: 'Charged fee',
  confirmation: "Company's confirmation",
  reason: 'Reason',
  acceptedAt: 'Accepted by the company',
  expectedBy: 'Settled by',
  reference: "Company's reference",
  fault: 'Whose fault',
  step: 'At the step',
  returnableUntil: 'Can be returned until',
  returnedOn: 'Returned on',
  returnReason: 'Why it was returned',
  withheld: 'Withheld by',
  cancelAsked: 'Cancel was asked for',
  partnerTold: 'Partner was told',
  nextLook: 'Next look',
};

export function showPayment(
  {
    payment,
    partnerNow,
    bill,
    ledger,
    beside,
    pauses,
  }: Shown & {
    readonly bill: BillRecord | undefined;
    readonly ledger: AccountLedger | undefined;
    readonly beside: Beside<PaymentMethodRecord> | undefined;
    readonly pauses: PausesRecord | undefined;
  },
  now: number,
): Report {
  const owed = bill && owedOf(bill).balanceCents;
  const isNext = bill?.scheduled?.paymentId === payment._id;
  const isHeld = ['open', 'scheduled'].includes(payment.state) && isPaused(pauses, payment);
  const next = isHeld
    ? 'Waits: payments are paused, see npx billhook payments show'
    : payment.status === 'pending'
      ? pendingSentence(payment, partnerNow)
      : isNext && beside && billSentence(bill, beside, partnerNow);
  const value = {
    ...(next && { next }),
    ...presentPayment({ payment, partnerNow }, now),
    ...(owed !== undefined && { billOwes: moneyText(owed) }),
    ...(ledger?.pendingPaymentId && { accountHeldBy: ledger.pendingPaymentId }),
  };
  const rows = Object.entries(value).map(([name, one]) => [names[name] ?? name, said(one)]);
  return { value, lines: columns(rows) };
}

function said(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
