/**
 * Puts the logos of the sandbox's companies into `dist/logos`, in a folder named by the content of all
 * of them: an address leads to the same image for ever.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The part of their addresses behind that of the modules' files. */
export const LOGOS_FOLDER = 'logos';

/** As they were built. */
export type Logos = {
  /** What is copied beside the modules' files: holds `logos/<version>`. */
  readonly folder: string;
  readonly version: string;
};

const VERSION_LENGTH = 10;

/** @param sources a folder of drawings a table of companies, and their pictures in `png`. */
export async function buildLogos(sources: string, out: string): Promise<void> {
  // A glyph is served as it is; the picture of every company is made from its drawing.
  const files = globSync('**/*.{svg,png}', { cwd: sources }).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(basename(file)).update(readFileSync(join(sources, file)));
  const version = hash.digest('base64url').slice(0, VERSION_LENGTH);
  const folder = join(out, LOGOS_FOLDER, LOGOS_FOLDER, version);
  mkdirSync(folder, { recursive: true });
  for (const file of files) cpSync(join(sources, file), join(folder, basename(file)));
}

/** @throws Error when they were not built. */
export function readLogos(builtFolder: string): Logos {
  const folder = join(builtFolder, LOGOS_FOLDER);
  const versions = existsSync(folder) ? readdirSync(join(folder, LOGOS_FOLDER)) : [];
  const [version] = versions;
  if (!version) throw new Error(`${folder} is missing: build first (npm run build)`);
  return { folder, version };
}
