/**
 * Deliveries (decision: standard-webhooks): an event on its way to an endpoint. One is made for
 * each endpoint that wants the event, tried by a table of delays, and put aside where nothing came
 * of that: never dropped.
 */
import { instantText } from '../base/dates.ts';
import { type Due, deliveriesShard, type ItemKey, parkedShard } from '../base/table-keys.ts';
import type { EventRecord } from '../events/event.ts';
import { deliverySortKey, EVENT_PREFIX, eventKey } from '../events/event-id.ts';
import type { PartnerRecord } from '../partner/partner.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What waits for what. Passed in, so that a test can run a day in a second. */
export type DeliveryTimes = {
  /** How long an endpoint may take, from the look at its name to the last byte of its answer. */
  readonly timeoutMilliseconds: number;
  /** How long after the one before each attempt is made; the first is made at once. */
  readonly delays: readonly number[];
  /** How long a deliverer that says nothing is believed to live. */
  readonly leaseMilliseconds: number;
  /** How often it says so, and looks whether the endpoint is still wanted. */
  readonly renewMilliseconds: number;
  /** How often it looks for what came while attempts are under way. */
  readonly pollMilliseconds: number;
  /** After this long at the latest an index shows what was written, and the sweep has been round. */
  readonly settleMilliseconds: number;
  /** How long a message waits that met another deliverer at work, by how often it did. */
  readonly againMilliseconds: readonly number[];
  /** How long an endpoint is left alone that answers nothing in time, when others may wait. */
  readonly pauseMilliseconds: number;
};

export const deliveryTimes: DeliveryTimes = {
  timeoutMilliseconds: 15 * SECOND,
  delays: [
    0,
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ],
  leaseMilliseconds: 30 * SECOND,
  renewMilliseconds: 8 * SECOND,
  pollMilliseconds: 250,
  settleMilliseconds: MINUTE,
  againMilliseconds: [SECOND, 5 * SECOND, 20 * SECOND],
  pauseMilliseconds: MINUTE,
};

/** An attempt is made up to a tenth of its delay late, so that what failed together comes apart. */
const JITTER = 0.1;
/** The attempts that a delivery tells of: the newest. */
const MAX_ATTEMPTS_KEPT = 30;

