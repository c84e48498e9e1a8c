/**
 * Builds the layer: the modules of the runtime that bring third-party code (the SDK's clients, the
 * logger), one CommonJS file each, the third-party code bundled. No raw `node_modules` is deployed,
 * and no module exists twice: what several entries use stands in a chunk that they share.
 *
 * Our own modules are small and many, and loading a file costs more than parsing it: a function
 * carries those that it needs in its own bundle (decision: only-third-party-code-in-the-layer).
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build as bundle, type OutputFile, type Plugin, transform } from 'esbuild';
import { type BuildPaths, bundleOptions } from './options.ts';
import { thirdPartyPlugins } from './plugins.ts';

/** The layers that functions get. `core` has no third-party code: all of it is bundled along. */
export const layerNames = ['runtime'] as const;
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
    entryPoints: layerEntries(source),
    outbase: source,
    outdir: packageFolder,
    plugins: thirdPartyPlugins,
    write: false,
  });
  await Promise.all(outputFiles.map((file) => writeAsCommonJs(file)));
}

const THIRD_PARTY = /^import (?!type )[^;]*from '@(aws-sdk|aws-lambda-powertools)\//m;

/** The modules of a layer that its functions find there, as absolute paths. */
function layerEntries(source: string): string[] {
  const files = globSync('**/*.ts', { cwd: source, exclude: ['node_modules/**', '**/*.test.ts'] });
  return files
    .map((file) => join(source, file))
    .filter((file) => THIRD_PARTY.test(readFileSync(file, 'utf8')));
}

/** Leaves the layers' entries out of a function's bundle: it finds them by their package's name. */
export function entriesStayInLayers(paths: BuildPaths): Plugin {
  return {
    name: 'entries-stay-in-layers',
    setup(build) {
      const names = new Map(
        layerNames.flatMap((layer) => {
          const source = join(paths.layers, layer);
          return layerEntries(source).map((file) => {
            const subpath = relative(source, file).replace(/\.ts$/, '');
            return [file, `@billhook/${layer}/${subpath}`] as const;
          });
        }),
      );
      build.onResolve({ filter: /^(\.|@billhook\/)/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === RESOLVED) return undefined;
        const found = await build.resolve(path, { ...from, pluginData: RESOLVED });
        const name = names.get(found.path);
        return name ? { path: name, external: true } : undefined;
      });
    },
  };
}

/** Marks a request of the plugin's own, which would come back to it for ever. */
const RESOLVED = Symbol('resolved');

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
