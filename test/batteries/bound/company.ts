/** A company that may show anything which was true at some moment of the statement, and its habits. */

import { addDays, type Day } from '@billhook/core/base/dates';
import type { CompanyBill, ListedPayment } from '@billhook/core/company/connector';
import type { Schedule } from '@billhook/core/schemas/schedule';
import type { BookedPayment, Books, Kind } from './books.ts';

export type Company = {
  readonly kind: Kind;
  readonly takes: 'balances' | 'up-to-balance' | 'any';
  readonly named?: boolean;
  /** How many names it has, which come again in turn. */
  readonly names?: number;
  /** What it changes of a statement. Both in one reading are another statement: it never does that. */
  readonly changes: 'dates' | 'names' | 'both';
  /** Days by which its receipts are dated back. */
  readonly datesBack?: number;
  readonly weekly?: true;
  /** The payments that its pages list: none, the last one, or those of thirty days. */
  readonly lists: 'none' | 'last' | 'all';
  /** When: as soon as they are taken, once they are posted, or the day after. */
  readonly listsWhen: 'before' | 'with' | 'after';
  /** Its connector marks the lines of which the balances know. */
  readonly marks?: boolean;
  readonly confirms?: boolean;
  /** Its connector says that it shows no payments. */
  readonly showsPayments?: false;
  readonly postingDays: number;
  /** It posts each payment in its posting time. */
  readonly keepsTime?: boolean;
  /** Days until it really posts a payment. */
  readonly postsAfter: number;
  readonly schedule: Schedule;
  readonly chosenCents?: number;
  readonly earlierCents?: number;
};

/** What is different about one reading. */
export type Page = {
  /** Balances, due date and name of a replica that is behind, as many changes as this. */
  readonly behind?: number;
  /** The list, likewise. */
  readonly listBehind?: number;
  readonly without?: readonly ('balance' | 'statement' | 'full' | 'due' | 'name' | 'list')[];
  readonly syncing?: true;
  /** Another page of the company: the last payment instead of the list. */
  readonly lastOnly?: true;
};

/** @param past the books as they were, the newest first; the first is as they are. */
export function readPage(
  company: Company,
  past: readonly Books[],
  page: Page,
  today: Day,
): { readonly bill: CompanyBill; readonly of: Books } {
  const { behind = 0, listBehind = behind } = page;
  const books = ofReplica(company, past, behind, today);
  const listed = ofReplica(company, past, listBehind, today);
  const lacks = (part: NonNullable<Page['without']>[number]) => page.without?.includes(part);
  const lines = lacks('list') ? [] : linesOf(company, listed, books, today);
  const isWhole = company.lists === 'all' && !page.lastOnly && !lacks('list');
  const last = company.lists !== 'none' ? lines[0] : undefined;
  const isCard = company.kind === 'card';
  const bill: CompanyBill = {
    accountKey: 'account',
    ...(page.syncing && { syncing: true }),
    ...(!lacks('balance') && { balanceCents: Math.max(0, books.balance) }),
    ...(isCard && !lacks('statement') && { statementBalanceCents: Math.max(0, books.statement) }),
    ...(isCard && !lacks('full') && { fullBalanceCents: Math.max(0, books.full) }),
    ...(!lacks('due') && { dueOn: books.dueOn }),
    ...(books.name !== undefined && !lacks('name') && { statementName: books.name }),
    ...(last && { lastPaidAmountCents: last.amountCents, lastPaidOn: last.paidOn }),
    ...(isWhole && { recentPayments: lines }),
    autopay: 'disabled',
    autopaySource: 'unknown',
  };
  return { bill, of: books };
}

/** Days by which a replica may be behind. */
const BEHIND_DAYS = 2;

/**
 * The books as a replica has them. After its posting time, a company that keeps it shows no page without a
 * payment.
 */
function ofReplica(company: Company, past: readonly Books[], behind: number, today: Day): Books {
  const [now, ...earlier] = past as [Books, ...Books[]];
  const since = past.map(({ changedOn }) => changedOn);
  const found = earlier
    .slice(0, behind)
    .findLast(
      (books, at) =>
        today <= addDays(since[at] as Day, BEHIND_DAYS) &&
        (!company.keepsTime || books.payments.every((one) => isInTime(company, one, now, today))),
    );
  return found ?? now;
}

function isInTime({ postingDays }: Company, one: BookedPayment, now: Books, today: Day): boolean {
  const isOver = today > addDays(one.day, postingDays);
  const isGone = !now.payments.some(({ id }) => id === one.id);
  return one.posted || !isOver || isGone;
}

/** The newest first. A mark is set only where the balances of this very reading have the payment. */
function linesOf(
  company: Company,
  { payments }: Books,
  balances: Books,
  today: Day,
): readonly ListedPayment[] {
  const has = new Set(balances.payments.filter(({ posted }) => posted).map(({ id }) => id));
  return payments
    .filter((one) => one.day >= addDays(today, -30) && isListed(company, one, today))
    .map(({ id, cents, day }) => ({
      amountCents: cents,
      paidOn: day,
      ...(company.confirms && { confirmation: `C-${id}` }),
      ...(company.marks && has.has(id) && { posted: true as const }),
    }))
    .toReversed();
}

function isListed(
  { listsWhen }: Company,
  { posted, ours, postsOn, day }: BookedPayment,
  today: Day,
): boolean {
  if (!ours) return true;
  if (listsWhen === 'before') return today > day || posted;
  return listsWhen === 'with' ? posted : posted && today > postsOn;
}
