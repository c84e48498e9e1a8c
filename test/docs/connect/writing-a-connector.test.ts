import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expectedFailures } from '@billhook/connector-kit/verify/expected';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { blocksOf } from '../../support/snippets.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const blocks = blocksOf(new URL('../../../docs/connect/writing-a-connector.md', import.meta.url));

test('The code in writing-a-connector.md compiles', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-kit-docs-'));
  try {
    mkdirSync(join(folder, 'node_modules/@billhook'), { recursive: true });
    symlinkSync(join(root, 'connectors/kit'), join(folder, 'node_modules/@billhook/connector-kit'));
    symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const config = { extends: join(root, 'tsconfig.json'), include: ['*.ts'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const code = blocks.filter(({ language }) => language === 'ts');
    expect(code.length).toBe(3);
    for (const [index, block] of code.entries()) {
      writeFileSync(join(folder, `block-${index}.ts`), block.code);
    }
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const checked = run(process.execPath, [compiler, '--noEmit', '-p', folder]);
    expect((await checked.catch((error) => error)).stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('The list of expected failures in it is one', () => {
  const lists = blocks.filter(({ language }) => language === 'json');
  expect(lists.map(({ code }) => v.is(expectedFailures, JSON.parse(code)))).toEqual([true]);
});
