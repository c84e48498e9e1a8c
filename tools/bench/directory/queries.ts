/** Queries as users type them, made from the names of companies; the same for the same seed. */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { CompanySearch } from '@billhook/core/schemas/company';
import type { Random } from '../../../test/support/directory/seeded.ts';

/** A query, and the name that its user has in mind. */
export type Asked = { readonly query: CompanySearch; readonly name: string };

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** The letters next to each other on a keyboard. */
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Mistakes are made in words of this length on: in shorter ones they make other words. */
const MISSPELT_LENGTH = 4;

type Change = (word: string, at: number, random: Random) => string;

const changes: Readonly<Record<string, Change>> = {
  'letter left out': (word, at) => word.slice(0, at) + word.slice(at + 1),
  'letter doubled': (word, at) => word.slice(0, at + 1) + word.slice(at),
  'letter added': (word, at, { pick }) => word.slice(0, at) + pick([...LETTERS]) + word.slice(at),
  'letter of the next key': (word, at, { pick }) =>
    word.slice(0, at) + pick(nextKeys(word[at] ?? '')) + word.slice(at + 1),
  'letters swapped': (word, at) =>
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
};

export const kindsOfMistakes = [...Object.keys(changes), 'space left out', 'two in one word'];

function misspelt(kind: string, name: string, random: Random): string | undefined {
  const words = name.split(' ');
  if (kind === 'space left out') {
    if (words.length < 2) return undefined;
    const at = 1 + random.below(words.length - 1);
    return `${words.slice(0, at).join(' ')}${words.slice(at).join(' ')}`;
  }
  const length = kind === 'two in one word' ? MISSPELT_LENGTH + 3 : MISSPELT_LENGTH;
  const fit = words.flatMap((word, at) =>
    /^[A-Za-z]+$/.test(word) && word.length >= length ? [at] : [],
  );
  if (fit.length === 0) return undefined;
  const chosen = random.pick(fit);
  const word = words[chosen] as string;
  const changed =
    kind === 'two in one word'
      ? change(random.pick(Object.keys(changes)), change('letters swapped', word, random), random)
      : change(kind, word, random);
  return changed.toLowerCase() === word.toLowerCase()
    ? undefined
    : words.with(chosen, changed).join(' ');
}

function change(kind: string, word: string, random: Random): string {
  const last = kind === 'letters swapped' ? word.length - 1 : word.length;
  return (changes[kind] as Change)(word, random.below(last), random);
}

function nextKeys(letter: string): string[] {
  const row = KEYS.find((keys) => keys.includes(letter.toLowerCase())) ?? KEYS[0] ?? '';
  const at = row.indexOf(letter.toLowerCase());
  return [row[at - 1], row[at + 1]].flatMap((key) => key ?? []);
}

type Maker = (company: CompanyRecord, random: Random) => CompanySearch | undefined;

/** Without mistakes, by kind. */
export const makers: Readonly<Record<string, Maker>> = {
  exact: ({ name }) => ({ query: name }),
  prefix: ({ name }, { below }) => ({ query: name.slice(0, 1 + below(name.length)) }),
  'first letter': ({ name }) => ({ query: name.slice(0, 1) }),
  'words in another order': ({ name }, { pick }) => {
    const words = name.split(' ');
    return words.length < 2 ? undefined : { query: `${words.at(-1)} ${pick(words.slice(0, -1))}` };
  },
  'part of a word': ({ name }, { pick }) => {
    const word = pick(name.split(' '));
    return word.length < 6 ? undefined : { query: word.slice(2, -1) };
  },
  'with a legal form': ({ name }, { pick }) => ({ query: `${name}, ${pick(['Inc.', 'Ltd'])}` }),
  'a word too many': ({ name }, { pick }) => ({
    query: `${name} ${pick(['bill', 'account', 'telecom'])}`,
  }),
  address: ({ name }) => {
    const plain = name.normalize('NFKD').toLowerCase();
    const site = plain.replace(/[^a-z0-9]/g, '');
    return site ? { query: `https://www.${site}.com/pay?from=mail` } : undefined;
  },
  'near, with a name': ({ name, geo }) =>
    geo && { query: name, geo: { lat: geo.lat + 0.1, lng: geo.lng + 0.1 } },
  near: ({ geo }) => geo && { geo: { lat: geo.lat, lng: geo.lng } },
  'category, near': ({ geo, categories }) =>
    geo && { category: categories[0], geo: { lat: geo.lat, lng: geo.lng } },
  category: ({ categories }) => ({ category: categories[0] }),
  nothing: () => ({}),
};

export function queriesOf(
  kind: string,
  companies: readonly CompanyRecord[],
  count: number,
  random: Random,
): Asked[] {
  const asked: Asked[] = [];
  while (asked.length < count) {
    const company = random.pick(companies);
    const made = makers[kind];
    const typed = made ? undefined : misspelt(kind, company.name, random);
    const query = made ? made(company, random) : typed === undefined ? undefined : { query: typed };
    if (query) asked.push({ query: { ...query, paginateResults: true }, name: company.name });
  }
  return asked;
}
