/**
 * Events (decision: events-in-the-transaction): what happened, as partners see it. An event is
 * written in the transaction of the change that it describes, and never changed; only its id goes
 * over the bus and the queues.
 */
import { DAY_MILLISECONDS, instantText } from '../base/dates.ts';
import type { RandomBytes } from '../base/ids.ts';
import {
  type Due,
  EVENT_SHARDS,
  type ItemKey,
  PARTNER_EVENT_SHARDS,
  partnerEventShard,
  shardOf,
  unpublishedDue,
} from '../base/table-keys.ts';
import { eventKey, newEventId } from './event-id.ts';

/** Every type there is. What each means is in `layers/core/schemas/event.ts`. */
export const eventTypes = [
  'auth.created',
  'auth.success',
  'auth.failed',
  'auth.invalid',
  'auth.hold',
  'auth.needs-resync',
  'auth.deleted',
  'auth.security-input-required',
  'bill.created',
  'bill.update',
  'bill.upcoming',
  'bill.scheduled-payment-notice',
  'bill.payment.scheduled',
  'bill.payment.waiting',
  'bill.payment.accepted',
  'bill.payment.delayed',
  'bill.payment.sent',
  'bill.payment.failed',
  'bill.payment.cancelled',
  'swap.created',
  'swap.success',
  'swap.hold',
  'payment-method.declined',
  'payment-method.removed',
  'client.erased',
  'partner.settings-changed',
  'partner.reconciled',
  'webhook-endpoint.test',
] as const;
export type EventType = (typeof eventTypes)[number];

/**
 * What an event is about, as the interface names it: an auth's events are about its client, and a
 * payment's about its bill. Those of payments that release 0.1.0 recorded are about the payment.
 */
export const resourceTypes = [
  'client',
  'bill',
  'payment',
  'swap',
  'payment-method',
  'partner',
  'webhook-endpoint',
] as const;
export type EventResource = {
  readonly type: (typeof resourceTypes)[number];
  readonly id: string;
};

/** What a change has to tell, before it has a number, an id and a time. */
export type EventDraft = {
  readonly type: EventType;
  readonly resource: EventResource;
  readonly data: Readonly<Record<string, unknown>>;
  /** The module session that it began in. */
  readonly sessionId?: string;
  /** The request that it was made in: for `npx billhook find`, and shown to nobody else. */
  readonly requestId?: string;
  /**
   * Goes out only to partners for whom the operator enabled the events of auths
   * (decision: link-events-on-request).
   */
  readonly restricted?: true;
  /** Stands in the log and is not sent: the partner did it itself (decision: own-changes-stay-in-the-log). */
  readonly logOnly?: true;
  /** Goes to this endpoint alone, whatever types it asked for. */
  readonly endpointId?: string;
};

/** Whom an event belongs to. A partner's own events have no client. */
export type EventOwner = {
  readonly partnerId: string;
  readonly clientId?: string;
  /** The client's identifier in the partner's system. */
  readonly identifier?: string;
};

export type EventRecord = EventDraft &
  EventOwner &
  Partial<Due> & {
    readonly _id: string;
    /** An instant by the machine's clock, also where a test clock was moved. */
    readonly created: string;
    /** Counts the events about one auth, bill, payment, swap or payment method, from 1 on. */
    readonly sequence: number;
    /** Puts it into the partner's log. */
    readonly partnerShard: string;
    /** When the table drops it, in seconds since the epoch. */
    readonly expiresAt: number;
  };

/** Days for which events are kept (decision: events-kept-90-days). */
export const EVENT_DAYS_KEPT = 90;
/** After this long, an event that the stream did not publish is published by a sweep. */
export const UNPUBLISHED_MILLISECONDS = 60_000;

/** An event with its place in the table, still to be published. `now` is the machine's. */
export function newEvent(
  draft: EventDraft,
  given: EventOwner & { readonly sequence: number; readonly now: number },
  random: RandomBytes,
): EventRecord & ItemKey {
  const { sequence, now, ...owner } = given;
  const eventId = newEventId(owner.clientId ?? owner.partnerId, now, random);
  const key = eventKey(eventId);
  if (!key) throw new Error('An event cannot be stored: its owner has no Billhook id');
  return {
    ...key,
    _id: eventId,
    ...owner,
    ...draft,
    sequence,
    created: instantText(now),
    partnerShard: partnerEventShard(owner.partnerId, shardOf(eventId, PARTNER_EVENT_SHARDS)),
    expiresAt: Math.floor((now + EVENT_DAYS_KEPT * DAY_MILLISECONDS) / 1000),
    ...unpublishedDue(shardOf(eventId, EVENT_SHARDS), instantText(now + UNPUBLISHED_MILLISECONDS)),
  };
}

/** The id of what the sequence counts; it follows from what was recorded, also by release 0.1.0. */
export function subjectOf({ resource, data }: Pick<EventRecord, 'resource' | 'data'>): string {
  const { auth, payment } = data as { readonly auth?: Named; readonly payment?: Named };
  return (resource.type === 'client' ? auth?._id : payment?._id) ?? resource.id;
}

type Named = { readonly _id?: string };

/** The event as it goes out and as the log shows it. */
export function presentEvent(record: EventRecord) {
  const { _id, type, created, clientId, partnerId, identifier, sessionId, sequence } = record;
  const { resource, data } = record;
  return {
    event: {
      _id,
      type,
      created,
      ...(clientId !== undefined && { clientId }),
      partnerId,
      ...(identifier !== undefined && { identifier }),
      ...(sessionId !== undefined && { sessionId }),
      sequence,
      subject: subjectOf(record),
      payload: { resource, data },
    },
  };
}
