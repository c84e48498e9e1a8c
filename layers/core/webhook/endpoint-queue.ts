/**
 * When somebody has to work for an endpoint. Whoever does holds a lease; whoever brings work counts it
 * in `wanted`, so that work that comes while the lease is given back is not overlooked.
 */
import type { Due } from '../base/table-keys.ts';
import type { DeliveryTimes } from './delivery.ts';

export type EndpointQueue = Partial<Due> & {
  /** Rises with each piece of work. */
  readonly wanted: number;
  /** Names who works; empty when nobody does. */
  readonly leaseId: string;
  /** Milliseconds since the epoch. */
  readonly leaseUntil: number;
  /** What `wanted` was when the work last came to an end. */
  readonly settled?: number;
  /** When a message that was put off arrives, in milliseconds since the epoch. */
  readonly wakeAt?: number;
  /** Attempts that may be under way at a time when work begins again; as many as ever when left out. */
  readonly inFlight?: number;
  /** What was put aside until then is to be taken up again; in milliseconds since the epoch. */
  readonly resumeAt?: number;
};

/** What a message to the queue `endpoints` says. */
export type EndpointMessage = {
  readonly endpointId: string;
  readonly partnerId: string;
  /** Try this one first: no index is asked for it, and indexes lag. */
  readonly eventId?: string;
  /** How often the message was put off because somebody else was at work. */
  readonly again?: number;
};

/** The longest that a message can be put off. */
const MAX_MESSAGE_DELAY_MILLISECONDS = 15 * 60 * 1_000;
/** How long a message waits that met another deliverer at work; nothing when it is given up. */
export function putOff(
  { eventId, again = 0 }: EndpointMessage,
  { againMilliseconds }: Pick<DeliveryTimes, 'againMilliseconds'>,
): number | undefined {
  return eventId === undefined ? undefined : againMilliseconds[again];
}

/** What a deliverer leaves behind. */
export type Rest = {
  /** When the next delivery is to be tried; nothing when none waits. */
  readonly nextAt?: number;
  /** Whether it did anything: what it did not see may still come up in the index. */
  readonly worked: boolean;
  /** What was put aside is not known to be taken up yet. */
  readonly resuming: boolean;
};

type LookTimes = Pick<DeliveryTimes, 'settleMilliseconds' | 'leaseMilliseconds'>;

export type NextLook = {
  /** When the sweep looks; nothing when there is nothing to look for. */
  readonly dueAt?: number;
  /** When a message is to arrive that is still to be sent. */
  readonly messageAt?: number;
};

/**
 * When to look at an endpoint again. An endpoint stays armed for a while after its last work: the
 * index that shows what waits is behind the table.
 */
export function nextLook(
  queue: Pick<EndpointQueue, 'wanted' | 'settled' | 'wakeAt'>,
  rest: Rest,
  given: { readonly now: number; readonly times: LookTimes },
): NextLook {
  const { now, times } = given;
  const { nextAt } = rest;
  const settled = !rest.worked && !rest.resuming && queue.settled === queue.wanted;
  const looks = settled ? [] : [now + times.settleMilliseconds];
  if (nextAt === undefined) return looks.length > 0 ? { dueAt: looks[0] } : {};
  if (nextAt - now > MAX_MESSAGE_DELAY_MILLISECONDS) return { dueAt: Math.min(...looks, nextAt) };
  // The message comes first; the sweep takes its place if it does not.
  const dueAt = Math.min(...looks, Math.max(nextAt, now) + times.leaseMilliseconds);
  // One message at a time: each that arrives sends the next, and no more than one.
  const underWay = queue.wakeAt !== undefined && queue.wakeAt > now && queue.wakeAt <= nextAt;
  return underWay ? { dueAt } : { dueAt, messageAt: nextAt };
}
