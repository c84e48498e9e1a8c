/** A card as it is typed: how its fields are written, and what is wrong with them before they are sent. */
import { plainText } from '@billhook/core/base/plain-text';
import { passesLuhn } from '@billhook/core/method/card';
import {
  type CardExpiry,
  isCardExpired,
  isTooFarAhead,
  readExpiry,
  readYearFirst,
} from '@billhook/core/method/card-expiry';
import { networkOf } from '@billhook/core/method/network';

/** What stands in the fields. */
export type TypedCard = {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly zip: string;
  readonly name: string;
};

export type CardField = keyof TypedCard;

/** What `POST /payment` takes of a card. */
export type CardToSend = {
  readonly cardNumber: string;
  readonly cardCode: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly zipcode: string;
  readonly name: string;
};

export type CardComplaint = 'missing' | 'wrong' | 'past' | 'unaccepted';

export type ReadCard =
  | { readonly ok: true; readonly card: CardToSend }
  | { readonly ok: false; readonly complaints: Partial<Record<CardField, CardComplaint>> };

const MAX_DIGITS = 19;
const LAST_DIGITS = 4;
/** Digits of a number that tell the brand without a doubt. */
const BRAND_DIGITS = 4;
const ZIP = /^[A-Za-z0-9][A-Za-z0-9 -]{1,9}$/;

/** Where the spaces stand on most cards: behind so many digits. */
const usualGaps = [4, 8, 12];
const LAST_GAP = 16;
const LONG_NUMBER = 16;
const SHORT_NUMBER = 15;

/** `4111 1111 1111 1111`, whatever stands between the digits of what was typed or pasted. */
export function writeNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, MAX_DIGITS);
  return spaced(digits, digits);
}

/** The characters with the spaces that stand on the card of this number. */
function spaced(characters: string, digits: string): string {
  const ends = [...gapsOf(digits), LAST_GAP, MAX_DIGITS];
  const parts = ends.map((end, index) => characters.slice(ends[index - 1] ?? 0, end));
  return parts.filter(Boolean).join(' ');
}

function gapsOf(digits: string): readonly number[] {
  return networkOf(digits)?.gaps ?? usualGaps;
}

/** `04/30`, for `2030-04` too. The slash comes with what follows it, so that it can be deleted. */
export function writeExpiry(typed: string): string {
  const yearFirst = readYearFirst(typed);
  if (yearFirst) return `${yearFirst[0]}/${yearFirst[1].slice(2)}`;
  const [month = '', ...years] = typed.split('/').map(digitsOf);
  const year = years.join('');
  if (years.length > 0)
    return `${month.padStart(month ? 2 : 0, '0').slice(0, 2)}/${year.slice(0, 4)}`;
  const digits = /^[2-9]/.test(month) ? `0${month}` : month;
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 6)}` : digits;
}

/** As soon as it is certain. */
export function brandOf(number: string): string | undefined {
  const digits = digitsOf(number);
  return digits.length < BRAND_DIGITS ? undefined : networkOf(digits)?.brand;
}

export function codeLengthOf(number: string): 3 | 4 {
  return networkOf(digitsOf(number))?.codeLength ?? 3;
}

/** What a picture of the card shows: the number while it is typed, then its last four digits alone. */
export function shownNumber(number: string, isTyping: boolean): string {
  const digits = digitsOf(number);
  const whole = gapsOf(digits).length < usualGaps.length ? SHORT_NUMBER : LONG_NUMBER;
  const hidden = isTyping ? 0 : Math.max(0, digits.length - LAST_DIGITS);
  const filled = '•'.repeat(hidden) + digits.slice(hidden);
  return spaced(filled.padEnd(whole, '•'), digits);
}

/** The network of a card that is not accepted, as it is written. */
export function unacceptedNetwork(number: string): string | undefined {
  const network = networkOf(digitsOf(number));
  return network?.brand ? undefined : network?.name;
}

/** What can be wrong with one field, while the others may not be filled in yet. */
export function isFieldRight(field: CardField, typed: TypedCard, now: number): boolean {
  const read = readTypedCard(typed, now);
  return read.ok || read.complaints[field] === undefined;
}

/** The code is on the front of the cards that have four digits of it. */
export function isCodeOnFront(number: string): boolean {
  return codeLengthOf(number) > 3;
}

/** Where the caret stands once a text was written anew: behind the same digits as before. */
export function caretAfter(typed: string, caret: number, written: string): number {
  if (caret >= typed.length) return written.length;
  let left = digitsOf(typed.slice(0, caret)).length;
  let at = 0;
  while (left > 0 && at < written.length) {
    if (/\d/.test(written[at] ?? '')) left -= 1;
    at += 1;
  }
  return at;
}

/** The card that can be sent, or what to tell its user. @param now milliseconds since the epoch. */
export function readTypedCard(typed: TypedCard, now: number): ReadCard {
  const number = digitsOf(typed.number);
  const code = plainText(typed.code);
  const zipcode = typed.zip.trim();
  const expiry = readExpiry(writeExpiry(typed.expiry));
  const checks: Readonly<Record<CardField, CardComplaint | false>> = {
    number: complainOfNumber(number),
    expiry: expiry ? complainOfExpiry(expiry, now) : 'wrong',
    code: !isCode(code, number) && 'wrong',
    zip: !ZIP.test(zipcode) && 'wrong',
    name: false,
  };
  const fields = Object.keys(checks) as CardField[];
  const complaints = fields.flatMap((field) => {
    const complaint = typed[field].trim() === '' ? 'missing' : checks[field];
    return complaint ? [[field, complaint] as const] : [];
  });
  if (complaints.length > 0 || !expiry)
    return { ok: false, complaints: Object.fromEntries(complaints) };
  const [expMonth, expYear] = expiry;
  const name = typed.name.trim();
  return {
    ok: true,
    card: { cardNumber: number, cardCode: code, expMonth, expYear, zipcode, name },
  };
}

function complainOfNumber(digits: string) {
  const network = networkOf(digits);
  if (!network?.lengths.includes(digits.length) || !passesLuhn(digits)) return 'wrong';
  return !network.brand && 'unaccepted';
}

/** Without a brand either length will do: the number is complained of as it is. */
function isCode(code: string, number: string): boolean {
  const length = networkOf(number)?.codeLength;
  return length ? code.length === length && /^\d+$/.test(code) : /^\d{3,4}$/.test(code);
}

function complainOfExpiry(expiry: CardExpiry, now: number) {
  if (isCardExpired(expiry, now)) return 'past';
  return isTooFarAhead(expiry, now) && 'wrong';
}

function digitsOf(text: string): string {
  return plainText(text).replace(/\D/g, '');
}
