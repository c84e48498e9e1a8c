/**
 * A household with one account and up to two links of it, whose readings, payments and orders are decided
 * on by the rules of core, in the order in which the functions ask them.
 */

import { addDays, type Day, dayInstant } from '@billhook/core/base/dates';
import { accountAfter, accountOn, isWatched } from '@billhook/core/bill/account';
import { isAutomaticOver } from '@billhook/core/bill/agenda';
import { type BillRecord, newBill, refreshBill } from '@billhook/core/bill/bill';
import { leaveDue } from '@billhook/core/bill/leave-due';
import { followReading } from '@billhook/core/bill/statements';
import type { CompanyBill } from '@billhook/core/company/connector';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import { amountPlanned } from '@billhook/core/payment/agreed-amount';
import { automaticAmount } from '@billhook/core/payment/bound';
import { automaticPayDay, waitsForProof } from '@billhook/core/payment/pay-day';
import type { PaymentRecord, UndecidedPayment } from '@billhook/core/payment/payment';
import { readLedger, type Shows } from '@billhook/core/payment/proof';
import type { Books } from './books.ts';
import type { Company } from './company.ts';

/** What is asked of core and may be broken in a test of the battery itself. */
export const rules = {
  ...{ readLedger, refreshBill, followReading, accountOn, accountAfter },
  ...{ automaticAmount, automaticPayDay, waitsForProof, isAutomaticOver, amountPlanned },
};
export type Rules = typeof rules;

export type Ending = 'paid' | 'declined' | 'held' | 'unknown' | 'unknown-paid' | 'stopped';

/** A payment that is under way. */
export type UnderWay = {
  readonly payment: UndecidedPayment;
  /** What it is of, as far as that can be told; from its submission on. */
  readonly statement?: number;
  readonly link: number;
  readonly ending: Ending;
};

/** What is known of a true statement, to check charges by. */
export type Facts = {
  /** What the session of our first payment read. */
  readonly owed?: number;
  readonly taken: number;
  /** Links that are to leave it alone, and why. */
  readonly left: Readonly<Record<number, string>>;
};

export type Charge = {
  readonly id: string;
  readonly on: Day;
  readonly cents: number;
  readonly automatic: boolean;
  readonly statement: number;
};

export type Household = {
  readonly rules: Rules;
  readonly company: Company;
  readonly today: Day;
  /** As they are, and as they were, the newest first. */
  readonly past: readonly Books[];
  readonly ledger?: AccountLedger;
  /** By their link. */
  readonly bills: readonly BillRecord[];
  readonly underWay?: UnderWay;
  /** Payments that wait for their user, by their link. */
  readonly waiting: Readonly<Record<number, PaymentRecord<'waiting'>>>;
  readonly facts: Readonly<Record<number, Facts>>;
  /** The true statement that each link has read last. */
  readonly read: readonly number[];
  /** The statement of the last page with a date that each link has read. */
  readonly dated: readonly number[];
  /** Skips of a page without a date, by their link: the first date that comes says of which statement. */
  readonly undated: Readonly<Record<number, { readonly statement: number; readonly on: Day }>>;
  readonly charges: readonly Charge[];
  readonly payments: number;
  /** Somebody else's credit or payment was exactly a payment of ours. */
  readonly exact?: boolean;
  readonly wrong?: string;
  /** What was wrong after such a credit. */
  readonly excused?: string;
};

const NOON = 12 * 60 * 60 * 1000;

export function noonOf(day: Day): number {
  return Date.parse(dayInstant(day)) + NOON;
}

export function booksOf({ past }: Household): Books {
  return past[0] as Books;
}

/** The statement of a link's page: of one without a date nobody can tell that it is of another. */
export function statementTold(
  { dated }: Household,
  link: number,
  dueOn: Day | undefined,
  of: number,
): number {
  return dueOn === undefined ? (dated[link] ?? 0) : of;
}

/** How many replicas may be behind. */
const REPLICAS = 4;

export function withBooks(household: Household, books: Books): Household {
  if (books === household.past[0]) return household;
  const changed = { ...books, changedOn: household.today };
  return { ...household, past: [changed, ...household.past].slice(0, REPLICAS) };
}

export function factsOf({ facts }: Household, statement: number): Facts {
  return facts[statement] ?? { taken: 0, left: {} };
}

export function withFacts(
  household: Household,
  statement: number,
  change: Partial<Facts>,
): Household {
  const facts = { ...factsOf(household, statement), ...change };
  return { ...household, facts: { ...household.facts, [statement]: facts } };
}

