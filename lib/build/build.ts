/**
 * Builds what deploys, into `dist/`: one CommonJS bundle a function and one a layer entry, and the
 * hosted modules. Run by the `build` key of `cdk.json` and by `npm run build`.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { type BuiltFunction, builtFunctions } from './built-functions.ts';
import { buildLayer, entriesStayInLayers, layerNames } from './layers.ts';
import { buildLogos } from './logos.ts';
import { buildModules } from './modules.ts';
import { type BuildPaths, bundleOptions, projectPaths } from './options.ts';
import { placePages } from './pages.ts';
import { thirdPartyPlugins } from './plugins.ts';
import { placeRoutes } from './routes.ts';

/**
 * Builds everything.
 * @throws Error naming the functions whose handler file is missing, after what exists was built.
 */
export async function buildAll(paths: BuildPaths = projectPaths): Promise<void> {
  const missing = builtFunctions.filter((one) => !existsSync(handlerFile(one, paths)));
  const present = builtFunctions.filter((one) => !missing.includes(one));
  rmSync(paths.out, { recursive: true, force: true });
  mkdirSync(paths.out, { recursive: true });
  await Promise.all([
    buildModules(paths.modules, join(paths.out, 'modules')),
    buildLogos(paths.logos, paths.out),
    buildFunctions(present, paths),
    ...layerNames.map((layer) => buildLayer(layer, paths)),
  ]);
  if (missing.length > 0) throw new Error(describeMissing(missing, paths));
  placePages(paths);
  placeRoutes(paths);
}

async function buildFunctions(functions: readonly BuiltFunction[], paths: BuildPaths) {
  await bundle({
    ...bundleOptions,
    format: 'cjs',
    entryPoints: functions.map((one) => ({
      in: handlerFile(one, paths),
      out: `${one.path}/index`,
    })),
    outdir: join(paths.out, 'functions'),
    plugins: [entriesStayInLayers(paths), ...thirdPartyPlugins],
  });
}

function handlerFile({ path }: BuiltFunction, paths: BuildPaths): string {
  return join(paths.functions, `${path}.ts`);
}

function describeMissing(missing: readonly BuiltFunction[], paths: BuildPaths): string {
  const lines = missing.map(
    (one) => `  ${one.group}.${one.name} is declared, but ${handlerFile(one, paths)} is missing`,
  );
  return ['Functions without a handler:', ...lines].join('\n');
}

if (import.meta.main) {
  const started = performance.now();
  try {
    await buildAll();
    console.log(`Built in ${Math.round(performance.now() - started)} ms`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
