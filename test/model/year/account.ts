/**
 * An account as its company knows it: each statement, each payment, and what is owed in truth. What
 * the company shows of it is another matter: payments post late, due dates move.
 */

import { addDays, type Day } from '@billhook/core/base/dates';
import type { CompanyBill } from '@billhook/core/company/connector';
import type { Chance } from './chance.ts';

/**
 * How a company tells of payments: each with its confirmation, each without, the last one, or by the
 * balance alone.
 */
export type Evidence = 'confirmations' | 'listed' | 'last' | 'balance';

export type Traits = {
  readonly evidence: Evidence;
  /** Whether statements have names; `later`: from the middle of the year on. */
  readonly names: 'always' | 'never' | 'later';
  /** Lists payments under the day on which they posted. */
  readonly datesByPosting: boolean;
  readonly clearsDueDate: boolean;
  readonly takesParts: boolean;
  /** Days from a statement to its due date. */
  readonly dueAfter: number;
};

type Statement = {
  readonly name: string;
  readonly issuedOn: Day;
  readonly dueOn: Day;
  /** From this day on it is due another day. */
  readonly moved?: { readonly on: Day; readonly to: Day };
  readonly cents: number;
};

export type Taken = {
  readonly cents: number;
  readonly on: Day;
  readonly postsOn: Day;
  readonly confirmation: string;
  /** None of what the user paid at the company. */
  readonly paymentId?: string;
};

export type Account = {
  readonly key: string;
  readonly companyId: string;
  readonly username: string;
  readonly traits: Traits;
  readonly statements: readonly Statement[];
  readonly taken: Taken[];
  /** It does not say what became of the payment that it was sent last, and never will. */
  silent: boolean;
};

const DAYS_BETWEEN = 30;
const LISTED_DAYS = 40;

export function statementsOf(first: Day, chance: Chance, traits: Traits): Statement[] {
  return Array.from({ length: 12 }, (_, index) => {
    const issuedOn = addDays(first, index * DAYS_BETWEEN);
    const dueOn = addDays(issuedOn, traits.dueAfter);
    const moves = chance.happens(0.4);
    const on = addDays(issuedOn, chance.between(1, traits.dueAfter - 1));
    const to = addDays(dueOn, chance.pick([-1, 1]));
    return {
      name: `${index + 1}`,
      issuedOn,
      dueOn,
      ...(moves && { moved: { on, to } }),
      cents: chance.between(2_000, 15_000),
    };
  });
}

/** The number of the statement that is out; -1 before the first. */
export function statementOut({ statements }: Account, today: Day): number {
  return statements.findLastIndex(({ issuedOn }) => issuedOn <= today);
}

/** The statement that is, or was once, due on the day. */
export function statementDue({ statements }: Account, dueOn: string): number {
  return statements.findIndex((one) => one.dueOn === dueOn || one.moved?.to === dueOn);
}

/** What is owed in truth: less than nothing where more was paid. */
export function owedInTruth(account: Account, today: Day): number {
  return billed(account, today) - sum(account.taken);
}

export function unpostedOurs({ taken }: Account, today: Day): Taken[] {
  return taken.filter(({ paymentId, postsOn }) => paymentId !== undefined && postsOn > today);
}

function billed({ statements }: Account, today: Day): number {
  return sum(statements.filter(({ issuedOn }) => issuedOn <= today));
}

function sum(list: readonly { readonly cents: number }[]): number {
  return list.reduce((all, { cents }) => all + cents, 0);
}

/** What the company shows on a day. `tell` hears of what is odd about it. */
export function shownOf(
  account: Account,
  today: Day,
  tell: (fault: 'due-date-cleared' | 'due-date-moves') => void,
): CompanyBill {
  const { key, traits, statements } = account;
  const posted = account.taken.filter(({ postsOn }) => postsOn <= today);
  const number = statementOut(account, today);
  const statement = statements[number];
  const balanceCents = Math.max(0, billed(account, today) - sum(posted));
  const cleared = traits.clearsDueDate && balanceCents === 0;
  if (cleared && statement) tell('due-date-cleared');
  const { moved } = statement ?? {};
  const hasMoved = moved !== undefined && moved.on <= today;
  if (hasMoved) tell('due-date-moves');
  const dueOn = hasMoved ? moved.to : statement?.dueOn;
  const isNamed = traits.names === 'always' || (traits.names === 'later' && number > 5);
  return {
    accountKey: key,
    balanceCents,
    ...(dueOn !== undefined && !cleared && { dueOn }),
    ...(statement && isNamed && { statementName: statement.name }),
    ...toldOf(traits, posted, today),
    autopay: 'disabled',
    autopaySource: 'unknown',
  };
}

function toldOf(
  { evidence, datesByPosting }: Traits,
  posted: readonly Taken[],
  today: Day,
): Pick<CompanyBill, 'recentPayments' | 'lastPaidAmountCents' | 'lastPaidOn'> {
  const dayOfPayment = ({ on, postsOn }: Taken) => (datesByPosting ? postsOn : on);
  if (evidence === 'balance') return {};
  if (evidence === 'last') {
    const [last] = posted.toSorted((one, other) => (one.postsOn < other.postsOn ? 1 : -1));
    return last ? { lastPaidAmountCents: last.cents, lastPaidOn: dayOfPayment(last) } : {};
  }
  const recent = posted.filter(({ postsOn }) => postsOn >= addDays(today, -LISTED_DAYS));
  return {
    recentPayments: recent.map((one) => ({
      amountCents: one.cents,
      paidOn: dayOfPayment(one),
      ...(evidence === 'confirmations' && { confirmation: one.confirmation }),
    })),
  };
}
