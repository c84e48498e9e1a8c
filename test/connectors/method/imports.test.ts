/** The connector is what a stranger could write: it knows the kit, and nothing else of Billhook. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../connectors/method');
const files = globSync('**/*.ts', { cwd: folder });

/** What a file names as the source of something. */
function sourcesIn(file: string): string[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(/(?:from|import\(|import) ?'([^']+)'/g)].map(
    ([, source = '']) => source,
  );
}

function isAllowed(file: string, source: string): boolean {
  if (!source.startsWith('.')) {
    return source.startsWith('node:') || ['@billhook/connector-kit', 'valibot'].includes(source);
  }
  const target = relative(folder, resolve(join(folder, file), '..', source));
  return !target.startsWith('..');
}

test('The connector imports the kit, valibot and Node', () => {
  expect(files.length).toBeGreaterThan(15);
  const strange = files.flatMap((file) =>
    sourcesIn(file)
      .filter((source) => !isAllowed(file, source))
      .map((source) => `${file}: ${source}`),
  );
  expect(strange).toEqual([]);
  expect(isAllowed('stand-in/book.ts', '../../kit/src/index.ts')).toBe(false);
  expect(isAllowed('author.ts', '@billhook/core')).toBe(false);
});

test('Without the stand-in, the connector needs none of it but its test logins', () => {
  const own = files.filter((file) => !file.startsWith('stand-in/'));
  const uses = own.flatMap((file) =>
    sourcesIn(file).flatMap((source) =>
      source.includes('stand-in/') ? [`${file}: ${source}`] : [],
    ),
  );
  expect(uses).toEqual(['server.ts: ./stand-in/people.ts']);
});
