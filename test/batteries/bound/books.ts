/**
 * An account as it truly is, and as its company's books have it: a payment of ours counts from the moment
 * it is taken, and stands in the books once the company has posted it. Amounts are in cents.
 */
import { addDays, type Day } from '@billhook/core/base/dates';

/** A payment of ours, or of somebody else's. */
export type BookedPayment = {
  readonly id: string;
  readonly cents: number;
  readonly day: Day;
  readonly ours: boolean;
  /** The day on which its company posts it. */
  readonly postsOn: Day;
  readonly posted: boolean;
  /** Posted once and taken back: it is posted again on `postsOn`. */
  readonly takenBack?: boolean;
};

export type Books = {
  /** The day on which they last changed. */
  readonly changedOn: Day;
  /** The statement, from 1. */
  readonly number: number;
  readonly firstDueOn: Day;
  /** As it is shown: a due date may move. */
  readonly dueOn: Day;
  readonly name?: string;
  /** What the company's pages show: of a card, the least that is due. */
  readonly balance: number;
  /** Of a card: all of it, and what it was by the statement. */
  readonly full: number;
  readonly statement: number;
  /** What is truly owed, and the most that was at a moment of this statement, less our payments since. */
  readonly owed: number;
  readonly mostOwed: number;
  /** The same of all of it. */
  readonly owedFull: number;
  readonly mostOwedFull: number;
  /** The same of the statement before, which a page may still show. */
  readonly before?: { readonly mostOwed: number; readonly mostOwedFull: number };
  readonly payments: readonly BookedPayment[];
};

export type Kind = 'bill' | 'card';

const LEAST_OF_CARD = 4000;

export function openBooks(
  kind: Kind,
  {
    changedOn,
    dueOn,
    cents,
    name,
  }: Pick<Books, 'changedOn' | 'dueOn' | 'name'> & { readonly cents: number },
): Books {
  const balance = kind === 'card' ? Math.min(LEAST_OF_CARD, cents) : cents;
  return {
    ...{ changedOn, number: 1, firstDueOn: dueOn, dueOn, ...(name !== undefined && { name }) },
    ...{ balance, full: cents, statement: cents, payments: [] },
    ...{ owed: balance, mostOwed: balance, owedFull: cents, mostOwedFull: cents },
  };
}

/** A purchase or a fee; on a card, it is due with the next statement. */
export function charge(books: Books, kind: Kind, cents: number): Books {
  const due = kind === 'card' ? 0 : cents;
  return withMost({
    ...books,
    ...{ balance: books.balance + due, owed: books.owed + due },
    ...{ full: books.full + cents, owedFull: books.owedFull + cents },
  });
}

/** A credit, or a payment by somebody else: what was owed before may still be shown. */
export function credit(books: Books, kind: Kind, cents: number): Books {
  const due = kind === 'card' ? Math.min(cents, Math.max(0, books.balance)) : cents;
  const dueTruly = kind === 'card' ? Math.min(cents, Math.max(0, books.owed)) : cents;
  return {
    ...books,
    ...{ balance: books.balance - due, owed: books.owed - dueTruly },
    ...{ full: books.full - cents, owedFull: books.owedFull - cents },
    statement: books.statement - cents,
  };
}

export function payByOther(books: Books, kind: Kind, cents: number, day: Day): Books {
  const payment = { id: `other ${day} ${cents}`, cents, day, ours: false, postsOn: day };
  const credited = credit(books, kind, cents);
  return { ...credited, payments: [...books.payments, { ...payment, posted: true }] };
}

/** We were told that it is paid, or will be: it is owed no more, whatever the company shows. */
export function take(books: Books, payment: Omit<BookedPayment, 'ours' | 'posted'>): Books {
  return {
    ...taking(books, payment.cents),
    payments: [...books.payments, { ...payment, ours: true, posted: false }],
  };
}

function taking(books: Books, cents: number): Books {
  const { before } = books;
  return {
    ...books,
    ...(before && {
      before: {
        mostOwed: before.mostOwed - cents,
        mostOwedFull: before.mostOwedFull - cents,
      },
    }),
    ...{ owed: books.owed - cents, mostOwed: books.mostOwed - cents },
    ...{ owedFull: books.owedFull - cents, mostOwedFull: books.mostOwedFull - cents },
  };
}

