/** What a user agreed to, as requests give it and responses show it. */
import * as v from 'valibot';
import { alsoDescribed } from './described.ts';
import { givenInstant, id, instant, money, text } from './fields.ts';
import { scheduleValues } from './schedule.ts';

export const consentGivers = ['partner', 'user', 'legacy'] as const;

const MAX_TEXT_LENGTH = 10_000;
const MAX_VERSION_LENGTH = 64;
const MAX_LOCALE_LENGTH = 35;

/** Kept as it came, to compare with. Usual are 64 hexadecimal digits, and Base64. */
const textHash = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z0-9+/=_:-]{32,128}$/,
    'Expected a hash such as a SHA-256, of 32 to 128 characters',
  ),
);
const version = text(MAX_VERSION_LENGTH);
const locale = v.pipe(
  v.string(),
  v.maxLength(MAX_LOCALE_LENGTH),
  v.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'Expected a language tag such as "en-US"'),
);

/** The text that was shown, or its hash: the text is hashed and not kept. */
export const givenConsent = v.pipe(
  v.object({
    textHash: v.optional(textHash),
    text: v.optional(text(MAX_TEXT_LENGTH)),
    version: v.optional(version),
    locale: v.optional(locale),
    /** When the user agreed; from a partner only. */
    at: v.optional(givenInstant),
  }),
  v.check(
    ({ textHash, text }) => (textHash === undefined) !== (text === undefined),
    'Expected either `textHash` or `text`',
  ),
  v.check(
    ({ text, version, locale, at }) => Boolean((version && locale) || (text && at)),
    'Expected `version` and `locale`; with an API key, `text` and `at` do as well',
  ),
  alsoDescribed({
    description:
      'Either `textHash` or `text`; and `version` and `locale`, or with `text` at least `at`.',
    allOf: [
      { oneOf: [{ required: ['textHash'] }, { required: ['text'] }] },
      { anyOf: [{ required: ['version', 'locale'] }, { required: ['text', 'at'] }] },
    ],
  }),
);

/** What a user agreed to is told by the rule of the bill at that moment. */
export const consentTerms = v.object({
  schedule: v.picklist(scheduleValues),
  /** What the next payment was going to be of, and its day. */
  amount: v.optional(money),
  payDate: v.optional(instant),
  /** What was going to make it. It may have been deleted since. */
  paymentMethod: v.optional(
    v.object({
      _id: id,
      type: v.picklist(['card', 'bank']),
      brand: v.optional(v.string()),
      accountType: v.optional(v.picklist(['checking', 'savings'])),
      lastFour: v.string(),
    }),
  ),
});

/** On what ground a bill is paid automatically. */
export const consent = v.object({
  by: v.picklist(consentGivers),
  /** Missing of what was recurring before consent was recorded. */
  at: v.optional(instant),
  /** Nobody passed a consent: the partner's settings say that its users agree. */
  implied: v.optional(v.literal(true)),
  textHash: v.optional(v.string()),
  version: v.optional(v.string()),
  locale: v.optional(v.string()),
  /** Of a user who turned it on for a bill that was there. */
  terms: v.optional(consentTerms),
});

/** The text under which a user saved a payment method. */
export const authorization = v.omit(consent, ['implied', 'terms']);

export type GivenConsent = v.InferOutput<typeof givenConsent>;
export type Consent = v.InferOutput<typeof consent>;
export type ConsentTerms = v.InferOutput<typeof consentTerms>;
export type Authorization = v.InferOutput<typeof authorization>;
