/** What a change of a bill tells: that it is there, what of it changed, and the notices about it. */

import { presentBill } from '../bill/present-bill.ts';
import type { BillRecord } from '../bill.ts';
import { isTimely, type Notice } from '../bill-agenda.ts';
import { billFields } from '../schemas/event-fields.ts';
import type { EventDraft, EventType } from './event.ts';

export type BillEventContext = {
  /** The partner's, in milliseconds since the epoch. */
  readonly partnerNow: number;
  readonly sandbox: boolean;
};

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
  if (!before || before.deletedAt) return [{ type: 'bill.created', resource, data: { bill } }];
  const changed = changedFields(before, after, context);
  return [
    ...(changed.length > 0
      ? [{ type: 'bill.update' as const, resource, data: { bill, changed } }]
      : []),
    ...noticesGiven(before, after, context.partnerNow).map((type) => ({
      type,
      resource,
      data: { bill },
    })),
  ];
}

function changedFields(
  before: BillRecord,
  after: BillRecord,
  context: BillEventContext,
): (typeof billFields)[number][] {
  // A payment that cannot be made is planned for the next day, day after day: that is not news.
  const waiting = { ...before, waitsUntil: after.waitsUntil };
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
    const given = about !== undefined && about !== before.noticed?.[kind];
    return given && isTimely({ kind, about }, partnerNow) ? [noticeTypes[kind]] : [];
  });
}
