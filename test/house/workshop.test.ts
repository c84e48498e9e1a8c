import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, read, wings } from './house.ts';

const sources = wings
  .flatMap(filesIn)
  .filter((path) => /\.(?:tsx?|m?js)$/.test(path) && !path.includes('/fixture/'));

/** The folders of the root that a file imports from, by a relative path in any form. */
function wingsImportedBy(file: string): string[] {
  const paths = read(file).matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g);
  return [...paths].map(
    ([, path = '']) => posix.join(posix.dirname(file), path).split('/')[0] ?? '',
  );
}

const importers = (imported: string, ...allowed: string[]) =>
  sources.filter(
    (file) =>
      !allowed.includes(file.split('/')[0] ?? '') && wingsImportedBy(file).includes(imported),
  );

test('Only the workshop imports the workshop', () => {
  expect(importers('tools', 'tools')).toEqual([]);
});

test('Only tests and the workshop import tests', () => {
  expect(importers('test', 'test', 'tools')).toEqual([]);
});

test('Imports of each form are seen', () => {
  expect(wingsImportedBy('bin/app.ts')).toContain('lib');
  expect(wingsImportedBy('test/house/map.test.ts')).toContain('test');
});
