/** Payments that are settled later, and payments that are returned: the model's half. */

import { addDays, dayOf } from '@billhook/core/base/dates';
import { statementOfBill } from '@billhook/core/bill/statements';
import { ledgerAfterReturn } from '@billhook/core/payment/returned';
import { isSameStatement } from '@billhook/core/payment/statement';
import { isByForm } from '@billhook/core/sandbox/account';
import type { Context } from './calls.ts';
import { DAY, HOUR } from './clock.ts';
import type { Seen } from './company.ts';
import { Mismatch } from './divergence.ts';
import { changeLedger, knowAccount, recordOf } from './ledgers.ts';
import { isRefused, unanswered } from './refusals.ts';
import { companyOf } from './rules.ts';
import type { Model, ModelAccepted, ModelPayment } from './state.ts';

/** Reasons of which the sandbox gives one, and whether its user can mend it. */
const blamesUser: Readonly<Record<string, boolean>> = {
  insufficient_funds: true,
  network_error: false,
};
const MOST_DECLINES = 2;

type Said = { readonly expectBy?: string; readonly askAgainAt?: number };

export function accept(payment: ModelPayment, { expectBy, askAgainAt }: Said, now: number): string {
  const { at = now, asks = -1 } = payment.accepted ?? {};
  const said = { at, expectBy: expectBy ?? '', askAgainAt: askAgainAt ?? 0, asks: asks + 1 };
  Object.assign(payment, { accepted: said, outcome: undefined, operator: undefined });
  return 'accepted';
}

/** Nothing runs for it until then. */
export function rest(payment: ModelPayment, now: number): void {
  const { accepted, operator } = payment;
  payment.rests = accepted ? askedAt(accepted, now) : operator ? now + HOUR : undefined;
}

function lateFrom({ at, expectBy }: ModelAccepted): string {
  const last = addDays(dayOf(at), 30);
  return addDays(expectBy < last ? expectBy : last, 1);
}

function askedAt(accepted: ModelAccepted, now: number): number {
  const wait = Math.min(HOUR * 2 ** accepted.asks, DAY);
  const latest = Math.max(Date.parse(`${lateFrom(accepted)}T00:00:00Z`), now + DAY);
  return Math.min(Math.max(accepted.askAgainAt, now + wait), latest);
}

/** Its company has not settled it by the day that it named. */
export function isLate(accepted: ModelAccepted, now: number): boolean {
  return dayOf(now) >= lateFrom(accepted);
}

/** A payment that was paid is watched as long as it may be returned. */
export function watch(payment: ModelPayment): void {
  const { paidAt = 0, returnableUntil: until } = payment.receipt ?? {};
  if (until === undefined) return;
  const at = nextLook(paidAt, until, paidAt);
  if (at !== undefined) payment.watch = { until, at, looking: false };
}

function nextLook(paidAt: number, until: string, now: number): number | undefined {
  const end = Date.parse(`${addDays(until, 1)}T00:00:00Z`);
  if (now < end) return Math.min(now + Math.max(DAY, now - paidAt), end);
  return now + DAY <= end + 3 * DAY ? now + DAY : undefined;
}

/** The sweep has it looked for, and plans the next time first. */
export function takeUpReturn(payment: ModelPayment, now: number): void {
  const { watch: standing } = payment;
  if (payment.status !== 'paid' || !standing || standing.at > now) return;
  const at = nextLook(payment.receipt?.paidAt ?? 0, standing.until, now);
  payment.watch = at === undefined ? undefined : { until: standing.until, at, looking: true };
  if (at !== undefined) payment.rounds += 1;
}

/** The look itself: all of it is one write. */
export function lookForReturn(
  context: Context & { readonly seen: Seen },
  payment: ModelPayment,
  progress: 'begun' | string,
): 'closed' {
  const { seen } = context;
  const { model, now } = context;
  const { watch: standing } = payment;
  if (!standing?.looking || payment.amountCents === undefined) return 'closed';
  const auth = model.auths[payment.authId];
  const asks = (auth && !auth.deleted) || isByForm(companyOf(payment.companyId));
  if (!asks) {
    payment.watch = undefined;
    return 'closed';
  }
  const isLinked = auth && !auth.deleted;
  // Its auth is recorded first.
  const refused = isLinked && isRefused(context, { ...payment, live: undefined }) === 'refused';
  if (refused && progress === 'begun') return 'closed';
  const found = seen.found ?? (refused ? unanswered(payment) : undefined);
  if (!found) throw new Mismatch('The service did not ask whether the payment was returned');
  if (found.kind === 'returned') giveBackMoney(context, payment, found);
  else if (found.kind === 'paid' && dayOf(now) > standing.until) payment.watch = undefined;
  else payment.watch = { ...standing, looking: false };
  return 'closed';
}

/** It was paid, and is owed again. */
function giveBackMoney(
  { model, now }: Context,
  payment: ModelPayment,
  { reason, on }: { readonly reason: string; readonly on: string },
): void {
  const { billId, statement } = payment;
  Object.assign(payment, { status: 'returned', back: reason, backOn: on, watch: undefined });
  const account = accountsOf(model).get(payment.id);
  const bill = model.bills[billId];
  if (account) changeLedger(model, account, (ledger) => ledgerAfterReturn(ledger, named(payment)));
  if (bill) {
    const at = bill.paidBy.indexOf(payment.id);
    if (at >= 0) bill.paidBy.splice(at, 1);
    if (at >= 0) bill.history.splice(at, 1);
    if (at >= 0) bill.paidFor.splice(at, 1);
    knowAccount(model, bill, now);
    const shown = statementOfBill(recordOf(bill));
    const isShown = statement && (!shown || isSameStatement(statement, shown));
    if (isShown && !bill.pending && !bill.scheduled && !payment.cancelAsked) {
      bill.declined = payment.methodId;
      bill.back = payment.id;
      if (!model.methods[payment.methodId ?? '']) bill.stands = true;
    }
  }
  blame(model, payment, reason);
}

/** The account of each payment, which outlives its bill. */
function accountsOf(model: Model) {
  return new Map(
    Object.values(model.payments).map(({ id, companyId, accountKey = '' }) => [
      id,
      { companyId, accountKey },
    ]),
  );
}

/** As core names it. */
export function named({ id, statement }: ModelPayment) {
  return { _id: id, statement: statement && { ...statement, accountFingerprint: '' } };
}

/** The method is declined for what its user can mend, and never removed by it. */
export function blame(model: Model, { methodId }: ModelPayment, reason: string): void {
  const method = model.methods[methodId ?? ''];
  if (!method || !blamesUser[reason]) return;
  method.declines = Math.max(method.declines, Math.min(method.declines + 1, MOST_DECLINES));
  if (method.status !== 'pending') method.status = 'declined';
}
