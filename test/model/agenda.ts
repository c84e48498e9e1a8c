/** What is to be done with a bill while nobody looks, and what a reading of it changes: the model's. */
import { createHash } from 'node:crypto';
import { addDays, dayOf } from '@billhook/core/dates';
import { derivedOwnedId } from '@billhook/core/ids';
import type { Context } from './calls.ts';
import { isUnusual, overCeiling } from './ceilings.ts';
import type { Seen } from './company.ts';
import { Mismatch } from './divergence.ts';
import { expectedUnattended } from './logins.ts';
import { amountFor, automaticDay, begin, owes, payingMethod, whyNotPayable } from './rules.ts';
import {
  accountFingerprint,
  type Model,
  type ModelAuth,
  type ModelBill,
  type Reported,
} from './state.ts';

type Task = {
  readonly kind: 'upcoming' | 'scheduled' | 'pay' | 'overdue';
  readonly on: string;
  readonly about: string;
};

/** Days before what it is about that a notice is given. */
const NOTICE_DAYS = 2;

function tasksOf(bill: ModelBill): Task[] {
  const { dueOn, syncing } = bill.reported;
  if (bill.deleted || bill.pending || syncing) return [];
  const owed = owes(bill) ? dueOn : undefined;
  const automatic = automaticDay(bill);
  const announced = bill.waitsUntil === undefined ? automatic : undefined;
  const payOn = bill.scheduled?.payOn ?? announced;
  const task = (kind: Task['kind'], about: string | undefined, days: number): Task[] =>
    about === undefined ? [] : [{ kind, about, on: addDays(about, days) }];
  const given = (kind: 'upcoming' | 'scheduled' | 'overdue', about: string | undefined) =>
    bill.noticed[kind] === about ? undefined : about;
  return [
    ...task('upcoming', given('upcoming', owed), -NOTICE_DAYS),
    ...task('scheduled', given('scheduled', payOn), -NOTICE_DAYS),
    ...task('pay', bill.scheduled ? undefined : automatic, 0),
    ...task('overdue', given('overdue', owed), 1),
  ];
}

/** Does what is due, each at its time: notices first to last, until a payment begins or waits. */
export function takeUpBill(context: Context, bill: ModelBill, most: number): void {
  const today = dayOf(context.now);
  for (let done = 0; done < most; done += 1) {
    const due = tasksOf(bill).filter(({ on }) => on <= today);
    const [first, ...others] = due;
    if (!first) return;
    const next = others.reduce((earliest, one) => (one.on < earliest.on ? one : earliest), first);
    if (next.kind === 'pay') {
      payAutomatically(context, bill, today);
      return;
    }
    bill.noticed = { ...bill.noticed, [next.kind]: next.about };
    if (next.kind === 'overdue' && !bill.declined) bill.skipped = next.about;
  }
}

function payAutomatically(context: Context, bill: ModelBill, today: string): void {
  const { model } = context;
  const refusal = whyNotPayable(model, bill, false);
  const method = refusal ?? payingMethod(model, bill);
  if (typeof method !== 'string') {
    // A declined method stops all that is automatic, but what another is assigned to.
    const own = Object.values(model.methods).filter(({ clientId }) => clientId === bill.clientId);
    const halted = bill.methodId !== method.id && own.some(({ status }) => status !== 'verified');
    const over = halted ? undefined : whyHeldBack(context, bill);
    if (over) bill.heldBack = `${bill.reported.dueOn} ${over}`;
    const begun = halted || over ? 'halted' : begin(context, bill, method);
    if (typeof begun !== 'string') {
      begun.automatic = true;
      return;
    }
  }
  const { dueOn = '' } = bill.reported;
  if (today >= dueOn) bill.skipped = dueOn;
  else bill.waitsUntil = addDays(today, 1);
}

function whyHeldBack({ model, now }: Context, bill: ModelBill): string | undefined {
  const unusual = isUnusual(bill, amountFor(bill, bill.reported));
  return unusual ? 'unusualAmount' : overCeiling(model, bill, now);
}

/** A method can pay again: what waited for the next day is tried at once. */
export function wakeBills(model: Model, clientId: string): void {
  for (const bill of Object.values(model.bills)) {
    if (bill.clientId === clientId) bill.waitsUntil = undefined;
  }
}

/** What the company shows of an account, on the bill that stands or a new one. */
export function seeBill(
  { model, now }: Context,
  auth: ModelAuth,
  accountKey: string,
  reported: Reported,
): ModelBill {
  const { clientId, companyId, id: authId } = auth;
  const mac = accountFingerprint(companyId, accountKey);
  const digest = createHash('sha256').update(authId).update(mac).digest();
  const id = derivedOwnedId('bill', clientId, digest);
  const standing = model.bills[id];
  const identity = { id, clientId, authId, companyId, accountKey };
  const fresh = { recurring: 'enabled' as const, history: [], deleted: false, noticed: {} };
  const seenOn = dayOf(now);
  const bill: ModelBill = standing ?? { ...identity, ...fresh, reported, seenOn };
  if (bill.reported.dueOn !== reported.dueOn) Object.assign(bill, { declined: undefined, seenOn });
  Object.assign(bill, { reported, deleted: false, waitsUntil: undefined });
  model.bills[id] = bill;
  auth.bills = [...new Set([...auth.bills, id])];
  return bill;
}

/** The daily reading, without the user. */
export function refreshAuth(context: Context, auth: ModelAuth, { login, shown }: Seen): void {
  if (auth.link || auth.deleted) throw new Mismatch('Bills were read amid a link, or of nobody');
  const expected = expectedUnattended(auth);
  if (login?.outcome.kind !== expected) {
    throw new Mismatch(`The login came to ${login?.outcome.kind}, not ${expected}`);
  }
  if (expected !== 'verified') {
    const authenticates = expected === 'authenticate';
    auth.interrupted = authenticates ? auth.interrupted : undefined;
    auth.status = authenticates ? 'authenticate' : 'hold';
    return;
  }
  // Cut off before it read: nothing is recorded.
  if (!shown) return;
  const stood = auth.status === 'verified';
  auth.status = 'verified';
  for (const { accountKey, ...reported } of shown) {
    const same = Object.values(context.model.bills).some(
      (bill) =>
        bill.authId === auth.id &&
        bill.accountKey === accountKey &&
        !bill.deleted &&
        sameReport(bill.reported, reported),
    );
    if (!stood || !same) seeBill(context, auth, accountKey, reported);
  }
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
