/**
 * Builds the browser's worker, one bundle for each stage, and its layer: Chromium as its package has it,
 * which is unpacked where it runs, and what drives it.
 */
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { build as bundle } from 'esbuild';
import { type Stage, stages } from '../stacks/stage.ts';
import { browserLayerFolder, VERSIONS_FILE, workerFolder } from './browser-folders.ts';
import { bundleOptions } from './options.ts';
import { thirdPartyPlugins } from './plugins.ts';

const root = join(import.meta.dirname, '../..');
const sources = join(root, 'connectors/browser');
const packages = join(root, 'node_modules');

export async function buildBrowser(out: string): Promise<void> {
  await Promise.all([...stages.map((stage) => buildWorker(out, stage)), layOutLayer(out)]);
}

async function buildWorker(out: string, stage: Stage): Promise<void> {
  await bundle({
    ...bundleOptions,
    format: 'cjs',
    entryPoints: [
      { in: join(sources, 'worker', `${stage}.ts`), out: 'index' },
      { in: join(sources, 'unpack-chromium.ts'), out: 'unpack-chromium' },
    ],
    outdir: workerFolder(out, stage),
    external: ['playwright-core'],
    define: { 'import.meta.dirname': '__dirname' },
    // The package unpacks from where it is told, and nowhere else.
    logOverride: { 'empty-import-meta': 'silent' },
    plugins: thirdPartyPlugins,
  });
}

/** Links in place of copies: all of it together is some 80 MB. */
async function layOutLayer(out: string): Promise<void> {
  const layer = browserLayerFolder(out);
  const chromium = join(packages, '@sparticuz/chromium');
  link(join(chromium, 'bin'), join(layer, 'chromium'));
  const driver = join(packages, 'playwright-core');
  const [version, driverVersion] = [chromium, driver].map(
    (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
  );
  writeFileSync(join(layer, 'chromium/version'), `${version}\n`);
  const versions = { chromium: version, driver: driverVersion };
  writeFileSync(join(layer, VERSIONS_FILE), `${JSON.stringify(versions)}\n`);
  for (const part of ['lib', 'index.js', 'package.json', 'browsers.json', 'LICENSE', 'NOTICE']) {
    link(join(driver, part), join(layer, 'nodejs/node_modules/playwright-core', part));
  }
}

function link(from: string, to: string): void {
  if (statSync(from).isDirectory()) {
    for (const name of readdirSync(from)) link(join(from, name), join(to, name));
    return;
  }
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    // On another disk.
    cpSync(from, to);
  }
}
