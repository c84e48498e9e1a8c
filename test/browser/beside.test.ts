import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { putBeside } from './beside.ts';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-beside-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (path: string) => join(folder, path);

/** A picture of that width at each path. */
async function take(width: number, ...paths: readonly string[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 40 } });
  const picture = await page.screenshot();
  await page.close();
  for (const path of paths) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), picture);
  }
}

test('Pictures of a state are next to each other, by module, scheme and width', async () => {
  const states = ['bill-pay.pay late.light.png', 'connect.a "b" #1 & 2.dark.png'];
  await take(390, ...states.flatMap((name) => [`before/phone/${name}`, `now/${name}`]));
  await take(1280, `before/desktop/${states[0]}`, `now/desktop/${states[0]}`);
  const { index, ...counts } = putBeside(at('before'), at('now'));
  expect(counts).toEqual({ pages: 3, both: 3, onlyBefore: [], onlyNow: [], single: 0 });

  const page = await browser.newPage();
  await page.goto(pathToFileURL(index).href);
  const titles = await page.getByRole('link').allTextContents();
  expect(titles).toEqual(['bill-pay, light, 390', 'bill-pay, light, 1280', 'connect, dark, 390']);
  for (const [title, width] of [
    ['bill-pay, light, 1280', 1280],
    ['connect, dark, 390', 390],
  ] as const) {
    await page.getByRole('link', { name: title }).click();
    const widths =
      'Promise.all([...document.images].map((one) => one.decode().then(() => one.naturalWidth)))';
    expect(await page.evaluate(widths), title).toEqual([width, width]);
    await page.getByRole('link', { name: 'All pages' }).click();
  }
  await page.close();
});

test('What is on one side only is named', async () => {
  await take(390, 'before/card-swap.old.light.png', 'before/card-swap.same.light.png');
  await take(390, 'before/card-swap.old.dark.png', 'before/card-swap.same.dark.png');
  await take(390, 'now/card-swap.new.dark.png', 'now/card-swap.same.light.png');
  const { index, ...counts } = putBeside(at('before'), at('now'));
  expect(counts).toEqual({
    pages: 2,
    both: 1,
    onlyBefore: ['card-swap.old'],
    onlyNow: ['card-swap.new'],
    single: 1,
  });
  const text = readFileSync(index, 'utf8');
  expect(text).toContain('Only before: old, same');
  expect(text).toContain('Only now: new');
});

test('Strips of walks are next to each other however many screens they have', async () => {
  await take(900, 'before/walk.pay.light.png');
  await take(600, 'now/walk.pay.light.png');
  expect(putBeside(at('before'), at('now')).both).toBe(1);
});

test.each([
  ['before', 'now', 'now/before'],
  ['now', 'now/before', 'now'],
])('A folder in the other is not counted twice (%s)', async (_outer, before, now) => {
  await take(390, `${before}/connect.code.light.png`, `${now}/connect.code.light.png`);
  // Again, over the pages of the first time.
  for (const _time of [1, 2]) {
    expect(putBeside(at(before), at(now))).toMatchObject({ both: 1, onlyBefore: [], onlyNow: [] });
  }
});

test('A folder without pictures, and one with two of the same state', async () => {
  await take(390, 'one/connect.code.light.png');
  mkdirSync(at('empty'));
  writeFileSync(at('empty/notes.png'), '');
  expect(() => putBeside(at('empty'), at('one'))).toThrow(`no pictures in ${at('empty')}`);
  expect(() => putBeside(at('one'), at('empty'))).toThrow(`no pictures in ${at('empty')}`);

  await take(390, 'two/en/connect.code.light.png', 'two/es/connect.code.light.png');
  expect(() => putBeside(at('two'), at('one'))).toThrow('are of the same state');
});
