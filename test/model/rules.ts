/** What the model knows of paying: who may, with what, and what beginning and ending change. */

import { dayOf } from '@billhook/core/base/dates';
import type { ErrorCode } from '@billhook/core/base/errors';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { CompanyRecord } from '@billhook/core/company/company';
import { withPending } from '@billhook/core/payment/account-ledger';
import { checkOwed } from '@billhook/core/payment/order-refusal';
import { automaticPayDay } from '@billhook/core/payment/pay-day';
import type { Agreed } from '@billhook/core/payment/statement';
import { statementOf } from '@billhook/core/payment/transitions';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { agreedFor } from './agreements.ts';
import type { Context } from './calls.ts';
import { overCeiling } from './ceilings.ts';
import { changeLedger, knowAccount, ledgerKey, ledgerOf, recordOf } from './ledgers.ts';
import type { Model, ModelBill, ModelMethod, ModelPayment, Reported, Start } from './state.ts';

const _DAY = 24 * 60 * 60 * 1000;

/** What a call comes to. */
export type Answer = 'ok' | ErrorCode;

const companies = new Map(sandboxCompanies.map((company) => [company._id, company]));

export function companyOf(id: string): CompanyRecord {
  const company = companies.get(id);
  if (!company) throw new Error(`There is no company ${id}`);
  return company;
}

/** What is left to pay of what the company shows. */
export const owed = ({ reported, unposted }: Pick<ModelBill, 'reported' | 'unposted'>): Reported =>
  lessPaid(reported, unposted?.cents ?? 0);

function lessPaid(reported: Reported, paidCents: number): Reported {
  const left = (cents: number | undefined) =>
    cents === undefined ? undefined : Math.max(0, cents - paidCents);
  return {
    ...reported,
    balanceCents: left(reported.balanceCents),
    statementBalanceCents: left(reported.statementBalanceCents),
    fullBalanceCents: left(reported.fullBalanceCents),
  };
}

export const owes = (bill: Pick<ModelBill, 'reported' | 'unposted'>) =>
  (owed(bill).balanceCents ?? 0) > 0;

/** Why a bill cannot be paid or scheduled. */
export function whyNotPayable(
  model: Model,
  bill: ModelBill,
  userPresent: boolean,
): ErrorCode | undefined {
  if (bill.pending) return 'payment_pending';
  if (bill.scheduled) return 'payment_already_scheduled';
  if (bill.reported.syncing || (bill.reported.balanceCents ?? 0) <= 0) return 'bill_not_payable';
  const { requiredPayment } = companyOf(bill.companyId);
  const unassigned = requiredPayment !== undefined && !bill.methodId && !bill.declined;
  if (unassigned && !userPresent) return 'payment_method_required';
  if (model.auths[bill.authId]?.status !== 'verified') return 'auth_not_verified';
  const absent = companyOf(bill.companyId).userPresenceRequired && !userPresent;
  return absent ? 'user_presence_required' : undefined;
}

/** The method that would pay, or why there is none. */
export function payingMethod(model: Model, bill: ModelBill): ModelMethod | ErrorCode {
  const { requiredPayment } = companyOf(bill.companyId);
  const chosen = bill.methodId ?? model.clients[bill.clientId]?.defaultMethodId;
  return usable(model, bill, requiredPayment ? bill.methodId : chosen);
}

export function usable(
  model: Model,
  bill: ModelBill,
  methodId: string | undefined,
): ModelMethod | ErrorCode {
  const { requiredPayment, acceptedMethods } = companyOf(bill.companyId);
  const method = model.methods[methodId ?? ''];
  if (!method || method.clientId !== bill.clientId) return 'payment_method_required';
  if (requiredPayment && method.type !== requiredPayment) return 'payment_method_required';
  if (!acceptedMethods.includes(method.type)) return 'payment_method_not_accepted';
  return method.status === 'verified' ? method : 'payment_method_declined';
}

type Beginning = { readonly isAutomatic?: boolean; readonly agreed?: Agreed };

