/** Where the build puts a function, and where the stacks of a stage find it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../stacks/stage.ts';
import type { BuiltFunction } from './built-functions.ts';

export const FUNCTIONS_FOLDER = 'functions';
/** Functions of which stages but the sandbox have a build of their own, without its companies. */
export const PRODUCTION_FOLDER = 'production/functions';

/**
 * The folder that a stage deploys of a function.
 * @throws Error when it was not built.
 */
export function functionFolder(
  { path }: Pick<BuiltFunction, 'path'>,
  stage: Stage,
  builtFolder: string,
): string {
  const all = join(builtFolder, FUNCTIONS_FOLDER, path);
  const own = join(builtFolder, PRODUCTION_FOLDER, path);
  const folder = stage !== 'sandbox' && existsSync(own) ? own : all;
  if (!existsSync(join(folder, 'index.js'))) {
    throw new Error(`${folder}/index.js is missing: build first (npm run build)`);
  }
  return folder;
}
