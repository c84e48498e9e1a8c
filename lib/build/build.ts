/**
 * Builds what deploys, into `dist/`: one CommonJS bundle a function and one a layer entry, and the
 * hosted modules. Run by the `build` key of `cdk.json` and by `npm run build`.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build as bundle, type Plugin } from 'esbuild';
import { buildBrowser } from './browser.ts';
import { type BuiltFunction, builtFunctions } from './built-functions.ts';
import { FUNCTIONS_FOLDER, PRODUCTION_FOLDER } from './function-folder.ts';
import { buildLayer, layerNames, thirdPartyStaysInLayer } from './layers.ts';
import { buildLogos } from './logos.ts';
import { buildModules } from './modules.ts';
import { type BuildPaths, bundleOptions, projectPaths } from './options.ts';
import { placePages } from './pages.ts';
import { lateCrypto, SANDBOX_SOURCE, withoutSandbox } from './plugins.ts';
import { placeRoutes } from './routes.ts';
import { hasSmallClient, smallClientPlugins } from './small-client.ts';

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
    buildBrowser(paths.out),
    buildFunctions(present, paths),
    ...layerNames.map((layer) => buildLayer(layer, paths)),
  ]);
  if (missing.length > 0) throw new Error(describeMissing(missing, paths));
  placePages(paths);
  placeRoutes(paths);
}

/** Those that contain anything of the sandbox are built again for production, without it. */
async function buildFunctions(functions: readonly BuiltFunction[], paths: BuildPaths) {
  const [small, others] = [
    functions.filter(hasSmallClient),
    functions.filter((one) => !hasSmallClient(one)),
  ];
  await Promise.all([
    buildForStages(small, [...smallClientPlugins, thirdPartyStaysInLayer, lateCrypto], paths),
    buildForStages(others, [thirdPartyStaysInLayer, lateCrypto], paths),
  ]);
}

async function buildForStages(
  functions: readonly BuiltFunction[],
  plugins: readonly Plugin[],
  paths: BuildPaths,
) {
  const options = (built: readonly BuiltFunction[]) => ({
    ...bundleOptions,
    format: 'cjs' as const,
    metafile: true as const,
    entryPoints: built.map((one) => ({ in: handlerFile(one, paths), out: `${one.path}/index` })),
  });
  const outdir = join(paths.out, FUNCTIONS_FOLDER);
  const { metafile } = await bundle({ ...options(functions), plugins: [...plugins], outdir });
  const outputs = Object.entries(metafile.outputs).map(
    ([file, { inputs }]) => [resolve(file), Object.keys(inputs)] as const,
  );
  const inputsOf = new Map(outputs);
  const mixed = functions.filter(({ path, declaration }) => {
    const inputs = inputsOf.get(join(outdir, path, 'index.js')) ?? [];
    return !declaration.sandboxOnly && inputs.some((input) => SANDBOX_SOURCE.test(input));
  });
  if (mixed.length === 0) return;
  await bundle({
    ...options(mixed),
    plugins: [withoutSandbox, ...plugins],
    outdir: join(paths.out, PRODUCTION_FOLDER),
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
