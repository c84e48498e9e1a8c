/** What becomes of a bill or a payment next, in one sentence: by what decides on its day. */

import { type Day, dayInstant } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { moneyText } from '@billhook/core/base/money';
import { type BillRecord, owes } from '@billhook/core/bill/bill';
import { isSkipped } from '@billhook/core/bill/statements';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { type Beside, methodFor, nextPayment } from '@billhook/core/payment/next-payment';
import type { PendingPayment } from '@billhook/core/payment/payment';
import { type PendingState, pendingState } from '@billhook/core/payment/pending';
import { announcedFee } from '@billhook/core/payment/promised';
import type { Waiting } from '@billhook/core/payment/waiting';
import type { ShownWithheld } from '@billhook/core/schemas/bill';

type Known = Beside<PaymentMethodRecord>;

/** `Pays itself on December 10: 57.11 and a fee of 0.86, by visa 1111`. */
export function billSentence(bill: BillRecord, beside: Known, partnerNow: number): string {
  if (bill.pendingPaymentId) return 'Is being paid';
  const { payOn, amountCents = 0, withheld, waiting } = nextPayment(bill, beside, partnerNow);
  if (payOn) return payingSentence(bill, beside, { payOn, amountCents });
  if (withheld) return `Is not paid: ${withheldTexts[withheld.reason]}`;
  if (!waiting) return whyNothing(bill);
  const waits = bill.scheduled?.waiting ? 'Waits for its user' : 'Will wait for its user';
  return `${waits}: ${waitingText(waiting, bill)}`;
}

function payingSentence(
  bill: BillRecord,
  { client }: Known,
  { payOn, amountCents }: { readonly payOn: Day; readonly amountCents: number },
): string {
  const method = methodFor(bill, client);
  const paying = isFailure(method) ? undefined : method;
  const feeCents = announcedFee(bill.company, paying, amountCents);
  const fee = feeCents > 0 ? ` and a fee of ${moneyText(feeCents)}` : '';
  const by = paying ? `, by ${faceOf(paying)}` : '';
  const verb = bill.scheduled ? 'Is paid as ordered' : 'Pays itself';
  return `${verb} on ${dayText(payOn)}: ${moneyText(amountCents)}${fee}${by}`;
}

function faceOf({ card, bank, type }: PaymentMethodRecord): string {
  if (card) return `${card.brand} ${card.lastFour}`;
  return bank ? `bank account ${bank.accountLastFour}` : type;
}

function dayText(day: Day): string {
  const parts = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Date(dayInstant(day)).toLocaleDateString('en-US', parts);
}

const withheldTexts: Readonly<Record<ShownWithheld['reason'], string>> = {
  'amount-limit': 'it is over a limit, or was when it was last tried',
  'not-agreed': 'its company takes automatic payments only, and its user has agreed to none',
  'no-payment-method': 'it has no payment method',
  'payment-method-declined': 'its payment method, or another one of the client, is declined',
  'payment-method-not-accepted': 'the company does not take its payment method',
};

function waitingText(waiting: Waiting, { scheduled }: BillRecord): string {
  const { reason, paymentId, seenFeeCents, feeCents } = waiting;
  const [seen, owed] = [moneyText(waiting.seenCents), moneyText(waiting.owedCents)];
  if (seenFeeCents !== undefined && feeCents !== undefined)
    return `the fee is ${moneyText(feeCents)}, ${moneyText(seenFeeCents)} was promised`;
  const texts: Readonly<Record<Waiting['reason'], string>> = {
    'more-owed': `the company shows ${owed}, ${seen} was ${scheduled?.agreed ? 'agreed' : 'owed at the first payment'}`,
    'another-statement': `the company shows another statement, of ${owed}; ${seen} was agreed`,
    'unusual-amount': `${owed} is far above the most before, ${seen}`,
    'earlier-payment-not-shown': `the company shows ${owed}, and not yet payment ${paymentId} of ${seen}`,
  };
  return texts[reason];
}

/** Why no payment is planned. */
function whyNothing(bill: BillRecord): string {
  const { reported, auth, recurring, declinedMethodId } = bill;
  if (reported.syncing) return 'Its company is preparing the bill';
  if (!owes(bill)) return 'Nothing is owed';
  if (auth.status.type !== 'verified') return `Is not paid: its auth is ${auth.status.type}`;
  if (declinedMethodId) return 'Was declined: a retry, another method or an order pays it';
  if (reported.autopay === 'enabled') return 'The company collects it by itself';
  if (recurring === 'disabled') return 'Is its user’s to pay: recurring payments are off';
  return isSkipped(bill)
    ? 'Is its user’s to pay: this statement is skipped'
    : 'Is its user’s to pay: no automatic payment is planned';
}

const pendingTexts: Readonly<Record<PendingState, string>> = {
  waiting: 'Its company has not taken it: it is tried again',
  operator: 'Its company has not taken it, and only you can change why',
  accepted: 'Its company settles it',
  overdue: 'Its company wanted to have settled it',
  asked: 'Its company was asked to take it, and has not answered',
  unknown: 'Its company does not know what became of it, and is asked again',
  settling: 'What became of it is known, and is being written down',
};

/** Of a payment that is being made. */
export function pendingSentence(payment: PendingPayment, partnerNow: number): string {
  const { accepted } = payment;
  const by = payment.state === 'accepted' && accepted ? ` by ${dayText(accepted.expectBy)}` : '';
  return `${pendingTexts[pendingState(payment, partnerNow)]}${by}`;
}
