/** Builds the connector kit, `@billhook/connector-kit`: its modules, its command, and their types. */
import { chmodSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { emitTypes } from './package-types.ts';

const source = join(import.meta.dirname, '../../connectors/kit');

/** @param out the folder of what is published; the template goes next to it, where the command looks. */
export async function buildKit(out = join(source, 'dist')): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  await build({
    entryPoints: ['index', 'bin', 'stores/dynamodb'].map((name) => join(source, `src/${name}.ts`)),
    outdir: out,
    outbase: join(source, 'src'),
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    legalComments: 'none',
  });
  chmodSync(join(out, 'bin.js'), 0o755);
  emitTypes(source, out, ['index', 'stores/dynamodb']);
  const beside = join(out, '..');
  if (beside === source) return;
  cpSync(join(source, 'template'), join(beside, 'template'), { recursive: true });
  for (const file of ['openapi.json', 'examples.json', 'vectors.json'])
    cpSync(join(source, file), join(beside, file));
}
