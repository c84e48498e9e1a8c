import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { say } from '../kit/text.ts';

/** Until when a card is good, as it stands on it. */
export function expiryOf({ card }: PaymentMethod): string | undefined {
  if (!card) return undefined;
  const [year = '', month = ''] = card.expDate.split('-');
  return say('method.expires', { date: `${month}/${year.slice(-2)}` });
}
