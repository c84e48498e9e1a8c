/**
 * Builds the layer: third-party packages (the SDK's clients, the logger), one CommonJS file each, with
 * no more of them than the runtime imports. No raw `node_modules` is deployed, and no module exists
 * twice: what several packages use stands in a chunk that they share.
 *
 * Our own modules are small and many, and loading a file costs more than parsing it: a function
 * carries those that it needs in its own bundle (decision: only-third-party-code-in-the-layer).
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build as bundle, type OutputFile, type Plugin, transform } from 'esbuild';
import { type BuildPaths, bundleOptions } from './options.ts';
import { thirdPartyPlugins } from './plugins.ts';

/** The layers that functions get. `core` has no third-party code: all of it is bundled along. */
export const layerNames = ['runtime'] as const;
export type LayerName = (typeof layerNames)[number];

/** Of the third-party packages that the layer has. */
const THIRD_PARTY = /^@(aws-sdk|aws-lambda-powertools)\//;
/** A client of another protocol: what it shares with the others would have all of them load more. */
const APART = ['@aws-sdk/client-s3'];

export async function buildLayer(layer: LayerName, paths: BuildPaths): Promise<void> {
  const packageFolder = join(paths.out, 'layers', layer, 'nodejs/node_modules/@billhook', layer);
  mkdirSync(packageFolder, { recursive: true });
  writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(manifestOf(layer))}\n`);
  const imported = importedNames(join(paths.layers, layer));
  const together = [...imported.keys()].filter((name) => !APART.includes(name));
  const groups = [together, ...APART.filter((name) => imported.has(name)).map((name) => [name])];
  await Promise.all(groups.map((packages) => buildEntries(packages, imported, packageFolder)));
}

async function buildEntries(packages: readonly string[], imported: Imported, outdir: string) {
  const { outputFiles } = await bundle({
    ...bundleOptions,
    // esbuild shares chunks in ESM only, so each file is turned into CommonJS afterwards.
    format: 'esm',
    splitting: true,
    chunkNames: 'shared/[hash]',
    entryPoints: packages.map((name) => ({ in: name, out: fileOf(name) })),
    outdir,
    plugins: [onlyImported(imported), ...thirdPartyPlugins],
    write: false,
  });
  await Promise.all(outputFiles.map((file) => writeAsCommonJs(file)));
}

/** What is imported of each third-party package. */
type Imported = ReadonlyMap<string, ReadonlySet<string>>;

/** @throws Error for an import that does not say by name what it takes. */
function importedNames(source: string): Imported {
  const files = globSync('**/*.ts', { cwd: source, exclude: ['node_modules/**', '**/*.test.ts'] });
  const imports = files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    const found = text.matchAll(/^import (?!type )([^;]*?) from '([^']+)';/gm);
    return [...found].map(([, names = '', path = '']) => ({ file, names, path }));
  });
  const imported = new Map<string, Set<string>>();
  for (const { file, names, path } of imports.filter(({ path }) => THIRD_PARTY.test(path))) {
    const listed = /^\{([^{}]*)\}$/
      .exec(names)?.[1]
      ?.split(',')
      .map((name) => name.trim());
    if (!listed) throw new Error(`${file} has to import from ${path} by names`);
    const values = listed.filter((name) => name !== '' && !name.startsWith('type '));
    imported.set(path, (imported.get(path) ?? new Set()).union(new Set(values)));
  }
  return imported;
}

const ENTRY = 'entry';

function onlyImported(imported: Imported): Plugin {
  return {
    name: 'only-imported',
    setup(build) {
      build.onResolve({ filter: THIRD_PARTY }, ({ path, kind }) =>
        kind === 'entry-point' ? { path, namespace: ENTRY } : undefined,
      );
      build.onLoad({ filter: /./, namespace: ENTRY }, ({ path }) => ({
        contents: `export { ${[...(imported.get(path) ?? [])].join(', ')} } from '${path}';`,
        resolveDir: import.meta.dirname,
      }));
    },
  };
}

/** Below the layer's package: `third-party/client-kms`. */
function fileOf(name: string): string {
  return `third-party/${name.slice(name.indexOf('/') + 1)}`;
}

const LATE = 'late';

/**
 * Leaves third-party packages out of a function's bundle: it finds them in the layer. The logger is
 * looked for when the first one is made.
 */
export const thirdPartyStaysInLayer: Plugin = {
  name: 'third-party-stays-in-layer',
  setup(build) {
    build.onResolve({ filter: THIRD_PARTY, namespace: 'file' }, ({ path }) =>
      path === '@aws-lambda-powertools/logger'
        ? { path, namespace: LATE }
        : { path: `@billhook/runtime/${fileOf(path)}`, external: true },
    );
    build.onLoad({ filter: /./, namespace: LATE }, ({ path }) => ({
      contents: `export function Logger() {
        return new (require('@billhook/runtime/${fileOf(path)}').Logger)();
      }`,
    }));
    build.onResolve({ filter: /^@billhook\/runtime\//, namespace: LATE }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

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
