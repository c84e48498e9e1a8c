/** Where the browser's worker and its layer are built, and what tells one layer from another. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../stacks/stage.ts';

/** Of a stage's worker; but for the sandbox, one is for all. */
export function workerFolder(builtFolder: string, stage: Stage): string {
  return join(builtFolder, 'browser', stage === 'sandbox' ? stage : 'production');
}

export function browserLayerFolder(builtFolder: string): string {
  return join(builtFolder, 'layers/browser');
}

/** The versions of its packages. */
export const VERSIONS_FILE = 'versions.json';

export function browserLayerHash(builtFolder: string): string {
  const file = join(browserLayerFolder(builtFolder), VERSIONS_FILE);
  const versions = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return createHash('sha256').update(`browser layer ${versions}`).digest('hex');
}
