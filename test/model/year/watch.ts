/**
 * Each request that a company gets, and each charge that it makes, held against what the users agreed
 * to and what the account owes in truth.
 */

import type { Day } from '@billhook/core/base/dates';
import type { PaymentRequest } from '@billhook/core/company/connector';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { HOUR } from '../clock.ts';
import { type Account, owedInTruth, statementOut } from './account.ts';
import type { Book } from './book.ts';

export type Records = {
  readonly payment: (id: string) => StoredPayment | undefined;
  readonly now: () => number;
  readonly today: () => Day;
};

/** Nothing is found wrong without being in `wrongs`: a company that throws is taken to be out of reach. */
export type Watch = {
  readonly onRequest: (request: PaymentRequest) => void;
  readonly onCharge: (account: Account, request: PaymentRequest) => void;
  /** Cents, by payment. */
  readonly charged: ReadonlyMap<string, number>;
  readonly wrongs: readonly string[];
};

/** How long a payment may be submitted again. */
const MAX_SUBMITTING = 72 * HOUR;

export function newWatch(book: Book, records: Records): Watch {
  const charged = new Map<string, number>();
  const wrongs: string[] = [];
  const check = (wrong: string | undefined, { paymentId, submissionId }: PaymentRequest) => {
    if (wrong === undefined) return;
    wrongs.push(`${wrong} (${paymentId}, sent as ${submissionId})`);
    throw new Error(wrong);
  };
  return {
    ...{ charged, wrongs },
    onRequest: (request) => check(whyNotAsked(book, records, request), request),
    onCharge(account, request) {
      const { paymentId, amountCents: cents } = request;
      const owed = owedInTruth(account, records.today());
      if (cents > owed) check(`${cents} is charged of ${owed} owed`, request);
      if (charged.has(paymentId)) check('It is charged twice', request);
      check(whyNotCharged(book, records, { account, request }), request);
      charged.set(paymentId, cents);
    },
  };
}

function whyNotAsked(
  { stops, asked }: Book,
  records: Records,
  { paymentId, number, amountCents: cents }: PaymentRequest,
): string | undefined {
  const stop = stops.find((one) => one.paymentId === paymentId);
  if (stop && number > stop.submission) return 'It is submitted after its user asked to cancel it';
  const first = asked.get(paymentId);
  if (!first) asked.set(paymentId, { at: records.now(), cents });
  if (first && records.now() - first.at > MAX_SUBMITTING)
    return 'It is submitted again after three days';
  return first && cents > first.cents ? 'It is submitted again for more' : undefined;
}

type Charge = { readonly account: Account; readonly request: PaymentRequest };

function whyNotCharged(
  book: Book,
  records: Records,
  { account, request }: Charge,
): string | undefined {
  const { paymentId, amountCents: cents } = request;
  const payment = records.payment(paymentId);
  const statement = statementOut(account, records.today());
  if (payment?.status !== 'pending') return `It is charged and is ${payment?.status}`;
  if (payment.amountCents !== cents) return 'Another amount is charged';
  const given = { payment, statement, cents };
  return payment.automatic ? whyNotAutomatic(book, records, given) : whyNotOrdered(book, given);
}

type Given = {
  readonly payment: StoredPayment;
  readonly statement: number;
  readonly cents: number;
};

function whyNotAutomatic(
  { pageOf, stops }: Book,
  records: Records,
  { payment: { billId }, statement, cents }: Given,
): string | undefined {
  const page = pageOf(billId);
  if (!page.recurring) return 'It is paid automatically, and its user does not want that';
  if (page.skipped.has(statement)) return 'It is paid automatically, and this cycle was canceled';
  const stopped = stops.some(
    (one) =>
      one.billId === billId &&
      one.statement === statement &&
      one.skips &&
      ['cancelled', 'declined', 'held'].includes(records.payment(one.paymentId)?.status ?? ''),
  );
  if (stopped) return 'It is paid automatically, though its payment was canceled while pending';
  const sum = (page.paid.get(statement) ?? 0) + cents;
  const { chosenCents } = page;
  if (chosenCents !== undefined && sum > chosenCents)
    return `${sum} is paid automatically of ${chosenCents} that the user chose`;
  page.paid.set(statement, sum);
  return undefined;
}

function whyNotOrdered(
  { orders, pageOf }: Book,
  { payment: { _id, billId }, statement, cents }: Given,
): string | undefined {
  const order = orders.get(_id) ?? pageOf(billId).retried;
  if (!order) return 'Nobody ordered it';
  if (order.cancelled) return 'It is charged after it was canceled';
  if (order.statement !== statement) return 'It is of another statement than was ordered';
  const { mostCents } = order;
  return cents > mostCents ? `${cents} is charged of ${mostCents} agreed to` : undefined;
}
