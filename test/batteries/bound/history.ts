/** A history of a household: steps as data, so that a wrong one can be printed, shortened and repeated. */

import { addDays, addMonth } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import { skipStatement } from '@billhook/core/bill/statements';
import { ledgerAfterReturn, returnBill } from '@billhook/core/payment/returned';
import {
  type Books,
  charge,
  credit,
  giveBack,
  isLikePosting,
  issue,
  newestPosted,
  onDay,
  openBooks,
  openOf,
  payByOther,
  takeBack,
} from './books.ts';
import { leave } from './checks.ts';
import { type Company, type Page, readPage } from './company.ts';
import {
  booksOf,
  type Ending,
  factsOf,
  type Household,
  linkAccount,
  type Rules,
  readBill,
  rules,
  withBill,
  withBooks,
  withFacts,
} from './household.ts';
import { doDue, order, settle } from './paying.ts';

/** What happens to the account. */
export type Act =
  | { readonly does: 'charge'; readonly cents: number }
  | { readonly does: 'credit' | 'other-pays'; readonly cents: number }
  | { readonly does: 'exact-credit' | 'take-back' | 'give-back' | 'move' | 'rename' }
  | { readonly does: 'issue'; readonly cents: number };

export type Step = {
  /** Days that pass before it. */
  readonly days: number;
  readonly company?: Act;
  readonly user?: 'skip' | 'order' | 'order-more' | 'order-after' | 'link' | 'settle';
  /** Which link the user or the reading is of. */
  readonly link?: number;
  /** What is different about the readings, and about the session that pays, if there is one. */
  readonly page?: Page;
  readonly session?: Page;
  readonly ending?: Ending;
};

export type History = {
  readonly company: Company;
  readonly cents: number;
  readonly steps: readonly Step[];
};

const FIRST_DAY = '2026-11-21';
const FIRST_DUE = '2026-12-05';
const NAMES = [
  ...['November', 'December', 'January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October'],
];

export function openHousehold({ company, cents }: History, broken: Partial<Rules> = {}): Household {
  const name = company.named ? NAMES[0] : undefined;
  const dueOn = company.weekly ? addDays(FIRST_DAY, 7) : FIRST_DUE;
  const books = openBooks(company.kind, { changedOn: FIRST_DAY, dueOn, cents, name });
  const household: Household = {
    ...{ rules: { ...rules, ...broken }, company, today: FIRST_DAY, past: [books] },
    ...{
      bills: [],
      waiting: {},
      facts: {},
      read: [],
      dated: [],
      undated: {},
      charges: [],
      payments: 0,
    },
  };
  const { bill, of } = readPage(company, household.past, {}, FIRST_DAY);
  return linkAccount(household, bill, of);
}

export function runHistory(history: History, broken?: Partial<Rules>): Household {
  let household = openHousehold(history, broken);
  for (const step of history.steps) {
    household = doStep(household, step);
    if (household.wrong) return household;
  }
  return household;
}

export function doStep(household: Household, step: Step): Household {
  let next = passDays(household, step.days);
  if (step.company) next = doOfCompany(next, step.company);
  next = doOfUser(next, step);
  const { link } = step;
  const links = link === undefined ? next.bills.keys() : [link % next.bills.length];
  for (const one of links) next = readAndPay(next, one, step);
  return next;
}

/** A day of a company's own: what it does, and a page that all links read. */
export function doDay(
  household: Household,
  acts: readonly Act[],
  page: (household: Household) => Page,
): Household {
  let next = acts.reduce(doOfCompany, passDays(household, 1));
  for (const link of next.bills.keys())
    next = readAndPay(next, link, { days: 0, page: page(next) });
  return next;
}

/** Its user orders what waits, or agrees to it. */
export function orderNow(household: Household, link: number): Household {
  return doOfUser(household, { days: 0, link, user: 'order-more' });
}

function passDays(household: Household, days: number): Household {
  if (days === 0) return household;
  const today = addDays(household.today, days);
  return lowerTo({ ...household, today }, onDay(booksOf(household), today));
}

function readAndPay(household: Household, link: number, step: Step): Household {
  const { company, past, today } = household;
  const { bill, of } = readPage(company, past, step.page ?? {}, today);
  const read = readBill(household, link, bill, of);
  return doDue(read, link, sessionOf(read, step));
}

function sessionOf({ company, past, today }: Household, step: Step) {
  const page = step.session ?? step.page ?? {};
  return { ...readPage(company, past, page, today), ending: step.ending ?? ('paid' as const) };
}

function doOfCompany(household: Household, act: Act): Household {
  const books = booksOf(household);
  const { company, today } = household;
  const { kind } = company;
  if (act.does === 'credit' || act.does === 'other-pays') return lowered(household, act);
  if (act.does === 'charge') return withBooks(household, charge(books, kind, act.cents));
  if (act.does === 'issue') return issueNext(household, act.cents);
  if (act.does === 'give-back') return returned(household);
  if (act.does === 'move') return withBooks(household, moved(books, company));
  if (act.does === 'rename') {
    const { name } = books;
    return name ? withBooks(household, { ...books, name: `${name} bill` }) : household;
  }
  if (act.does === 'take-back') {
    const posted = newestPosted(books, today);
    const again = addDays(today, 1);
    const inTime = posted && again <= addDays(posted.day, company.postingDays);
    if (!inTime) return household;
    const back = withBooks(household, takeBack(books, posted.id, again));
    // A page shows no credit: what it hides of the rise can't be told from a purchase.
    const isHidden = books.balance < 0 && books.full < 0;
    return isHidden ? { ...back, exact: true } : back;
  }
  const unposted = books.payments.find(({ ours, posted }) => ours && !posted);
  if (!unposted) return household;
  return { ...withBooks(household, credit(books, kind, unposted.cents)), exact: true };
}

