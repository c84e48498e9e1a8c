/**
 * What partners were told in a walk: every event is as published, numbered without gaps, and whoever
 * follows them knows what the service shows.
 */
import type { BillRecord } from '@billhook/core/bill/bill';
import { presentBill } from '@billhook/core/bill/present-bill';
import type { EventRecord } from '@billhook/core/events/event';
import { presentEvent, subjectOf } from '@billhook/core/events/event';
import { eventBodyOf } from '@billhook/core/schemas/event';
import { billFields } from '@billhook/core/schemas/event-fields';
import * as v from 'valibot';
import { Divergence } from './divergence.ts';
import type { Walk } from './walk.ts';

const schemas = new Map<string, v.GenericSchema>();

export function checkEvents({ model, service }: Walk): void {
  const events = service.table.events();
  for (const event of events) checkSchema(event);
  const told = Map.groupBy(events, subjectOf);
  for (const [subject, own] of told) checkNumbers(subject, own);
  for (const payment of Object.values(model.payments)) {
    checkPayment(payment, told.get(payment.id) ?? []);
  }
  for (const bill of Object.values(model.bills)) checkBill(service.table.partition, bill, told);
  for (const auth of Object.values(model.auths)) checkAuth(auth, told.get(auth.id) ?? []);
}

function checkSchema(event: EventRecord): void {
  const schema = schemas.get(event.type) ?? eventBodyOf(event.type);
  schemas.set(event.type, schema);
  const result = v.safeParse(schema, presentEvent(event));
  const [issue] = result.issues ?? [];
  if (issue) throw new Divergence(`${event.type}: ${v.getDotPath(issue)}: ${issue.message}`);
  if (event.identifier === undefined && event.clientId) {
    throw new Divergence(`${event.type} names no user`);
  }
}

function checkNumbers(subject: string, events: readonly EventRecord[]): void {
  let last = 0;
  for (const { sequence, type } of events) {
    // What was unlinked and is linked again begins anew, and goes on counting.
    const follows = type.endsWith('.created') ? sequence > last : sequence === last + 1;
    if (!follows) {
      throw new Divergence(`${subject}: ${type} is number ${sequence} after ${last}`);
    }
    last = sequence;
  }
}

const endings: Readonly<Record<string, string | undefined>> = {
  paid: 'bill.payment.sent',
  declined: 'bill.payment.failed',
  held: 'bill.payment.failed',
  cancelled: 'bill.payment.cancelled',
  returned: 'bill.payment.failed',
};

function checkPayment(
  {
    id,
    status,
    waits,
    delayed,
    accepted,
    receipt,
  }: {
    readonly id: string;
    readonly status: string;
    readonly waits?: unknown;
    readonly delayed?: true;
    readonly accepted?: unknown;
    readonly receipt?: unknown;
  },
  all: readonly EventRecord[],
): void {
  const told = all.map(({ type }) => String(type));
  const taken = told.filter((type) => type === 'bill.payment.accepted').length;
  if (taken > 1 || (accepted && taken === 0))
    throw new Divergence(`${id} was accepted, and told of ${taken} times`);
  const events = all.filter(
    ({ type }) => type !== 'bill.payment.waiting' && type !== 'bill.payment.accepted',
  );
  if (waits && !told.includes('bill.payment.waiting'))
    throw new Divergence(`${id} waits, and nobody was told`);
  const ending = endings[status];
  const wanted = [
    'bill.payment.scheduled',
    ...(delayed ? ['bill.payment.delayed'] : []),
    // It was sent first, if anybody heard so.
    ...(status === 'returned' && receipt ? ['bill.payment.sent'] : []),
    ...(ending ? [ending] : []),
  ].join();
  const came = events.map(({ type }) => type).join();
  if (came !== wanted) throw new Divergence(`${id} is ${status}, and told was ${came}`);
}

/** The last that was told of a bill is what it shows, but for what the day alone has changed. */
function checkBill(
  partition: (pk: string) => readonly Readonly<Record<string, unknown>>[],
  { id, clientId }: { readonly id: string; readonly clientId: string },
  told: ReadonlyMap<string, readonly EventRecord[]>,
): void {
  const record = partition(clientId).find(({ sk }) => sk === id) as BillRecord | undefined;
  const last = told.get(id)?.findLast(({ data }) => data.bill !== undefined);
  checkChanges((told.get(id) ?? []).filter(({ data }) => data.bill !== undefined));
  if (!record || record.deletedAt) return;
  if (!last) throw new Divergence(`${id} was never told of`);
  const shown = presentBill(record, { partnerNow: Date.parse(last.created), sandbox: true });
  const heard = heardOf(last);
  for (const field of billFields) {
    // A payment that waits for a method is planned anew each day, which is not told.
    if (field === 'payDate' && record.waitsUntil !== undefined) continue;
    if (JSON.stringify(shown[field]) !== JSON.stringify(heard[field])) {
      throw new Divergence(`${id}: ${field} was not told`);
    }
  }
}

/** What an event says of the whole bill; a notice has the due date before and after. */
function heardOf({ data }: EventRecord): Readonly<Record<string, unknown>> {
  const told = (data.current ?? data.bill) as Readonly<Record<string, unknown>>;
  const { dueDate } = told;
  const isNotice = typeof dueDate === 'object' && dueDate !== null;
  return isNotice ? { ...told, dueDate: (dueDate as Change).current } : told;
}

/** Fields that only a change tells: the day alone moves the others. */
const steady = billFields.filter((field) => field !== 'status' && field !== 'payDate');

/** Each change says what was told before it, and what is told with it. */
function checkChanges(events: readonly EventRecord[]): void {
  for (const [index, event] of events.entries()) {
    const before = events[index - 1];
    if (event.type !== 'bill.update' || !before) continue;
    const [previous, current] = [heardOf(before), heardOf(event)];
    const { bill, changed } = event.data as {
      readonly bill: Readonly<Record<string, Change>>;
      readonly changed: readonly string[];
    };
    for (const field of steady) {
      if (!changed.includes(field)) continue;
      const told = JSON.stringify([bill[field]?.previous, bill[field]?.current]);
      if (told !== JSON.stringify([previous[field] ?? null, current[field] ?? null])) {
        throw new Divergence(`${event._id}: ${field} changed otherwise than it was told`);
      }
    }
    // Whoever follows a partner's key knows it: what that did is not sent.
    if ((event.data.trigger === 'partner') !== (event.logOnly === true)) {
      throw new Divergence(`${event._id} is sent, or not, to whoever caused it`);
    }
  }
}

type Change = { readonly previous: unknown; readonly current: unknown };

function checkAuth(
  { id, status, deleted }: { readonly id: string; readonly status?: string; deleted?: unknown },
  events: readonly EventRecord[],
): void {
  const last = events.at(-1);
  if (!last) throw new Divergence(`${id} was never told of`);
  const heard = (last.data.auth as { readonly status?: { readonly type: string } }).status?.type;
  const gone = last.type === 'auth.deleted';
  if (gone !== Boolean(deleted) || (!gone && heard !== status)) {
    throw new Divergence(`${id} is ${status}, and told was ${last.type} with ${heard}`);
  }
}
