import type { PaymentMethod } from '@billhook/core/schemas/payment-method';

/** The month and year until which a card is good, as they stand on it: `12/30`. */
export function expiryOf({ card }: PaymentMethod): string | undefined {
  const [year = '', month] = card?.expDate.split('-') ?? [];
  return month && `${month}/${year.slice(-2)}`;
}