/** A payment of the bill begins, unless its statement is another's. */
export function begin(
  context: Context,
  bill: ModelBill,
  method: ModelMethod,
  planned?: ModelPayment,
  most?: number,
  { isAutomatic = false, agreed: given }: Beginning = {},
): ModelPayment | 'statement_already_paid' | 'payment_pending' {
  const { model, ids, now } = context;
  if (isTaken(context, bill)) return 'payment_pending';
  const known = { ...bill };
  knowAccount(model, known, now);
  const { agreed } = planned ?? { agreed: given ?? agreedFor(bill, now, most) };
  const asked = { ...(isAutomatic ? { automatic: true as const } : { agreed }) };
  const account = { ledger: undefined, bill: recordOf(known) };
  if (checkOwed(account, asked, now)) return 'statement_already_paid';
  const { accountFingerprint: _same, ...statement } = statementOf(
    recordOf(bill),
    bill.reported as BillRecord['reported'],
    now,
  );
  const id = planned?.id ?? ids.newPaymentOf(bill.id, model);
  const payment: ModelPayment = planned ?? {
    ...newPayment(bill, id, { payOn: dayOf(now), now, most }),
    ...(given && { agreed: given }),
  };
  Object.assign(payment, { waits: undefined, status: 'pending', methodId: method.id, statement });
  payment.begunAt = now;
  payment.accountKey = bill.accountKey;
  model.payments[id] = payment;
  knowAccount(model, bill, now);
  changeLedger(model, bill, (ledger) => withPending(ledger, id));
  bill.heldBack = undefined;
  bill.pending = id;
  bill.planned = true;
  bill.newest = id;
  bill.scheduled = undefined;
  endDecline(bill).waitsUntil = undefined;
  payment.withheld = undefined;
  method.inFlight = [...method.inFlight, id];
  return payment;
}

/** Whether a payment of the account is under way, by whatever bill. */
export function isTaken({ model, isRivals, seenBefore }: Context, bill: ModelBill): boolean {
  const key = ledgerKey(bill);
  const isBefore = seenBefore?.accounts.includes(key) === true;
  const pending = ledgerOf(model, bill)?.pendingPaymentId;
  if (pending === undefined) return !isBefore && isRivals?.(key, bill.id) === true;
  const own = model.payments[pending]?.clientId === bill.clientId;
  return own || !isBefore || seenBefore?.ledgers[key]?.pendingPaymentId !== undefined;
}

export function newPayment(
  bill: ModelBill,
  id: string,
  { payOn, now, most }: { readonly payOn: string; readonly now: number; readonly most?: number },
): ModelPayment {
  const { clientId, authId, companyId } = bill;
  return {
    id,
    clientId,
    billId: bill.id,
    authId,
    companyId,
    payOn,
    plannedOn: dayOf(now),
    status: 'scheduled',
    rounds: 0,
    agreed: agreedFor(bill, now, most),
  };
}

