import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdCodeValues, holdSubcodeValues } from '@billhook/core/schemas/hold-codes';
import { expect, test } from 'vitest';
import { holdCodesDocument } from './hold-codes.ts';

const file = join(import.meta.dirname, '../../docs/guide/hold-codes.md');

test('the document is that of the table', () => {
  expect(readFileSync(file, 'utf8'), 'npm run docs').toBe(holdCodesDocument());
});

test('every code and subcode has a row of its own', () => {
  const text = holdCodesDocument();
  for (const code of [...holdCodeValues, ...holdSubcodeValues]) {
    expect(text.split('\n').filter((line) => line.startsWith(`| \`${code}\` |`))).toHaveLength(1);
  }
});