/** What became of an attempt. Nothing of what the endpoint said but its status. */
export const attemptOutcomes = [
  'delivered',
  'redirected',
  'gone',
  'unexpected_status',
  'address_refused',
  'name_not_found',
  'connection_failed',
  'tls_failed',
  'answer_broken',
  'timed_out',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export type DeliveryAttempt = {
  /** An instant. */
  readonly at: string;
  readonly outcome: AttemptOutcome;
  /** The HTTP status, where there was an answer. */
  readonly status?: number;
  readonly milliseconds: number;
};

/**
 * - `waiting`: will be tried at `dueAt`.
 * - `delivered`: the endpoint answered 2xx.
 * - `parked`: put aside, until the endpoint is verified or enabled again, or the event is sent again.
 * - `ended`: its endpoint was deleted.
 */
export const deliveryStates = ['waiting', 'delivered', 'parked', 'ended'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type DeliveryRecord = {
  readonly version: number;
  readonly eventId: string;
  readonly endpointId: string;
  readonly partnerId: string;
  readonly state: DeliveryState;
  /** When it is tried next, or since when it has been put aside. */
  readonly dueAt?: string;
  /** It tells a deleted endpoint of its deletion (decision: deleted-endpoints-are-told). */
  readonly farewell?: true;
  /** The number of a test, which proves its endpoint's address (decision: addresses-are-proven-first). */
  readonly test?: number;
  /** Attempts since it was last begun: how far it has come in the table of delays. */
  readonly tries: number;
  /** The newest last. */
  readonly attempts: readonly DeliveryAttempt[];
  /** It goes when its event does: seconds since the epoch. */
  readonly expiresAt: number;
};

/** An answer, or why there was none. */
export type Posted = { readonly milliseconds: number } & (
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** `Retry-After`, as it was sent. */
      readonly retryAfter?: string;
    }
  | { readonly kind: 'failed'; readonly reason: Exclude<AttemptOutcome, AnsweredOutcome> }
);

type AnsweredOutcome = 'delivered' | 'redirected' | 'gone' | 'unexpected_status';

/** Where the delivery of an event to an endpoint stands: beside the event. */
export function deliveryKey({
  eventId,
  endpointId,
}: Pick<DeliveryRecord, 'eventId' | 'endpointId'>): ItemKey | undefined {
  const event = eventKey(eventId);
  return event && { pk: event.pk, sk: deliverySortKey(event, endpointId) };
}

/** The event that a delivery stands beside. */
export function eventKeyBeside(delivery: ItemKey): ItemKey {
  return { pk: delivery.pk, sk: `${EVENT_PREFIX}${delivery.sk.split('#')[1]}` };
}

/** Where a delivery stands in the due index; nowhere once it is over. */
export function deliveryDue({ state, endpointId, dueAt }: DeliveryRecord): Due | undefined {
  if (dueAt === undefined || (state !== 'waiting' && state !== 'parked')) return undefined;
  const dueShard = state === 'waiting' ? deliveriesShard(endpointId) : parkedShard(endpointId);
  return { dueShard, dueAt, dueKind: 'delivery' };
}

/** Whether an event may go out to its partner at all (decision: link-events-on-request). */
export function mayGoOut(
  event: Pick<EventRecord, 'restricted' | 'logOnly'>,
  partner: Pick<PartnerRecord, 'authEvents'>,
): boolean {
  // (decision: own-changes-stay-in-the-log)
  if (event.logOnly) return false;
  return !event.restricted || partner.authEvents === true;
}

export function newDelivery(
  event: Pick<EventRecord, '_id' | 'partnerId' | 'expiresAt'>,
  endpointId: string,
  given: { readonly state: 'waiting' | 'parked'; readonly now: number },
): DeliveryRecord {
  return {
    version: 1,
    eventId: event._id,
    endpointId,
    partnerId: event.partnerId,
    state: given.state,
    dueAt: instantText(given.now),
    tries: 0,
    attempts: [],
    expiresAt: event.expiresAt,
  };
}

/** The delivery from the start of the table of delays again, with the attempts that it tells of. */
export function beginAgain(
  standing: DeliveryRecord,
  given: { readonly state: 'waiting' | 'parked'; readonly now: number },
): DeliveryRecord {
  const version = standing.version + 1;
  return { ...standing, version, state: given.state, dueAt: instantText(given.now), tries: 0 };
}

export function park(standing: DeliveryRecord, now: number): DeliveryRecord {
  return { ...beginAgain(standing, { state: 'parked', now }), tries: standing.tries };
}

export function end(standing: DeliveryRecord): DeliveryRecord {
  return { ...standing, version: standing.version + 1, state: 'ended', dueAt: undefined };
}

/**
 * Whether a delivery is to be tried: the index may show what is over. The first attempt is made
 * whatever the clock says, since another machine's set it.
 */
export function isDeliveryDue({ state, tries, dueAt = '' }: DeliveryRecord, now: number): boolean {
  return state === 'waiting' && (tries === 0 || Date.parse(dueAt) <= now);
}

type AfterAttempt = {
  readonly now: number;
  /** From 0 to below 1. */
  readonly random: number;
  readonly delays: readonly number[];
  /** What the endpoint asked for, in milliseconds: `askedToWait`. */
  readonly asked?: number;
};

export function afterAttempt(
  standing: DeliveryRecord,
  attempt: DeliveryAttempt,
  given: AfterAttempt,
): DeliveryRecord {
  const { now, random, delays, asked = 0 } = given;
  const tries = standing.tries + 1;
  const attempts = [...standing.attempts, attempt].slice(-MAX_ATTEMPTS_KEPT);
  const next = { ...standing, version: standing.version + 1, tries, attempts };
  if (attempt.outcome === 'delivered') return { ...next, state: 'delivered', dueAt: undefined };
  const delay = attempt.outcome === 'gone' ? undefined : delays[tries];
  if (delay === undefined) return { ...next, state: 'parked', dueAt: instantText(now) };
  const wait = Math.max(delay, asked) * (1 + JITTER * random);
  return { ...next, dueAt: instantText(now + Math.round(wait)) };
}

/** The delivery after an attempt at an address that its endpoint has left since: it begins again. */
export function afterLeaving(tried: DeliveryRecord, now: number): DeliveryRecord {
  return { ...beginAgain(tried, { state: 'waiting', now }), version: tried.version };
}

export function attemptOf(posted: Posted, startedAt: number): DeliveryAttempt {
  const { milliseconds } = posted;
  const at = instantText(startedAt);
  if (posted.kind === 'failed') return { at, outcome: posted.reason, milliseconds };
  return { at, outcome: outcomeOf(posted.status), status: posted.status, milliseconds };
}

const GONE = 410;

function outcomeOf(status: number): AnsweredOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status >= 300 && status < 400) return 'redirected';
  return status === GONE ? 'gone' : 'unexpected_status';
}

/** Attempts under way at a time at one endpoint, until it is known how it keeps up. */
export const FIRST_IN_FLIGHT = 16;
/** And at most. At 200 ms each, that is 320 deliveries a second. */
export const MAX_IN_FLIGHT = 64;

/** With these an endpoint says that it gets too much. */
const overloaded: readonly (number | undefined)[] = [429, 503];

/**
 * How many attempts may be under way after one: one more where the endpoint took it, half as many when it
 * does not keep up.
 * @param status what it answered, where it did.
 */
export function nextInFlight(inFlight: number, outcome: AttemptOutcome, status?: number): number {
  if (outcome === 'timed_out' || overloaded.includes(status))
    return Math.max(1, Math.floor(inFlight / 2));
  return outcome === 'delivered' ? Math.min(MAX_IN_FLIGHT, inFlight + 1) : inFlight;
}
