import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, read, wings } from './house.ts';

const FOLDER = 'docs/decisions';
const self = 'test/house/decisions.test.ts';

const files = wings.flatMap(filesIn).filter((path) => /\.(ts|tsx|js|mjs|css|md)$/.test(path));
const chapters = files.filter(
  (path) => path.startsWith(`${FOLDER}/`) && basename(path) !== 'README.md',
);
const decisions = chapters.flatMap((file) => decisionsOf(file, read(file)));
const names = new Set(decisions.map(({ name }) => name));

/** Whatever may cite one: all but the decisions themselves, and this test with its bad examples. */
const citing = ['CONTRIBUTING.md', 'README.md', 'CHANGELOG.md', ...files].filter(
  (path) => path !== self && !chapters.includes(path),
);

describe('Every decision', () => {
  test('is in a file by its subject, which the list of them names', () => {
    expect(decisions.length).toBeGreaterThan(100);
    const list = read(`${FOLDER}/README.md`);
    expect(chapters.filter((path) => !list.includes(`](${basename(path)})`))).toEqual([]);
  });

  test('has a name of its own, over all files', () => {
    const all = decisions.map(({ name }) => name);
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  test('has a name that can be cited, a date, what was decided, and why', () => {
    expect(decisions.filter(({ name, text }) => !isComplete(name, text))).toEqual([]);
  });
});

describe('Every citation', () => {
  test('names decisions that are there', () => {
    const cited = citing.flatMap((file) => citationsIn(read(file)).map((name) => ({ file, name })));
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(({ name }) => !names.has(name))).toEqual([]);
  });

  test('has the one form, on one line', () => {
    const strays = citing.flatMap((file) => straysIn(read(file)).map((text) => ({ file, text })));
    expect(strays).toEqual([]);
  });

  test('of a numbered paragraph elsewhere is gone', () => {
    const numbered = [...citing, ...chapters].flatMap((file) =>
      numberedIn(read(file)).map((text) => ({ file, text })),
    );
    expect(numbered).toEqual([]);
  });
});

describe('The test itself', () => {
  test('reads one name or several', () => {
    expect(citationsIn('/** Ids (decision: opaque-ids). */')).toEqual(['opaque-ids']);
    expect(citationsIn('(decisions: opaque-ids, whole-cents)')).toEqual([
      'opaque-ids',
      'whole-cents',
    ]);
  });

  test.each([
    '(decision opaque-ids)',
    '(Decision: opaque-ids)',
    '(decision: Opaque ids)',
    '(decision:opaque-ids)',
    '(decision: opaque-ids; whole-cents)',
    ' * (decision:\n * opaque-ids)',
    '(see decision: opaque-ids)',
  ])('sees that %j is no citation', (text) => {
    expect(citationsIn(text)).toEqual([]);
    expect(straysIn(text)).toHaveLength(1);
  });

  test.each([
    '/** Ids (C1). */',
    '(contract C5, C7)',
    '// C12',
    ' * What C1 says.',
    '/** D7: often at first. */',
    "test('fits what C1 says of ids', () => {",
    'The sandbox never shows it (C21), and',
  ])('sees the old form in %j', (text) => {
    expect(numberedIn(text).length).toBeGreaterThan(0);
  });

  test.each([
    "  check: 'M5 13l4 4L19 C20 7',",
    "'/v1/company/categories?q=%C3%A9'",
    "close: 'M12 8v5',",
    'a code of C10H16',
  ])('takes %j for no citation', (text) => {
    expect(numberedIn(text)).toEqual([]);
  });

  test.each([
    ['Some-name', '2026-11-21\n\nSo.\n\nWhy: because.'],
    ['some-name', 'So.\n\nWhy: because.'],
    ['some-name', '2026-11-31\n\nSo.\n\nWhy: because.'],
    ['some-name', '2026-11-21\n\nWhy: because.'],
    ['some-name', '2026-11-21\n\nSo.'],
    ['some-name', '2026-11-21\n\nSo.\n\nWhy: '],
  ])('sees what is missing of %s with %j', (name, text) => {
    expect(isComplete(name, text)).toBe(false);
  });
});

type Decision = { readonly file: string; readonly name: string; readonly text: string };

function decisionsOf(file: string, text: string): Decision[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [name = '', ...lines] = section.split('\n');
      return { file, name, text: lines.join('\n').trim() };
    });
}

function isComplete(name: string, text: string): boolean {
  const [, date = ''] = /^(\d{4}-\d\d-\d\d)\n\n(?!Why: )\S.*\n\nWhy: \S/s.exec(text) ?? [];
  return /^[a-z0-9]+(-[a-z0-9]+)+$/.test(name) && isDay(date);
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const CITATION = /\((?:decision: ([a-z0-9-]+)|decisions: ([a-z0-9-]+(?:, [a-z0-9-]+)+))\)/g;

function citationsIn(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, one, several]) =>
    (one ?? several ?? '').split(', '),
  );
}

/** What was meant as a citation and would not be found. */
function straysIn(text: string): string[] {
  const strays = /\((?:see )?decisions?(?::| +[a-z])[^\n]*/gi;
  return [...text.replace(CITATION, '').matchAll(strays)].map(([found]) => found);
}

/** `(C23)`, `// C12`, `what C1 says`: paragraphs of a document that is not in the repository. */
function numberedIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !DRAWN_PATH.test(line) && /(?<![\w%.#-])[CD]\d{1,2}(?![\w%])/.test(line))
    .map((line) => line.trim());
}

/** An icon's path, which has letters and numbers as well: `M5 13l4 4L19 7`. */
const DRAWN_PATH = /['"]M\d[\d.]* \d/;
