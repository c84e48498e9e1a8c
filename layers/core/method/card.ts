/** Cards and bank accounts as they are given: what is checked, and what may be shown of them. */
import { type Failure, type FieldError, fail } from '../base/errors.ts';
import type {
  CardBrand,
  CardType,
  GivenBank,
  GivenCard,
  GivenPaymentMethod,
} from '../schemas/payment-method.ts';

/** What is kept of a card in clear: never more than the last four digits. */
export type CardFace = {
  readonly lastFour: string;
  readonly brand: CardBrand;
  readonly cardType?: CardType;
  /** The last instant at which the card is valid: the end of its month. */
  readonly expiresAt: string;
};

export type BankFace = {
  readonly routingLastFour: string;
  readonly accountLastFour: string;
  readonly accountType: 'checking' | 'savings';
};

export type BrandRule = {
  readonly brand: CardBrand;
  readonly prefix: RegExp;
  /** Digits of the number. */
  readonly lengths: readonly number[];
  readonly codeLength: 3 | 4;
};

/** Issuer ranges, the more exact first. */
const brandRules: readonly BrandRule[] = [
  { brand: 'american express', prefix: /^3[47]/, lengths: [15], codeLength: 4 },
  { brand: 'uatp', prefix: /^1/, lengths: [15], codeLength: 3 },
  {
    brand: 'discover',
    prefix: /^(6011|64[4-9]|65)/,
    lengths: [16, 17, 18, 19],
    codeLength: 3,
  },
  {
    brand: 'mastercard',
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    codeLength: 3,
  },
  { brand: 'visa', prefix: /^4/, lengths: [13, 16, 18, 19], codeLength: 3 },
  {
    brand: 'maestro',
    prefix: /^(50|5[6-9]|6)/,
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    codeLength: 3,
  },
];

/** @param cardNumber its digits, or the first few of them. */
export function brandRuleOf(cardNumber: string): BrandRule | undefined {
  return brandRules.find(({ prefix }) => prefix.test(cardNumber));
}

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

/** Digits of the code of a card of this brand. */
export function codeLengthOf(brand: CardBrand): 3 | 4 {
  return brandRules.find((rule) => rule.brand === brand)?.codeLength ?? 3;
}

type TestCard = { readonly type: CardType; readonly outcome: 'paid' | 'declined' };

type CardRules = { readonly now: number; readonly sandbox: boolean };

/** Checks a card beyond its schema. `prefix` is where its fields stand in the request. */
export function readCard(
  card: GivenCard & { readonly cardType?: CardType; readonly cardBrand?: CardBrand },
  rules: CardRules,
  prefix = '',
): CardFace | Failure<'invalid_request' | 'test_card_required'> {
  const rule = brandRuleOf(card.cardNumber);
  const problems: FieldError[] = [];
  const report = (field: string, message: string) =>
    problems.push({ field: `${prefix}${field}`, code: 'invalid_value', message });
  if (!rule?.lengths.includes(card.cardNumber.length) || !passesLuhn(card.cardNumber)) {
    report('cardNumber', 'Expected a valid card number');
  } else if (card.cardCode.length !== rule.codeLength) {
    report('cardCode', `Expected ${rule.codeLength} digits`);
  }
  const expires = Date.UTC(Number(card.expYear), Number(card.expMonth), 1);
  if (expires <= rules.now) report('expYear', 'Expected a card that has not expired');
  if (Number(card.expYear) > new Date(rules.now).getUTCFullYear() + 50) {
    report('expYear', 'Expected a year within 50 years');
  }
  if (!rule || problems.length > 0) return fail('invalid_request', { fields: problems });
  const testCard = testCards.get(card.cardNumber);
  if (rules.sandbox && !testCard) return fail('test_card_required');
  return {
    lastFour: card.cardNumber.slice(-4),
    brand: card.cardBrand ?? rule.brand,
    cardType: card.cardType ?? testCard?.type,
    expiresAt: new Date(expires - 1).toISOString(),
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

const ABA_WEIGHTS = [3, 7, 1];

export function passesAba(routingNumber: string): boolean {
  const sum = [...routingNumber].reduce(
    (total, digit, index) => total + Number(digit) * (ABA_WEIGHTS[index % 3] ?? 0),
    0,
  );
  return /^\d{9}$/.test(routingNumber) && sum > 0 && sum % 10 === 0;
}
