/** Builds the package for hosts, `@billhook/embed`: one module file and its types. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'modules/embed');

/** @param out the folder of what is published. */
export async function buildEmbed(out = join(source, 'dist')): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  await build({
    entryPoints: [join(source, 'index.ts')],
    outfile: join(out, 'index.js'),
    bundle: true,
    format: 'esm',
    // What the modules themselves are built for.
    target: ['safari15', 'chrome87'],
    legalComments: 'none',
  });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', source, '--outDir', out], { stdio: 'pipe' });
  // Compilers of hosts may be older than ours, and know each other's files as `.js` only.
  for (const name of readdirSync(out).filter((file) => file.endsWith('.d.ts'))) {
    const file = join(out, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}

if (import.meta.main) await buildEmbed();
