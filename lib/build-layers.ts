/**
 * Builds a layer: one CommonJS file for each of its modules, third-party code bundled. No raw
 * `node_modules` is deployed, and no module exists twice: what several entries use (the SDK's core
 * under two clients) stands in a chunk that they share.
 */
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build as bundle, type OutputFile, transform } from 'esbuild';
import { type BuildPaths, bundleOptions } from './build.ts';
import { thirdPartyPlugins } from './build-plugins.ts';

export const layerNames = ['core', 'runtime'] as const;
export type LayerName = (typeof layerNames)[number];

export async function buildLayer(layer: LayerName, paths: BuildPaths): Promise<void> {
  const source = join(paths.layers, layer);
  const packageFolder = join(paths.out, 'layers', layer, 'nodejs/node_modules/@billhook', layer);
  mkdirSync(packageFolder, { recursive: true });
  writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(manifestOf(layer))}\n`);
  const { outputFiles } = await bundle({
    ...bundleOptions,
    // esbuild shares chunks in ESM only, so each file is turned into CommonJS afterwards.
    format: 'esm',
    splitting: true,
    chunkNames: 'shared/[hash]',
    entryPoints: entriesOf(source),
    outbase: source,
    outdir: packageFolder,
    external: layerNames.filter((name) => name !== layer).map((name) => `@billhook/${name}/*`),
    plugins: thirdPartyPlugins,
    write: false,
  });
  await Promise.all(outputFiles.map((file) => writeAsCommonJs(file)));
}

function entriesOf(source: string): string[] {
  const files = globSync('**/*.ts', { cwd: source, exclude: ['node_modules/**', '**/*.test.ts'] });
  return files.map((file) => join(source, file));
}

function manifestOf(layer: LayerName) {
  return {
    name: `@billhook/${layer}`,
    version: '0.0.0',
    type: 'commonjs',
    exports: { './*': './*.js' },
  };
}

async function writeAsCommonJs({ path, text }: OutputFile): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  if (path.endsWith('.map')) return writeFileSync(path, text);
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: bundleOptions.target,
    minify: true,
    supported: bundleOptions.supported,
    logLevel: 'warning',
  });
  writeFileSync(path, code);
}
