/** An amount of the service's and the company's fee, as one total. */
import { moneyText, parseMoney } from '@billhook/core/base/money';
import type { BillPayment } from '@billhook/core/schemas/bill';

export function withFee(...parts: (string | undefined)[]): string {
  return moneyText(parts.reduce((sum, part = '') => sum + (parseMoney(part) ?? 0), 0));
}

/** What was agreed to, and what a payment that waits would cost now. */
export function totalsOf(waiting: BillPayment['waiting']): readonly [seen: string, owed: string] {
  return [withFee(waiting?.seen, waiting?.seenFee), withFee(waiting?.owed, waiting?.fee)];
}
