/** An amount of the service's and the company's fee, as one total. */
import { moneyText, parseMoney } from '@billhook/core/money';
import type { BillPayment } from '@billhook/core/schemas/bill';

export function withFee(...parts: (string | undefined)[]): string {
  return moneyText(parts.reduce((sum, part = '') => sum + (parseMoney(part) ?? 0), 0));
}

/** What was agreed to, and what a payment that waits would cost now. */
export function totalsOf({
  seen,
  seenFee,
  owed,
  fee,
}: Partial<NonNullable<BillPayment['waiting']>>) {
  return [withFee(seen, seenFee), withFee(owed, fee)] as const;
}
