import { describe, expect, test } from 'vitest';
import { filesIn, foldersIn, mappedFolders, patternOf, read, wings } from './house.ts';

const mapped = mappedFolders();
const standing = wings.flatMap(foldersIn);

/** Levels of folders that the map names: `lib`, `lib/local` and `lib/local/kms`. */
const LEVELS = 3;

describe('The map in CONTRIBUTING.md', () => {
  test('names each folder once', () => {
    expect(mapped.length).toBeGreaterThan(wings.length);
    expect(mapped.filter((path, index) => mapped.indexOf(path) !== index)).toEqual([]);
  });

  test('says something of each line', () => {
    const [, map = ''] = /^## Map\n+```\n(.*?)^```$/ms.exec(read('CONTRIBUTING.md')) ?? [];
    const lines = map.trimEnd().split('\n');
    expect(lines.filter((line) => !/^ *(?:[\w*/-]+\/ )+ {1,}[\w@*].{8,}$/.test(line))).toEqual([]);
  });

  test('names only folders that stand', () => {
    const gone = mapped.filter((path) => !standing.some((folder) => patternOf(path).test(folder)));
    expect(gone).toEqual([]);
  });

  test.each(wings)('names every folder of %s, two levels deep', (wing) => {
    const patterns = mapped.map(patternOf);
    const isMapped = (path: string) => patterns.some((pattern) => pattern.test(path));
    const unnamed = foldersIn(wing)
      .filter((path) => path.split('/').length <= LEVELS)
      // A test is where what it tests is.
      .filter((path) => !isMapped(path) && !isMapped(path.replace(/^test\//, '')));
    expect(unnamed).toEqual([]);
  });
});

test('The map is read line by line', () => {
  expect(mapped).toEqual(
    expect.arrayContaining([
      'bin',
      'lib/local/kms',
      'lib/operator/listen',
      'functions/auth',
      'functions/swap',
      'layers/runtime/aws',
      'modules/*/texts',
      'test/end-to-end/cases',
    ]),
  );
});

/** A folder that passes this wants rooms. */
const MOST_FILES = 40;

test.each(wings.filter((wing) => wing !== 'test'))(
  'No folder of %s has more than 40 files',
  (wing) => {
    const counts = new Map<string, number>();
    for (const file of filesIn(wing)) {
      const folder = file.slice(0, file.lastIndexOf('/'));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  },
);
