/** What a query may mean, besides its words as they were typed: people type and paste more than a name. */
import { wordsOf } from '../names.ts';

/** Legal forms, articles, and what is left of addresses and of `'s`. Companies' names may have them too. */
const besides: ReadonlySet<string> = new Set(
  (
    'a an the of for s my ' +
    'inc incorporated llc llp lp ltd limited corp corporation co company plc na gmbh ' +
    'http https www com net org us'
  ).split(' '),
);

const ADDRESS = /^\s*(?:[a-z]+:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})\.?(?::\d+)?(?:[/?#].*)?$/iu;
/** Before a country's own ending: `co.uk`. */
const SECOND_LEVEL = /\.(?:co|com|net|org)\.\p{L}{2}$/iu;

const entities: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', nbsp: ' ' };

/** The words as they were typed. */
export function typedWords(query: string): string[] {
  return wordsOf(unescaped(query));
}

/** The words that tell; nothing where those are all of them, or none. */
export function tellingWords(query: string): string[] | undefined {
  const text = unescaped(query);
  const typed = wordsOf(text);
  const named = siteOf(text) ?? text.replace(/(?<!\p{L})(?:\p{L}\.){2,}/gu, withoutDots);
  const telling = wordsOf(named).filter((word) => !besides.has(word));
  const isSame = telling.length === typed.length && telling.every((word, at) => word === typed[at]);
  return telling.length === 0 || isSame ? undefined : telling;
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
