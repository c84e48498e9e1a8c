/** How companies of the sandbox show what they took. */

import { addDays, DAY_MILLISECONDS, type Day, dayInstant, dayOf } from '../base/dates.ts';
import type { KnownSubmission, ListedPayment } from '../company/connector.ts';
import {
  type Amounts,
  dueOnOf,
  ISSUE_DAYS,
  isOpen,
  paidStatement,
  type SandboxPayment,
  type Statement,
  takenIntoNext,
  takenLate,
} from './statement.ts';

/** What a reading is made from. */
type Seen = {
  readonly statement: Statement;
  readonly attempts: readonly { readonly outcome: KnownSubmission }[];
  readonly partnerNow: number;
};

type Habit = {
  /** The statement after a payment. */
  readonly takes: (statement: Statement, payment: SandboxPayment) => Statement;
  /** What is owed, as a reading shows it; without it, as it is. */
  readonly figures?: (open: Amounts, seen: Seen) => Amounts;
  /** The form's balance is the minimum of a card. */
  readonly isCard?: true;
  /** It issues a statement each week. */
  readonly isWeekly?: true;
  readonly dueOn?: (statement: Statement) => Day | undefined;
  readonly statementName?: (seen: Seen) => string;
  /** The payments it lists; without it, it has no list. */
  readonly lists?: (seen: Seen) => readonly ListedPayment[] | undefined;
  /** It doesn't say what was paid last either. */
  readonly hidesLastPaid?: true;
};

const late: Habit = { takes: takenLate };
const atOnce: Habit = { takes: paidStatement };

const rows = {
  'at-once': { ...atOnce, lists: listedAttempts },
  late,
  'due-date-moves': { ...late, dueOn: movedDueOn },
  named: {
    ...late,
    statementName: numbered,
    lists: ({ statement }) => postedLines(statement),
  },
  'due-date-cleared': {
    ...atOnce,
    dueOn: (statement) => (isOpen(statement) ? dueOnOf(statement) : undefined),
  },
  'listed-before-posted': {
    takes: (statement, payment) => takenLate(statement, payment, LISTED_DAYS),
    lists: ({ statement }) => [...receivedLines(statement), ...postedLines(statement)],
  },
  'fields-come-and-go': { ...late, isCard: true, figures: everyOtherDay },
  'balance-comes-back': {
    takes: (statement, payment) => takenLate(statement, payment, MEMO_POSTED_DAYS),
    figures: memoPosted,
  },
  'credit-after-payment': {
    isCard: true,
    takes: (statement, payment) => withCredit(takenLate(statement, payment), payment.paidOn),
    figures: lessCredit,
  },
  'dated-back': late,
  'carried-into-next': { takes: takenIntoNext },
  weekly: { ...atOnce, isWeekly: true, statementName: numbered },
  'daily-purchases': { ...atOnce, isCard: true, figures: withPurchases },
  'no-payments': { ...atOnce, hidesLastPaid: true },
  nightly: {
    takes: (statement, payment) => takenLate(statement, payment, 1),
    lists: ({ statement }) => postedLines(statement),
  },
  renamed: {
    ...atOnce,
    statementName: ({ partnerNow }) => `Statement as of ${dayOf(partnerNow)}`,
  },
} satisfies Readonly<Record<string, Habit>>;

export type Shows = keyof typeof rows;

export const habits: Readonly<Record<Shows, Habit>> = rows;

/** Days for which a payment is listed, and not in the balance: more than one, so that a daily reading sees it. */
const LISTED_DAYS = 2;
/** Days after a payment until which the balance is lower for the time being. */
const MEMO_DAYS = 1;
/** Days after which the same payment is in the balance for good. */
const MEMO_POSTED_DAYS = 4;
/** Of what has to be paid of a card, what a credit comes to: more than the payment itself. */
const CREDIT_SHARE = 1.5;
/** Of a card's minimum, what is bought each day. */
const PURCHASE_SHARE = 0.05;
/** Payments that a company lists. */
const MAX_LISTED = 20;

function numbered({ statement }: Seen): string {
  return `Statement ${statement.month + 1}`;
}

/**
 * By their confirmations: an account that starts anew with another form has still been paid before.
 */
function listedAttempts({ attempts, partnerNow }: Seen): readonly ListedPayment[] | undefined {
  const lines = attempts.flatMap(({ outcome }) =>
    outcome.kind === 'paid' && outcome.paidAt <= partnerNow && outcome.confirmation !== undefined
      ? [
          {
            amountCents: outcome.amountCents,
            paidOn: dayOf(outcome.paidAt),
            confirmation: outcome.confirmation,
            posted: true as const,
          },
        ]
      : [],
  );
  return lines.length > 0 ? lines.slice(-MAX_LISTED) : undefined;
}

function receivedLines({ taken = [] }: Statement): readonly ListedPayment[] {
  return taken.map(({ amountCents, paidOn, confirmation }) => ({
    amountCents,
    paidOn,
    ...(confirmation !== undefined && { confirmation }),
  }));
}

function postedLines({ shown = [] }: Statement): readonly ListedPayment[] {
  return shown.map((payment) => ({ ...payment, posted: true as const }));
}

function movedDueOn(statement: Statement): Day | undefined {
  const dueOn = dueOnOf(statement);
  return dueOn && (statement.taken ?? []).length > 0 ? addDays(dueOn, 1) : dueOn;
}

/** On an odd number of days before the first due date all of a card's balances, else the minimum alone. */
function everyOtherDay(open: Amounts, { statement, partnerNow }: Seen): Amounts {
  const { firstDueOn } = statement;
  const isOdd = firstDueOn !== undefined && daysBetween(dayOf(partnerNow), firstDueOn) % 2 !== 0;
  return isOdd ? open : { balanceCents: open.balanceCents };
}

function memoPosted(open: Amounts, { statement, partnerNow }: Seen): Amounts {
  const since = addDays(dayOf(partnerNow), -MEMO_DAYS);
  const memos = (statement.taken ?? []).filter(({ paidOn }) => paidOn >= since);
  return memos.reduce(paidStatement, statement).open ?? open;
}

/** The statement with a credit from the day after a payment, which lowers the full balance alone. */
function withCredit(statement: Statement, paidOn: Day): Statement {
  const { credit, month, monthly } = statement;
  if (!monthly || credit?.month === month) return statement;
  const cents = Math.round(monthly.balanceCents * CREDIT_SHARE);
  return { ...statement, credit: { cents, on: addDays(paidOn, 1), month } };
}

function lessCredit(open: Amounts, { statement, partnerNow }: Seen): Amounts {
  const { credit, month } = statement;
  if (open.fullCents === undefined || credit?.month !== month || dayOf(partnerNow) < credit.on)
    return open;
  return { ...open, fullCents: Math.max(0, open.fullCents - credit.cents) };
}

function withPurchases(open: Amounts, { statement, partnerNow }: Seen): Amounts {
  const { monthly, firstDueOn } = statement;
  if (open.fullCents === undefined || !monthly || !firstDueOn) return open;
  const days = Math.max(0, daysBetween(firstDueOn, dayOf(partnerNow)) + ISSUE_DAYS);
  const dailyCents = Math.round(monthly.balanceCents * PURCHASE_SHARE);
  return { ...open, fullCents: open.fullCents + days * dailyCents };
}

function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(dayInstant(to)) - Date.parse(dayInstant(from))) / DAY_MILLISECONDS);
}
