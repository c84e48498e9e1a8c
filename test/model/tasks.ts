/**
 * What each task of the workflows changes: the model's half. What the company showed and said comes
 * from outside (`seen`); that the service asked it rightly is checked here.
 */

import { addDays, dayOf } from '@billhook/core/base/dates';
import { accountOn } from '@billhook/core/bill/account';
import { isAutomaticOver } from '@billhook/core/bill/agenda';
import type { BillRecord } from '@billhook/core/bill/bill';
import { statementOfBill } from '@billhook/core/bill/statements';
import {
  type AccountLedger,
  sumOf,
  withoutPending,
  withoutTaken,
  withTaken,
} from '@billhook/core/payment/account-ledger';
import { amountPlanned } from '@billhook/core/payment/agreed-amount';
import { lessPaid } from '@billhook/core/payment/balances';
import { automaticAmount } from '@billhook/core/payment/bound';
import { figuresOf } from '@billhook/core/payment/figures';
import { waitsForProof } from '@billhook/core/payment/pay-day';
import { readLedger } from '@billhook/core/payment/proof';
import { ledgerAfterReturn } from '@billhook/core/payment/returned';
import { isReturnedStatement } from '@billhook/core/payment/statement';
import { statementOf } from '@billhook/core/payment/transitions';
import { readAccount, seeBill, stillWaiting } from './agenda.ts';
import { planNow } from './agreements.ts';
import { assign, type Context } from './calls.ts';
import {
  count,
  feeFor,
  isClientDayFull,
  isPartnerDayFull,
  isTooLate,
  overByItself,
  overCeiling,
  uncount,
} from './ceilings.ts';
import {
  askAgain,
  closeChallenge as close,
  endLink,
  holdLink,
  logIn as logInAs,
  openChallenge as open,
} from './challenges.ts';
import type { Asked, Seen } from './company.ts';
import { Mismatch } from './divergence.ts';
import {
  changeLedger,
  follow,
  knowAccount,
  ledgerKey,
  ledgerOf,
  recordOf,
  said,
  skip,
} from './ledgers.ts';
import { newLink } from './links.ts';
import { isRefused, unanswered } from './refusals.ts';
import { accept, blame, lookForReturn, named, rest, watch } from './returns.ts';
import {
  amountFor,
  begin,
  companyOf,
  owed,
  payingMethod,
  removeMethod,
  usable,
  whyNotPayable,
} from './rules.ts';
import type { Model, ModelAuth, ModelBill, ModelPayment, ModelWaiting, Reported } from './state.ts';

/** An outcome, as far as its kind and its receipt go. */
type Said = {
  readonly kind: string;
  readonly paidAt?: number;
  readonly confirmation?: string;
  readonly feeCents?: number;
  readonly returnableUntil?: string;
  readonly reason?: string;
  readonly on?: string;
  readonly fault?: string;
  readonly expectBy?: string;
  readonly askAgainAt?: number;
};

type Input = { readonly linkId: string; readonly authId: string; readonly paymentId: string };
type TaskContext = Context & { readonly seen: Seen };

/** How far a task came that was cut off: `done` is all of it. */
export type Progress = 'done' | 'fixed' | 'begun' | 'looked';

type TaskRule = (context: TaskContext, input: Input, progress: Progress) => string;

const MAX_DECLINES = 3;
/** After the first submission of a payment; then there is no other. */
const MAX_SUBMITTING_MILLISECONDS = 72 * 60 * 60 * 1000;

function linked(model: Model, { authId, linkId }: Input): ModelAuth | undefined {
  const auth = model.auths[authId];
  return auth?.link?.id === linkId ? auth : undefined;
}

function logIn({ model, seen, now }: TaskContext, input: Input, progress: Progress): string {
  const auth = linked(model, input);
  if (auth) return logInAs(auth, seen, { now, progress });
  const known = model.auths[input.authId];
  return known?.lastLinkId === input.linkId ? (known.status ?? 'superseded') : 'superseded';
}

function openChallenge(context: TaskContext, input: Input): string {
  const auth = linked(context.model, input);
  if (auth) open(context, auth);
  return auth ? 'waiting' : 'superseded';
}

function closeChallenge({ model }: TaskContext, input: Input): string {
  const auth = linked(model, input);
  if (auth) return close(auth);
  return model.auths[input.authId]?.lastLinkId === input.linkId ? 'hold' : 'superseded';
}

