/**
 * Ids of events (decision: opaque-ids): whose collection an event stands in, when it was made, and
 * something of its own. Within a collection they sort by time.
 */
import { type RandomBytes, randomText, sortableText } from '../base/ids.ts';
import type { ItemKey } from '../base/table-keys.ts';

/** Milliseconds in base 62: good until the year 2081. */
const TIME_LENGTH = 7;
const LAST_TIME = 62 ** TIME_LENGTH - 1;
const OWN_LENGTH = 6;

/** Tells a client's events from those of a partner itself. */
const marks = { cl: 'c', ptn: 'p' } as const;

const EVENT_ID = /^evt_([0-9A-Za-z]{20})_([cp])([0-9A-Za-z]{13})$/;
/** What the sort keys of events begin with, and no others. */
export const EVENT_PREFIX = 'event#';

/** `ownerId` is the client's id, or the partner's; `now` in milliseconds since the epoch. */
export function newEventId(ownerId: string, now: number, random: RandomBytes): string {
  const [kind, root] = ownerId.split('_');
  const mark = kind === 'ptn' ? marks.ptn : marks.cl;
  const time = sortableText(now, TIME_LENGTH);
  return `evt_${root}_${mark}${time}${randomText(OWN_LENGTH, random)}`;
}

/** Where an event stands; nothing when the id is not of our making. */
export function eventKey(eventId: string): ItemKey | undefined {
  const parts = EVENT_ID.exec(eventId);
  if (!parts) return undefined;
  const [, root, mark, own] = parts;
  return { pk: `${mark === marks.ptn ? 'ptn' : 'cl'}_${root}`, sk: `${EVENT_PREFIX}${own}` };
}

/** The sort keys of the events made at or after `from` and before `to`, in milliseconds. */
export function eventRange(range: { readonly from?: number; readonly to?: number }): {
  readonly from: string;
  readonly upTo: string;
} {
  const { from = 0, to = LAST_TIME + 1 } = range;
  return {
    from: `${EVENT_PREFIX}${timeText(from)}`,
    // Nothing was made before time began: a range that ends there holds nothing.
    upTo: to <= 0 ? EVENT_PREFIX : `${EVENT_PREFIX}${timeText(to - 1)}${'z'.repeat(OWN_LENGTH)}`,
  };
}

/** Of any instant; one that no event can be of counts as the first or the last that one can. */
function timeText(milliseconds: number): string {
  return sortableText(Math.min(Math.max(milliseconds, 0), LAST_TIME), TIME_LENGTH);
}

/** What the deliveries of an event are called beside it, and one of them with an endpoint's id. */
export function deliverySortKey(event: ItemKey, endpointId = ''): string {
  return `delivery#${event.sk.slice(EVENT_PREFIX.length)}#${endpointId}`;
}
