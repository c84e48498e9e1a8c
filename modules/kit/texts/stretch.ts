/** English that is 40 % longer and accented: a text that has no room, or is in no table, shows. */
const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  c: 'ç',
  n: 'ñ',
  y: 'ý',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Û',
};

/** Each text of a table, stretched. */
export function stretchAll(table: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(table).map(([key, text]) => [key, stretched(text)]);
  return Object.fromEntries(entries);
}

function stretched(text: string): string {
  const accented = text.replace(/\{\w+\}|[a-zA-Z]/g, (part) => accents[part] ?? part);
  return `[${accented}${'~'.repeat(Math.ceil(text.length * 0.4))}]`;
}
