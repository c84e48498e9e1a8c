/**
 * What an account of the sandbox owes. A statement is issued monthly, 14 days before it is due, once
 * the one before it is paid; one that is unpaid stays. A weekly one is issued six days before it is due.
 *
 * The next statement is not stored: it follows from the paid one and the day, so that reading writes
 * nothing.
 */

import { addDays, type Day } from '../base/dates.ts';
import { without } from '../base/members.ts';

/** Days before the due date on which a statement is issued. */
export const ISSUE_DAYS = 14;
const WEEKLY_ISSUE_DAYS = 6;
const WEEK_DAYS = 7;
/** A hundred years: how far a company that collects by itself is followed in one step. */
const MAX_MONTHS = 1200;

export type Amounts = {
  /** The balance, or what has to be paid at least of a card or loan. */
  readonly balanceCents: number;
  readonly statementCents?: number;
  readonly fullCents?: number;
};

export type SandboxPayment = {
  readonly amountCents: number;
  readonly paidOn: Day;
  readonly confirmation?: string;
};

export type Statement = {
  readonly accountNumber?: string;
  /** What each month's statement comes to; nothing when the company has issued none. */
  readonly monthly?: Amounts;
  /** What is left of this month's. */
  readonly open?: Amounts;
  /** The due date of the first statement; the others fall on the same day of their months. */
  readonly firstDueOn?: Day;
  /** There is a statement each week. */
  readonly weekly?: true;
  /** Months since the first statement, or weeks. */
  readonly month: number;
  /** The full balance is what is left of a loan: a new month does not raise it. */
  readonly loan?: boolean;
  readonly lastPaid?: { readonly amountCents: number; readonly paidOn: Day };
  /** When nothing was left to pay. */
  readonly settledOn?: Day;
  /** Payments that were taken and are not shown yet. */
  readonly taken?: readonly TakenPayment[];
  /** Payments that were taken and will be given back. */
  readonly returning?: readonly (SandboxPayment & { readonly returnsOn: Day })[];
  /** Payments that were shown late, the newest first. */
  readonly shown?: readonly SandboxPayment[];
  /** What a card's full balance is lower by in this month, and from when. */
  readonly credit?: { readonly cents: number; readonly on: Day; readonly month: number };
};

type TakenPayment = SandboxPayment & {
  readonly shownOn: Day;
  /** When the next statement is issued all the same, if this month's still stands then. */
  readonly carried?: { readonly on: Day; readonly month: number };
};

export function dueOnOf({ firstDueOn, month, weekly }: Statement): Day | undefined {
  return firstDueOn && dueAfter({ firstDueOn, weekly }, month);
}

type Cycle = { readonly firstDueOn: Day; readonly weekly?: true };

function dueAfter({ firstDueOn, weekly }: Cycle, count: number): Day {
  return weekly ? addDays(firstDueOn, count * WEEK_DAYS) : monthsAfter(firstDueOn, count);
}

export function isOpen({ open }: Statement): boolean {
  return Math.max(open?.balanceCents ?? 0, open?.fullCents ?? 0) > 0;
}

/** Days after which a payment that is shown late is shown. */
const LATE_DAYS = 3;
/** Payments that a company lists. */
const MAX_SHOWN = 20;

/** The statement after a payment that it shows some days later. */
export function takenLate(
  statement: Statement,
  payment: SandboxPayment,
  lateDays = LATE_DAYS,
): Statement {
  const shownOn = addDays(payment.paidOn, lateDays);
  return { ...statement, taken: [...(statement.taken ?? []), { ...payment, shownOn }] };
}

/** Days after a payment, at the earliest, on which the next statement still has it in its balance. */
const CARRIED_DAYS = 6;
/** Days before that statement is due on which the payment is shown. */
const CARRIED_SHOWN_DAYS = 3;

/** The statement after a payment that the next one still has in its balance. */
export function takenIntoNext(statement: Statement, payment: SandboxPayment): Statement {
  const { firstDueOn, month } = statement;
  const dueOn = dueOnOf(statement);
  if (!firstDueOn || !dueOn) return takenLate(statement, payment);
  const on = laterOf(addDays(payment.paidOn, CARRIED_DAYS), addDays(dueOn, 1));
  const shownOn = laterOf(
    addDays(monthsAfter(firstDueOn, month + 1), -CARRIED_SHOWN_DAYS),
    addDays(on, 1),
  );
  const taken = { ...payment, shownOn, carried: { on, month } };
  return { ...statement, taken: [...(statement.taken ?? []), taken] };
}

/** The next statement, with all that is left of this one in it. */
function carried(statement: Statement, today: Day): Statement {
  const { taken = [], month, monthly, open } = statement;
  const isDue = taken.some((one) => one.carried?.month === month && one.carried.on <= today);
  if (!isDue || !monthly || !open) return statement;
  const balanceCents = monthly.balanceCents + open.balanceCents;
  return { ...statement, month: month + 1, open: { ...open, balanceCents }, settledOn: undefined };
}

