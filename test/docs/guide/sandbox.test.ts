/** That docs/guide/sandbox.md tells of every test login, and of none that there isn't. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formStatuses, testLogins } from '@billhook/core/sandbox/test-logins';
import { expect, test } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../../docs/guide/sandbox.md'), 'utf8');

/** What stands in the first column of the table with this head. */
function namesIn(head: string): string[] {
  const [, table = ''] = page.split(`\n${head}\n|---|---|\n`);
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n');
  return rows.flatMap((row) => {
    const [, first = ''] = row.split('|');
    return [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  });
}

const isPattern = (name: string) => name.includes('<');

test('The page names each status of a test company once, and no other', () => {
  const named = namesIn('| `status` | What happens |').filter((name) => !isPattern(name));
  expect(named.toSorted()).toEqual(formStatuses.toSorted());
});

test('The page names each test login once, and no other', () => {
  expect(namesIn('| Login | What happens |').toSorted()).toEqual(testLogins.toSorted());
});

test('What the page says of swaps is of statuses that there are', () => {
  const named = namesIn('| `status` | What happens to the swap |');
  const known: readonly string[] = formStatuses;
  // Of the last row: what happens, and no status.
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