/** The books on a day: what is to be posted by then is. */
export function onDay(books: Books, day: Day): Books {
  return books.payments
    .filter(({ posted, postsOn }) => !posted && postsOn <= day)
    .reduce((all, { id }) => post(all, id), books);
}

function post(books: Books, id: string): Books {
  const cents = books.payments.find((one) => one.id === id)?.cents ?? 0;
  return {
    ...books,
    balance: books.balance - cents,
    full: books.full - cents,
    statement: books.statement - cents,
    payments: books.payments.map((one) => (one.id === id ? { ...one, posted: true } : one)),
  };
}

/** A batch or a memo posting is taken back; it is posted again within the posting time. */
export function takeBack(books: Books, id: string, postsOn: Day): Books {
  const payment = books.payments.find((one) => one.id === id);
  if (!payment?.posted) return books;
  const { cents } = payment;
  return {
    ...books,
    balance: books.balance + cents,
    full: books.full + cents,
    statement: books.statement + cents,
    payments: books.payments.map((one) =>
      one.id === id ? { ...one, posted: false, postsOn, takenBack: true } : one,
    ),
  };
}

/** It came back days later: it is owed again, also by what was shown before, and its line is gone. */
export function giveBack(books: Books, kind: Kind, id: string): Books {
  const payment = books.payments.find((one) => one.id === id);
  if (!payment) return books;
  const { cents, posted } = payment;
  const shown = posted ? cents : 0;
  return {
    ...taking(books, -cents),
    ...{ balance: books.balance + shown, full: books.full + shown },
    statement: books.statement + (kind === 'card' ? shown : 0),
    payments: books.payments.filter((one) => one.id !== id),
  };
}

export function issue(
  books: Books,
  kind: Kind,
  { cents, dueOn, name }: { readonly cents: number; readonly dueOn: Day; readonly name?: string },
): Books {
  const { name: _before, ...rest } = books;
  const named = { ...rest, number: books.number + 1, firstDueOn: dueOn, dueOn };
  const next = { ...named, ...(name !== undefined && { name }) };
  const full = books.full + cents;
  const owedFull = books.owedFull + cents;
  const balance = kind === 'card' ? leastOf(books.balance, full) : books.balance + cents;
  const owed = kind === 'card' ? leastOf(books.owed, owedFull) : books.owed + cents;
  const most = { mostOwed: owed, mostOwedFull: owedFull };
  const before = { mostOwed: books.mostOwed, mostOwedFull: books.mostOwedFull };
  return { ...next, before, balance, owed, full, owedFull, statement: full, ...most };
}

function leastOf(before: number, full: number): number {
  return Math.max(0, Math.min(full, Math.max(0, before) + LEAST_OF_CARD));
}

function withMost(books: Books): Books {
  return {
    ...books,
    mostOwed: Math.max(books.mostOwed, books.owed),
    mostOwedFull: Math.max(books.mostOwedFull, books.owedFull),
  };
}

/** The newest payment of ours that is posted, and may be taken back for a while. */
export function newestPosted(books: Books, today: Day): BookedPayment | undefined {
  return books.payments.findLast(
    ({ ours, posted, takenBack, day }) => ours && posted && !takenBack && day >= addDays(today, -3),
  );
}

/** What we have paid and the books don't have yet. */
export function openOf({ payments }: Books): readonly number[] {
  return payments.filter(({ ours, posted }) => ours && !posted).map(({ cents }) => cents);
}

/** Whether a page that shows less than one before looks as if some of our payments were posted, and isn't. */
export function isLikePosting(before: Books, now: Books, open: readonly number[]): boolean {
  const was = new Set(before.payments.filter(({ posted }) => posted).map(({ id }) => id));
  const since = now.payments
    .filter(({ ours, posted, id }) => ours && posted && !was.has(id))
    .map(({ cents }) => cents);
  const postedCents = since.reduce((sum, cents) => sum + cents, 0);
  // What was posted since may be in the same drop.
  const sums = sumsOf([...open, ...since]);
  return (['balance', 'full', 'statement'] as const).some((figure) => {
    const dropCents = Math.max(0, before[figure]) - Math.max(0, now[figure]);
    return dropCents !== postedCents && sums.has(dropCents);
  });
}

/** What some of these come to, without nothing. */
function sumsOf(amounts: readonly number[]): ReadonlySet<number> {
  const sums = new Set([0]);
  for (const amount of amounts) for (const sum of [...sums]) sums.add(sum + amount);
  sums.delete(0);
  return sums;
}