const endedAs: Readonly<Record<string, string>> = {
  verified: 'recorded',
  hold: 'hold',
  authenticate: 'authenticate',
};

function readBills(context: TaskContext, input: Input): string {
  const { model, seen } = context;
  const auth = linked(model, input);
  if (!auth?.link) {
    const known = model.auths[input.authId];
    const over = known?.lastLinkId === input.linkId && known.link?.id !== input.linkId;
    return (over && endedAs[known?.status ?? '']) || 'superseded';
  }
  const { items, methodId, live } = auth.link;
  if (auth.link.asking || auth.challenge) return 'mfa-required';
  const pays = items.includes('payment');
  const asked = seen.refused && askAgain(auth, context.now);
  if (asked) return asked;
  const shown = pays || items.includes('bill') ? (seen.shown ?? missing('the bills')) : [];
  for (const one of shown) {
    const bill = seeBill(context, auth, one, readAccount(context, auth, one));
    const method = model.methods[methodId ?? ''];
    if (method && !pays) assign(model, bill, method);
  }
  const { holdFixed, runs } = auth.link;
  const link = { ...newLink(endLink(auth), input.linkId), holdFixed, runs, live };
  auth.status = 'verified';
  auth.interrupted = undefined;
  auth.verifiedBefore = true;
  auth.everVerified = true;
  if (pays) auth.link = link;
  return 'recorded';
}

function failLink({ model }: TaskContext, input: Input): string {
  const auth = linked(model, input);
  if (!auth) return 'superseded';
  holdLink(auth);
  return 'hold';
}

function startLinkedPayment(context: TaskContext, input: Input, progress: Progress): string {
  const auth = linked(context.model, input);
  if (!auth) return 'superseded';
  return payLinked(context, auth, progress);
}

export function payLinked(context: Context, auth: ModelAuth, progress: Progress): string {
  const begun = beginLinked(context, auth);
  if (progress === 'done') endLink(auth);
  return begun;
}

function beginLinked(context: Context, auth: ModelAuth): 'started' | 'refused' {
  const { model } = context;
  const only = auth.bills.length === 1 ? auth.bills[0] : undefined;
  const bill = model.bills[auth.link?.billId ?? only ?? ''];
  if (!bill || bill.deleted || bill.authId !== auth.id) return 'refused';
  const refusal = whyNotPayable(model, bill, true);
  if (refusal) return bill.pending ? 'started' : 'refused';
  const named = auth.link?.methodId;
  const method = named ? usable(model, bill, named) : payingMethod(model, bill);
  if (typeof method === 'string' || overCeiling(model, bill, { method })) return 'refused';
  const most = auth.link?.maxCents;
  if (most !== undefined && amountFor(bill, owed(bill)) > most) return 'refused';
  const begun = begin(context, bill, method, undefined, most);
  if (typeof begun === 'string') return 'refused';
  begun.live = auth.link?.live;
  return 'started';
}

