/** What may be shown of a payment method: never more than the last four digits. */

import type { PaymentMethod } from '../schemas/payment-method.ts';
import type { BankFace, CardFace } from './card.ts';

/** Numbers masked, both spellings of the bank's fields. */
export function presentFace({
  card,
  bank,
}: {
  readonly card?: CardFace;
  readonly bank?: BankFace;
}): Pick<PaymentMethod, 'card' | 'bank'> {
  return {
    ...(card && {
      card: {
        number: masked(card.lastFour),
        brand: card.brand,
        ...(card.cardType && { type: card.cardType }),
        expDate: card.expiresAt,
      },
    }),
    ...(bank && {
      bank: {
        routingNumber: masked(bank.routingLastFour),
        accountNumber: masked(bank.accountLastFour),
        routing: masked(bank.routingLastFour),
        account: masked(bank.accountLastFour),
        type: bank.accountType,
      },
    }),
  };
}

/** One mask for all lengths: a number's length is not shown either. */
function masked(lastFour: string): string {
  return `XXXX${lastFour}`;
}