export function withBill(household: Household, link: number, bill: BillRecord): Household {
  return { ...household, bills: household.bills.with(link, bill) };
}

export function showsOf({ weekly, showsPayments }: Company): Shows {
  return { ...(weekly && { weekly }), ...(showsPayments === false && { payments: false }) };
}

const CUSTOM = 'custom-payment-amount';

function contextOf({ company, today }: Household, link: number) {
  const logo = { url: 'https://logos.example/a.png', background: false };
  const summary = { _id: 'co_a', name: 'A', logo };
  const exceeds = company.takes === 'any' ? [{ canExceedBalance: true }] : [{}];
  const option = { type: CUSTOM, settings: exceeds[0] };
  const created = '2026-11-01T00:00:00.000Z';
  const status = { type: 'verified' as const };
  return {
    auth: { _id: `auth_${link}`, status, company: summary, created, items: ['bill' as const] },
    company: {
      ...summary,
      userPresenceRequired: false,
      ...(company.takes !== 'balances' && { additionalPaymentOptions: [option] }),
    },
    subscription: false,
    acceptedMethods: ['card' as const],
    seenOn: today,
    ...(company.weekly && { weekly: company.weekly }),
  } as unknown as Omit<Parameters<typeof refreshBill>[2], 'account' | 'unposted'>;
}

/** Another link of the account reads it for the first time. */
export function linkAccount(household: Household, seen: CompanyBill, of: Books): Household {
  const { ledger, today, company } = household;
  const link = household.bills.length;
  const current = contextOf(household, link);
  const shows = { ...showsOf(company), isOlder: true as const };
  const now = ledger && household.rules.readLedger(ledger, seen, noonOf(today), shows);
  const account = accountAfter(now, undefined, seen, { ...current, seenOn: today });
  const { returned } = now ?? {};
  const first = newBill(seen, {
    ...{ _id: `bill_${link}`, clientId: 'cl', partnerId: 'ptn', partnerUserId: 'user' },
    ...{ companyId: 'co_a', accountFingerprint: 'f', clocked: true as const },
    ...current,
    ...account,
    ...(returned && { returned }),
    starts: { recurring: 'enabled', consent: { by: 'user' } as never },
  });
  const { chosenCents, earlierCents, schedule } = company;
  const bill: BillRecord = {
    ...{ ...first, methodId: 'pm', schedule, readAt: noonOf(today) },
    ...(chosenCents !== undefined && { customPaymentAmountCents: chosenCents }),
    ...(earlierCents !== undefined && { earlier: { mark: 'm', amountCents: earlierCents } }),
  };
  return {
    ...household,
    ...(now && { ledger: now }),
    bills: [...household.bills, bill],
    read: [...household.read, of.number],
    dated: [...household.dated, of.number],
  };
}

/** The daily reading of a link. */
export function readBill(
  household: Household,
  link: number,
  seen: CompanyBill,
  of: Books,
): Household {
  const { rules: ask, ledger, today, company } = household;
  const bill = household.bills[link] as BillRecord;
  const current = contextOf(household, link);
  const now =
    isWatched(bill) && ledger
      ? ask.readLedger(ledger, seen, noonOf(today), showsOf(company))
      : undefined;
  const account = ask.accountAfter(now, bill, seen, { ...current, seenOn: today });
  const refreshed = leaveDue(ask.refreshBill(bill, seen, { ...current, ...account }), today);
  const dated = seen.dueOn === undefined ? household : skipDated(household, link, of.number);
  return {
    ...withBill(dated, link, { ...refreshed, readAt: noonOf(today) }),
    ...(now && { ledger: now }),
    read: household.read.with(link, of.number),
    dated: seen.dueOn === undefined ? household.dated : household.dated.with(link, of.number),
  };
}

/** A skip without a date holds for the first date that comes within ten days. */
const UNDATED_DAYS = 10;

function skipDated(household: Household, link: number, statement: number): Household {
  const skip = household.undated[link];
  if (!skip) return household;
  const { [link]: _over, ...undated } = household.undated;
  const isOf = skip.statement === statement && household.today <= addDays(skip.on, UNDATED_DAYS);
  const { left } = factsOf(household, statement);
  const next = { ...household, undated };
  return isOf ? withFacts(next, statement, { left: { ...left, [link]: 'skipped' } }) : next;
}
