/** What a function reaches is handed down: nothing replaces a module, and no result is dropped unnoticed. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

function linesWith(pattern: RegExp, folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/node_modules/**'] }),
  );
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
      ),
  );
}

test('no test replaces one of our modules, or what all clients of the SDK share', () => {
  const own = import.meta.filename.slice(root.length + 1);
  const found = linesWith(/\bvi\.(do)?mock\(|Client\.prototype/, ['test']);
  expect(found.filter((line) => !line.startsWith(own))).toEqual([]);
});

test('a write is looked at, or says in its name that it need not be', () => {
  const bare = linesWith(/^\s*(if \(.*\) )?await [\w.]*\btable\.write\(/, [
    'layers/runtime',
    'functions',
    'lib/operator',
  ]);
  expect(bare).toEqual(['layers/runtime/table/intended-writes.ts:9 await table.write(writes);']);
});

test('the clock is read where it is handed down, and nowhere else', () => {
  const read = linesWith(/\bDate\.now\(\)|new Date\(\)/, ['layers', 'functions']);
  expect(read).toEqual([]);
});
