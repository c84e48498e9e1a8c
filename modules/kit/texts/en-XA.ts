/** English that is 40 % longer and accented: a text that has no room, or is in no table, shows. */
import { texts as english } from './en.ts';
import type { Texts } from './en.ts';

const accents: Readonly<Record<string, string>> = {
  a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', c: 'ç', n: 'ñ', y: 'ý', A: 'Å', E: 'É', I: 'Î', O: 'Ö', U: 'Û',
};

function stretched(text: string): string {
  const accented = text.replace(/\{\w+\}|[a-zA-Z]/g, (part) => accents[part] ?? part);
  return `[${accented}${'~'.repeat(Math.ceil(text.length * 0.4))}]`;
}

export const texts = Object.fromEntries(
  Object.entries(english).map(([key, text]) => [key, stretched(text)]),
) as Texts;
