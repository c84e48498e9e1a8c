/**
 * Running what falls due by a partner's test clock (decision: test-clock): in its order, each at
 * its own time. The clock goes from one thing that is due to the next; what that began has ended
 * before it goes on.
 *
 * The due index lags, so that a record that was just taken up is read again by its id: the index
 * tells of the others only.
 */
import { type Clock, instantText } from '@billhook/core/base/dates';
import { clockKey, clockShard, type DueKind } from '@billhook/core/base/table-keys';
import { type ClockRecord, clockArrived, clockAt, clockMoment } from '@billhook/core/partner/clock';
import type { Runtime } from '../companies/runtime.ts';
import { refreshAuth } from '../links/refresh-auth.ts';
import { findClock } from '../table/partner-time.ts';
import type { DueRow } from '../table/sweep-shards.ts';
import type { Table } from '../table/types.ts';
import { takeUp } from './sweep-due-work.ts';

/** How long a payment that was begun is waited for before the clock goes on. */
const PATIENCE_MILLISECONDS = 20_000;
const POLL_MILLISECONDS = 20;
const PAGE_SIZE = 50;
/** Auths whose bills are read at the same time. */
const MAX_AT_ONCE = 16;
/** Companies of the sandbox respond at once, or never. */
const SESSION_MILLISECONDS = 5_000;
/** Of `YYYY-MM-DD` in the text of an instant. */
const DAY_LENGTH = 10;

export type DueItem = { readonly id: string; readonly kind: DueKind; readonly dueAt: string };
/** What was taken up, as it stood when it was read last; undefined when it is not due any more. */
type Agenda = Map<string, DueItem | undefined>;

/**
 * Runs what is due up to the clock's goal, or up to its present where it has none. `more` when the
 * deadline came first. Safe to run twice at once: each step is conditional.
 */
export async function followClock(
  deps: Runtime,
  partnerId: string,
  {
    clock,
    deadline,
    enrolled = [],
  }: {
    readonly clock: Clock;
    readonly deadline: number;
    /** What was put under the clock just now, which the index may not show yet. */
    readonly enrolled?: readonly DueItem[];
  },
): Promise<'arrived' | 'more'> {
  const agenda: Agenda = new Map(enrolled.map((item) => [item.id, item]));
  let known: ClockRecord | undefined;
  while (clock() < deadline) {
    // Read again only where another run has written it: each write here is of the version that it knows.
    const standing = known ?? (await findClock(deps.table, partnerId));
    known = undefined;
    if (!standing) return 'arrived';
    const until = standing.goal?.instant ?? clockMoment(standing, clock()).partnerNow;
    const batch = await findNext(deps.table, partnerId, instantText(until), agenda);
    const last = batch.at(-1);
    if (!last) {
      if (!standing.goal) return 'arrived';
      const arrived = await saveClock(deps.table, clockArrived(standing, clock()));
      if (arrived) return 'arrived';
      continue;
    }
    const moved = clockAt(standing, Date.parse(last.dueAt), clock());
    const isAhead = moved.ahead !== standing.ahead;
    // Somebody set another goal, or runs the same clock: read it again.
    if (isAhead && !(await saveClock(deps.table, moved))) continue;
    known = isAhead ? moved : standing;
    await Promise.all(batch.map((item) => run(deps, item, agenda, clock)));
  }
  return 'more';
}

/** Inserts a clock of version 1; replaces the version before it otherwise. Answers whether it did. */
export async function saveClock(table: Table, clock: ClockRecord): Promise<boolean> {
  const { version, partnerId } = clock;
  const when = version === 1 ? { absent: true as const } : { equals: { version: version - 1 } };
  return (await table.write([{ put: { ...clockKey(partnerId), ...clock }, when }])) === 'written';
}

/**
 * The earliest of what is due: by the index, but for what was read since. Bills of one day that are
 * read one after another are read together, at the time of the last: nothing lies between them.
 */
