import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inOrder, partsOf } from '../../../lib/build/page-parts.ts';

/** Two parts behind the first, which share something that the first does not have. */
const sources = {
  'main.tsx': `import { add } from './add.tsx';
globalThis.page = {
  first: add(1, 1),
  places: () => import('./places.tsx'),
  linking: () => import('./linking.tsx'),
};`,
  'add.tsx': 'export const add = (a, b) => a + b;\nexport const twice = (a) => add(a, a);',
  'shared.tsx': `import { twice } from './add.tsx';\nexport const shared = twice(20);`,
  'places.tsx': `import { shared } from './shared.tsx';
import { add } from './add.tsx';
export const Place = add(shared, 2);`,
  'linking.tsx': `import { shared } from './shared.tsx';
import { twice } from './add.tsx';
export const Linking = twice(shared);
export const Hold = 'hold';`,
};

type Page = {
  readonly first: number;
  readonly places: () => Promise<{ readonly Place: number }>;
  readonly linking: () => Promise<{ readonly Linking: number; readonly Hold: string }>;
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-parts-'));
  for (const [name, code] of Object.entries(sources)) writeFileSync(join(folder, name), code);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function built(change = (text: string) => text) {
  const files = ['main.tsx', 'places.tsx', 'linking.tsx'].map((name) => join(folder, name));
  const result = await build({
    entryPoints: files.slice(0, 1),
    ...{ bundle: true, splitting: true, minify: true, format: 'esm', outdir: folder },
    ...{ write: false, metafile: true, entryNames: '[name]' },
    plugins: [inOrder(files)],
  });
  return partsOf(result, 'page.en', change);
}

describe('the parts of a script', () => {
  test('are one file each, named by what they are', async () => {
    const { entry, others } = await built();
    const names = [entry, ...others].map(({ file }) => file.replace(/-[\w-]{10}\.js$/, ''));
    expect(names.sort()).toEqual(['page.en', 'page.en.linking', 'page.en.places']);
  });

  test('run, and each has what those before it have', async () => {
    const { entry, others } = await built();
    for (const { file, text } of [entry, ...others]) {
      writeFileSync(join(folder, file.replace(/\.js$/, '.mjs')), text.replaceAll('.js"', '.mjs"'));
    }
    await import(join(folder, entry.file.replace(/\.js$/, '.mjs')));
    const { page } = globalThis as unknown as { readonly page: Page };
    expect(page.first).toBe(2);
    expect((await page.places()).Place).toBe(42);
    const { Linking, Hold } = await page.linking();
    expect([Linking, Hold]).toEqual([80, 'hold']);
  });

  test('take from each other by one name', async () => {
    const { entry, others } = await built();
    const lists = [entry, ...others].flatMap(({ text }) => text.match(/export\{[^}]*\}/g) ?? []);
    const renamed = lists.join().match(/\w+ as (\w+)/g) ?? [];
    // What `import()` gives keeps the name that the program asks for.
    expect(renamed.map((one) => one.split(' as ')[1]).sort()).toEqual(['Hold', 'Linking', 'Place']);
  });

  test('have another name when any of them has other content', async () => {
    const [one, other] = [await built(), await built((text) => text.replace('"hold"', '"held"'))];
    expect(other.entry.file).not.toBe(one.entry.file);
    expect(other.entry.text).not.toBe(one.entry.text);
    expect(await built()).toEqual(one);
  });
});
