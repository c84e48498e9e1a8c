/** What a query may mean, besides its words as they were typed: people type and paste more than a name. */
import { wordsOf } from '../names.ts';

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Legal forms, and what is left of addresses. Companies' names may have them too. */
const besides = listed(
  'inc incorporated llc llp lp ltd limited corp corporation co company plc na gmbh ' +
    'http https www com net org us',
);
/** What is left of `'s` among them. */
const articles = listed('a an the of for s my');

const ADDRESS = /^\s*(?:[a-z]+:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})\.?(?::\d+)?(?:[/?#].*)?$/iu;
/** Before a country's own ending: `co.uk`. */
const SECOND_LEVEL = /\.(?:co|com|net|org)\.\p{L}{2}$/iu;

const entities: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', nbsp: ' ' };

export type Readings = {
  /** The words as typed, then those of `names`. */
  readonly all: readonly (readonly string[])[];
  /** Those of them that may have mistakes: what an address has besides its site has none. */
  readonly mistakable: readonly (readonly string[])[];
  /** Without what is besides the name, then without articles, which tell a name from longer ones. */
  readonly names: readonly (readonly string[])[];
};

/** What comes to the same as another reading is no reading. */
export function readingsOf(query: string): Readings {
  const text = unescaped(query);
  const site = siteOf(text);
  const typed = wordsOf(text);
  const named = site ?? text.replace(/(?<!\p{L})(?:\p{L}\.){2,}/gu, withoutDots);
  const name = wordsOf(named).filter((word) => !besides.has(word));
  const telling = name.filter((word) => !articles.has(word));
  const names = [name, telling].filter(
    (words, at) => words.length > 0 && (at === 0 || !isSame(words, name)),
  );
  if (isSame(typed, name)) return { all: names, mistakable: names, names };
  const all = [typed, ...names];
  return { all, mistakable: site === undefined ? all : names, names };
}

function isSame(words: readonly string[], others: readonly string[]): boolean {
  return words.length === others.length && words.every((word, at) => word === others[at]);
}

/** `verizon` of `https://www.verizon.com/bill?x=1`; nothing of what is no address. */
function siteOf(text: string): string | undefined {
  const host = ADDRESS.exec(text)?.[1];
  const name = host?.replace(SECOND_LEVEL, '.x').split('.').at(-2);
  return name?.replaceAll('-', ' ');
}

function withoutDots(text: string): string {
  return text.replaceAll('.', '');
}

/** As copied from a page's source. */
function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,5})|([a-z]{2,5}));/gi, (all, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (entities[String(name).toLowerCase()] ?? all),
  );
}
