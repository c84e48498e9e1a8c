/** The emulator's Python: a virtual environment in the checkout, made once for a list of packages. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runChild } from './children.ts';
import { deployFailure } from './failure.ts';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const OLDEST: readonly [number, number] = [3, 10];
const NEEDED =
  `npm run test:deploy needs Python ${OLDEST.join('.')} or newer with venv and pip: ` +
  'the AWS emulator it deploys into, ministack, is a Python package.';

/**
 * Makes the environment unless it is there.
 * @returns the environment's `python`.
 * @throws DeployFailure that says what is missing.
 */
export async function ensurePython(folder: string, logFile: string): Promise<string> {
  const command = process.env.PYTHON || 'python3';
  const python = join(folder, 'bin', 'python');
  const wanted = readFileSync(REQUIREMENTS, 'utf8');
  const stamp = join(folder, 'installed.txt');
  if (existsSync(python) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
    return python;
  }
  requireVersion(command);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  await run(command, ['-m', 'venv', folder], {
    logFile,
    otherwise: `${command} cannot make a virtual environment (on Debian and Ubuntu: apt-get install python3-venv).`,
  });
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await run(python, [...install, '--requirement', REQUIREMENTS], {
    logFile,
    otherwise: `pip cannot install the packages of ${REQUIREMENTS}.`,
  });
  writeFileSync(stamp, wanted);
  return python;
}

/** @throws DeployFailure when there is no such Python, or an old one. */
export function requireVersion(command: string): void {
  const print = 'import sys; print(*sys.version_info[:2])';
  const { status, stdout } = spawnSync(command, ['-c', print], { encoding: 'utf8' });
  if (status !== 0) throw deployFailure(`${NEEDED} There is no ${command} here.`);
  const [major = 0, minor = 0] = stdout.trim().split(' ').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    throw deployFailure(`${NEEDED} ${command} is Python ${major}.${minor}.`);
  }
}

async function run(
  command: string,
  given: readonly string[],
  { logFile, otherwise }: { readonly logFile: string; readonly otherwise: string },
): Promise<void> {
  if ((await runChild(command, given, { logFile })) === 0) return;
  throw deployFailure(`${NEEDED} ${otherwise}`, logFile);
}
