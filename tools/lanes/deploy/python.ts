/** A Python of the project's own: a virtual environment in the checkout, made once for a list of packages. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runChild } from './children.ts';
import { deployFailure } from './failure.ts';

const OLDEST: readonly [number, number] = [3, 10];

/** What is installed, and for whom. */
export type Wanted = {
  /** The file with the packages. */
  readonly requirements: string;
  /** What is typed. */
  readonly command: string;
  readonly what: string;
};

const emulator: Wanted = {
  requirements: join(import.meta.dirname, 'requirements.txt'),
  command: 'npm run tools -- deploy',
  what: 'the AWS emulator it deploys into, ministack,',
};

const neededBy = ({ command, what }: Wanted) =>
  `${command} needs Python ${OLDEST.join('.')} or newer with venv and pip: ${what} is a Python package.`;

/**
 * Makes the environment unless it is there.
 * @returns the environment's `python`.
 * @throws DeployFailure that says what is missing.
 */
export async function ensurePython(
  folder: string,
  logFile: string,
  needs: Wanted = emulator,
): Promise<string> {
  const command = process.env.PYTHON || 'python3';
  const python = join(folder, 'bin', 'python');
  const wanted = readFileSync(needs.requirements, 'utf8');
  const stamp = join(folder, 'installed.txt');
  if (existsSync(python) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
    return python;
  }
  requireVersion(command, needs);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  await run(command, ['-m', 'venv', folder], {
    ...{ logFile, needs },
    otherwise: `${command} cannot make a virtual environment (on Debian and Ubuntu: apt-get install python3-venv).`,
  });
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await run(python, [...install, '--requirement', needs.requirements], {
    ...{ logFile, needs },
    otherwise: `pip cannot install the packages of ${needs.requirements}.`,
  });
  writeFileSync(stamp, wanted);
  return python;
}

/** @throws DeployFailure when there is no such Python, or an old one. */
export function requireVersion(command: string, needs: Wanted = emulator): void {
  const print = 'import sys; print(*sys.version_info[:2])';
  const { status, stdout } = spawnSync(command, ['-c', print], { encoding: 'utf8' });
  if (status !== 0) throw deployFailure(`${neededBy(needs)} There is no ${command} here.`);
  const [major = 0, minor = 0] = stdout.trim().split(' ').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    throw deployFailure(`${neededBy(needs)} ${command} is Python ${major}.${minor}.`);
  }
}

async function run(
  command: string,
  given: readonly string[],
  { logFile, needs, otherwise }: { logFile: string; needs: Wanted; otherwise: string },
): Promise<void> {
  if ((await runChild(command, given, { logFile })) === 0) return;
  throw deployFailure(`${neededBy(needs)} ${otherwise}`, logFile);
}
