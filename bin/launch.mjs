// Runs a script with the project's own Node, installing what is missing first.
// Plain JavaScript without dependencies, since it runs before there are any, on Node 20 and later.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const LOCK_FILE = join(ROOT, 'package-lock.json');
const STAMP_FILE = join(MODULES, '.billhook-install');
/** The binaries are optional packages, one for each platform; none needs a script to install it. */
const INSTALL = ['ci', '--include=optional', '--ignore-scripts', '--loglevel=error'];
const LOCK_WAIT_MILLISECONDS = 10 * 60 * 1000;
const LOCK_POLL_MILLISECONDS = 250;
const SERVICE = join(ROOT, 'bin', 'local.ts');
/**
 * What V8 makes new objects in, in MB: by default it grows to 16 twice over, and is never given back. And by
 * how many percent what survives a collection may grow before the next one: by default it may grow several
 * times over, since V8 goes by the memory of the machine.
 */
const SMALL_HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=50'];

const [script, ...args] = process.argv.slice(2);
if (script === undefined) fail('Usage: node bin/launch.mjs <script> [arguments]');
await install();
const { node, failure } = findNode(MODULES);
if (failure) fail(failure);
run(node, [
  // Type stripping and SQLite are marked experimental in Node 24; we know.
  '--disable-warning=ExperimentalWarning',
  ...(resolve(ROOT, script) === SERVICE ? SMALL_HEAP : []),
  resolve(ROOT, script),
  ...args,
]);

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function lockHash() {
  return createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');
}

/** Installed is what has our stamp, or what npm itself finished after the lock file changed. */
function isInstalled() {
  const finished = statSync(join(MODULES, '.package-lock.json'), { throwIfNoEntry: false });
  if (!finished) return false;
  if (!existsSync(LOCK_FILE) || finished.mtimeMs >= statSync(LOCK_FILE).mtimeMs) return true;
  return existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === lockHash();
}

async function install() {
  if (isInstalled()) return;
  const unlock = await takeInstallLock();
  try {
    // Another launch may have installed while this one waited.
    if (isInstalled()) return;
    process.stderr.write('Installing packages (npm ci) …\n');
    const npmScript = process.env.npm_execpath;
    const [command, first] = npmScript?.endsWith('npm-cli.js')
      ? [process.execPath, [npmScript]]
      : ['npm', []];
    const { status, error } = spawnSync(
      command,
      [...first, ...INSTALL, '--no-fund', '--no-audit'],
      {
        cwd: ROOT,
        stdio: ['ignore', 2, 2],
        shell: command === 'npm' && process.platform === 'win32',
      },
    );
    if (error || status !== 0) {
      fail(`npm ci failed${error ? `: ${error.message}` : ` with exit code ${status}`}.`);
    }
    writeFileSync(STAMP_FILE, lockHash());
  } finally {
    unlock();
  }
}

/** One install at a time: the lock is a file that names its process, outside of node_modules. */
async function takeInstallLock() {
  const name = createHash('sha256').update(ROOT).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `billhook-install-${name}.lock`);
  const mine = `${file}.${process.pid}`;
  const deadline = Date.now() + LOCK_WAIT_MILLISECONDS;
  try {
    writeFileSync(mine, String(process.pid), { mode: 0o600 });
    while (Date.now() < deadline) {
      if (isLinked(mine, file)) {
        const unlock = () => {
          process.off('exit', unlock);
          rmSync(file, { force: true });
        };
        process.once('exit', unlock);
        return unlock;
      }
      const holder = readHolder(file);
      // Another launch may have found the same, and have the lock by now.
      if (isGone(holder) && readHolder(file) === holder) rmSync(file, { force: true });
      else await new Promise((wake) => setTimeout(wake, LOCK_POLL_MILLISECONDS));
    }
  } catch (error) {
    fail(`Cannot write ${file}: ${error.message}`);
  } finally {
    rmSync(mine, { force: true });
  }
  return fail(`Another install has not finished; if none is running, remove ${file}.`);
}

/** Whoever reads the lock reads all of it: it is written before it has its name. */
function isLinked(mine, file) {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** What the lock says, or undefined if there is none any more. */
function readHolder(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether the lock is one of a process that has ended. */
function isGone(holder) {
  if (holder === undefined) return false;
  const pid = Number(holder);
  if (!Number.isInteger(pid) || pid < 1) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function run(node, nodeArgs) {
  const env = {
    // Compiled code is kept between runs, which halves the start of a command line.
    NODE_COMPILE_CACHE: join(MODULES, '.cache', 'node'),
    ...process.env,
  };
  // Becomes the script where it can, which saves a process of 50 MB; it is not there on Windows, nor
  // in Node 20.
  if (process.execve && process.platform !== 'win32') {
    process.execve(node, [node, ...nodeArgs], env);
  }
  const child = spawn(node, nodeArgs, {
    stdio: 'inherit',
    // Lets bin/local.ts notice when this process is killed and can forward nothing.
    env: { ...env, BILLHOOK_LAUNCHER_PID: String(process.pid) },
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  child.once('error', (error) => fail(`Cannot run ${node}: ${error.message}`));
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, forward);
    process.kill(process.pid, signal);
    // Reached when the signal does not end this process.
    setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100);
  });
}
