/** Tells the function that answers the modules' pages what they load. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildPaths } from './options.ts';

/** Puts `pages.json` beside the function's bundle, so that both deploy together. */
export function placePages({ out }: BuildPaths): void {
  const beside = join(out, 'functions/gateway/show-page/pages.json');
  copyFileSync(join(out, 'modules/pages.json'), beside);
}
