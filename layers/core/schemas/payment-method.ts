import * as v from 'valibot';
import { plainText } from '../base/plain-text.ts';
import { authorization, givenConsent } from './consent.ts';
import { alsoDescribed, describedLike, oneOfFields } from './described.ts';
import { givenId, id, instant, MAX_NAME_LENGTH, name, optionalText } from './fields.ts';

export const paymentTypes = ['card', 'bank'] as const;
export const methodStatuses = ['verified', 'declined', 'pending'] as const;
export const cardTypes = ['credit', 'debit'] as const;
export const accountTypes = ['checking', 'savings'] as const;
export const cardBrands = [
  'american express',
  'discover',
  'maestro',
  'mastercard',
  'uatp',
  'visa',
] as const;

export type MethodStatus = (typeof methodStatuses)[number];
export type CardBrand = (typeof cardBrands)[number];
export type CardType = (typeof cardTypes)[number];

export const paymentMethod = v.object({
  _id: id,
  type: v.picklist(paymentTypes),
  identifier: v.optional(v.string()),
  status: v.picklist(methodStatuses),
  default: v.boolean(),
  name: v.string(),
  assignedBills: v.array(id),
  card: v.optional(
    v.object({
      number: v.string(),
      brand: v.string(),
      type: v.optional(v.picklist(cardTypes)),
      expDate: instant,
    }),
  ),
  bank: v.optional(
    v.object({
      routingNumber: v.string(),
      accountNumber: v.string(),
      routing: v.string(),
      account: v.string(),
      type: v.picklist(accountTypes),
    }),
  ),
  /** What its user agreed to when it was saved. */
  authorization: v.optional(authorization),
  /** In lists, of a method that has paid: it is not deleted before. */
  deletableFrom: v.optional(instant),
});

export type PaymentMethod = v.InferOutput<typeof paymentMethod>;

/** More than a number has digits, so that what was pasted with it is taken off and not refused. */
const MAX_TYPED_LENGTH = 64;

/** Digits as `plainText` reads them; the description asks for plain ones. */
const like = (pattern: RegExp, message: string) =>
  v.pipe(
    v.string(),
    alsoDescribed({ pattern: pattern.source }),
    v.transform(plainText),
    v.regex(pattern, message),
  );

const digits = (minimum: number, maximum: number, what: string) =>
  v.pipe(
    v.string(),
    v.maxLength(MAX_TYPED_LENGTH),
    alsoDescribed({
      description: `${what[0]?.toUpperCase()}${what.slice(1)}, which spaces and hyphens may separate.`,
      pattern: `^[ -]*(\\d[ -]*){${minimum},${maximum}}$`,
    }),
    v.transform(plainText),
    v.regex(new RegExp(`^\\d{${minimum},${maximum}}$`), `Expected ${what}`),
  );

/** The fields of a card. Its number, date and code are checked further by `readCard`. */
export const givenCard = v.object({
  identifier: optionalText(128),
  name: name(MAX_NAME_LENGTH),
  cardNumber: digits(12, 19, '12 to 19 digits'),
  cardCode: digits(3, 4, 'three or four digits'),
  expMonth: like(/^(0[1-9]|1[0-2])$/, 'Expected two digits, 01 to 12'),
  expYear: like(/^2\d{3}$/, 'Expected a year of four digits'),
  zipcode: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{1,9}$/, 'Expected a zip or postal code'),
  ),
  setAsDefault: v.optional(v.boolean()),
});

export const givenSyncCard = v.object({
  ...givenCard.entries,
  cardType: v.optional(v.picklist(cardTypes)),
  cardBrand: v.optional(v.picklist(cardBrands)),
});

/**
 * A card among others. One that is not right is refused by itself, by `givenSyncCard`, and does not
 * lose the others.
 */
export const anySyncCard = v.pipe(
  v.union([givenSyncCard, v.record(v.string(), v.unknown())]),
  describedLike(givenSyncCard),
);

export const cardFieldError = v.object({
  field: v.string(),
  code: v.string(),
  message: v.string(),
});

export const failedCard = v.object({
  /** As it was sent, where it was sent as text. */
  identifier: v.optional(v.string()),
  /** Its place among the cards of the request, from 0. */
  index: v.pipe(v.number(), v.integer()),
  error: v.object({
    code: v.picklist(['invalid_request', 'test_card_required', 'link_limit_reached']),
    message: v.string(),
    errors: v.optional(v.array(cardFieldError)),
  }),
});

export const givenBank = v.object({
  identifier: optionalText(128),
  name: name(MAX_NAME_LENGTH),
  routingNumber: v.optional(digits(9, 9, 'nine digits')),
  routing: v.optional(digits(9, 9, 'nine digits')),
  accountNumber: v.optional(digits(4, 17, '4 to 17 digits')),
  account: v.optional(digits(4, 17, '4 to 17 digits')),
  accountType: v.picklist(accountTypes),
  setAsDefault: v.optional(v.boolean()),
});

const added = {
  clientId: givenId,
  /** The user agreed that bills are paid automatically with a first payment method. */
  consent: v.optional(givenConsent),
  /** The text under which the user saved it, such as that of a debit. It turns nothing on. */
  authorization: v.optional(givenConsent),
};

export const cardToAdd = v.object({
  paymentType: v.literal('card'),
  ...added,
  ...givenCard.entries,
});

export const bankAccountToAdd = v.pipe(
  v.object({ paymentType: v.literal('bank'), ...added, ...givenBank.entries }),
  // `readBank` has the rule.
  alsoDescribed({
    description: '`routingNumber` or `routing`, and `accountNumber` or `account`.',
    allOf: [oneOfFields('routingNumber', 'routing'), oneOfFields('accountNumber', 'account')],
  }),
);

export const givenPaymentMethod = v.variant('paymentType', [cardToAdd, bankAccountToAdd]);

export type FailedCard = v.InferOutput<typeof failedCard>;
export type GivenSyncCard = v.InferOutput<typeof givenSyncCard>;
export type GivenCard = v.InferOutput<typeof givenCard>;
export type GivenBank = v.InferOutput<typeof givenBank>;
export type GivenPaymentMethod = v.InferOutput<typeof givenPaymentMethod>;
