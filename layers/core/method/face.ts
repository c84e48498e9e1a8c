/** What may be shown of a payment method: never more than the last four digits. */

import type { PaymentMethod } from '../schemas/payment-method.ts';
import type { BankFace, CardFace } from './card.ts';

/** What events show of a method, as it was: kept with the record that they tell of. */
export type KeptFace = {
  readonly _id: string;
  readonly type: 'card' | 'bank';
  readonly identifier?: string;
  readonly card?: CardFace;
  readonly bank?: BankFace;
};

export function keptFaceOf({ _id, type, identifier, card, bank }: KeptFace): KeptFace {
  return { _id, type, identifier, card, bank };
}

export function presentKeptFace({ _id, type, identifier, ...face }: KeptFace) {
  return { _id, type, ...(identifier && { identifier }), ...presentFace(face) };
}

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