function submitPayment(context: TaskContext, input: Input, progress: Progress): string {
  const { model, seen } = context;
  const payment = model.payments[input.paymentId];
  if (payment?.status === 'paid') return lookForReturn(context, payment, progress);
  if (payment?.status !== 'pending') return 'closed';
  if (payment.outcome && payment.outcome !== 'unknown') return payment.outcome;
  const bill = model.bills[payment.billId] ?? missing('the bill of a payment in flight');
  const standing = ledgerOf(model, bill);
  const found = lookFor(context, payment, progress);
  if (found !== 'never-taken') return found;
  if (progress === 'looked') return 'unknown';
  const since = context.now - (payment.firstAskedAt ?? context.now);
  if (payment.cancelAsked || since >= MAX_SUBMITTING_MILLISECONDS)
    return giveBack(context, payment, {});
  const method = model.methods[payment.methodId ?? ''];
  if (!method || method.status === 'declined')
    return giveBack(context, payment, { declined: payment.methodId });
  const left = leaveRefused(context, payment, bill);
  if (left) return left;
  const shown = seen.shown ?? missing('the balance, read again');
  const account = shown.find(({ accountKey }) => accountKey === bill.accountKey);
  if (!account) return record(payment, { kind: 'held' }, context.now);
  const { accountKey: _key, recentPayments: _listed, ...reading } = account;
  const today = dayOf(context.now);
  const ledger = readLedger(standing, account, context.now);
  const read = { ...bill };
  follow(read, reading, context.now);
  read.reported = reading;
  const own = accountOn(withoutTaken(ledger, payment.id), recordOf(read), today);
  Object.assign(read, { account: own.account, unposted: own.unposted });
  const asRead = { reading, account: own.account, unposted: own.unposted };
  if (account.syncing || account.balanceCents === undefined) {
    return payment.rounds < 24 ? 'unknown' : giveBack(context, payment, asRead);
  }
  if (payment.automatic) {
    const { statement } = payment;
    const begun = {
      automatic: true as const,
      statement: statement && { ...statement, accountFingerprint: '' },
    };
    const before = { bill: recordOf(bill), reading: reading as BillRecord['reported'] };
    if (isAutomaticOver(begun, before, context.now)) return giveBack(context, payment, asRead);
    if (isReturnedStatement(ledger.returned, statementOfBill(recordOf(read))))
      return giveBack(context, payment, { ...asRead, returned: ledger.returned });
    const until = waitsForProof(recordOf(read), automaticAmount(recordOf(read)));
    if (until && until > today) return giveBack(context, payment, asRead);
  }
  const plan = said(
    payment.automatic
      ? automaticAmount(recordOf(read))
      : amountPlanned(payment, recordOf(read), context.now),
  );
  if (typeof plan !== 'number') return reopen(context, payment, { ...asRead, waits: plan });
  const amountCents = Math.min(payment.amountCents ?? Number.POSITIVE_INFINITY, plan);
  if (amountCents === 0) return giveBack(context, payment, asRead);
  const owed = lessPaid(reading, sumOf(own.account?.unproven ?? []));
  const fixed = fix(context, payment, read, { amountCents, reading, ledger, owed });
  if (fixed !== 'fixed') return waitBelow(context, payment, asRead, fixed);
  if (progress === 'fixed') return 'unknown';
  const { request, outcome } = seen.paid?.[payment.submission ?? 0] ?? missing('the payment');
  const { number } = method;
  const asked = [request.paymentId, request.accountKey, request.amountCents, numberOf(request)];
  const expected = [payment.id, bill.accountKey, amountCents, number];
  if (asked.join() !== expected.join()) throw new Mismatch(`The company was asked for ${asked[2]}`);
  if (outcome.kind !== 'never-taken') return record(payment, outcome, context.now);
  takeBack(payment, outcome);
  return payment.operator ? 'paused' : 'never-taken';
}

/** Nothing of it is under way: it waits, is put off, or is over. */
function leaveRefused(
  context: TaskContext,
  payment: ModelPayment,
  bill: ModelBill,
): string | undefined {
  if (isRefused(context, payment) === 'let in') return undefined;
  if (payment.automatic) return giveBack(context, payment, { postponed: true });
  const waits =
    payment.payOn > payment.plannedOn &&
    !companyOf(payment.companyId).userPresenceRequired &&
    !context.model.auths[payment.authId]?.deleted &&
    !isTooLate(payment, context.now, bill.reported);
  return waits ? reopen(context, payment, {}) : giveBack(context, payment, {});
}

/** What the company may have taken is looked for before anything else. */
function lookFor(context: TaskContext, payment: ModelPayment, progress: Progress): string {
  const { seen, now } = context;
  if (payment.amountCents === undefined || payment.over) return 'never-taken';
  // Its auth is recorded first.
  const refused = isRefused(context, payment) === 'refused';
  if (refused && progress === 'begun') return 'failed';
  const found = seen.found ?? (refused ? unanswered(payment) : undefined);
  if (!found) return missing('whether the company has the payment');
  if (found.kind === 'never-taken') return takeBack(payment, found);
  return record(payment, found.kind === 'not-known' ? { kind: 'unknown' } : found, now);
}

/** The company promised that it never took the submission. */
function takeBack(payment: ModelPayment, { fault }: Pick<Said, 'fault'>): 'never-taken' {
  Object.assign(payment, { over: true, outcome: undefined, accepted: undefined });
  payment.operator = fault === 'operator' || undefined;
  return 'never-taken';
}

function numberOf({ method }: Asked['request']): string {
  return method.type === 'card' ? method.cardNumber : method.accountNumber;
}

/** Over a ceiling it waits; an automatic one is given up, and its bill waits. */
function waitBelow(
  context: Context,
  payment: ModelPayment,
  asRead: Pick<Parameters<typeof giveBack>[2], 'reading' | 'account' | 'unposted'>,
  over: string,
): string {
  if (payment.automatic) return giveBack(context, payment, { ...asRead, over });
  if (isTooLate(payment, context.now, asRead.reading)) return giveBack(context, payment, asRead);
  payment.withheld = over;
  return 'paused';
}

