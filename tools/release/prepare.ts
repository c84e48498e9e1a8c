/** Prepares a release: checks the working copy, packs what others install, and says how to publish it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { faultsOf } from './faults.ts';
import { sha256 } from './packaged-node.ts';

export type Release = {
  readonly root: string;
  readonly version: string;
  readonly today: string;
  /** What is wrong with the Node of packages. */
  readonly checkNode: () => Promise<readonly string[]>;
  /** Packs everything into a folder. @returns the files. */
  readonly pack: (out: string) => Promise<readonly string[]>;
  readonly say: (line: string) => void;
};

/** @returns whether it can be released. Nothing is published, tagged or sent. */
export async function prepareRelease({
  root,
  version,
  today,
  checkNode,
  pack,
  say,
}: Release): Promise<boolean> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const here = git('tag', '--points-at', 'HEAD');
  const own = faultsOf({
    version,
    today,
    versions: versionsIn(root),
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    changed: git('status', '--porcelain').map((line) => line.slice(3)),
    // The tag of this very commit may be there: what is built again from it must be what was signed.
    tags: git('tag', '--list').filter((tag) => !here.includes(tag)),
  });
  // Nothing is fetched for what can't be released anyway.
  const faults = own.length > 0 ? own : await checkNode();
  if (faults.length > 0) {
    for (const fault of faults) say(fault);
    return false;
  }
  const folder = `dist/release-${version}`;
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  const files = await pack(join(root, folder));
  const sums = files.map((file) => `${sha256(file)}  ${basename(file)}\n`).join('');
  writeFileSync(join(root, folder, 'SHA256SUMS'), sums);
  say(`Packed into ${folder}, with SHA256SUMS:`);
  for (const file of files) say(`  ${basename(file)}`);
  say('Nothing is published. To do that, look at the files, and then:');
  for (const command of commandsFor(version, folder, files)) say(`  ${command}`);
  return true;
}

/** The signed tag says which files are of this commit; registries hold who built them, and from what. */
function commandsFor(version: string, folder: string, files: readonly string[]): string[] {
  const publish = files.flatMap((file) => {
    const path = `${folder}/${basename(file)}`;
    if (file.endsWith('.tgz')) return [`npm publish --provenance --access public ./${path}`];
    if (!file.endsWith('.whl')) return [];
    const sign = `python3 -m pypi_attestations sign ${path}`;
    return [sign, `twine upload --attestations ${path} ${path}.publish.attestation`];
  });
  const message = `-m "Release ${version}" -m "$(cat ${folder}/SHA256SUMS)"`;
  const tag = [`git tag -s v${version} ${message}`, `git push origin v${version}`];
  return [...tag, '# where .ci/release.yml runs, or another that can prove who it is:', ...publish];
}

/** Every file that has the version of a release. */
function versionsIn(root: string): Record<string, string | undefined> {
  const text = (file: string) => readFileSync(join(root, file), 'utf8');
  const manifests = [
    'package.json',
    'clients/typescript/package.json',
    'modules/embed/package.json',
    'connectors/kit/package.json',
  ];
  const locked = JSON.parse(text('package-lock.json')).packages as Record<string, Versioned>;
  const python = 'clients/python/pyproject.toml';
  return {
    ...Object.fromEntries(manifests.map((file) => [file, JSON.parse(text(file)).version])),
    'package-lock.json': locked['']?.version,
    'openapi.json': JSON.parse(text('openapi.json')).info.version,
    [python]: /^version = "(.*)"$/m.exec(text(python))?.[1],
  };
}

type Versioned = { readonly version?: string };
