/** The list of what the project is made of (CycloneDX), as npm writes it from the lock file. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runNpm } from '../../../lib/build/run-npm.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { faultsOf, isPackage, type LockFile, type Manifest, nameOf } from './lock-file.ts';

const root = join(import.meta.dirname, '../../..');

type Component = {
  readonly name: string;
  readonly version?: string;
  readonly hashes?: readonly unknown[];
};

export type Sbom = {
  readonly bomFormat?: string;
  /** Of one run, like the time in `metadata`: both would make each list another. */
  readonly serialNumber?: string;
  readonly metadata?: { readonly component?: Partial<Component>; readonly timestamp?: string };
  readonly components?: readonly Component[];
};

/** Checks the lock file of this project and writes its list into `file`. @returns the faults, or how many packages it has. */
export async function writeSbom(file: string): Promise<readonly string[] | number> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const { sbom, complaint } = await listWithNpm(root);
  const listed = sbom ? missingFrom(sbom, lock) : [`npm wrote no list: ${complaint.trim()}`];
  const faults = [...faultsOf(lock, (path) => manifestIn(root, path)), ...listed];
  if (!sbom || faults.length > 0) return faults;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(named(sbom, packageFile.name), null, 2)}\n`);
  return Object.entries(lock.packages ?? {}).filter(([path, entry]) => isPackage(path, entry))
    .length;
}

/** What the package at a path of a lock file says of itself; nothing for one that isn't installed. */
export function manifestIn(folder: string, path: string): Manifest | undefined {
  const file = join(folder, path, 'package.json');
  if (!existsSync(file)) return undefined;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  return { ...manifest, hasGypFile: existsSync(join(folder, path, 'binding.gyp')) };
}

/** The list of a folder's lock file, or what npm complained of. It asks no registry. */
export async function listWithNpm(
  folder: string,
): Promise<{ readonly sbom?: Sbom; readonly complaint: string }> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { output, complaint } = await runNpm(folder, args);
  try {
    const sbom = JSON.parse(output) as Sbom;
    return sbom.bomFormat === 'CycloneDX' ? { sbom, complaint } : { complaint };
  } catch {
    return { complaint };
  }
}

/** The list under the project's own name, not its folder's; of one lock file it is always the same. */
export function named({ serialNumber: _, ...sbom }: Sbom, name: string): Sbom {
  const { timestamp: _time, ...metadata } = sbom.metadata ?? {};
  return { ...sbom, metadata: { ...metadata, component: { ...metadata.component, name } } };
}

/** What the lock file has and the list has not, or has without its checksum. */
export function missingFrom(sbom: Sbom, { packages = {} }: LockFile): string[] {
  const listed = new Map(
    (sbom.components ?? []).map(({ name, version, hashes = [] }) => [
      `${name}@${version}`,
      hashes.length > 0,
    ]),
  );
  const locked = Object.entries(packages).filter(([path, entry]) => isPackage(path, entry));
  const names = (entries: typeof locked) => entries.map(([path, entry]) => nameOf(path, entry));
  // npm lists a version once: without its checksum where it found a bundled copy first.
  const bundled = new Set(names(locked.filter(([, { inBundle }]) => inBundle)));
  return [...new Set(names(locked))].flatMap((name) => {
    const hashed = listed.get(name);
    if (hashed === undefined) return [`${name} is missing`];
    return hashed || bundled.has(name) ? [] : [`${name} has no checksum`];
  });
}