async function findNext(
  table: Table,
  partnerId: string,
  upTo: string,
  agenda: Agenda,
): Promise<DueItem[]> {
  const partition = clockShard(partnerId);
  const limit = PAGE_SIZE + agenda.size;
  const range = { index: 'byDue' as const, partition, upTo, limit };
  const { items } = await table.query<DueRow & { readonly dueAt: string }>(range);
  const known = [...agenda.values()].filter(
    (item): item is DueItem => item !== undefined && item.dueAt <= upTo,
  );
  const found = items
    .filter(({ sk }) => !agenda.has(sk))
    .map(({ sk, dueKind, dueAt }) => ({ id: sk, kind: dueKind as DueKind, dueAt }));
  const inOrder = [...known, ...found].toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1));
  const [first] = inOrder;
  if (first?.kind !== 'refresh') return inOrder.slice(0, 1);
  const day = first.dueAt.slice(0, DAY_LENGTH);
  const other = inOrder.findIndex(
    ({ kind, dueAt }) => kind !== 'refresh' || !dueAt.startsWith(day),
  );
  return inOrder.slice(0, Math.min(other === -1 ? inOrder.length : other, MAX_AT_ONCE));
}

async function run(deps: Runtime, item: DueItem, agenda: Agenda, clock: Clock): Promise<void> {
  const { id, kind, dueAt } = item;
  if (kind === 'refresh') await refreshAuth(deps, id, clock(), SESSION_MILLISECONDS);
  else await takeUp(deps, { sk: id, dueKind: kind }, clock());
  for (const seen of await readTouched(deps, item, clock)) agenda.set(seen.id, seen.due);
  // What failed stays due; it is left to the next run, so that this one ends.
  const after = agenda.get(id);
  if (after?.dueAt === dueAt) agenda.set(id, undefined);
}

type Touched = { readonly id: string; readonly due: DueItem | undefined };

/** What the run of an item may have changed, once a payment that it began has ended. */
async function readTouched(deps: Runtime, { id, kind }: DueItem, clock: Clock) {
  if (kind === 'bill') return [await readBill(deps, id, clock)];
  if (kind === 'return') return readReturned(deps, id, clock);
  if (kind === 'payment') {
    const payment = await deps.payments.findAny(id);
    const bill = payment && (await readBill(deps, payment.billId, clock));
    const settled = await deps.payments.findAny(id);
    return [{ id, due: dueItem(settled, 'payment') }, ...(bill ? [bill] : [])];
  }
  const auth = await deps.auths.findAny(id);
  const bills = await Promise.all(
    (auth?.billIds ?? []).map((billId) => readBill(deps, billId, clock)),
  );
  return [{ id, due: dueItem(auth, 'refresh') }, ...bills];
}

async function readBill(deps: Runtime, billId: string, clock: Clock): Promise<Touched> {
  const patience = clock() + PATIENCE_MILLISECONDS;
  for (;;) {
    const bill = await deps.bills.findAny(billId);
    // One that rests goes on when the clock gets there.
    const payment = await deps.payments.findAny(bill?.pendingPaymentId ?? '');
    if (!bill?.pendingPaymentId || payment?.resting || clock() >= patience)
      return { id: billId, due: dueItem(bill, 'bill') };
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}

/** A payment that may be returned, once its company was asked, and what a return has left of its bill. */
async function readReturned(deps: Runtime, id: string, clock: Clock): Promise<Touched[]> {
  const patience = clock() + PATIENCE_MILLISECONDS;
  for (;;) {
    const payment = await deps.payments.findAny(id);
    if (!payment?.returns?.looking || clock() >= patience) {
      const own = { id, due: dueItem(payment, 'return') };
      if (!payment) return [own];
      const auth = await deps.auths.findAny(payment.authId);
      const bill = await readBill(deps, payment.billId, clock);
      return [own, bill, ...(auth ? [{ id: auth._id, due: dueItem(auth, 'refresh') }] : [])];
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}

type DueRecord = {
  readonly _id: string;
  readonly partnerId: string;
  readonly dueShard?: string;
  readonly dueAt?: string;
  readonly dueKind?: string;
};

/** A record that is due by the clock, not by the machine's: a link or a payment under way is neither. */
function dueItem(record: DueRecord | undefined, kind: DueKind): DueItem | undefined {
  const { _id: id, partnerId, dueShard, dueAt, dueKind } = record ?? {};
  const followed = partnerId !== undefined && dueShard === clockShard(partnerId);
  return id && dueAt && followed && dueKind === kind ? { id, kind, dueAt } : undefined;
}
