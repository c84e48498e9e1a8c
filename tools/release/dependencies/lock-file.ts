/**
 * What must hold of every package that builds and deploys: the lock file knows its content by a
 * checksum, it comes from a registry, and it runs nothing when it is installed
 * (decision: nothing-is-downloaded).
 */

export type LockEntry = {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  /** A folder of this project. */
  readonly link?: boolean;
  /** Comes in the archive of the package above it, and so under that one's checksum. */
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
};

export type LockFile = {
  readonly lockfileVersion?: number;
  readonly packages?: Readonly<Record<string, LockEntry>>;
};

/** What a package says of itself, as far as it was installed. */
export type Manifest = {
  readonly scripts?: Readonly<Record<string, string>>;
  /** npm builds such a package when no script says otherwise. */
  readonly hasGypFile?: boolean;
};

/**
 * Packages that declare a script which nobody runs, since `.npmrc` and the launcher switch scripts off,
 * each with what is lost by that. Another version has to be looked at again.
 */
export const scriptsNotRun: Readonly<Record<string, string>> = {
  'esbuild@0.28.2':
    'It fetches the binary when its package for the platform is missing, and makes the command start ' +
    'faster. The packages for all platforms are locked.',
};

const FOLDER = 'node_modules/';
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];
const SHA_512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** Whether an entry is a package of a registry, not a folder of this project. */
export function isPackage(path: string, { link }: LockEntry): boolean {
  return path.includes(FOLDER) && !link;
}

/**
 * One sentence for each fault; none when all is well.
 * @param manifestOf what is installed at a path; nothing for a package of another platform.
 */
export function faultsOf(
  { lockfileVersion, packages }: LockFile,
  manifestOf: (path: string) => Manifest | undefined,
  tolerated: Readonly<Record<string, string>> = scriptsNotRun,
): string[] {
  if (lockfileVersion !== 3 || !packages) return ['The lock file is not of version 3'];
  return Object.entries(packages).flatMap(([path, entry]) => {
    const name = path === '' ? 'The project itself' : path;
    const declared = runsOnInstall(entry, manifestOf(path));
    const scripts = Object.hasOwn(tolerated, nameOf(path, entry)) ? undefined : declared;
    return [
      ...(isPackage(path, entry) ? faultsOfContent(path, entry, packages) : []),
      ...(scripts ? [`${name} runs ${scripts} when it is installed`] : []),
    ];
  });
}

/** `esbuild@0.28.2`. */
export function nameOf(path: string, { version }: LockEntry): string {
  return `${path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)}@${version}`;
}

function faultsOfContent(
  path: string,
  entry: LockEntry,
  packages: Readonly<Record<string, LockEntry>>,
): string[] {
  const { resolved = '', version } = entry;
  const known = entry.inBundle ? packages[bundlerOf(path, packages)] : entry;
  return [
    ...(version ? [] : [`${path} has no version`]),
    ...(SHA_512.test(known?.integrity ?? '') ? [] : [`${path} has no checksum of SHA-512`]),
    ...(resolved === '' || resolved.startsWith('https://registry.npmjs.org/')
      ? []
      : [`${path} comes from elsewhere than the registry: ${resolved}`]),
  ];
}

/** The package whose archive has the one at `path`: the nearest above it that is in no bundle itself. */
function bundlerOf(path: string, packages: Readonly<Record<string, LockEntry>>): string {
  const above = path.slice(0, path.lastIndexOf(`/${FOLDER}`));
  if (above === path || !above.includes(FOLDER)) return '';
  return packages[above]?.inBundle ? bundlerOf(above, packages) : above;
}

function runsOnInstall(entry: LockEntry, manifest: Manifest = {}): string | undefined {
  const { scripts = {}, hasGypFile } = manifest;
  const named = INSTALL_SCRIPTS.filter((name) => scripts[name] !== undefined);
  if (named.length > 0) return named.join(', ');
  if (entry.hasInstallScript) return 'a script';
  return hasGypFile ? 'node-gyp' : undefined;
}
