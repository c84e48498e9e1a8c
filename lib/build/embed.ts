/** Builds the package for hosts, `@billhook/embed`: one module file and its types. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { emitTypes } from './package-types.ts';

const source = join(import.meta.dirname, '../../modules/embed');

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
  emitTypes(source, out);
}

if (import.meta.main) await buildEmbed();
