/**
 * The Node that a person runs with production credentials comes in packages that others than its publisher
 * make. Each release compares their binaries with those of the publisher, as packaged-node.json has them:
 * `listed` is the line of SHASUMS256.txt, and `node` the checksum of the binary in what it names.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from '../../lib/build/run-npm.ts';
import published from './packaged-node.json' with { type: 'json' };

type Published = { readonly version: string; readonly listed: string; readonly node: string };

export type Packages = {
  /** Versions by name, as package.json has them. */
  readonly wanted: Readonly<Record<string, string>>;
  readonly published?: Readonly<Record<string, Published>>;
  /** The SHA-256 of the binary in a package. */
  readonly hashOf: (name: string, version: string) => Promise<string>;
};

/** One sentence each; none where every packaged Node is its publisher's. */
export async function nodeFaults({
  wanted,
  published: known = published,
  hashOf,
}: Packages): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, version] of Object.entries(wanted)) {
    const own = known[name];
    if (own?.version !== version) {
      faults.push(
        `packaged-node.json has ${own?.version ?? 'no version'} of ${name}, not ${version}`,
      );
    } else if ((await hashOf(name, version)) !== own.node) {
      faults.push(`${name} ${version} has another Node than its publisher lists`);
    }
  }
  return faults;
}

/** The packages of Node among optional dependencies. */
export function nodePackages(root: string): Record<string, string> {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = Object.entries<string>(optionalDependencies ?? {});
  return Object.fromEntries(entries.filter(([name]) => name.startsWith('node-')));
}

/** Fetches a package for any platform, as package-lock.json pins it. @throws Error where it is another. */
export async function hashOfPackage(root: string, name: string, version: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-node-'));
  try {
    const { complaint } = await runNpm(folder, ['pack', '--silent', `${name}@${version}`]);
    const file = join(folder, `${name}-${version}.tgz`);
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const { integrity } = lock.packages[`node_modules/${name}`];
    if (!existsSync(file)) throw new Error(`${name} could not be fetched: ${complaint}`);
    const sum = createHash('sha512').update(readFileSync(file)).digest('base64');
    if (integrity !== `sha512-${sum}`)
      throw new Error(`${name} is not what package-lock.json pins`);
    execFileSync('tar', ['-xzf', file, '-C', folder, `package/bin/${binaryOf(name)}`]);
    return sha256(join(folder, 'package/bin', binaryOf(name)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const binaryOf = (name: string) => (name.includes('-win-') ? 'node.exe' : 'node');

export const sha256 = (file: string) =>
  createHash('sha256').update(readFileSync(file)).digest('hex');