/** The amount, the statement that it is of, and what it counts for stand before the company is asked. */
function fix(
  { model, now }: Context,
  payment: ModelPayment,
  bill: ModelBill,
  {
    ledger,
    owed,
    ...asked
  }: Pick<Required<ModelPayment>, 'amountCents' | 'reading'> & {
    readonly ledger: AccountLedger;
    readonly owed: Reported;
  },
): string {
  const { amountCents } = asked;
  const day = dayOf(now);
  const fee = feeFor(bill, model.methods[payment.methodId ?? ''], amountCents);
  const own = overByItself(bill, owed, amountCents, fee);
  if (own) return own;
  const counts = !payment.counted;
  if (counts && isPartnerDayFull(model, day, amountCents + fee)) return 'partnerDay';
  if (counts && isClientDayFull(model, bill.clientId, day, amountCents + fee)) return 'clientDay';
  if (counts) count(model, payment, day, amountCents + fee);
  payment.withheld = undefined;
  const { accountFingerprint: _same, ...statement } = statementOf(
    recordOf(bill),
    asked.reading as BillRecord['reported'],
    now,
  );
  model.ledgers[ledgerKey(bill)] = withTaken(ledger, statement, {
    ...{ paymentId: payment.id, amountCents, paidOn: day, until: addDays(day, POSTING_DAYS) },
    shown: figuresOf(asked.reading),
  });
  const submission = payment.amountCents === undefined ? 1 : (payment.submission ?? 1) + 1;
  const firstAskedAt = payment.firstAskedAt ?? now;
  const none = { over: undefined, operator: undefined };
  Object.assign(payment, asked, { statement, submission, askedAt: now, firstAskedAt, ...none });
  return 'fixed';
}

function record(payment: ModelPayment, outcome: Said, now: number): string {
  if (outcome.kind === 'accepted') return accept(payment, outcome, now);
  if (outcome.kind === 'unknown' && payment.accepted) {
    payment.accepted = { ...payment.accepted, asks: payment.accepted.asks + 1 };
    return 'accepted';
  }
  payment.outcome = outcome.kind;
  const { paidAt, confirmation, feeCents, returnableUntil } = outcome;
  if (paidAt !== undefined) payment.receipt = { paidAt, confirmation, feeCents, returnableUntil };
  if (outcome.kind === 'returned')
    Object.assign(payment, { back: outcome.reason, backOn: outcome.on });
  return outcome.kind;
}

/** It waits for its user, and is scheduled again. */
function reopen(
  context: Context,
  payment: ModelPayment,
  { waits, ...found }: Parameters<typeof giveBack>[2] & { readonly waits?: ModelWaiting },
): string {
  const bill = context.model.bills[payment.billId];
  const own = bill?.pending === payment.id;
  giveBack(context, payment, found);
  Object.assign(payment, {
    ...{ status: 'scheduled', waits },
    ...{ methodId: undefined, outcome: undefined, counted: undefined, withheld: undefined },
    // Whose fault the last attempt was goes with it.
    operator: undefined,
    firstAskedAt: undefined,
    rounds: payment.rounds + 1,
  });
  const left = context.model.bills[payment.billId];
  if (own && left)
    Object.assign(left, {
      scheduled: { paymentId: payment.id, payOn: payment.payOn, ...(waits && { waits }) },
      newest: payment.id,
      back: undefined,
    });
  return 'closed';
}

/** Given up before the company was asked. */
function giveBack(
  context: Context,
  payment: ModelPayment,
  found: {
    readonly reading?: Reported;
    readonly account?: ModelBill['account'];
    readonly unposted?: ModelBill['unposted'];
    readonly declined?: string;
    readonly postponed?: boolean;
    readonly over?: string;
    readonly returned?: ModelBill['returned'];
  },
): string {
  const bill = context.model.bills[payment.billId] ?? missing('the bill of a payment in flight');
  changeLedger(context.model, bill, (ledger) => withoutPending(ledger, payment.id));
  uncount(context.model, payment);
  payment.status = 'cancelled';
  if (bill.pending === payment.id) {
    bill.pending = undefined;
    const { reading } = found;
    if (reading) {
      if (follow(bill, reading, context.now)) bill.seenOn = dayOf(context.now);
      Object.assign(bill, {
        ...{ reported: reading, account: found.account, unposted: found.unposted },
      });
    }
    bill.returned = found.returned ?? bill.returned;
    if (found.postponed && !payment.cancelAsked) bill.waitsUntil = addDays(dayOf(context.now), 1);
    bill.declined = found.declined ?? bill.declined;
    if (payment.cancelAsked && bill.recurring === 'enabled') skip(bill, context.now);
    if (found.over) {
      bill.waitsUntil = addDays(dayOf(context.now), 1);
      bill.withheld = `${bill.reported.dueOn} ${found.over}`;
    }
    endBill(context.model, bill);
  }
  settleMethod(context.model, payment, 'cancelled');
  return 'closed';
}

