/** A household's year, and what must hold at its end. */
import type { BillRecord } from '@billhook/core/bill/bill';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import { DAY, HOUR, START } from '../clock.ts';
import type { WalkTable } from '../table.ts';
import { moveIn } from './acts.ts';
import type { CompanyRules } from './companies.ts';
import { allFaults, type Fault, LEAST_MET } from './faults.ts';
import { type Household, openHousehold, paymentsOf, work } from './household.ts';
import { actToday, react } from './users.ts';
import { Violation } from './violation.ts';

export const DAYS = 365;
/** Days after the year in which users do nothing more, and what is under way ends. */
const LAST_DAYS = 15;
/** Hours more for what began in the last of them. */
const LAST_HOURS = 10 * 24;

export type Figures = {
  days: number;
  readings: number;
  payments: number;
  charges: number;
  billedCents: number;
  paidCents: number;
  /** Payments that nobody can ever tell of: still pending, and on the operator's list. */
  unresolved: number;
  faults: Record<Fault, number>;
};

export type YearOptions = { readonly days?: number; readonly rules?: Partial<CompanyRules> };

/** @throws Violation that says which household it was. */
export async function runYear(
  directory: WalkTable,
  seed: number,
  { days = DAYS, rules = {} }: YearOptions = {},
): Promise<Figures> {
  const household = openHousehold(directory, seed, { keepsPromises: true, ...rules });
  try {
    await moveIn(household);
    await live(household, days);
    return checkEnd(household, days);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const day = Math.floor((household.now - START) / DAY);
    throw new Violation(`Household ${seed}, day ${day}: ${error.message}`);
  }
}

async function live(household: Household, days: number): Promise<void> {
  const { chance } = household;
  const seen = new Set<string>();
  for (let hour = 0, awake = 0; hour < (days + LAST_DAYS) * 24; hour += 1) {
    household.now += HOUR;
    let busy = await work(household);
    if (busy) goOnWaiting(household);
    if (hour >= days * 24) continue;
    if (hour % 24 === 0) awake = chance.between(0, 23);
    if (hour % 24 === awake) {
      await actToday(household);
      busy = (await work(household)) || busy;
    }
    if (!busy) continue;
    await react(household, seen);
    await work(household);
  }
  for (let hour = 0; hour < LAST_HOURS && openPayments(household).length > 0; hour += 1) {
    household.now += HOUR;
    await work(household);
  }
}

/** What waited between two submissions is tried as long as one that was never submitted. */
function goOnWaiting(household: Household): void {
  const { clients, book, now } = household;
  const payments = clients.flatMap((clientId) => paymentsOf(household, clientId));
  for (const { _id, status } of payments) {
    const asked = book.asked.get(_id);
    if (asked && status === 'scheduled') book.asked.set(_id, { ...asked, at: now });
  }
}

/** Payments under way, but for those that nobody can ever tell of. */
function openPayments(household: Household): string[] {
  const { clients, companies } = household;
  const silent = companies.accounts.filter((account) => account.silent);
  const payments = clients.flatMap((clientId) => paymentsOf(household, clientId));
  return payments
    .filter(({ status }) => status === 'pending')
    .filter(({ companyId }) => !silent.some((account) => account.companyId === companyId))
    .map(({ _id }) => _id);
}

function checkEnd(household: Household, days: number): Figures {
  const { watch, clients, companies, met } = household;
  const payments = clients.flatMap((clientId) => paymentsOf(household, clientId));
  const [open] = openPayments(household);
  if (open) throw new Violation(`${open} never ends`);
  const paid = new Map<string, number>();
  for (const { _id, status, outcome } of payments) {
    const charged = watch.charged.get(_id);
    if (status === 'pending') continue;
    if (charged !== undefined && outcome?.kind !== 'paid')
      throw new Violation(`${_id} is ${status}, and ${charged} was charged`);
    if (outcome?.kind !== 'paid') continue;
    if (outcome.amountCents !== charged)
      throw new Violation(`${_id} paid ${outcome.amountCents}, and ${charged} was charged`);
    paid.set(_id, outcome.amountCents);
  }
  const known = new Set(payments.map(({ _id }) => _id));
  for (const id of watch.charged.keys())
    if (!known.has(id)) throw new Violation(`${id} was charged and is lost`);
  const pending = new Set(
    payments.filter(({ status }) => status === 'pending').map(({ _id }) => _id),
  );
  checkNothingStuck(household, pending);
  if (days >= DAYS) checkMet(household);
  return {
    days,
    readings: companies.readings(),
    payments: payments.length,
    charges: watch.charged.size,
    billedCents: companies.accounts
      .flatMap(({ statements }) => statements)
      .reduce((sum, { cents }) => sum + cents, 0),
    paidCents: [...watch.charged.values()].reduce((sum, cents) => sum + cents, 0),
    unresolved: pending.size,
    faults: met.met,
  };
}

/** No bill and no account is held by a payment that isn't under way. */
function checkNothingStuck({ table }: Household, pending: ReadonlySet<string>): void {
  for (const name of table.partitions()) {
    for (const item of table.partition(name)) {
      const { pendingPaymentId } = item as Partial<BillRecord & AccountLedger>;
      if (pendingPaymentId !== undefined && !pending.has(pendingPaymentId))
        throw new Violation(`${item.sk} is held by ${pendingPaymentId}, which is over`);
    }
  }
}

function checkMet({ met: { met } }: Household): void {
  const lacking = allFaults.filter((fault) => met[fault] < LEAST_MET);
  if (lacking.length > 0)
    throw new Violation(`It met too few of: ${lacking.map((one) => `${one} ${met[one]}`).join()}`);
}
