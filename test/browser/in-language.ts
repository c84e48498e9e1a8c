/**
 * Finds in another language what a state presses: states name everything in English, as the texts of
 * the modules have it.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

type Table = Readonly<Record<string, string>>;
type Name = string | RegExp;

const modules = join(import.meta.dirname, '../../modules');

/** @returns the page, in which everything is found by what it is called in English. */
export async function inLanguage(page: Page, locale: string): Promise<Page> {
  // The preview's samples are called as companies call things, which are not translated.
  const isOwn = (folder: string) => folder.startsWith('preview') === /\/preview\b/.test(page.url());
  const english = await tableOf('en', isOwn);
  const other = await tableOf(locale, isOwn);
  return wrapped(page, (name, isPart) => translate(name, { english, other, isPart }));
}

/** @param isPart whether a text that has the name in it is meant too. */
type Translate = (name: Name, isPart?: boolean) => Name;

/** The same of what is found in it. */
function wrapped<T extends Page | Locator>(of: T, called: Translate): T {
  const finders = {
    getByRole: (role: Parameters<Page['getByRole']>[0], given: { readonly name?: Name } = {}) => {
      const { name, ...more } = given;
      const other = name === undefined ? undefined : called(name);
      if (other === undefined || other === name) return wrapped(of.getByRole(role, given), called);
      return wrapped(of.getByRole(role, { name: asWhole(other, more) }), called);
    },
    getByText: (text: Name, more?: object) => of.getByText(called(text, true), more),
    getByLabel: (text: Name, more: object = {}) => {
      const other = called(text);
      return of.getByLabel(other === text ? text : asWhole(other, more), more);
    },
  };
  return new Proxy(of, {
    get(all, key) {
      if (key in finders) return finders[key as keyof typeof finders];
      const value = Reflect.get(all, key);
      return typeof value === 'function' ? value.bind(all) : value;
    },
  });
}

/** All texts of the folders. */
async function tableOf(locale: string, isOwn: (folder: string) => boolean): Promise<Table> {
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      isOwn(path) && basename(path) === `${locale}.ts` && basename(dirname(path)).endsWith('texts'),
  );
  const tables = await Promise.all(
    files.map(async (file) => ((await import(join(modules, file))) as { texts: Table }).texts),
  );
  return Object.assign({}, ...tables);
}

/** What stands in braces, as it may look. */
const amounts = /^(amount|fee|owed|seen|max)$/;
/** `name` is a brand's in the name of a card. */
const samples: Readonly<Record<string, string>> = { count: '2', name: 'Visa' };

function sampleOf(text: string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    amounts.test(name) ? '$1.00' : (samples[name] ?? 'Ada'),
  );
}

/** What the texts that say this in English, or have it in them, say; itself where none does. */
function translate(
  name: Name,
  {
    english,
    other,
    isPart,
  }: { readonly english: Table; readonly other: Table; readonly isPart?: boolean },
): Name {
  const told = (fits: (text: string) => boolean) =>
    Object.keys(english).flatMap((key) => (fits(english[key] ?? '') ? [other[key] ?? ''] : []));
  if (typeof name !== 'string') {
    const found = told((text) => name.test(sampleOf(text)));
    // "Visa ending in" is one card of several.
    const asked = (brace: string) => {
      const sample = samples[brace];
      return sample !== undefined && name.source.includes(sample) ? sample : '.+';
    };
    return found.length > 0 ? either(found.map((text) => `^${patternOf(text, asked)}`)) : name;
  }
  const same = told((text) => text === name);
  const filled = same.length > 0 ? same : told((text) => isFilledBy(text, name));
  const found = filled.length > 0 || !isPart ? filled : told((text) => text.includes(name));
  // Like a name in English, it may be the beginning of one.
  return found.length > 0 ? either(found.map((text) => patternOf(text))) : name;
}

/** What was translated, and has to be all of the name where its finder says so. */
function asWhole(name: Name, options: object): Name {
  return 'exact' in options && name instanceof RegExp ? new RegExp(`^(?:${name.source})$`) : name;
}

function either(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'));
}

/** Whether the text is the name, once something stands in its braces. */
function isFilledBy(text: string, name: string): boolean {
  return (
    /[a-z]/i.test(text.replace(/\{\w+\}/g, '')) && new RegExp(`^${patternOf(text)}$`).test(name)
  );
}

/** The text with anything in the place of its braces, or what `inBraces` has for a name. */
function patternOf(text: string, inBraces: (name: string) => string = () => '.+'): string {
  const parts = text.split(/\{(\w+)\}/);
  const patterns = parts.map((part, index) =>
    index % 2 === 1 ? inBraces(part) : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return patterns.join('');
}
