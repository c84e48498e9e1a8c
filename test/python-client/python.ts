/** A Python of its own for the client's tests, outside the repository: the client as a wheel, installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../../clients/python');
const requirements = join(source, 'requirements-test.txt');

export type Python = {
  /** The interpreter of the environment that the client is installed in. */
  readonly command: string;
  /** A copy of the client's folder: what runs leaves nothing in the repository. */
  readonly folder: string;
};

/** @throws Error that lists what this machine lacks. */
export function preparePython(): Python {
  const base = process.env.PYTHON ?? 'python3';
  const version = spawnSync(base, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']);
  const [major = 0, minor = 0] = String(version.stdout ?? '')
    .trim()
    .split('.')
    .map(Number);
  if (major !== 3 || minor < 10) {
    throw new Error('This machine lacks Python 3.10 or newer; PYTHON names another than python3');
  }
  const folder = mkdtempSync(join(tmpdir(), 'billhook-python-'));
  cpSync(source, folder, { recursive: true });
  const command = environmentOf(base, `${major}.${minor}`);
  const pip = (...args: string[]) =>
    execFileSync(command, ['-m', 'pip', '--disable-pip-version-check', '-q', ...args], {
      stdio: 'pipe',
    });
  const wheels = join(folder, 'wheels');
  pip('wheel', '--no-deps', '--no-build-isolation', '--wheel-dir', wheels, folder);
  const [wheel = ''] = readdirSync(wheels);
  pip('install', '--no-deps', '--no-index', '--force-reinstall', join(wheels, wheel));
  // What is tried is what is installed.
  rmSync(join(folder, 'src'), { recursive: true });
  rmSync(join(folder, 'build'), { recursive: true, force: true });
  return { command, folder };
}

/** Kept from run to run, one for each list of packages. */
function environmentOf(base: string, version: string): string {
  const text = readFileSync(requirements, 'utf8');
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const place = join(tmpdir(), `billhook-python-${version}-${mark}`);
  const command = join(place, 'bin/python');
  if (existsSync(join(place, 'complete'))) return command;
  rmSync(place, { recursive: true, force: true });
  try {
    execFileSync(base, ['-m', 'venv', place], { stdio: 'pipe' });
    const pip = ['-m', 'pip', '--disable-pip-version-check', '-q', 'install'];
    execFileSync(command, [...pip, '-r', requirements], { stdio: 'pipe' });
    execFileSync(command, ['-c', `open(${JSON.stringify(join(place, 'complete'))}, "w").close()`]);
    return command;
  } catch (error) {
    const complaint = String((error as { stderr?: Buffer }).stderr ?? error).trim();
    const names = text.trim().split('\n').join(', ');
    throw new Error(`This machine lacks, and could not install: ${names}\n${complaint}`);
  }
}
