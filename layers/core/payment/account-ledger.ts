/**
 * The ledger of an account: what we have taken of each of its statements, by any link, client or partner,
 * and which of it the company has not proven to have posted (decision: the-bound). One payment of an
 * account is under way at a time. Amounts are in cents; days are the partner's.
 */

import { addDays, type Day } from '../base/dates.ts';
import { only, without } from '../base/members.ts';
import type { CompanyBill, ListedPayment } from '../company/connector.ts';
import type { Balances } from './balances.ts';
import { isSameStatement, type StatementName } from './statement.ts';

/** One of the amounts that an account shows. It is only ever compared with itself. */
export type Figure = keyof Balances;

/** A payment of ours, from its submission on. */
export type TakenPayment = {
  readonly paymentId: string;
  readonly amountCents: number;
  /** What the company charged on top: it may list both in one line. */
  readonly feeCents?: number;
  /** The day on which the company was asked. */
  readonly paidOn: Day;
  /** The last day of the company's posting time. */
  readonly until: Day;
  /** Its outcome isn't known yet. */
  readonly asked?: true;
  readonly confirmation?: string;
  /** The amounts that the session read in which it was submitted. */
  readonly shown?: Balances;
  /** The listed payment that it is, and since when every reading has listed it. */
  readonly line?: ListedPayment & { readonly since: Day };
  /** What the figures were that have been lower since, or that dropped by exactly its amount. */
  readonly lower?: Balances;
  /**
   * How it is proven to be posted: a line that its connector marks, a line that stayed for the posting
   * time, a drop of exactly its amount. Each of these can end. `over` can't, since another statement has
   * come after the posting time; `early` was proven when one came before, or before a page showed more
   * that may lack it, and is a proof once it is over.
   */
  readonly proof?: 'line' | 'listed' | 'drop' | 'early' | 'over';
};

/** What was taken of a statement, the oldest first. */
export type StatementTaken = StatementName & { readonly taken: readonly TakenPayment[] };

/** As releases up to 0.1.1 keep a payment that isn't shown yet; written for their sake. */
export type UnpostedPayment = InDoubt &
  Pick<TakenPayment, 'confirmation'> & { readonly statement: StatementName };

const inDoubt = ['paymentId', 'amountCents', 'paidOn', 'until'] as const;
type InDoubt = Pick<TakenPayment, (typeof inDoubt)[number]>;

export type AccountLedger = {
  /** As it was read: 0 of one that was never written. Its store counts. */
  readonly version: number;
  /** The payment of the account that is under way. */
  readonly pendingPaymentId?: string;
  /** What was taken in the last 400 days; missing until a payment is submitted or read about. */
  readonly statements?: readonly StatementTaken[];
  /** What of it is not proven, as earlier releases read and write it. */
  readonly unposted: readonly UnpostedPayment[];
  /** What the account was last read to show: a figure that a reading lacks is as it was. */
  readonly seen?: {
    readonly statement: StatementName;
    readonly figures?: Balances;
    /** The largest, as earlier releases compare it. */
    readonly owedCents?: number;
  };
  /** Payments that the company has listed: each stands for one payment of ours at most. */
  readonly listed: readonly ListedPayment[];
  /** Statements of which a payment was returned: no automatic payment pays them. */
  readonly returned?: readonly StatementName[];
};

/** What is read of an account, as far as it tells of payments. */
export type AccountReading = Balances &
  Pick<
    CompanyBill,
    'dueOn' | 'statementName' | 'syncing' | 'lastPaidAmountCents' | 'lastPaidOn' | 'recentPayments'
  >;

/** Days in which a company shows a payment, where its connector says nothing else. */
export const POSTING_DAYS = 5;
/** From one yearly statement to the next. */
const KEPT_DAYS = 400;

export const emptyLedger: AccountLedger = { version: 0, unposted: [], listed: [] };

/** The account's ledger with a payment under way. */
export function withPending(ledger: AccountLedger = emptyLedger, paymentId: string): AccountLedger {
  return { ...ledger, pendingPaymentId: paymentId };
}

/** The ledger with a payment that is submitted now: its amount is taken until it is known not to be. */
export function withTaken(
  ledger: AccountLedger,
  statement: StatementName,
  taken: Omit<TakenPayment, 'asked'>,
): AccountLedger {
  const others = withoutPayment(statementsOf(ledger), taken.paymentId);
  const asked = { ...taken, asked: true as const };
  return withStatements(
    { ...ledger, pendingPaymentId: taken.paymentId },
    adding(others, statement, asked),
    taken.paidOn,
  );
}

/** The ledger with a payment that was taken and that nothing here knew of: what is under way stays. */
export function withTakenBefore(
  ledger: AccountLedger = emptyLedger,
  statement: StatementName,
  taken: TakenPayment,
): AccountLedger {
  return withStatements(ledger, adding(statementsOf(ledger), statement, taken));
}

/** The account's ledger once a payment ended; `paid` where the company took it. */
export function withoutPending(
  ledger: AccountLedger = emptyLedger,
  paymentId: string,
  paid?: TakenPayment & { readonly statement: StatementName },
): AccountLedger {
  const { pendingPaymentId, ...rest } = ledger;
  const isOther = pendingPaymentId !== undefined && pendingPaymentId !== paymentId;
  return withStatements(
    { ...rest, ...(isOther && { pendingPaymentId }) },
    paid ? settling(statementsOf(ledger), paid) : withoutPayment(statementsOf(ledger), paymentId),
  );
}

