/** What is to be done with a bill while nobody looks, and what a reading of it changes: the model's. */

import { createHash } from 'node:crypto';
import { addDays, dayOf, instantText } from '@billhook/core/base/dates';
import { derivedOwnedId } from '@billhook/core/base/ids';
import { shardOf } from '@billhook/core/base/table-keys';
import { accountAfter, isWatched } from '@billhook/core/bill/account';
import { statementOfBill } from '@billhook/core/bill/statements';
import type { CompanyBill } from '@billhook/core/company/connector';
import { sumOf } from '@billhook/core/payment/account-ledger';
import { lessPaid } from '@billhook/core/payment/balances';
import { automaticAmount } from '@billhook/core/payment/bound';
import { readLedger } from '@billhook/core/payment/proof';
import { isSameStatement } from '@billhook/core/payment/statement';
import { goOnWaiting } from './agreements.ts';
import type { Context } from './calls.ts';
import { overCeilingOf } from './ceilings.ts';
import { HOUR } from './clock.ts';
import type { Seen } from './company.ts';
import { Mismatch } from './divergence.ts';
import { beginAnew } from './earlier.ts';
import { follow, knowAccount, ledgerKey, ledgerOf, recordOf, said, skip } from './ledgers.ts';
import { expectedUnattended } from './logins.ts';
import { payDayOf } from './pay-dates.ts';
import {
  automaticDay,
  begin,
  endDecline,
  isTaken,
  newPayment,
  owes,
  payingMethod,
  whyNotPayable,
} from './rules.ts';
import {
  accountFingerprint,
  type Model,
  type ModelAuth,
  type ModelBill,
  type ModelMethod,
  type ModelPayment,
  type ModelWaiting,
  type Reported,
} from './state.ts';

type Task = {
  readonly kind: 'upcoming' | 'scheduled' | 'pay' | 'overdue';
  /** The instant from which on it is to be done. */
  readonly at: string;
  readonly about: string;
};

/** The first hours of a day, over which the payments and notices that are planned for it are spread. */
const SPREAD_SECONDS = 4 * 60 * 60;

/** Days before what it is about that a notice is given. */
const NOTICE_DAYS = 2;

function tasksOf(bill: ModelBill): Task[] {
  const { dueOn, syncing } = bill.reported;
  if (bill.deleted || bill.pending || syncing) return [];
  const { heldBack } = bill;
  const heldUntil = heldBack && heldBack.dueOn === dueOn ? instantText(heldBack.until) : '';
  const owed = owes(bill) ? dueOn : undefined;
  const automatic = automaticDay(bill);
  const announced = bill.waitsUntil === undefined ? automatic : undefined;
  const payOn = bill.scheduled?.payOn ?? announced;
  const task = (kind: Task['kind'], about: string | undefined, days: number): Task[] =>
    about === undefined ? [] : [{ kind, about, at: instantOf(bill, kind, addDays(about, days)) }];
  const given = (kind: 'upcoming' | 'scheduled' | 'overdue', about: string | undefined) =>
    bill.noticed[kind] === about ? undefined : about;
  // A statement whose date moves is told of once, but for what is ordered for another day.
  const shown = statementOfBill(recordOf(bill));
  const isTold = (kind: 'upcoming' | 'scheduled') => {
    const told = bill.noticed.of?.[kind];
    return bill.silent || (told && shown && isSameStatement(told, shown));
  };
  const isAnnounced = bill.scheduled ? bill.silent : isTold('scheduled');
  return [
    ...task('upcoming', isTold('upcoming') ? undefined : given('upcoming', owed), -NOTICE_DAYS),
    ...task('scheduled', isAnnounced ? undefined : given('scheduled', payOn), -NOTICE_DAYS),
    ...task('pay', bill.scheduled ? undefined : automatic, 0).map((pay) => ({
      ...pay,
      at: heldUntil > pay.at ? heldUntil : pay.at,
    })),
    ...task('overdue', given('overdue', owed), 1),
  ];
}

/** Midnight, or the account's own second after it of what was known before. Only an overdue bill is so at midnight. */
function instantOf({ id, seenOn }: ModelBill, kind: Task['kind'], on: string): string {
  const midnight = Date.parse(`${on}T00:00:00Z`);
  const spread = kind !== 'overdue' && seenOn < on;
  return instantText(spread ? midnight + shardOf(id, SPREAD_SECONDS) * 1000 : midnight);
}

/** Does what is due, each at its time: notices first to last, until a payment begins or waits. */
export function takeUpBill(context: Context, bill: ModelBill, most: number): void {
  const today = dayOf(context.now);
  for (let done = 0; done < most; done += 1) {
    const next = nextOf(bill, context.now);
    if (!next) return;
    if (next.kind === 'pay') {
      payAutomatically(context, bill, today);
      return;
    }
    const of = { ...bill.noticed.of, [next.kind]: statementOfBill(recordOf(bill)) };
    bill.noticed = { ...bill.noticed, [next.kind]: next.about, of };
    const held = bill.declined !== undefined || bill.heldBack?.dueOn === next.about;
    if (next.kind === 'overdue' && !held) skip(bill, Date.parse(next.about));
  }
}

