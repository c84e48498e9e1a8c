/** The network of a card by its number: from a table that others keep, and UATP, which that lacks. */
import creditCardType from 'credit-card-type';
import type { CardBrand } from '../schemas/payment-method.ts';

export type Network = {
  /** As it is written: `JCB`. */
  readonly name: string;
  /** Of a network whose cards are accepted. */
  readonly brand?: CardBrand;
  /** Digits of the number. */
  readonly lengths: readonly number[];
  /** Digits before each space on the card. */
  readonly gaps: readonly number[];
  readonly codeLength: 3 | 4;
};

/** The accepted networks, as the table calls them. */
const accepted: Readonly<Record<string, CardBrand>> = {
  'american-express': 'american express',
  discover: 'discover',
  maestro: 'maestro',
  mastercard: 'mastercard',
  visa: 'visa',
};

const uatp: Network = {
  name: 'UATP',
  brand: 'uatp',
  lengths: [15],
  gaps: [4, 9],
  codeLength: 3,
};

/**
 * @param digits of the number, or the first few of them.
 * @returns nothing of a number of no network, and of a beginning that several networks have.
 */
export function networkOf(digits: string): Network | undefined {
  const [found, another] = digits === '' ? [] : creditCardType(digits);
  if (!found) return digits.startsWith('1') ? uatp : undefined;
  // Without a strength, only the beginning of its range is there.
  if (another || found.matchStrength === undefined) return undefined;
  const { niceType, type, lengths, gaps, code } = found;
  const codeLength = code.size === 4 ? 4 : 3;
  return { name: niceType, brand: accepted[type], lengths, gaps, codeLength };
}

/** Digits of the code of a card of this brand: American Express alone has four. */
export function codeLengthOf(brand: CardBrand): 3 | 4 {
  return brand === 'american express' ? 4 : 3;
}
