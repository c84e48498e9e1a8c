/**
 * Fields that several groups share. Every text has a limit; dates and money are strict
 * (decisions: strict-dates, whole-cents).
 */
import * as v from 'valibot';
import { parseInstant } from '../base/dates.ts';
import { parseMoney } from '../base/money.ts';
import { plainText } from '../base/plain-text.ts';
import { alsoDescribed, describedAs } from './described.ts';

/** Characters, not bytes. */
export const MAX_NAME_LENGTH = 200;
const MAX_ID_LENGTH = 256;
const MAX_INSTANT_LENGTH = 40;
const MAX_MONEY_LENGTH = 20;

/** Non-empty text of at most `maximum` characters. */
export function text(maximum: number) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(maximum));
}

/** What people are shown as a name: it can be seen, and turns no text beside it around. */
export function name(maximum: number) {
  return v.pipe(
    text(maximum),
    alsoDescribed({ pattern: '\\S' }),
    v.check(
      (given) => !UNSEEN.test(given) && plainText(given) !== '',
      'Expected text that is not blank, without control characters',
    ),
  );
}

/** Control characters, and those that change the direction of the text behind them. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}]/u;

/** Text as a caller may leave it empty. */
export function optionalText(maximum: number) {
  return v.optional(v.pipe(v.string(), v.maxLength(maximum)));
}

/**
 * An id in a request. Its form is not checked: an id that is not ours is unknown (404), as one that
 * never existed.
 */
export const givenId = text(MAX_ID_LENGTH);

/** An id in a response. */
export const id = v.pipe(v.string(), v.maxLength(64), v.regex(/^[A-Za-z0-9_]+$/));

/** An instant or a day in a response. */
export const instant = v.pipe(v.string(), v.isoTimestamp());

/** A date-time or a day in a request. */
export const givenInstant = v.pipe(
  v.string(),
  v.maxLength(MAX_INSTANT_LENGTH),
  describedAs({
    anyOf: [
      { type: 'string', format: 'date-time', maxLength: MAX_INSTANT_LENGTH },
      { type: 'string', format: 'date' },
    ],
  }),
  v.check((value) => parseInstant(value) !== undefined, 'Expected an ISO 8601 date or date-time'),
);

/** A switch in a request, which callers send as text too (decision: tolerant-spellings). */
export const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])], 'Expected true or false'),
  v.transform((value) => value === true || value === 'true'),
);

/** An amount in a request, of at least one cent: text there, cents inside. */
export const givenMoney = v.pipe(
  v.string(),
  v.maxLength(MAX_MONEY_LENGTH),
  alsoDescribed({
    description: 'An amount above zero, such as "100.00".',
    pattern: '^(0\\.(0[1-9]|[1-9]\\d?)|[1-9]\\d{0,7}(\\.\\d{1,2})?|100000000(\\.0{1,2})?)$',
  }),
  v.check(
    (value) => (parseMoney(value) ?? 0) > 0,
    'Expected an amount from "0.01" to "100000000.00"',
  ),
  v.transform((value) => parseMoney(value) ?? 0),
);

/** An amount in a response: `"100.00"`. */
export const money = v.pipe(v.string(), v.regex(/^\d+\.\d{2}$/));

export const success = v.object({ success: v.literal(true) });

/** What every list takes (decision: lists-by-cursor). Query values arrive as text. */
export const pageQuery = v.object({
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'Expected a whole number from 1 to 100'),
      describedAs({ type: 'integer', minimum: 1, maximum: 100 }),
      v.transform(Number),
      v.minValue(1, 'Expected a whole number from 1 to 100'),
      v.maxValue(100, 'Expected a whole number from 1 to 100'),
    ),
  ),
  cursor: v.optional(text(2048)),
});

/** `{data, nextCursor?}`. */
export function listOf<T extends v.GenericSchema>(item: T) {
  return v.object({ data: v.array(item), nextCursor: v.optional(v.string()) });
}
