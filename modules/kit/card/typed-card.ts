/** A card as it is typed: how its fields are written, and what is wrong with them before they are sent. */
import { brandRuleOf, passesLuhn } from '@billhook/core/method/card';

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

export type CardComplaint = 'missing' | 'wrong' | 'past';

export type ReadCard =
  | { readonly ok: true; readonly card: CardToSend }
  | { readonly ok: false; readonly complaints: Partial<Record<CardField, CardComplaint>> };

const MAX_DIGITS = 19;
const LAST_DIGITS = 4;
/** Digits of a number that tell the brand without a doubt. */
const BRAND_DIGITS = 4;
const MAX_YEARS_AHEAD = 50;
const ZIP = /^[A-Za-z0-9][A-Za-z0-9 -]{1,9}$/;

/** Where the spaces stand on the card itself. */
const fours = [4, 4, 4, 4, 3];
const groups: Readonly<Record<string, readonly number[]>> = {
  'american express': [4, 6, 5],
  uatp: [4, 5, 6],
};

/** `4111 1111 1111 1111`, whatever stands between the digits of what was typed or pasted. */
export function writeNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, MAX_DIGITS);
  const parts: string[] = [];
  let from = 0;
  for (const length of groups[brandRuleOf(digits)?.brand ?? ''] ?? fours) {
    parts.push(digits.slice(from, from + length));
    from += length;
  }
  return parts.filter(Boolean).join(' ');
}

/** `04/30`. The slash comes with what follows it, so that it can be deleted. */
export function writeExpiry(typed: string): string {
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
  return digits.length < BRAND_DIGITS ? undefined : brandRuleOf(digits)?.brand;
}

export function codeLengthOf(number: string): 3 | 4 {
  return brandRuleOf(digitsOf(number))?.codeLength ?? 3;
}

/** What a picture of the card shows: the number while it is typed, then its last four digits alone. */
export function shownNumber(number: string, isTyping: boolean): string {
  const digits = digitsOf(number);
  const lengths = groups[brandRuleOf(digits)?.brand ?? ''] ?? fours.slice(0, 4);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const hidden = isTyping ? 0 : Math.max(0, digits.length - LAST_DIGITS);
  const filled = '•'.repeat(hidden) + digits.slice(hidden);
  const all = [...filled.padEnd(whole, '•')];
  const parts = lengths.map((length) => all.splice(0, length).join(''));
  return [...parts, all.join('')].filter(Boolean).join(' ');
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
  const code = typed.code.trim();
  const zipcode = typed.zip.trim();
  const expiry = readExpiry(typed.expiry);
  const checks: Readonly<Record<CardField, CardComplaint | false>> = {
    number: !isCardNumber(number) && 'wrong',
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

function isCardNumber(digits: string): boolean {
  return (brandRuleOf(digits)?.lengths.includes(digits.length) ?? false) && passesLuhn(digits);
}

/** Without a brand either length will do: the number is complained of as it is. */
function isCode(code: string, number: string): boolean {
  const length = brandRuleOf(number)?.codeLength;
  return length ? code.length === length && /^\d+$/.test(code) : /^\d{3,4}$/.test(code);
}

/** @returns two digits of the month and four of the year. */
function readExpiry(typed: string): readonly [string, string] | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2}|\d{4})$/.exec(writeExpiry(typed)) ?? [];
  if (!month || !year) return undefined;
  return [month, year.length === 2 ? `20${year}` : year];
}

/** A card is good to the end of its month. */
function complainOfExpiry([month, year]: readonly [string, string], now: number) {
  if (Date.UTC(Number(year), Number(month), 1) <= now) return 'past';
  return Number(year) > new Date(now).getUTCFullYear() + MAX_YEARS_AHEAD && 'wrong';
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
