/** What a sweep of due work may come to, given what the due index served it. */
import { dayOf } from '@billhook/core/base/dates';
import { refreshAuth, takeUpBill, wakeBills } from './agenda.ts';
import type { Context } from './calls.ts';
import { isWithheld } from './ceilings.ts';
import { holdLink } from './challenges.ts';
import type { Seen } from './company.ts';
import { Mismatch } from './divergence.ts';
import { ledgerKey } from './ledgers.ts';
import { isLate, takeUpReturn } from './returns.ts';
import { beginRetry, removeMethod } from './rules.ts';
import { copyOf, type Model, type ModelPayment } from './state.ts';
import type { Item } from './table.ts';
import { beginScheduled, type Progress, payLinked } from './tasks.ts';

/** Executions of one link that may each be lost with an accepted step. */
const MAX_RUNS = 3;
/** Orders of one client's records that are tried; workers take several records at a time. */
const MAX_ORDERS = 120;

/** How far a record was taken up; of a bill, how many of its tasks were done. */
type Cut = Progress | 'nothing' | number;

const tasksDone = [1, 2, 3] as const;

const cuts: readonly Cut[] = ['nothing', 'begun', ...tasksDone];

export type Sweep = {
  /** What the due index served, in order. */
  readonly served: readonly Item[];
  /** Executions that were over when the sweep began. */
  readonly ended: ReadonlySet<string>;
  /** Whether a fault was met, so that a record may not have been taken up whole. */
  readonly faulty: boolean;
};

/**
 * What a sweep may come to. Workers take several records at a time, so their order is not known:
 * `fits` tells of one client's records whether they are as they stand. Clients meet in accounts
 * alone, and whose payment took one is told by the context.
 */
export function* sweepModel(
  context: Context,
  sweep: Sweep,
  fits: (model: Model, clientId: string) => boolean,
): Generator<Model> {
  let model: Model | undefined = copyOf(context.model);
  for (const [clientId, items] of Map.groupBy(sweep.served.filter(concerns), ({ pk }) => pk)) {
    const fit = (attempt: Model) => fits(attempt, String(clientId));
    const standing: Model = model;
    model = meetings(context, String(clientId))
      .flatMap((met) => attemptsAt({ ...met, model: standing }, items, sweep))
      .find(fit);
    if (!model) return;
  }
  yield model;
}

/** Each account was looked at after another client's payment of it began, or before. */
function* meetings(context: Context, clientId: string): Generator<Context> {
  const { bills, ledgers } = context.model;
  const own = Object.values(bills).filter((bill) => bill.clientId === clientId);
  for (const accounts of subsetsOf([...new Set(own.map(ledgerKey))]))
    yield { ...context, seenBefore: { accounts, ledgers } };
}

/** Codes of cards are dropped, which nobody sees. */
const concerns = ({ dueKind }: Item) => dueKind !== 'card-code';

function* attemptsAt(context: Context, served: readonly Item[], sweep: Sweep): Generator<Model> {
  // What two sweeps meet at the same moment is done once, or again when the other is through.
  const isFirst = ({ sk }: Item, index: number) =>
    served.findIndex((one) => one.sk === sk) === index;
  const items = served.filter(isFirst);
  const again = served.filter((item, index) => !isFirst(item, index));
  const orders = ordersOf(items).take(MAX_ORDERS).toArray();
  const additions = [...subsetsOf(again)];
  for (const more of additions) {
    for (const order of orders) yield attempt(context, [...order, ...more], sweep);
  }
  for (const more of additions) {
    for (const order of orders) yield* cutShort(context, order, more, sweep);
  }
  for (const order of orders) yield* twoCutShort(context, order, sweep);
}

/** What is left of a record's work is done last, or, where it was cut off, not at all. */
function* cutShort(
  context: Context,
  order: readonly Item[],
  more: readonly Item[],
  sweep: Sweep,
): Generator<Model> {
  const items = [...order, ...more];
  for (const item of order) {
    for (const cut of cuts) {
      yield attempt(context, items, sweep, { cuts: new Map([[item, cut]]), goesOn: true });
      if (sweep.faulty)
        yield attempt(context, items, sweep, { cuts: new Map([[item, cut]]), goesOn: false });
    }
  }
}

/** Two bills of which each is done in part, while a worker beside them changes what both go by. */
function* twoCutShort(context: Context, order: readonly Item[], sweep: Sweep): Generator<Model> {
  const bills = order.filter(({ dueKind }) => dueKind === 'bill');
  for (const [index, one] of bills.entries()) {
    for (const other of bills.slice(index + 1)) {
      for (const ofOne of tasksDone) {
        for (const ofOther of tasksDone) {
          const both = new Map([
            [one, ofOne],
            [other, ofOther],
          ]);
          yield attempt(context, order, sweep, { cuts: both, goesOn: true });
        }
      }
    }
  }
}

function* subsetsOf<T>(items: readonly T[]): Generator<readonly T[]> {
  const [first, ...others] = items;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const some of subsetsOf(others)) {
    yield some;
    yield [first, ...some];
  }
}