/** The bills that a method's decline left unpaid, in the order in which they are tried again. */
function declinedBills(model: Model, method: ModelMethod): ModelBill[] {
  return Object.values(model.bills)
    .filter((bill) => bill.declined === method.id)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Charges the next bill that the method's decline left unpaid. */
export function beginRetry(
  context: Context,
  method: ModelMethod,
): 'begun' | 'none' | 'not-now' | 'amount_limit' {
  const declined = declinedBills(context.model, method);
  let over = false;
  for (const bill of declined) {
    if (whyNotPayable(context.model, bill, false)) continue;
    const limited = overCeiling(context.model, bill, { method, now: context.now }) !== undefined;
    over ||= limited;
    if (limited) continue;
    const agreed = agreedBefore(context, bill);
    if (typeof begin(context, bill, method, undefined, undefined, { agreed }) === 'string')
      continue;
    method.status = 'pending';
    method.retryDue = false;
    return 'begun';
  }
  if (over) return 'amount_limit';
  return declined.length === 0 ? 'none' : 'not-now';
}

/** What was agreed to with the payment that was declined or returned: a retry charges no more. */
function agreedBefore({ model, now }: Context, bill: ModelBill): Agreed | undefined {
  const { agreed, statement, amountCents } = model.payments[bill.back ?? bill.newest ?? ''] ?? {};
  const before =
    agreed ?? (statement && amountCents !== undefined && { statement, cents: amountCents });
  if (!before) return undefined;
  const { cents, maxCents = cents } = before as Agreed;
  return { ...agreedFor(bill, now, Math.max(cents, maxCents)), statement: before.statement };
}

/** The day on which the bill is to be paid by itself; nothing when it is not. */
export function automaticDay(bill: ModelBill): string | undefined {
  return automaticPayDay(recordOf(bill));
}

/** What the company takes: one of the balances, up to the largest of them, or anything. */
export function takesAmount(bill: ModelBill, cents: number): boolean {
  const { companyId } = bill;
  const reported = owed(bill);
  const { balanceCents, statementBalanceCents, fullBalanceCents } = reported;
  const balances = [balanceCents, statementBalanceCents, fullBalanceCents];
  const options = companyOf(companyId).additionalPaymentOptions ?? [];
  if (options.some(({ settings }) => settings.canExceedBalance)) return true;
  return options.length > 0 ? cents <= largestOf(reported) : balances.includes(cents);
}

export function largestOf(reported: Reported): number {
  const { balanceCents = 0, statementBalanceCents = 0, fullBalanceCents = 0 } = reported;
  return Math.max(balanceCents, statementBalanceCents, fullBalanceCents);
}

/** What is charged when the company shows `reading`. */
export function amountFor({ custom, earlier, companyId }: ModelBill, reading: Reported): number {
  const { balanceCents = 0 } = reading;
  const most = custom ?? earlier?.amount;
  const rest = most ?? balanceCents;
  const wanted = custom === undefined ? Math.min(balanceCents, rest) : rest;
  const chosen = balanceCents > 0 ? wanted : 0;
  const options = companyOf(companyId).additionalPaymentOptions ?? [];
  const any = options.some(({ settings }) => settings.canExceedBalance);
  return any ? chosen : Math.min(chosen, largestOf(reading));
}

/** Why an account cannot be linked on this ground. */
export function whyNotAgreed(
  companyId: string,
  items: readonly string[],
  { ground }: Start,
): ErrorCode | undefined {
  const lacks = companyOf(companyId).subscription && items.some((item) => item !== 'swap');
  return lacks && !ground ? 'consent_required' : undefined;
}

/** A client's own first method pays nothing that is on by default alone. */
export function stopImplied(model: Model, clientId: string): void {
  if (Object.values(model.methods).some((method) => method.clientId === clientId)) return;
  for (const bill of Object.values(model.bills)) {
    const implied = bill.clientId === clientId && !bill.deleted && bill.ground === 'implied';
    const paid = bill.planned || bill.history.length > 0;
    if (!implied || paid) continue;
    if (companyOf(bill.companyId).subscription) bill.notAgreed = true;
    else Object.assign(bill, { recurring: 'disabled', ground: undefined });
  }
}

/** A method that goes leaves no name behind, but for what its third decline left unpaid. */
export function removeMethod(model: Model, method: ModelMethod, isSpent = false): void {
  delete model.methods[method.id];
  const client = model.clients[method.clientId];
  if (client?.defaultMethodId === method.id) client.defaultMethodId = undefined;
  for (const bill of Object.values(model.bills)) {
    if (bill.methodId === method.id) bill.methodId = undefined;
    if (bill.declined !== method.id) continue;
    if (isSpent) bill.stands = true;
    else endDecline(bill);
  }
}

/** Nothing that tells of a decline outlives it. */
export function endDecline(bill: ModelBill): ModelBill {
  return Object.assign(bill, { declined: undefined, stands: undefined, back: undefined });
}

export function unassign(model: Model, bill: ModelBill): void {
  const method = model.methods[bill.methodId ?? ''];
  if (method) method.assigned = method.assigned.filter((id) => id !== bill.id);
}

/** As a bill is shown on the sandbox, where a payment under way is not seen. */
export function shownStatus(bill: ModelBill, today: string): string {
  const { reported } = bill;
  const due = reported.dueOn !== undefined && reported.dueOn < today ? 'overdue' : 'upcoming';
  if (bill.pending) return due;
  if (reported.syncing) return 'syncing';
  if (!owes(bill)) return bill.history.length > 0 || reported.lastPaidOn ? 'paid' : 'zero-balance';
  return bill.declined ? 'payment-declined' : due;
}
