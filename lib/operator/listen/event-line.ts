/** Events as lines for people. */
import { eventTypes } from '@billhook/core/events/event';
import type { AnyEvent } from '@billhook/core/schemas/event';
import type { Forwarded } from './forward-event.ts';

const TYPE_WIDTH = Math.max(...eventTypes.map((type) => type.length));
/** Of `12:00:00`, and the two spaces behind. */
const TIME_WIDTH = 10;

/** Local time, type, what it is about, which of its events this is, and the event's id. */
export function eventLine({ _id, type, created, sequence, subject }: AnyEvent): string {
  const time = new Date(created).toTimeString().slice(0, 8);
  const about = `${subject} #${sequence}`;
  return `${time}  ${type.padEnd(TYPE_WIDTH)}  ${about.padEnd(40)}  ${_id}`;
}

/** Comes after the event's line, maybe with others between. */
export function forwardedLine({ _id }: AnyEvent, forwarded: Forwarded): string {
  const outcome = 'status' in forwarded ? String(forwarded.status) : forwarded.failure;
  return `${' '.repeat(TIME_WIDTH)}-> ${outcome}, ${forwarded.milliseconds} ms  (${_id})`;
}