function attempt(
  context: Context,
  items: readonly Item[],
  { ended }: Sweep,
  short?: { readonly cuts: ReadonlyMap<Item, Cut>; readonly goesOn: boolean },
): Model {
  const model = copyOf(context.model);
  for (const item of items) {
    const cut = short?.cuts.get(item) ?? 'done';
    if (cut !== 'nothing') takeUp({ ...context, model }, item, ended, cut);
  }
  for (const item of short?.goesOn ? short.cuts.keys() : []) {
    takeUp({ ...context, model }, item, ended, 'done');
  }
  return model;
}

function* ordersOf<T>(items: readonly T[]): Generator<readonly T[]> {
  const [first, ...others] = items;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const rest of ordersOf(others)) {
    for (let at = 0; at <= rest.length; at += 1) yield rest.toSpliced(at, 0, first);
  }
}

/**
 * What the daily reading may come to: of each auth that was read, all of it or nothing. A session that
 * was given up has shown nothing, whatever the company says afterwards.
 */
export function* refreshModel(
  context: Context,
  seen: ReadonlyMap<string, Seen>,
  faulty: boolean,
): Generator<Model> {
  const attempt = (left: string | undefined, changed?: string) => {
    const model = copyOf(context.model);
    for (const [authId, read] of seen) {
      const auth = model.auths[authId];
      if (!auth) throw new Mismatch('Bills were read of no auth');
      const ledgersChanged = authId === changed;
      if (authId !== left) refreshAuth({ ...context, model, ledgersChanged }, auth, read);
    }
    return model;
  };
  yield attempt(undefined);
  if (!faulty) return;
  for (const authId of seen.keys()) yield attempt(authId);
  for (const authId of seen.keys()) yield attempt(undefined, authId);
}

function takeUp(context: Context, item: Item, ended: ReadonlySet<string>, cut: Cut): void {
  const progress = cut === 'begun' ? cut : 'done';
  const id = String(item.sk);
  const { model } = context;
  if (item.dueKind === 'link') takeUpLink(context, id, ended, progress);
  const payment = model.payments[id];
  const begins = item.dueKind === 'payment' && payment?.status === 'scheduled';
  if (begins) beginScheduled(context, payment);
  if (item.dueKind === 'payment' && payment?.status === 'pending' && !begins) {
    if (isDelayed(payment, context.now)) payment.delayed = true;
    // Cut off, it was told of and no more.
    const goesOn = cut !== 'begun' && !isWithheld(model, payment, context.now);
    const { rests = 0 } = payment;
    if (goesOn && rests <= context.now && (rests > 0 || endedUnsettled(payment, ended))) {
      payment.rounds += 1;
      payment.rests = undefined;
    }
  }
  if (item.dueKind === 'return' && payment) takeUpReturn(payment, context.now);
  const bill = model.bills[id];
  const most = typeof cut === 'number' ? cut : Number.POSITIVE_INFINITY;
  if (item.dueKind === 'bill' && bill) takeUpBill(context, bill, most);
  if (item.dueKind === 'retry') takeUpRetry(context, id);
}

const DAY = 24 * 60 * 60 * 1000;

/** After a day, or once the due date has passed of what was begun before. */
function isDelayed(payment: ModelPayment, now: number): boolean {
  const { accepted, begunAt = 0, payOn, statement } = payment;
  if (accepted) return isLate(accepted, now);
  const dueOn = statement?.dueOn ?? '';
  const late = dueOn.length === 10 && payOn <= dueOn && dayOf(now) > dueOn;
  return late || now - begunAt >= DAY;
}

function endedUnsettled({ id, rounds }: ModelPayment, ended: ReadonlySet<string>): boolean {
  return ended.has(nameOf({ id, runs: rounds }));
}

/** As the service names the executions of a link or payment. */
function nameOf({ id, runs }: { readonly id: string; readonly runs: number }): string {
  return runs === 0 ? id : `${id}_${runs}`;
}

function takeUpLink(
  context: Context,
  authId: string,
  ended: ReadonlySet<string>,
  progress: Progress,
): void {
  const auth = context.model.auths[authId];
  if (!auth?.link || !ended.has(nameOf(auth.link))) return;
  if (auth.lastLinkId === auth.link.id) {
    payLinked(context, auth, progress);
    return;
  }
  const { accepted, login, asking } = auth.link;
  const untried = login === undefined && !asking && !auth.challenge;
  if ((accepted || untried) && auth.link.runs + 1 < MAX_RUNS) {
    auth.link.runs += 1;
    auth.link.accepted = false;
    return;
  }
  holdLink(auth);
}

function takeUpRetry(context: Context, methodId: string): void {
  const method = context.model.methods[methodId];
  if (!method?.retryDue) return;
  method.retryDue = false;
  if (method.status === 'declined' && method.declines >= 3 && method.inFlight.length === 0) {
    removeMethod(context.model, method, true);
    return;
  }
  if (method.status !== 'verified') return;
  if (beginRetry(context, method) !== 'begun') wakeBills(context.model, method.clientId);
}