/** What takes a page from what it showed to less by exactly a payment can't be told from its posting. */
function lowerTo(household: Household, next: Books): Household {
  const books = booksOf(household);
  if (next === books) return household;
  const open = openOf(books);
  const isExact = household.past.some((before) => isLikePosting(before, next, open));
  const changed = withBooks(household, next);
  return isExact ? { ...changed, exact: true } : changed;
}

function lowered(
  household: Household,
  { does, cents }: { readonly does: 'credit' | 'other-pays'; readonly cents: number },
): Household {
  const { company, today } = household;
  const books = booksOf(household);
  const most = does === 'credit' ? cents : Math.min(cents, books.full);
  if (most <= 0) return household;
  const next =
    does === 'credit'
      ? credit(books, company.kind, most)
      : payByOther(books, company.kind, most, today);
  return lowerTo(household, next);
}

/** A due date moves by a day, up to the days for which it is still the same statement. */
function moved(books: Books, { weekly }: Company): Books {
  const dueOn = addDays(books.dueOn, 1);
  return dueOn <= addDays(books.firstDueOn, weekly ? 3 : 10) ? { ...books, dueOn } : books;
}

function issueNext(household: Household, cents: number): Household {
  const books = booksOf(household);
  const { company, today } = household;
  const dueOn = company.weekly ? addDays(books.firstDueOn, 7) : addMonth(books.firstDueOn);
  const early = addDays(dueOn, company.weekly ? -8 : -38);
  if (today < early) return household;
  const { named, names = NAMES.length } = company;
  const name = named ? NAMES[books.number % names] : undefined;
  return withBooks(household, issue(books, company.kind, { cents, dueOn, name }));
}

/** A payment is returned: its statement is left to the user, by all links. */
function returned(household: Household): Household {
  const last = household.charges.at(-1);
  const { underWay, today } = household;
  const books = booksOf(household);
  if (!last || underWay?.payment._id === last.id) return household;
  if (!books.payments.some(({ id }) => id === last.id)) return household;
  const { kind } = household.company;
  const statement = ledgerStatement(household, last.id);
  const payment = { _id: last.id, statement, methodId: 'pm' };
  const ledger = ledgerAfterReturn(household.ledger, payment as never);
  let next: Household = { ...withBooks(household, giveBack(books, kind, last.id)), ledger };
  for (const link of next.bills.keys()) {
    const bill = next.bills[link] as BillRecord;
    next = withBill(next, link, returnBill(bill, payment as never, { ledger, today }));
  }
  const facts = factsOf(next, last.statement);
  const left = Object.fromEntries([0, 1].map((link) => [link, 'returned']));
  return withFacts(next, last.statement, { taken: facts.taken - last.cents, left });
}

function ledgerStatement({ ledger }: Household, paymentId: string) {
  const found = ledger?.statements?.find(({ taken }) =>
    taken.some((one) => one.paymentId === paymentId),
  );
  if (!found) return undefined;
  const { taken: _all, ...name } = found;
  return { ...name, accountFingerprint: 'f' };
}

function doOfUser(household: Household, step: Step): Household {
  const link = (step.link ?? 0) % household.bills.length;
  const { user } = step;
  const bill = household.bills[link] as BillRecord;
  if (!user) return household;
  if (user === 'settle') {
    const { ending } = household.underWay ?? {};
    return ending ? settle(household, ending === 'unknown-paid' ? 'paid' : 'declined') : household;
  }
  if (user === 'link') {
    if (household.bills.length > 1) return household;
    const { company, past, today } = household;
    const { bill: seen, of } = readPage(company, past, step.page ?? {}, today);
    return linkAccount(household, seen, of);
  }
  if (bill.pendingPaymentId) return household;
  if (user === 'skip') {
    const skipped = { ...bill, ...skipStatement(bill, household.today), scheduled: undefined };
    const { [link]: _over, ...waiting } = household.waiting;
    const next = { ...withBill(household, link, skipped), waiting };
    if (bill.reported.dueOn !== undefined) return leave(next, link, 'skipped');
    const statement = household.read[link] ?? 0;
    const undated = { ...household.undated, [link]: { statement, on: household.today } };
    return { ...next, undated };
  }
  const maxCents = booksOf(household).full;
  const asked = {
    ...(user === 'order-more' && maxCents > 0 && { maxCents }),
    ...(user === 'order-after' && { afterLast: true }),
  };
  const open = forgiven(household, link);
  const ordered = order(open, link, asked, sessionOf(household, step));
  return ordered === open ? household : ordered;
}

/** An order ends the decline of its bill, whichever statement the page shows: it may be paid automatically again. */
function forgiven(household: Household, link: number): Household {
  let next = household;
  for (const [number, { left }] of Object.entries(household.facts)) {
    const { [link]: why, ...others } = left;
    if (why === 'declined') next = withFacts(next, Number(number), { left: others });
  }
  return next;
}