function askPayment(context: TaskContext, input: Input, progress: Progress): string {
  const payment = context.model.payments[input.paymentId];
  if (payment?.status !== 'pending') return 'closed';
  if (payment.outcome && payment.outcome !== 'unknown') return payment.outcome;
  return lookFor(context, payment, progress);
}

function settlePayment({ model, now }: TaskContext, input: Input): string {
  const payment = model.payments[input.paymentId] ?? missing('the payment');
  if (payment.status !== 'pending') return payment.status;
  const { outcome } = payment;
  if (!outcome || outcome === 'unknown') {
    rest(payment, now);
    return payment.accepted ? 'accepted' : 'unknown';
  }
  payment.rests = undefined;
  const bill = model.bills[payment.billId];
  if (bill) settleLedger(model, bill, payment);
  if (outcome !== 'paid') uncount(model, payment);
  payment.status = outcome as 'paid' | 'declined' | 'held' | 'returned';
  if (outcome === 'paid') watch(payment);
  if (bill?.pending === payment.id) {
    settleBill(model, bill, payment, now);
    endBill(model, bill);
  }
  settleMethod(model, payment, outcome);
  return outcome;
}

/** Days in which the sandbox's companies show a payment. */
const POSTING_DAYS = 5;

function settleLedger(model: Model, bill: ModelBill, payment: ModelPayment): void {
  const { receipt, statement, amountCents = 0 } = payment;
  changeLedger(model, bill, (ledger) => {
    if (payment.outcome === 'returned') return ledgerAfterReturn(ledger, named(payment));
    if (payment.outcome !== 'paid' || !receipt || !statement)
      return withoutPending(ledger, payment.id);
    const paidOn = dayOf(receipt.paidAt);
    const { confirmation } = receipt;
    return withoutPending(ledger, payment.id, {
      ...{ paymentId: payment.id, amountCents, paidOn, statement },
      until: addDays(paidOn, POSTING_DAYS),
      ...(receipt.feeCents !== undefined && { feeCents: receipt.feeCents }),
      ...(confirmation !== undefined && { confirmation }),
      ...(payment.reading && { shown: figuresOf(payment.reading) }),
    });
  });
}

function settleBill(model: Model, bill: ModelBill, payment: ModelPayment, now: number): void {
  bill.pending = undefined;
  // What its user asked to cancel is charged by no retry.
  const isBack = payment.outcome === 'returned';
  if (isBack) bill.returned = ledgerOf(model, bill)?.returned;
  if ((isBack || payment.outcome === 'declined') && !payment.cancelAsked)
    bill.declined = payment.methodId;
  const auth = model.auths[bill.authId];
  // While the company asks the user something, that is what the auth shows.
  if (payment.outcome === 'held' && !bill.deleted && auth && !auth.challenge) auth.status = 'hold';
  // What its user asked to cancel is not tried again by itself, whatever kept the company from taking it.
  if (payment.outcome !== 'paid' && payment.cancelAsked && bill.recurring === 'enabled')
    skip(bill, now);
  if (payment.outcome !== 'paid') return;
  const amountCents = payment.amountCents ?? 0;
  // What is known days later is of a bill that was read since.
  const isReadSince = payment.accepted || bill.readAt > (payment.askedAt ?? 0);
  const reading = (isReadSince ? undefined : payment.reading) ?? bill.reported;
  const { statement } = payment;
  follow(bill, reading, now);
  bill.reported = reading;
  knowAccount(model, bill, now);
  bill.history = [amountCents, ...bill.history];
  const owedCents = payment.reading?.balanceCents;
  bill.paidFor = [
    statement && { ...statement, ...(owedCents !== undefined && { owedCents }) },
    ...bill.paidFor,
  ];
  bill.paidBy = [payment.id, ...bill.paidBy];
}