/** The day on which its company was asked stays, and so does what proves it already. */
function settling(
  statements: readonly StatementTaken[],
  { statement, ...paid }: TakenPayment & { readonly statement: StatementName },
): readonly StatementTaken[] {
  const asked = takenIn(statements).find(({ paymentId }) => paymentId === paid.paymentId);
  if (!asked) return adding(statements, statement, paid);
  const { paidOn, until } = asked;
  const last = paid.until > until ? paid.until : until;
  const next = { ...without(asked, ['asked']), ...paid, paidOn, until: last };
  return statements.map((one) => ({
    ...one,
    taken: one.taken.map((taken) => (taken.paymentId === paid.paymentId ? next : taken)),
  }));
}

/** The ledger without a payment that came to nothing, or was returned. */
export function withoutTaken(ledger: AccountLedger, paymentId: string): AccountLedger {
  return withStatements(ledger, withoutPayment(statementsOf(ledger), paymentId));
}

/** All that was taken, with what an earlier release has written of it since. */
export function statementsOf(ledger: AccountLedger): readonly StatementTaken[] {
  const { statements = [], unposted, pendingPaymentId } = ledger;
  const ids = new Set(takenIn(statements).map(({ paymentId }) => paymentId));
  const settled = new Map(unposted.map((one) => [one.paymentId, one]));
  const known = statements.map((one) => ({
    ...one,
    taken: one.taken.flatMap((taken) => {
      if (!taken.asked || taken.paymentId === pendingPaymentId) return [taken];
      const paid = settled.get(taken.paymentId);
      return paid ? [{ ...without(taken, ['asked']), until: paid.until }] : [];
    }),
  }));
  return unposted
    .filter(({ paymentId }) => !ids.has(paymentId))
    .reduce<readonly StatementTaken[]>(
      (all, { statement, ...taken }) => adding(all, statement, taken),
      known,
    );
}

export function takenIn(statements: readonly StatementTaken[]): readonly TakenPayment[] {
  return statements.flatMap(({ taken }) => taken);
}

/** The ledger with these statements, and with what of them earlier releases look at. */
export function withStatements(
  ledger: AccountLedger,
  statements: readonly StatementTaken[],
  today?: Day,
): AccountLedger {
  const since = today === undefined ? '' : addDays(today, -KEPT_DAYS);
  const kept = statements
    .map((one) => ({ ...one, taken: one.taken.filter(({ paidOn }) => paidOn >= since) }))
    .filter(({ taken }) => taken.length > 0);
  const unposted = kept.flatMap(({ taken, ...statement }) =>
    taken
      .filter((one) => !one.asked && !isProven(one))
      .map((one) => ({ ...only(one, [...inDoubt, 'confirmation']), statement })),
  );
  return { ...ledger, statements: kept, unposted };
}

export function isProven({ proof }: TakenPayment): boolean {
  return proof !== undefined && proof !== 'early';
}

function withoutPayment(
  statements: readonly StatementTaken[],
  paymentId: string,
): readonly StatementTaken[] {
  return statements.map((one) => ({
    ...one,
    taken: one.taken.filter((taken) => taken.paymentId !== paymentId),
  }));
}

function adding(
  statements: readonly StatementTaken[],
  statement: StatementName,
  taken: TakenPayment,
): readonly StatementTaken[] {
  const at = statements.findIndex((one) => isSameStatement(one, statement));
  const standing = statements[at];
  if (!standing) return [...statements, { ...statement, taken: [taken] }];
  return statements.with(at, { ...standing, taken: [...standing.taken, taken] });
}

/** A payment that isn't proven to be posted; `own` of the statement that is shown. */
export type Unproven = InDoubt & { readonly own?: true };

/** What the ledger says of one statement, as far as payments of it depend on that. */
export type AccountFacts = {
  /** The account was read to show a later statement by now. */
  readonly isPast?: true;
  /** What its balance was when our first payment of it was submitted. */
  readonly owedCents?: number;
  /** All our payments of it. */
  readonly takenCents: number;
  /** The oldest first, of any statement. */
  readonly unproven: readonly Unproven[];
};

/** @param beside a payment that is about to be submitted again: what it took counts no more. */
export function factsOf(
  ledger: AccountLedger,
  statement: StatementName | undefined,
  beside?: string,
): AccountFacts {
  const statements = withoutPayment(statementsOf(ledger), beside ?? '');
  const isOwn = (one: StatementName) => statement !== undefined && isSameStatement(one, statement);
  const own = statements.filter(isOwn);
  const owedCents = takenIn(own)[0]?.shown?.balanceCents;
  const current = ledger.seen?.statement;
  const isPast = statement && current && !isOwn(current) && current.dueOn > statement.dueOn;
  // What proves a payment is not on a page that is older.
  const unproven = statements.flatMap((one) =>
    one.taken
      .filter((taken) => !isProven(taken) || (isPast && isOwn(one)))
      .map((taken) => ({ ...only(taken, inDoubt), ...(isOwn(one) && { own: true as const }) })),
  );
  return {
    ...(isPast && { isPast }),
    ...(owedCents !== undefined && { owedCents }),
    takenCents: sumOf(takenIn(own)),
    unproven: unproven.toSorted((one, other) => one.paidOn.localeCompare(other.paidOn)),
  };
}

export function sumOf(payments: readonly { readonly amountCents: number }[]): number {
  return payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** What the company may still show within its posting time: the sum, and the last day of it. */
export type Unposted = { readonly cents: number; readonly until: Day };

/** Nothing where all is posted, or the posting time is over. */
export function unpostedOf(
  { unproven }: Pick<AccountFacts, 'unproven'>,
  today: Day,
): Unposted | undefined {
  const open = unproven.filter(({ until }) => until >= today);
  const until = open
    .map((one) => one.until)
    .toSorted()
    .at(-1);
  return until === undefined ? undefined : { cents: sumOf(open), until };
}
