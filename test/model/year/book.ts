/**
 * What the users of a household agreed to, written down as they did it. Each charge is held against it
 * and against what the account owes in truth: nothing of this is the service's own.
 */
import type { PaymentRequest } from '@billhook/core/connector';
import type { Day } from '@billhook/core/dates';
import type { PaymentRecord } from '@billhook/core/payment';
import { HOUR } from '../clock.ts';
import { type Account, owedInTruth, statementDue, statementOut } from './account.ts';

export type Order = {
  /** The most that was agreed to. */
  mostCents: number;
  /** The statement that was seen. */
  statement: number;
  cancelled: boolean;
};

type BillPage = {
  recurring: boolean;
  chosenCents?: number;
  /** What was agreed to with the retry of a declined method. */
  retried?: Order;
  /** Statements that the user does not want paid automatically. */
  readonly skipped: Set<number>;
  /** What was paid automatically, by statement. */
  readonly paid: Map<number, number>;
};

/** The user asked to cancel a payment that was under way. */
type Stop = {
  readonly paymentId: string;
  readonly billId: string;
  readonly statement: number;
  /** The number of the last submission by then. */
  readonly submission: number;
  skips: boolean;
};

type Records = {
  readonly payment: (id: string) => PaymentRecord | undefined;
  readonly now: () => number;
  readonly today: () => Day;
};

type Charged = { readonly cents: number; readonly accountKey: string };

export type Book = {
  readonly orders: ReadonlyMap<string, Order>;
  /** Of a payment that waited, its user has agreed to another amount: it begins anew. */
  readonly order: (paymentId: string, order: Order) => void;
  readonly charged: ReadonlyMap<string, Charged>;
  readonly pageOf: (billId: string) => BillPage;
  readonly letRecur: (billId: string, recurring: boolean) => void;
  /** The account was unlinked: what its user had set is forgotten with it. */
  readonly forget: (billId: string) => void;
  readonly stop: (payment: PaymentRecord, account: Account) => void;
  readonly onRequest: (account: Account, request: PaymentRequest) => void;
  readonly onCharge: (account: Account, request: PaymentRequest) => void;
  /** What was found wrong, in order. */
  readonly wrongs: readonly string[];
};

/** How long a payment may be submitted again. */
const MAX_SUBMITTING = 72 * HOUR;

export function newBook(records: Records): Book {
  const orders = new Map<string, Order>();
  const charged = new Map<string, Charged>();
  const pages = new Map<string, BillPage>();
  const stops: Stop[] = [];
  const asked = new Map<string, { readonly at: number; readonly cents: number }>();
  const wrongs: string[] = [];
  const pageOf = (billId: string) => {
    const page = pages.get(billId) ?? { recurring: true, skipped: new Set(), paid: new Map() };
    pages.set(billId, page);
    return page;
  };
  const find = (wrong: string | undefined, { paymentId, submissionId }: PaymentRequest) => {
    if (wrong === undefined) return;
    wrongs.push(`${wrong} (${paymentId}, sent as ${submissionId})`);
    throw new Error(wrong);
  };
  /** Why an automatic payment is not agreed to. */
  const whyNotAutomatic = (payment: PaymentRecord, statement: number, cents: number) => {
    const { billId } = payment;
    const page = pageOf(billId);
    if (!page.recurring) return 'It is paid automatically, and its user does not want that';
    if (page.skipped.has(statement)) return 'It is paid automatically, and this cycle was canceled';
    const stopped = stops.some(
      (one) =>
        one.billId === billId &&
        one.statement === statement &&
        one.skips &&
        records.payment(one.paymentId)?.status === 'cancelled',
    );
    if (stopped) return 'It is paid automatically, though its payment was canceled while pending';
    const sum = (page.paid.get(statement) ?? 0) + cents;
    const { chosenCents } = page;
    if (chosenCents !== undefined && sum > chosenCents)
      return `${sum} is paid automatically of ${chosenCents} that the user chose`;
    page.paid.set(statement, sum);
    return undefined;
  };
  const whyNotOrdered = ({ _id, billId }: PaymentRecord, statement: number, cents: number) => {
    const order = orders.get(_id) ?? pageOf(billId).retried;
    if (!order) return 'Nobody ordered it';
    if (order.cancelled) return 'It is charged after it was canceled';
    if (order.statement !== statement) return 'It is of another statement than was ordered';
    const { mostCents } = order;
    return cents > mostCents ? `${cents} is charged of ${mostCents} agreed to` : undefined;
  };
  return {
    ...{ orders, charged, pageOf, wrongs },
    order(paymentId, order) {
      orders.set(paymentId, order);
      asked.delete(paymentId);
    },
    forget(billId) {
      const { retried } = pageOf(billId);
      pages.delete(billId);
      // What is under way goes on.
      if (retried) pageOf(billId).retried = retried;
      for (const stop of stops) if (stop.billId === billId) stop.skips = false;
    },
    letRecur(billId, recurring) {
      const page = pageOf(billId);
      page.recurring = recurring;
      // Who lets a bill be paid automatically again takes back that its cycle is skipped.
      if (!recurring) return;
      page.skipped.clear();
      for (const stop of stops) if (stop.billId === billId) stop.skips = false;
    },
    stop({ _id: paymentId, billId, submission = 0, statement }, account) {
      const number = statementDue(account, statement?.dueOn ?? '');
      const skips = pageOf(billId).recurring;
      stops.push({ paymentId, billId, submission, statement: number, skips });
    },
    onRequest(_account, request) {
      const { paymentId, number, amountCents: cents } = request;
      const stop = stops.find((one) => one.paymentId === paymentId);
      if (stop && number > stop.submission)
        find('It is submitted after its user asked to cancel it', request);
      const first = asked.get(paymentId);
      if (!first) asked.set(paymentId, { at: records.now(), cents });
      if (first && records.now() - first.at > MAX_SUBMITTING)
        find('It is submitted again after three days', request);
      if (first && cents > first.cents) find('It is submitted again for more', request);
    },
    onCharge(account, request) {
      const { paymentId, amountCents: cents } = request;
      const payment = records.payment(paymentId);
      const owed = owedInTruth(account, records.today());
      const statement = statementOut(account, records.today());
      if (cents > owed) find(`${cents} is charged of ${owed} owed`, request);
      if (charged.has(paymentId)) find('It is charged twice', request);
      if (payment?.status !== 'pending')
        return find(`It is charged and is ${payment?.status}`, request);
      if (payment.amountCents !== cents) find('Another amount is charged', request);
      const { automatic } = payment;
      find(
        automatic
          ? whyNotAutomatic(payment, statement, cents)
          : whyNotOrdered(payment, statement, cents),
        request,
      );
      charged.set(paymentId, { cents, accountKey: account.key });
    },
  };
}

