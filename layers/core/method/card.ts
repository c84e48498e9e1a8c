/** Cards and bank accounts as they are given: what is checked, and what may be shown of them. */
import { type Failure, type FieldError, fail } from '../base/errors.ts';
import type {
  CardBrand,
  CardType,
  GivenBank,
  GivenCard,
  GivenPaymentMethod,
} from '../schemas/payment-method.ts';
import { endOfMonth, isCardExpired, isTooFarAhead } from './card-expiry.ts';
import { networkOf } from './network.ts';
import { passesAba } from './routing-number.ts';

/** What is kept of a card in clear: never more than the last four digits. */
export type CardFace = {
  readonly lastFour: string;
  readonly brand: CardBrand;
  readonly cardType?: CardType;
  /** The end of its month in UTC. `isCardExpired` says until when it is good. */
  readonly expiresAt: string;
};

export type BankFace = {
  readonly routingLastFour: string;
  readonly accountLastFour: string;
  readonly accountType: 'checking' | 'savings';
};

/**
 * The numbers that the sandbox accepts, and what comes of charging them
 * (decision: test-numbers-only).
 */
export const testCards: ReadonlyMap<string, TestCard> = new Map([
  ['4111111111111111', { type: 'credit', outcome: 'paid' }],
  ['4000000000000002', { type: 'credit', outcome: 'declined' }],
  ['5555555555554444', { type: 'credit', outcome: 'paid' }],
  ['378282246310005', { type: 'credit', outcome: 'paid' }],
  ['6011111111111117', { type: 'credit', outcome: 'paid' }],
]);

type TestCard = { readonly type: CardType; readonly outcome: 'paid' | 'declined' };

type CardRules = { readonly now: number; readonly sandbox: boolean };

/** Checks a card beyond its schema. `prefix` is where its fields stand in the request. */
export function readCard(
  card: GivenCard & { readonly cardType?: CardType; readonly cardBrand?: CardBrand },
  rules: CardRules,
  prefix = '',
): CardFace | Failure<'invalid_request' | 'test_card_required'> {
  const network = networkOf(card.cardNumber);
  const problems: FieldError[] = [];
  const report = (field: string, message: string) =>
    problems.push({ field: `${prefix}${field}`, code: 'invalid_value', message });
  if (!network?.lengths.includes(card.cardNumber.length) || !passesLuhn(card.cardNumber)) {
    report('cardNumber', 'Expected a valid card number');
  } else if (!network.brand) {
    report('cardNumber', `${network.name} cards are not accepted`);
  } else if (card.cardCode.length !== network.codeLength) {
    report('cardCode', `Expected ${network.codeLength} digits`);
  }
  const expiry = [card.expMonth, card.expYear] as const;
  if (isCardExpired(expiry, rules.now)) report('expYear', 'Expected a card that has not expired');
  if (isTooFarAhead(expiry, rules.now)) report('expYear', 'Expected a year within 50 years');
  if (!network?.brand || problems.length > 0) return fail('invalid_request', { fields: problems });
  const testCard = testCards.get(card.cardNumber);
  if (rules.sandbox && !testCard) return fail('test_card_required');
  return {
    lastFour: card.cardNumber.slice(-4),
    brand: card.cardBrand ?? network.brand,
    cardType: card.cardType ?? testCard?.type,
    expiresAt: new Date(endOfMonth(expiry) - 1).toISOString(),
  };
}

/** A bank account with one of each pair of names chosen, checked beyond its schema. */
export function readBank(
  bank: GivenBank,
):
  | { readonly face: BankFace; readonly routingNumber: string; readonly accountNumber: string }
  | Failure<'invalid_request'> {
  const problems: FieldError[] = [];
  const one = (name: 'routing' | 'account') => {
    const long = bank[`${name}Number`];
    const short = bank[name];
    const field = `${name}Number`;
    if (long !== undefined && short !== undefined && long !== short) {
      const message = `Expected \`${field}\` and \`${name}\` to be the same`;
      problems.push({ field, code: 'invalid_value', message });
    } else if (long === undefined && short === undefined) {
      problems.push({ field, code: 'required', message: 'Required' });
    }
    return long ?? short ?? '';
  };
  const routingNumber = one('routing');
  const accountNumber = one('account');
  if (problems.length === 0 && !passesAba(routingNumber)) {
    const message = 'Expected a valid ABA routing number';
    problems.push({ field: 'routingNumber', code: 'invalid_value', message });
  }
  if (problems.length > 0) return fail('invalid_request', { fields: problems });
  return {
    face: {
      routingLastFour: routingNumber.slice(-4),
      accountLastFour: accountNumber.slice(-4),
      accountType: bank.accountType,
    },
    routingNumber,
    accountNumber,
  };
}

export function isCard(
  given: GivenPaymentMethod,
): given is Extract<GivenPaymentMethod, { paymentType: 'card' }> {
  return given.paymentType === 'card';
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
