/** What building functions and building layers have in common. */
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

export type BuildPaths = {
  /** Where `functions/`' handlers are found. */
  readonly functions: string;
  readonly layers: string;
  readonly modules: string;
  /** Drawings of the sandbox's companies. */
  readonly logos: string;
  readonly out: string;
};

const root = join(import.meta.dirname, '../..');

export const projectPaths: BuildPaths = {
  functions: join(root, 'functions'),
  layers: join(root, 'layers'),
  modules: join(root, 'modules'),
  logos: join(root, 'logos'),
  out: join(root, 'dist'),
};

/** What functions and layers have in common. */
export const bundleOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  minify: true,
  // Beside the bundle, and left out of the asset: reading a map at run time costs 12 ms of start-up.
  sourcemap: 'external',
  mainFields: ['module', 'main'],
  // An `import()` becomes a deferred `require`: layers are found through NODE_PATH, which Node
  // searches for `require` only.
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
} as const satisfies BuildOptions;
