import { existsSync, type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { LocalApp } from './app.ts';
import { isLocalFailure } from './failures.ts';
import { ensureAssembly, hashSources, SOURCES } from './template/synthesis.ts';

/** Editors write in several steps; this long without another change counts as done. */
const QUIET_MILLISECONDS = 250;

/**
 * Rebuilds and reloads when the sources change. What does not build is said, and the
 * version before goes on.
 * @returns a function that ends the watching.
 */
export function watchSources(root: string, app: LocalApp, say: (line: string) => void): () => void {
  let current = hashSources(root);
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  const rebuild = async () => {
    if (busy) {
      schedule();
      return;
    }
    const hash = hashSources(root);
    if (hash === current) return;
    current = hash;
    busy = true;
    const startedAt = Date.now();
    try {
      await app.reload(await ensureAssembly(root, say));
      say(`Reloaded in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
    } catch (error) {
      const message = isLocalFailure(error) ? error.message : String((error as Error).stack);
      say(`${message} The previous version keeps running.`);
    } finally {
      busy = false;
    }
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(), QUIET_MILLISECONDS);
  };
  const watchers: FSWatcher[] = SOURCES.map((source) => join(root, source))
    .filter((path) => existsSync(path))
    .map((path) => watch(path, { recursive: true }, schedule).on('error', () => {}));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