/** The statement after a payment that it gives back on a day. */
export function takenForNow(
  statement: Statement,
  payment: SandboxPayment,
  returnsOn: Day,
): Statement {
  const { returning = [] } = statement;
  return {
    ...paidStatement(statement, payment),
    returning: [...returning, { ...payment, returnsOn }],
  };
}

/** The statement with what is given back by today: it is owed again. */
function givenBack(statement: Statement, today: Day): Statement {
  const due = (statement.returning ?? []).filter(({ returnsOn }) => returnsOn <= today);
  if (due.length === 0) return statement;
  const cents = due.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const rest = without(statement, ['settledOn', 'lastPaid']);
  return {
    ...rest,
    open: rest.open && mapAmounts(rest.open, (one) => one + cents),
    returning: statement.returning?.filter(({ returnsOn }) => returnsOn > today),
  };
}

/** The statement with what is shown by today. */
function posted(statement: Statement, today: Day): Statement {
  const due = (statement.taken ?? []).filter(({ shownOn }) => shownOn <= today);
  if (due.length === 0) return statement;
  const taken = statement.taken?.filter(({ shownOn }) => shownOn > today);
  const shown = due.map((one) => without(one, ['shownOn', 'carried'])).toReversed();
  return {
    ...due.reduce(paidStatement, statement),
    taken,
    shown: [...shown, ...(statement.shown ?? [])].slice(0, MAX_SHOWN),
  };
}

/** The statement that stands today. `collects`: the company takes the balance when it is due. */
export function statementToday(kept: Statement, today: Day, collects: boolean): Statement {
  let statement = givenBack(posted(carried(kept, today), today), today);
  for (let step = 0; step < MAX_MONTHS; step += 1) {
    statement = collects ? collected(statement, today) : statement;
    const next = nextStatement(statement, today);
    if (!next) break;
    statement = next;
  }
  return statement;
}

/** The statement after a payment. What is paid beyond the balance is taken and not owed back. */
export function paidStatement(
  statement: Statement,
  payment: { readonly amountCents: number; readonly paidOn: Day },
): Statement {
  const left = (cents: number) => Math.max(0, cents - payment.amountCents);
  const open = statement.open && mapAmounts(statement.open, left);
  return {
    ...statement,
    open,
    lastPaid: { amountCents: payment.amountCents, paidOn: payment.paidOn },
    ...(open?.balanceCents === 0 && { settledOn: payment.paidOn }),
  };
}

function collected(statement: Statement, today: Day): Statement {
  const dueOn = dueOnOf(statement);
  const amountCents = statement.open?.balanceCents ?? 0;
  if (dueOn === undefined || amountCents === 0 || today < dueOn) return statement;
  return paidStatement(statement, { amountCents, paidOn: dueOn });
}

function nextStatement(statement: Statement, today: Day): Statement | undefined {
  const { monthly, firstDueOn, weekly, settledOn } = statement;
  const dueOn = dueOnOf(statement);
  if (!monthly?.balanceCents || !firstDueOn || !settledOn || !dueOn) return undefined;
  if (today <= dueOn) return undefined;
  // An account that was paid months late is not billed for the months in between.
  const cycle = { firstDueOn, weekly };
  let month = Math.max(statement.month + 1, weekly ? 0 : monthsBetween(firstDueOn, settledOn));
  while (issuedOn(cycle, month) <= settledOn) month += 1;
  if (today < issuedOn(cycle, month)) return undefined;
  const open = nextAmounts(statement, monthly);
  if (open.balanceCents === 0) return undefined;
  return { ...without(statement, ['settledOn']), month, open };
}

function issuedOn(cycle: Cycle, month: number): Day {
  return addDays(dueAfter(cycle, month), -(cycle.weekly ? WEEKLY_ISSUE_DAYS : ISSUE_DAYS));
}

function nextAmounts({ loan, open }: Statement, monthly: Amounts): Amounts {
  const owed = open?.fullCents;
  if (!loan || owed === undefined) return monthly;
  return { ...mapAmounts(monthly, (cents) => Math.min(cents, owed)), fullCents: owed };
}

function mapAmounts(amounts: Amounts, change: (cents: number) => number): Amounts {
  const { balanceCents, statementCents, fullCents } = amounts;
  return {
    balanceCents: change(balanceCents),
    ...(statementCents !== undefined && { statementCents: change(statementCents) }),
    ...(fullCents !== undefined && { fullCents: change(fullCents) }),
  };
}

/** The same day of a later month, or that month's last day. */
function monthsAfter(day: Day, count: number): Day {
  const date = Number(day.slice(8));
  const months = monthNumber(day) + count;
  const year = Math.floor(months / 12);
  const month = months % 12;
  const last = new Date(0);
  last.setUTCFullYear(year, month + 1, 0);
  const parts = [month + 1, Math.min(date, last.getUTCDate())];
  return [
    String(year).padStart(4, '0'),
    ...parts.map((part) => String(part).padStart(2, '0')),
  ].join('-');
}

function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other;
}

function monthsBetween(from: Day, to: Day): number {
  return monthNumber(to) - monthNumber(from);
}

function monthNumber(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}
