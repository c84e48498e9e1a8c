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
  const form = new Intl.PluralRules(language()).select(count) === 'one' ? 'one' : 'other';
  return say(`${key}.${form}`, { ...values, count });
}

/** @param amount a decimal text, as the API writes money. */
export function money(amount: string): string {
  const format = new Intl.NumberFormat(region(), { style: 'currency', currency: 'USD' });
  return format.format(Number(amount));
}

/** A day that the API writes as its midnight UTC. */
export function day(instant: string): string {
  const format = new Intl.DateTimeFormat(region(), { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(instant));
}

/** The month in which a card ends. @param instant its last one. */
export function month(instant: string): string {
  const format = new Intl.DateTimeFormat(region(), {
    ...{ month: '2-digit', year: 'numeric' },
    timeZone: 'UTC',
  });
  return format.format(new Date(instant));
}

/** The page's language is the one that it was served in. */
export function language(): string {
  const lang = document.documentElement.lang || 'en';
  return lang === 'en-XA' ? 'en' : lang;
}

/** How its money and days are written: bills are of the United States, in Spanish too ($393.20). */
export function region(): string {
  return `${language().slice(0, 2)}-US`;
}
