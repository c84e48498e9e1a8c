import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildLogos, readLogos } from '../../../lib/build/logos.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-logos-'));
  for (const [path, text] of Object.entries({
    'water/one.svg': '<svg/>',
    'png/water/one.png': 'a',
  }))
    put(path, text);
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  const file = join(folder, 'sources', path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

async function build(name: string) {
  const out = join(folder, name);
  await buildLogos(join(folder, 'sources'), out);
  return readLogos(out);
}

test('Drawings and their pictures are built into one folder', async () => {
  const { folder: built, version } = await build('out');
  expect(readdirSync(join(built, 'logos', version)).sort()).toEqual(['one.png', 'one.svg']);
});

test('The folder has the same name as long as all are the same, and another then', async () => {
  const { version } = await build('first');
  expect((await build('second')).version).toBe(version);
  put('water/one.svg', '<svg> </svg>');
  expect((await build('third')).version).not.toBe(version);
});

test('What was not built is not read', () => {
  expect(() => readLogos(join(folder, 'none'))).toThrow('build first');
});
