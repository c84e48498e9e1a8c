/** What became of a payment that the page waits for. */
import { goesOn } from '../kit/linking/goes-on.ts';
import type { Entry } from './entry.ts';

export type Outcome =
  | 'waiting'
  | 'goes-on'
  | 'scheduled'
  | 'paid'
  | 'declined'
  | 'held'
  | 'cancelled';

/** @param before the bill's newest payment before this one: what became of that is not asked. */
export function outcomeOf(entry: Entry | undefined, before: string | undefined): Outcome {
  const payment = entry?.payment;
  if (!payment || payment._id === before) return 'waiting';
  if (goesOn(payment)) return 'goes-on';
  return payment.status === 'pending' ? 'waiting' : payment.status;
}

/** Refusals that say that a payment of the bill stands already: it is shown as it is. */
const standing: readonly string[] = ['payment_already_scheduled', 'payment_pending'];

export function isStanding(code: string): boolean {
  return standing.includes(code);
}
