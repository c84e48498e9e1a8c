/** The list of what the project is made of (CycloneDX), as npm writes it from the lock file. */
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
  return Object.entries(packages)
    .filter(([path, entry]) => isPackage(path, entry))
    .flatMap(([path, entry]) => {
      const name = nameOf(path, entry);
      const hashed = listed.get(name);
      if (hashed === undefined) return [`${name} is missing`];
      return hashed || entry.inBundle ? [] : [`${name} has no checksum`];
    });
}
