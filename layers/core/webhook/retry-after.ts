/** How long a receiver asks to be left alone: `Retry-After` (RFC 9110, section 10.2.3). */
import type { Posted } from './delivery.ts';

/** Longer would put off what is retried for about three days. */
const MAX_MILLISECONDS = 60 * 60 * 1_000;

/** With these a receiver says that it is busy; with others the header means something else, or nothing. */
const busy: readonly number[] = [429, 502, 503, 504];

/** @returns milliseconds, 0 where nothing was asked, or nothing that can be read. */
export function askedToWait(posted: Posted, now: number): number {
  if (posted.kind !== 'answered' || !busy.includes(posted.status)) return 0;
  const asked = read(posted.retryAfter?.trim() ?? '', now);
  return Math.min(Math.max(asked, 0), MAX_MILLISECONDS);
}

function read(text: string, now: number): number {
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  // In the one form of a date that servers have to send, and of a day that exists.
  return new Date(at).toUTCString() === text ? at - now : 0;
}
