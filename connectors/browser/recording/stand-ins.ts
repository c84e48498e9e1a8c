/**
 * Replaces what is somebody's by what is nobody's, the same by the same wherever it is, in whatever way it
 * is written.
 */
import { SecretLeft } from './recording.ts';

export type StandIns = {
  /** From now on it is replaced. @returns what by. */
  readonly learn: (secret: string, kind?: Kind) => string;
  /** The text without anything that was learned, or looks like a person's. */
  readonly replace: (text: string) => string;
  /** @throws SecretLeft when something that was learned is still there. */
  readonly check: (text: string) => void;
};

/** `typed`: the stand-in has its form, digits for digits. `token`: nobody reads it. */
type Kind = 'typed' | 'token';

/** A shorter one would be found everywhere. */
const LEAST_LENGTH = 4;
/** An amount, or a month: the pages are about these. */
const nobodys = /^\$?\d{1,6}\.\d\d$|^\d\d\/\d\d(?:\d\d)?$/;
const SHOWN = 4;
const TEST_CARD = '4242424242424242';

export function createStandIns(): StandIns {
  const known = new Map<string, string>();
  const made = new Set<string>();
  const learn = (secret: string, kind: Kind = 'typed'): string => {
    const found = known.get(secret);
    if (found !== undefined) return found;
    if (secret.length < LEAST_LENGTH || made.has(secret) || nobodys.test(secret)) return secret;
    const standIn = kind === 'token' ? `stand-in-${known.size + 1}` : alike(secret, known.size + 1);
    known.set(secret, standIn);
    // Of a card a page shows the end.
    if (standIn === TEST_CARD) known.set(secret.slice(-SHOWN), TEST_CARD.slice(-SHOWN));
    made.add(standIn);
    return standIn;
  };
  const replace = (text: string) => {
    for (const [pattern, kind] of personal) {
      for (const [one] of text.matchAll(pattern)) if (!made.has(one)) learn(one, kind);
    }
    // The longest first: one may be part of another.
    const secrets = [...known].sort(([a], [b]) => b.length - a.length);
    let replaced = text;
    for (const [secret, standIn] of secrets) {
      for (const write of ways) replaced = replaceAll(replaced, write(secret), write(standIn));
    }
    return replaced;
  };
  return {
    learn,
    replace,
    check(text) {
      const small = text.toLowerCase();
      for (const [secret] of known) {
        const isLeft = ways.some((write) => small.includes(write(secret).toLowerCase()));
        // What it was replaced by may look like another one's.
        if (isLeft && ![...made].some((one) => one.toLowerCase().includes(secret.toLowerCase())))
          throw new SecretLeft(
            'Something that was typed, or that the site keeps in a cookie, is left',
          );
      }
    },
  };
}

/** How a text is written in addresses, pages, documents and headers. */
const ways: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`),
  (text) => text.replace(/[&<>"']/g, (one) => named[one] ?? one),
  (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  (text) => Buffer.from(text).toString('hex'),
];

const named: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** Whatever it is written in, small letters or large. */
function replaceAll(text: string, from: string, to: string): string {
  const pattern = new RegExp(from.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi');
  return text.replace(pattern, () => to);
}

/** What tells of a person by its form. */
const personal: readonly (readonly [RegExp, Kind])[] = [
  [/[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi, 'typed'],
  [/\(\d{3}\) \d{3}-\d{4}|\b\d{3}-\d{3}-\d{4}\b/g, 'typed'],
  [/\b[2-6]\d{12,18}\b|\b\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}\b/g, 'typed'],
  // An account, or a telephone; a time in seconds is none.
  [/\b(?!1[6-9]\d{8}\b)\d{8,12}\b/g, 'typed'],
];

/** Of the same length and form, so that the pages go on working. */
function alike(secret: string, number: number): string {
  if (secret.includes('@')) return `person-${number}@mail.example`;
  const digits = secret.replace(/\D/g, '');
  if (digits.length >= 13 && digits.length <= 19 && /^[\d -]+$/.test(secret)) return TEST_CARD;
  let at = number;
  return secret.replace(/[\p{L}\d]/gu, (one) => {
    at = (at * 7 + 3) % 1_000_003;
    if (/\d/.test(one)) return String(at % 10);
    const letter = String.fromCharCode(97 + (at % 26));
    return one === one.toLowerCase() ? letter : letter.toUpperCase();
  });
}