/** What was deleted while its payment was in flight goes with it. */
function endBill(model: Model, bill: ModelBill): void {
  if (!bill.deleted) return;
  delete model.bills[bill.id];
  const auth = model.auths[bill.authId];
  if (!auth) return;
  auth.bills = auth.bills.filter((id) => id !== bill.id);
  if (auth.deleted && auth.bills.length === 0) delete model.auths[auth.id];
}

function settleMethod(model: Model, payment: ModelPayment, outcome: string): void {
  const method = model.methods[payment.methodId ?? ''];
  if (!method) return;
  method.inFlight = method.inFlight.filter((id) => id !== payment.id);
  if (outcome === 'paid') {
    method.retryDue ||= method.status === 'pending';
    Object.assign(method, { status: 'verified', declines: 0 });
    method.lastUsedAt = payment.receipt?.paidAt;
    return;
  }
  method.declines += outcome === 'declined' ? 1 : 0;
  const spent = method.declines >= MAX_DECLINES && method.inFlight.length === 0;
  if (spent && outcome === 'declined') {
    removeMethod(model, method, true);
    return;
  }
  if (outcome === 'declined' || method.status === 'pending') method.status = 'declined';
  method.retryDue ||= spent;
  if (outcome === 'returned') blame(model, payment, payment.back ?? '');
}

function missing(what: string): never {
  throw new Mismatch(`The service did not ask the company for ${what}`);
}

export const taskRules: Readonly<Record<string, TaskRule>> = {
  logIn,
  openChallenge,
  closeChallenge,
  readBills,
  failLink,
  startLinkedPayment,
  submitPayment,
  askPayment,
  settlePayment,
};

/** A scheduled payment whose day has come: it begins, is given up, or waits for an hour. */
export function beginScheduled(
  context: Context,
  payment: ModelPayment,
): 'begun' | 'given-up' | 'waits' {
  const { model } = context;
  const bill = model.bills[payment.billId];
  if (!bill || bill.deleted || bill.scheduled?.paymentId !== payment.id)
    return giveUp(model, payment);
  const { scheduled } = bill;
  if (payment.automatic) {
    if (isTooLate(payment, context.now, bill.reported)) {
      skip(bill, context.now);
      return giveUp(model, payment);
    }
    const waits = stillWaiting(context, payment, bill);
    if (!waits) return giveUp(model, payment);
    payment.waits = waits;
    bill.scheduled = { ...scheduled, waits };
    return 'waits';
  }
  bill.scheduled = undefined;
  const refusal = whyNotPayable(model, bill, false);
  const method = refusal ?? payingMethod(model, bill);
  const late = isTooLate(payment, context.now, bill.reported);
  const known = { ...bill };
  knowAccount(model, known, context.now);
  const plan = typeof method === 'string' ? undefined : planNow(payment, known, context.now);
  const waits = typeof plan === 'object' ? plan : undefined;
  const over =
    typeof plan === 'number' && typeof method !== 'string'
      ? overCeiling(model, bill, { cents: plan, method, now: context.now })
      : undefined;
  if (over && !late) {
    payment.withheld = over;
    bill.scheduled = scheduled;
    return 'waits';
  }
  if (typeof method !== 'string' && !waits && !over) {
    const begun = begin(context, bill, method, payment);
    if (begun === 'statement_already_paid') return giveUp(model, payment);
    if (typeof begun !== 'string') return 'begun';
    bill.scheduled = scheduled;
    const { dueOn } = bill.reported;
    if (dueOn !== undefined && dueOn <= dayOf(context.now)) payment.delayed = true;
    return 'waits';
  }
  const final =
    typeof method === 'string' &&
    ['bill_not_payable', 'user_presence_required', 'statement_already_paid'].includes(method);
  if (late || (final && !bill.reported.syncing)) return giveUp(model, payment);
  if (waits) Object.assign(payment, { waits, withheld: undefined });
  bill.scheduled = waits ? { ...scheduled, waits } : scheduled;
  return 'waits';
}

function giveUp(model: Model, payment: ModelPayment): 'given-up' {
  payment.status = 'cancelled';
  const bill = model.bills[payment.billId];
  if (bill?.scheduled?.paymentId === payment.id) bill.scheduled = undefined;
  return 'given-up';
}
