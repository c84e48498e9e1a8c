/**
 * `npm run tools -- sbom`: checks that every package of the lock file has a checksum and runs nothing when it is
 * installed, and writes what the project is made of to `dist/sbom.cdx.json`. Asks nobody.
 */
import { join } from 'node:path';
import { writeSbom } from './dependencies/sbom.ts';

const FILE = 'dist/sbom.cdx.json';
const written = await writeSbom(join(import.meta.dirname, '../..', FILE));
if (typeof written === 'number') {
  console.log(`${written} packages, each known by its checksum, and no install script runs.`);
  console.log(`Wrote ${FILE}`);
} else {
  for (const fault of written) console.error(fault);
  process.exitCode = 1;
}
