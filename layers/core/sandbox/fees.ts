/** Surcharges as companies of the sandbox take them: dollars, or a percentage of the payment. */

import type { PayingMethod } from '../company/connector.ts';
import { testCards } from '../method/card.ts';
import { networkOf } from '../method/network.ts';
import { feeCents } from '../payment/surcharge.ts';
import type { Company } from '../schemas/company.ts';

/** What a company takes on top of a payment, in cents: what its `fees` announce. */
export function chargedFee(
  { fees: announced }: Pick<Company, 'fees'>,
  method: PayingMethod,
  amountCents: number,
): number {
  if (method.type === 'bank') return feeCents(announced, { type: 'bank' }, amountCents);
  const { brand = 'visa' } = networkOf(method.cardNumber) ?? {};
  const type = testCards.get(method.cardNumber)?.type;
  return feeCents(announced, { type: 'card', card: { brand, ...(type && { type }) } }, amountCents);
}

type Fees = NonNullable<Company['fees']>;

const dollars = (rate: number) => ({ rate, percentage: false });
const percent = (rate: number) => ({ rate, percentage: true });

export const fees = {
  bankFlat: { ach: dollars(1.5) },
  bankPercentage: { ach: percent(0.75) },
  cardFlat: {
    cards: {
      visa: { credit: dollars(2.95), debit: dollars(1.95) },
      mastercard: { credit: dollars(2.95), debit: dollars(1.95) },
      discover: { credit: dollars(2.95), debit: dollars(1.95) },
      'american express': { credit: dollars(3.95) },
    },
  },
  cardPercentage: {
    cards: {
      visa: { credit: percent(2.5), debit: percent(1.1) },
      mastercard: { credit: percent(2.5), debit: percent(1.1) },
      discover: { credit: percent(2.75), debit: percent(1.25) },
      'american express': { credit: percent(3.25) },
    },
  },
  /** Some companies spell the brand so. */
  amexSpelling: {
    cards: {
      visa: { credit: percent(1.95) },
      mastercard: { credit: percent(1.95) },
      amex: { credit: percent(2.9) },
    },
  },
  creditOnly: {
    cards: {
      visa: { credit: percent(2) },
      mastercard: { credit: percent(2) },
      discover: { credit: percent(2) },
      'american express': { credit: percent(2) },
    },
  },
  debitOnly: {
    cards: { visa: { debit: dollars(0.99) }, mastercard: { debit: dollars(0.99) } },
  },
  both: {
    ach: dollars(0.5),
    cards: {
      visa: { credit: percent(2.25), debit: dollars(1.25) },
      mastercard: { credit: percent(2.25), debit: dollars(1.25) },
    },
  },
} as const satisfies Record<string, Fees>;