/** The first of what is due, where anything is. */
function nextOf(bill: ModelBill, now: number): Task | undefined {
  const [first, ...others] = tasksOf(bill);
  const next = others.reduce(
    (earliest, one) => (earliest && one.at < earliest.at ? one : earliest),
    first,
  );
  return next && next.at <= instantText(now) ? next : undefined;
}

function payAutomatically(context: Context, bill: ModelBill, today: string): void {
  const { model } = context;
  knowAccount(model, bill, context.now);
  const { dueOn = '' } = bill.reported;
  if (isTaken(context, bill)) {
    const { heldBack } = bill;
    const isPlanned = dueOn <= today && payDayOf(model, bill, context.now) !== undefined;
    const told = (heldBack?.dueOn === dueOn && heldBack.told) || isPlanned;
    bill.heldBack = { dueOn, until: context.now + HOUR, told };
    return;
  }
  if (nextOf(bill, context.now)?.kind !== 'pay') return;
  const refusal =
    whyNotPayable(model, bill, false) ?? (bill.notAgreed && ('consent_required' as const));
  const method = refusal ?? payingMethod(model, bill);
  if (typeof method !== 'string') {
    // A declined method stops all that is automatic, but what another is assigned to.
    const own = Object.values(model.methods).filter(({ clientId }) => clientId === bill.clientId);
    const halted = bill.methodId !== method.id && own.some(({ status }) => status !== 'verified');
    const plan = planUnattended(bill);
    if (!halted && typeof plan !== 'number') {
      waitUnasked(context, bill, plan);
      return;
    }
    const over = halted ? undefined : whyWithheld(context, bill, method);
    if (over) bill.withheld = `${bill.reported.dueOn} ${over}`;
    const begun =
      halted || over
        ? 'halted'
        : begin(context, bill, method, undefined, undefined, { isAutomatic: true });
    if (typeof begun !== 'string') {
      begun.automatic = true;
      begun.agreed = undefined;
      return;
    }
  }
  bill.heldBack = undefined;
  if (today >= dueOn) skip(bill, context.now);
  else bill.waitsUntil = addDays(today, 1);
}

function whyWithheld(
  { model, now }: Context,
  bill: ModelBill,
  method: ModelMethod,
): string | undefined {
  const owed = lessPaid(bill.reported, sumOf(bill.account?.unproven ?? []));
  const cents = planUnattended(bill);
  if (typeof cents !== 'number') return undefined;
  return overCeilingOf(model, bill, { owed, cents, method, now });
}

function planUnattended(bill: ModelBill): number | ModelWaiting {
  return said(automaticAmount(recordOf(bill)));
}

/** It waits as a payment that is scheduled for the day on which it would have been made. */
function waitUnasked({ model, ids, now }: Context, bill: ModelBill, waits: ModelWaiting): void {
  const id = ids.newPaymentOf(bill.id, model);
  const payOn = dayOf(now);
  const unasked = { automatic: true, agreed: undefined, waits } as const;
  model.payments[id] = { ...newPayment(bill, id, { payOn, now }), ...unasked };
  bill.scheduled = { paymentId: id, payOn, waits };
  bill.planned = true;
  bill.newest = id;
  bill.back = undefined;
}

/** Why one that waits goes on to; nothing where it makes room for one that need not, or for none. */
export function stillWaiting(
  context: Context,
  payment: ModelPayment,
  bill: ModelBill,
): ModelWaiting | undefined {
  const { model, now } = context;
  const today = dayOf(now);
  const open = { ...bill, scheduled: undefined };
  knowAccount(model, open, now);
  const day = automaticDay(open);
  const plan = planUnattended(open);
  if (day === undefined || day > today || typeof plan === 'number') return undefined;
  return goOnWaiting(payment, plan, bill, now);
}

/** A method can pay again: what waited for the next day is tried at once. */
export function wakeBills(model: Model, clientId: string): void {
  for (const bill of Object.values(model.bills)) {
    if (bill.clientId !== clientId) continue;
    bill.waitsUntil = undefined;
    endStanding(bill);
  }
}

/** What a third decline left unpaid is paid again. */
export function endStanding(bill: ModelBill): void {
  if (bill.stands) endDecline(bill);
}

/** Of a bill that outlived its link for a payment, what its user had set. */
const unset = {
  ...{ schedule: undefined, skipped: undefined, skips: undefined },
  ...{ custom: undefined, methodId: undefined, notAgreed: undefined },
  ...{ label: undefined, hidden: undefined, silent: undefined, earlier: undefined },
};

