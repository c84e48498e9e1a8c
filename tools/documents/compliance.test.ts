/** What docs/operate/compliance.md names as evidence is there: files, tools, and commands of the operator. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../commands.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Cells of all rows but heads: requirement, what Billhook does, what the operator does, evidence. */
const rows = [
  ...read('docs/operate/compliance.md').matchAll(/^\| (?!Requirement|Criteria|-)(.*) \|$/gm),
].map(([, row = '']) => row.split(/ \| ?/));
const operator = read('docs/operate/command-line.md');

function isThere(evidence: string): boolean {
  const [, tool] = /^npm run tools -- ([\w-]+)$/.exec(evidence) ?? [];
  if (tool) return Object.hasOwn(commands, tool);
  if (evidence.startsWith('npx billhook ')) return operator.includes(`\n${evidence} `);
  return existsSync(join(root, evidence));
}

test('docs/operate/compliance.md has each requirement of PCI DSS and each group of SOC 2', () => {
  const names = rows.map(([name = '']) => name.split(' ')[0]);
  expect(names.slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1}`));
  expect(new Set(names.slice(12).map((name = '') => name.match(/^[A-Z]+\d?/)?.[0]))).toEqual(
    new Set(['CC1', 'CC6', 'CC7', 'CC8', 'CC9', 'A1', 'PI1', 'C']),
  );
});

test.each(rows)('docs/operate/compliance.md, %s: its evidence is there', (_name, does, ...rest) => {
  const evidence = [...(rest[1] ?? '').matchAll(/`(.*?)`/g)].map(([, each = '']) => each);
  expect(evidence.filter((each) => !isThere(each))).toEqual([]);
  expect(evidence.length > 0 || does === 'Nothing').toBe(true);
});
