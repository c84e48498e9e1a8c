/** The page's words, money and dates in its language. */

import type { texts as amountTexts } from './amount/texts/en.ts';
import type { texts as consentTexts } from './consent/texts/en.ts';
import type { texts as holdTexts } from './hold-texts/en.ts';
import type { texts as kitTexts } from './texts/en.ts';
import { texts as table } from './texts/table.ts';

/** The kit's own texts; each module has more of its own. */
export type TextKey =
  | keyof typeof kitTexts
  | keyof typeof holdTexts
  | keyof typeof amountTexts
  | keyof typeof consentTexts;

type Values = Readonly<Record<string, string | number>>;

/** The kit's own, and what was added. */
const texts: Record<string, string> = { ...table };

export function addTexts(own: Readonly<Record<string, string>>): void {
  Object.assign(texts, own);
}

/** Adds a module's own texts. @returns what it says them with, and the kit's. */
export function withTexts<Own extends string>(own: Readonly<Record<Own, string>>) {
  addTexts(own);
  return { say, sayCount } as {
    readonly say: (key: TextKey | Own, values?: Values) => string;
    readonly sayCount: (key: Counted<TextKey | Own>, count: number, values?: Values) => string;
  };
}

/** What a partner says instead (decision: one-table-of-texts), checked when it was set. */
let overrides: Readonly<Record<string, string>> = {};

export function setOverrides(given: Readonly<Record<string, string>>): void {
  overrides = given;
}

export function say(key: TextKey, values: Values = {}): string {
  const text = overrides[key] ?? texts[key] ?? '';
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** What begins with a word and not with a name, as it stands within a sentence. */
export function inText(text: string): string {
  return text.replace(/^[A-ZÁÉÍÓÚÑ](?=[a-záéíóúñ])/, (letter) => letter.toLowerCase());
}

/** The same at the beginning of one. */
export function atStart(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase());
}

/** Whether the tables have a text under a key that was put together from what the server says. */
export function isText(key: string): key is TextKey {
  return key in texts;
}

/** What the keys of texts that go by number have in common. */
type Counted<Key> = Key extends `${infer Base}.one` ? Base : never;

function sayCount(key: Counted<TextKey>, count: number, values: Values = {}): string {
  // Both languages have one form for one, and another for all else.
  return say(`${key}.${count === 1 ? 'one' : 'other'}`, { ...values, count });
}

/**
 * Money and days are put together here and not by the browser: to open its tables takes a phone longer
 * than all else of the first screen. A test holds them to what the browser would write.
 */
const months = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  es: 'ene feb mar abr may jun jul ago sept oct nov dic',
};

/** `$1,393.20`. @param amount a decimal text, as the API writes money. */
export function money(amount: string): string {
  const text = Number(amount)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',');
  return text.replace(/^-?/, '$&$$');
}

/** Of a day, which the API writes as its midnight UTC: `Dec 31, 2030`, `Dec 31` or `Dec 2030`. */
export function day(instant: string, parts: 'all' | 'day' | 'month' = 'all'): string {
  const date = new Date(instant);
  const name = months[language()].split(' ')[date.getUTCMonth()];
  const year = ` ${date.getUTCFullYear()}`;
  if (parts === 'month') return name + year;
  const number = date.getUTCDate();
  const [text, comma] =
    language() === 'es' ? [`${number} ${name}`, ''] : [`${name} ${number}`, ','];
  return parts === 'day' ? text : text + comma + year;
}

/** How days are written, as a pattern. */
export function dayPattern(): string {
  const names = months[language()].replaceAll(' ', '|');
  return language() === 'es'
    ? `\\d{1,2} (?:${names})\\b(?: \\d{4})?`
    : `\\b(?:${names}) \\d{1,4}(?:, \\d{4})?`;
}

/** The month in which a card ends: `12/2030`. @param instant its last one. */
export function month(instant: string): string {
  return `${instant.slice(5, 7)}/${instant.slice(0, 4)}`;
}

/** The language whose texts the page was served with. */
export function language(): 'en' | 'es' {
  return document.documentElement.lang.startsWith('es') ? 'es' : 'en';
}

/** How its days are written: bills are of the United States, in Spanish too. */
export function region(): string {
  return `${language()}-US`;
}
