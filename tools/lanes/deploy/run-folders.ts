/** Each run has a folder of its own, which is kept when the run fails, until the next one. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../../../lib/local/is-running.ts';

const PREFIX = 'run-';
const OWNER = 'pid';

/** Makes the folder of this run, and removes those of runs that have ended. */
export function makeRunFolder(cacheFolder: string): string {
  mkdirSync(cacheFolder, { recursive: true });
  for (const name of readdirSync(cacheFolder).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(cacheFolder, name);
    if (!isRunning(ownerOf(folder))) rmSync(folder, { recursive: true, force: true });
  }
  const folder = join(cacheFolder, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  setOwner(folder, process.pid);
  return folder;
}

/** The folder is kept as long as this process runs. */
export function setOwner(folder: string, pid: number): void {
  writeFileSync(join(folder, OWNER), String(pid));
}

function ownerOf(folder: string): number {
  const file = join(folder, OWNER);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}
