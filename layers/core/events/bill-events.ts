/** What a change of a bill tells: that it is there, what of it changed, and the notices about it. */

import { dayInstant } from '../base/dates.ts';
import type { Owner } from '../base/owner.ts';
import { isTimely, type Notice } from '../bill/agenda.ts';
import type { BillRecord } from '../bill/bill.ts';
import { presentBill } from '../bill/present-bill.ts';
import type { Bill } from '../schemas/bill.ts';
import { billFields } from '../schemas/event-fields.ts';
import type { EventDraft, EventType } from './event.ts';
import { heldBackEvents } from './held-back-events.ts';

export type BillEventContext = {
  /** The partner's, in milliseconds since the epoch. */
  readonly partnerNow: number;
  readonly sandbox: boolean;
  /** Who asked for the change; nobody where the company, a payment or the day made it. */
  readonly by?: Owner;
};

type BillField = (typeof billFields)[number];

/** The types of notices; that a bill is overdue is a change of its status. */
const noticeTypes = {
  upcoming: 'bill.upcoming',
  'scheduled-payment': 'bill.scheduled-payment-notice',
} as const satisfies Partial<Record<Notice, EventType>>;

/** A bill that goes tells nothing: its auth does. */
export function billEvents(
  before: BillRecord | undefined,
  after: BillRecord | undefined,
  context: BillEventContext,
): EventDraft[] {
  if (!after || after.deletedAt) return [];
  const bill = presentBill(after, context);
  const resource = { type: 'bill', id: after._id } as const;
  if (!before || before.deletedAt) {
    return [{ type: 'bill.created', resource, data: { bill, auth: bill.auth } }];
  }
  return [
    ...updateEvents(before, after, context),
    ...noticesGiven(before, after, context.partnerNow).map((type) => ({
      type,
      resource,
      data: type === 'bill.upcoming' ? withCompany(bill) : noticeOf(bill),
    })),
    ...movedEvents(before, after, bill),
    ...heldBackEvents(before, after, bill),
  ];
}

/** With its company next to it, where clients of the original service look for it. */
function withCompany<B extends Pick<Bill, 'company'>>(bill: B) {
  const { _id, name, logo } = bill.company;
  return { company: { _id, name, logo }, bill };
}

/** They read the due date before and after, which are the same where it did not move. */
function noticeOf(bill: Bill, moved?: ReturnType<typeof changeOf>) {
  const { dueDate } = bill;
  const change = moved ?? changeOf(dueDate, dueDate);
  return {
    ...withCompany({ ...bill, ...(dueDate && { dueDate: change }) }),
    ...(moved && { dueDate: moved }),
  };
}

function updateEvents(
  before: BillRecord,
  after: BillRecord,
  context: BillEventContext,
): EventDraft[] {
  const changed = changedFields(before, after, context);
  if (changed.length === 0) return [];
  const [previous, current] = [shownBefore(before, after, context), presentBill(after, context)];
  // What a client of the original service reads is there in any case.
  const named = billFields.filter((field) => changed.includes(field) || field === 'balance');
  const changes = named.map((field) => [field, changeOf(previous[field], current[field])]);
  const { company } = withCompany(current);
  const { by } = context;
  return [
    {
      type: 'bill.update',
      resource: { type: 'bill', id: after._id },
      data: {
        company,
        bill: { _id: after._id, ...Object.fromEntries(changes) },
        changed,
        current,
        ...(by && { trigger: by.kind }),
      },
      ...(by?.kind === 'partner' && { logOnly: true }),
    },
  ];
}

function changeOf(previous: unknown = null, current: unknown = null) {
  return { previous, current };
}

/** The bill before, as it was shown: the day alone makes one overdue, which was upcoming until then. */
function shownBefore(before: BillRecord, after: BillRecord, context: BillEventContext): Bill {
  const shown = presentBill(before, context);
  return isOverdueNow(before, after) && shown.status.type === 'overdue'
    ? { ...shown, status: { type: 'upcoming' } }
    : shown;
}

function changedFields(
  before: BillRecord,
  after: BillRecord,
  context: BillEventContext,
): BillField[] {
  // A payment that cannot be made is planned for the next day, day after day: that is not news.
  const { waitsUntil } = after;
  const waiting = before.pendingPaymentId === undefined ? { ...before, waitsUntil } : before;
  const [one, other] = [presentBill(waiting, context), presentBill(after, context)];
  const overdue = isOverdueNow(before, after);
  return billFields.filter(
    (field) =>
      JSON.stringify(one[field]) !== JSON.stringify(other[field]) ||
      (field === 'status' && overdue && other.status.type === 'overdue'),
  );
}

/**
 * The day alone makes a bill overdue; the sweep that marks it is when that is told. One that was seen
 * first after its due date was told of as overdue then.
 */
function isOverdueNow(before: BillRecord, { noticed, seenOn = '' }: BillRecord): boolean {
  const about = noticed?.overdue;
  return about !== undefined && about !== before.noticed?.overdue && seenOn <= about;
}

function noticesGiven(before: BillRecord, after: BillRecord, partnerNow: number): EventType[] {
  const kinds = Object.keys(noticeTypes) as (keyof typeof noticeTypes)[];
  return kinds.flatMap((kind) => {
    const about = after.noticed?.[kind];
    const isNew = about !== undefined && about !== before.noticed?.[kind];
    const given = isNew && !(kind === 'scheduled-payment' && after.unannounced === about);
    return given && isTimely({ kind, about }, partnerNow) ? [noticeTypes[kind]] : [];
  });
}

/** A due date that moved under a payment that is scheduled: its day may be too late now. */
function movedEvents(before: BillRecord, after: BillRecord, bill: Bill): EventDraft[] {
  const { paymentId } = after.scheduled ?? {};
  const [from, to] = [before.reported.dueOn, after.reported.dueOn];
  const planned = paymentId !== undefined && before.scheduled?.paymentId === paymentId;
  if (!planned || to === undefined || from === to || after.notifications === 'disabled') return [];
  const moved = changeOf(from && dayInstant(from), dayInstant(to));
  return [
    {
      type: 'bill.scheduled-payment-notice',
      resource: { type: 'bill', id: after._id },
      data: noticeOf(bill, moved),
    },
  ];
}
