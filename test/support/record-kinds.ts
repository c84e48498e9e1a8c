/** The kinds of records that docs/operate/data.md names, by their keys. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type RecordKind = {
  readonly name: string;
  readonly matches: (key: { readonly pk: string; readonly sk: string }) => boolean;
  /** What the row says, but for its name and keys. */
  readonly says: readonly string[];
};

const page = join(import.meta.dirname, '../../docs/operate/data.md');

export function recordKinds(): RecordKind[] {
  return readFileSync(page, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', pk = '', sk = '', ...says] = line.split('|').map((cell) => cell.trim());
      if (!/^`[^`]+`$/.test(pk) || !/^`[^`]+`$/.test(sk) || pk === '`pk`') return [];
      const [partition, sort] = [patternOf(pk), patternOf(sk)];
      return [
        {
          name,
          matches: (key: { pk: string; sk: string }) => partition.test(key.pk) && sort.test(key.sk),
          says,
        },
      ];
    });
}

/** An ellipsis is what an id, a day or a digest can be; at the end of a prefix of its own, anything. */
function patternOf(cell: string): RegExp {
  const text = cell.slice(1, -1);
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const open =
    text === '…' || /^(event|delivery|numbers|earlier|activity|taken|page)#…$/.test(text);
  return new RegExp(`^${escaped.replaceAll('…', open ? '.+' : '[^#]+')}$`);
}
