/** What the users of a household agreed to, written down as they did it: nothing of it is the service's. */
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { type Account, statementDue } from './account.ts';

export type Order = {
  /** The most that was agreed to. */
  mostCents: number;
  /** The statement that was seen. */
  statement: number;
  cancelled: boolean;
};

export type BillPage = {
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
export type Stop = {
  readonly paymentId: string;
  readonly billId: string;
  readonly statement: number;
  /** The number of the last submission by then. */
  readonly submission: number;
  skips: boolean;
};

export type Book = {
  readonly orders: ReadonlyMap<string, Order>;
  readonly stops: readonly Stop[];
  /** What was asked for first of each payment, and when. */
  readonly asked: Map<string, { readonly at: number; readonly cents: number }>;
  readonly pageOf: (billId: string) => BillPage;
  /** Of a payment that waited, its user has agreed to another amount: it begins anew. */
  readonly order: (paymentId: string, order: Order) => void;
  readonly letRecur: (billId: string, recurring: boolean) => void;
  /** The account was unlinked: what its user had set is forgotten with it. */
  readonly forget: (billId: string) => void;
  readonly stop: (payment: StoredPayment, account: Account) => void;
};

export function newBook(): Book {
  const orders = new Map<string, Order>();
  const pages = new Map<string, BillPage>();
  const stops: Stop[] = [];
  const asked: Book['asked'] = new Map();
  const pageOf = (billId: string): BillPage => {
    const page: BillPage = pages.get(billId) ?? {
      recurring: true,
      skipped: new Set(),
      paid: new Map(),
    };
    pages.set(billId, page);
    return page;
  };
  const skipNoMore = (billId: string) => {
    for (const stop of stops) if (stop.billId === billId) stop.skips = false;
  };
  return {
    ...{ orders, stops, asked, pageOf },
    order(paymentId, order) {
      orders.set(paymentId, order);
      asked.delete(paymentId);
    },
    forget(billId) {
      const { retried } = pageOf(billId);
      pages.delete(billId);
      // What is under way goes on.
      if (retried) pageOf(billId).retried = retried;
      skipNoMore(billId);
    },
    letRecur(billId, recurring) {
      const page = pageOf(billId);
      page.recurring = recurring;
      // Who lets a bill be paid automatically again takes back that its cycle is skipped.
      if (!recurring) return;
      page.skipped.clear();
      skipNoMore(billId);
    },
    stop({ _id: paymentId, billId, submission = 0, statement }, account) {
      const number = statementDue(account, statement?.dueOn ?? '');
      const skips = pageOf(billId).recurring;
      stops.push({ paymentId, billId, submission, statement: number, skips });
    },
  };
}
