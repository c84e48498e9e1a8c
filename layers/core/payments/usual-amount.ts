/** What is usual of a bill (decision: unusual-amounts-wait). */
import type { BillRecord } from '../bill.ts';

/** How many of the last payments say what is usual. */
const LAST_PAYMENTS = 6;
/** How many times the highest of them a payment may be that nobody has asked for. */
const TIMES_HIGHEST = 3;

/**
 * Whether an automatic payment would be far above what was paid before. A bill that was never paid
 * has nothing to compare with.
 */
export function exceedsUsual(
  { payments }: Pick<BillRecord, 'payments'>,
  amountCents: number,
): boolean {
  const last = payments.slice(0, LAST_PAYMENTS).map((payment) => payment.amountCents);
  return last.length > 0 && amountCents > TIMES_HIGHEST * Math.max(...last);
}