/** What the company shows of an account, on the bill that stands or a new one. */
export function seeBill(
  { model, now }: Context,
  auth: ModelAuth,
  { accountKey, recentPayments: _listed, ...reported }: CompanyBill,
  known: Known,
): ModelBill {
  const { clientId, companyId, id: authId } = auth;
  const mac = accountFingerprint(companyId, accountKey);
  const digest = createHash('sha256').update(authId).update(mac).digest();
  const id = derivedOwnedId('bill', clientId, digest);
  const standing = model.bills[id];
  const identity = { id, clientId, authId, companyId, accountKey };
  const { ground, leavesDue } = auth.starts;
  const recurring = ground ? ('enabled' as const) : ('disabled' as const);
  const lists = { history: [], paidBy: [], paidFor: [] };
  const fresh = { recurring, ground, ...lists, deleted: false, noticed: {} };
  const { returned } = ledgerOf(model, { companyId, accountKey }) ?? {};
  const seenOn = dayOf(now);
  const wasDeleted = standing?.deleted === true;
  const first = standing === undefined || wasDeleted;
  const read = { reported, seenOn, readAt: now };
  const bill: ModelBill = standing ?? { ...identity, ...fresh, ...read, returned };
  const isNext = follow(bill, reported, now);
  if (isNext && standing) Object.assign(endDecline(bill), { seenOn });
  Object.assign(bill, { reported, readAt: now, ...known, deleted: false, waitsUntil: undefined });
  if (wasDeleted) Object.assign(bill, { ...unset, recurring, ground });
  if (first) beginAnew(model, bill);
  if (first) bill.leavesDue = leavesDue;
  if (bill.leavesDue && !bill.reported.syncing) leaveDue(bill, now);
  model.bills[id] = bill;
  auth.bills = [...new Set([...auth.bills, id])];
  return bill;
}

/** Nobody could agree to what is due on the day on which it is first shown. */
function leaveDue(bill: ModelBill, now: number): void {
  bill.leavesDue = undefined;
  const day = automaticDay(bill);
  if (day !== undefined && day <= dayOf(now)) skip(bill, now);
}

/** Nobody was let in without the user. */
export function refuse(auth: ModelAuth, refused: string): void {
  const authenticates = refused === 'authenticate';
  auth.interrupted = undefined;
  auth.status = authenticates ? 'authenticate' : 'hold';
}

const TOLD = 7 * 24 * 60 * 60 * 1000;

/** The daily reading, without the user. */
export function refreshAuth(context: Context, auth: ModelAuth, { login, shown }: Seen): void {
  if (auth.link || auth.deleted) throw new Mismatch('Bills were read amid a link, or of nobody');
  const expected = expectedUnattended(auth, context.now);
  if (login?.outcome.kind !== expected) {
    throw new Mismatch(`The login came to ${login?.outcome.kind}, not ${expected}`);
  }
  if (expected !== 'verified') {
    refuse(auth, expected);
    return;
  }
  // Cut off before it read: nothing is recorded.
  if (!shown) return;
  const stood = auth.status === 'verified';
  auth.status = 'verified';
  auth.interrupted = undefined;
  const { connection } = auth;
  if (connection && connection.ends - context.now <= TOLD)
    auth.connection = { ...connection, told: true };
  for (const one of shown) {
    const { accountKey, recentPayments: _listed, ...reported } = one;
    const { account, unposted } = standingOf(context.model, auth, accountKey) ?? {};
    const before = JSON.stringify({ account, unposted });
    const known = readAccount(context, auth, one);
    const bill = standingOf(context.model, auth, accountKey);
    const same =
      bill !== undefined && sameReport(bill.reported, reported) && before === JSON.stringify(known);
    if (!stood || !same || bill.pending) seeBill(context, auth, one, known);
  }
}

function standingOf({ bills }: Model, auth: ModelAuth, accountKey: string): ModelBill | undefined {
  return Object.values(bills).find(
    (bill) => bill.authId === auth.id && bill.accountKey === accountKey && !bill.deleted,
  );
}

type Known = Pick<ModelBill, 'account' | 'unposted'>;

/**
 * What is taken of an account after a reading. A bill that knows of no payment changes no ledger; a new
 * link of an account learns what is.
 */
export function readAccount(
  { model, now, ledgersChanged }: Context,
  auth: ModelAuth,
  shown: CompanyBill,
): Known {
  const { accountKey, recentPayments: _listed, ...reported } = shown;
  const account = { companyId: auth.companyId, accountKey };
  const ledger = ledgerOf(model, account);
  const bill = standingOf(model, auth, accountKey);
  const knows = (known: ReturnType<typeof ledgerOf>): Known =>
    accountAfter(known, standing(model, auth, accountKey), reported, { seenOn: dayOf(now) });
  if (!ledger || (bill && !isWatched(recordOf(bill)))) return knows(undefined);
  if (bill && ledgersChanged) return knows(ledger);
  // What a new link sees less of says nothing: the ledger was read after the company.
  const after = readLedger(ledger, shown, now, bill ? {} : { isOlder: true });
  model.ledgers[ledgerKey(account)] = after;
  return knows(after);
}

/** Its record, also of a bill that was deleted. */
function standing({ bills }: Model, auth: ModelAuth, accountKey: string) {
  const bill = Object.values(bills).find(
    (one) => one.authId === auth.id && one.accountKey === accountKey,
  );
  return bill && recordOf(bill);
}

function sameReport(one: Reported, other: Reported): boolean {
  const text = (reported: Reported) =>
    JSON.stringify(
      Object.entries(reported)
        .filter(([, value]) => value !== undefined)
        .toSorted(),
    );
  return text(one) === text(other);
}
