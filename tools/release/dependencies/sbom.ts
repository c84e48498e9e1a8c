/** The list of what the project is made of (CycloneDX), as npm writes it from the lock file. */
import { runNpm } from '../../../lib/build/run-npm.ts';
import { isPackage, type LockFile, nameOf } from './lock-file.ts';

type Component = {
  readonly name: string;
  readonly version?: string;
  readonly hashes?: readonly unknown[];
};

export type Sbom = {
  readonly bomFormat?: string;
  readonly metadata?: { readonly component?: Component };
  readonly components?: readonly Component[];
};

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

/** The list under the project's own name: npm names it after the folder. */
export function named(sbom: Sbom, name: string): Sbom {
  const { metadata } = sbom;
  const component = { ...metadata?.component, name };
  return { ...sbom, metadata: { ...metadata, component } };
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
