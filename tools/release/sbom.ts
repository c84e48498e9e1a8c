/**
 * `npm run tools -- sbom`: checks that every package of the lock file has a checksum and runs nothing when it is
 * installed, and writes what the project is made of to `dist/sbom.cdx.json`. Asks nobody.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { faultsOf, isPackage, type LockFile, type Manifest } from './dependencies/lock-file.ts';
import { listWithNpm, missingFrom, named } from './dependencies/sbom.ts';

const root = join(import.meta.dirname, '../..');
const FILE = 'dist/sbom.cdx.json';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
const faults = faultsOf(lock, manifestOf);
const { sbom, complaint } = await listWithNpm(root);
if (!sbom) faults.push(`npm wrote no list: ${complaint.trim()}`);
else faults.push(...missingFrom(sbom, lock));
if (sbom && faults.length === 0) {
  const count = Object.entries(lock.packages ?? {}).filter(([path, entry]) =>
    isPackage(path, entry),
  ).length;
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, FILE), `${JSON.stringify(named(sbom, packageFile.name), null, 2)}\n`);
  console.log(`${count} packages, each known by its checksum, and no install script runs.`);
  console.log(`Wrote ${FILE}`);
} else {
  for (const fault of faults) console.error(fault);
  process.exitCode = 1;
}

function manifestOf(path: string): Manifest | undefined {
  const file = join(root, path, 'package.json');
  if (!existsSync(file)) return undefined;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  return { ...manifest, hasGypFile: existsSync(join(root, path, 'binding.gyp')) };
}
