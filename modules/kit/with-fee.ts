/** An amount of the service's and the company's fee, as one total. */
import { moneyText, parseMoney } from '@billhook/core/money';

export function withFee(amount: string | undefined, fee: string | undefined): string {
  const cents = (text: string | undefined) => parseMoney(text ?? '') ?? 0;
  return moneyText(cents(amount) + cents(fee));
}
