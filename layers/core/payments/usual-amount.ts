/** What is usual of a bill (decision: unusual-amounts-wait). */
import type { BillRecord } from '../bill.ts';
import type { Waiting } from './waiting.ts';

/** How many of the last payments say what is usual. */
const LAST_PAYMENTS = 6;
/** How many times the highest of them a payment may be that nobody has asked for. */
const TIMES_HIGHEST = 3;

/**
 * What an automatic payment charges, or why it waits: it would be far above what was paid before. A
 * bill that was never paid has nothing to compare with.
 */
export function amountUnasked(
  { payments }: Pick<BillRecord, 'payments'>,
  owedCents: number,
): number | Waiting {
  const last = payments.slice(0, LAST_PAYMENTS).map(({ amountCents }) => amountCents);
  const highest = Math.max(...last);
  if (last.length === 0 || owedCents <= TIMES_HIGHEST * highest) return owedCents;
  return { reason: 'unusual-amount', seenCents: highest, owedCents };
}
