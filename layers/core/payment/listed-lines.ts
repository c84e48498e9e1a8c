/** Payments as a company lists them: each line stands for one payment of ours at most. */

import { addDays, type Day } from '../base/dates.ts';
import type { ListedPayment } from '../company/connector.ts';
import type { AccountReading, TakenPayment } from './account-ledger.ts';

/** Days for which a company lists a payment: one that is gone sooner was taken back. */
const STAYS_DAYS = 30;

/** What a reading lists; `isWhole` where it is the list, and not the last payment alone. */
export type List = { readonly lines: readonly ListedPayment[]; readonly isWhole: boolean };

/** Nothing where the reading doesn't show any. What is dated after tomorrow counts for nothing. */
export function listIn(
  { recentPayments, lastPaidAmountCents, lastPaidOn }: AccountReading,
  today: Day,
): List | undefined {
  const isWhole = recentPayments !== undefined;
  const lines = (recentPayments ?? []).filter(({ paidOn }) => paidOn <= addDays(today, 1));
  if (
    lastPaidAmountCents === undefined ||
    lastPaidOn === undefined ||
    lastPaidOn > addDays(today, 1)
  )
    return isWhole ? { lines, isWhole } : undefined;
  const last = { amountCents: lastPaidAmountCents, paidOn: lastPaidOn };
  const isListed = lines.some(
    ({ amountCents, paidOn }) => amountCents === last.amountCents && paidOn === last.paidOn,
  );
  return { lines: isListed ? lines : [...lines, last], isWhole };
}

export function keyOf({ amountCents, paidOn, confirmation = '' }: ListedPayment): string {
  return `${amountCents} ${paidOn} ${confirmation}`;
}

/** Whether a reading marks the line of a payment as posted. */
export function markedIn(lines: readonly ListedPayment[]) {
  const posted = new Set(lines.filter((one) => one.posted).map(keyOf));
  return ({ line }: TakenPayment): boolean => line !== undefined && posted.has(keyOf(line));
}

/** The lines of our payments that the company has taken back. */
export function vanished(
  taken: readonly TakenPayment[],
  list: List | undefined,
  today: Day,
): ReadonlySet<string> {
  if (!list) return new Set();
  const lines = new Set(list.lines.map(keyOf));
  const [last] = list.lines;
  const isGone = (line: ListedPayment) =>
    list.isWhole
      ? line.paidOn >= addDays(today, -STAYS_DAYS)
      : last !== undefined && last.paidOn < line.paidOn;
  const keys = taken.flatMap(({ line }) =>
    line && !lines.has(keyOf(line)) && isGone(line) ? [keyOf(line)] : [],
  );
  return new Set(keys);
}

export function withoutLine(gone: ReadonlySet<string>) {
  return (taken: TakenPayment): TakenPayment => {
    if (!taken.line || !gone.has(keyOf(taken.line))) return taken;
    const { line, lower, proof, ...rest } = taken;
    return rest;
  };
}

/** What is listed now and was not before, as often as it is listed more. */
export function freshIn(
  lines: readonly ListedPayment[],
  before: readonly ListedPayment[],
): readonly ListedPayment[] {
  const known = before.map(keyOf);
  return lines.filter((one) => {
    const at = known.indexOf(keyOf(one));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** Each new line is the payment that it names, else the oldest that it can be. */
export function claim(
  payments: readonly TakenPayment[],
  fresh: readonly ListedPayment[],
  today: Day,
): readonly TakenPayment[] {
  const free = [...fresh];
  const taking = (isIt: (one: ListedPayment, taken: TakenPayment) => boolean) => {
    return (taken: TakenPayment): TakenPayment => {
      if (taken.line || taken.proof === 'over') return taken;
      const at = free.findIndex((one) => isIt(one, taken));
      const [line] = at < 0 ? [] : free.splice(at, 1);
      return line ? { ...taken, line: { ...line, since: today } } : taken;
    };
  };
  return payments.map(taking(isNamed)).map(taking(couldBe));
}

function isNamed({ confirmation }: ListedPayment, taken: TakenPayment): boolean {
  return confirmation !== undefined && confirmation === taken.confirmation;
}

function couldBe(one: ListedPayment, taken: TakenPayment): boolean {
  const { amountCents, feeCents = 0 } = taken;
  const areNamed = one.confirmation !== undefined && taken.confirmation !== undefined;
  const isOfAmount = one.amountCents === amountCents || one.amountCents === amountCents + feeCents;
  return !areNamed && isOfAmount && one.paidOn >= addDays(taken.paidOn, -1);
}
