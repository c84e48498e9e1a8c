/** What Lambda takes of the browser's worker: the code and the layer, as they are once they are unzipped. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildBrowser } from '../../../lib/build/browser.ts';
import { browserLayerFolder, workerFolder } from '../../../lib/build/browser-folders.ts';
import { stages } from '../../../lib/stacks/stage.ts';

/** Lambda's, for a function's code and all of its layers. */
const MOST_BYTES = 250 * 1024 * 1024;
/** The browser as it is packed; it takes most of the room, and a layer without it would be no browser's. */
const PACKED_BYTES = 60 * 1024 * 1024;

let out: string;

beforeAll(async () => {
  out = realpathSync(mkdtempSync(join(tmpdir(), 'billhook-browser-build-')));
  await buildBrowser(out);
});
afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

/** Of all files that are deployed: maps of sources aren't. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('.map'))
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

describe.each(stages)('The browser’s worker of %s', (stage) => {
  test('fits into a function together with its layer', () => {
    const layer = bytesOf(browserLayerFolder(out));
    expect(layer).toBeGreaterThan(PACKED_BYTES);
    expect(layer + bytesOf(workerFolder(out, stage))).toBeLessThan(MOST_BYTES);
  });

  test('is whole: the driver that it asks for is where Lambda looks for it', () => {
    const worker = readFileSync(join(workerFolder(out, stage), 'index.js'), 'utf8');
    expect(worker).toMatch(/require\(["']playwright-core["']\)/);
    const nodejs = join(browserLayerFolder(out), 'nodejs');
    const { resolve } = createRequire(join(nodejs, 'index.js'));
    expect(resolve('playwright-core').startsWith(nodejs)).toBe(true);
  });
});
