/** Every statement of test/docs/interface.md has the test that it names. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(import.meta.dirname, 'interface.md'), 'utf8');

/** Statements that the interface makes: fewer rows would mean that some were forgotten. */
const STATEMENTS = 361;

type Row = { readonly statement: string; readonly shownBy: string };

/** The rows of all tables, without their heads. */
function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const cells = line.startsWith('| ') ? line.slice(2, -2).split(/ (?<!\\)\| /) : [];
    const [statement, shownBy] = cells.map((cell) => cell.replaceAll('\\|', '|'));
    const isHead = statement === undefined || statement === 'Statement';
    return isHead || shownBy === undefined ? [] : [{ statement, shownBy }];
  });
}

const sources = new Map<string, string>();

function sourceOf(file: string): string {
  const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
  sources.set(file, source);
  return source;
}

/** What is wrong with a row's test; nothing when it is there. */
function faultOf({ shownBy }: Row): string | undefined {
  const [, file, title = '', row] =
    /^`(test\/[\w/-]+\.test\.ts)` (.+?)(?: · `(.+)`)?$/.exec(shownBy) ?? [];
  if (file === undefined) return 'names no test';
  if (!existsSync(join(root, file))) return `${file} is not there`;
  const source = sourceOf(file);
  if (!titlesOf(source).has(title)) return `${file} has no test “${title}”`;
  return row === undefined || source.includes(row) ? undefined : `${file} has no row “${row}”`;
}

/** What stands first in a call as text: the titles of tests and groups are among it. */
function titlesOf(source: string): Set<string> {
  const found = source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g);
  return new Set([...found].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1')));
}

const rows = rowsOf(page);

describe('test/docs/interface.md', () => {
  test('has every statement of the interface', () => {
    expect(rows.length).toBeGreaterThanOrEqual(STATEMENTS);
  });

  test('names a test for each, which is there', () => {
    const faults = rows.flatMap((row) => {
      const fault = faultOf(row);
      return fault ? [`${row.statement}: ${fault}`] : [];
    });
    expect(faults).toEqual([]);
  });
});

describe('A row is found out', () => {
  const statement = 'A user is a client.';
  // Put together, so that it doesn't stand in this very file.
  const absent = ['no', 'such', 'row'].join(' ');
  test.each([
    ['that names no test', ''],
    ['whose file is not there', '`test/end-to-end/nowhere.test.ts` a user pays'],
    ['whose test is not there', '`test/end-to-end/main-job.test.ts` a user pays'],
    ['whose test is only mentioned', '`test/docs/interface.test.ts` a user pays'],
    [
      'whose row of a table is not there',
      `\`test/docs/interface.test.ts\` and one that is right is not · \`${absent}\``,
    ],
  ])('%s', (_what, shownBy) => {
    expect(faultOf({ statement, shownBy })).toBeDefined();
  });

  test('and one that is right is not', () => {
    const shownBy =
      '`test/docs/interface.test.ts` names a test for each, which is there · `Statement`';
    expect(faultOf({ statement, shownBy })).toBeUndefined();
  });

  test('also where a cell has a bar', () => {
    expect(rowsOf('| A \\| B. | `x` y \\| z |')).toEqual([
      { statement: 'A | B.', shownBy: '`x` y | z' },
    ]);
  });
});
