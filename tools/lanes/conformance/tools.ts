/** Other people's tools: installed once, at pinned versions, in a folder outside of the checkout. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const othersFolder = join(import.meta.dirname, 'others');

/** What is installed, or why it is not. */
export type Tool = { readonly command: string } | { readonly missing: string };

export type Ran = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

type RunOptions = {
  readonly cwd?: string;
  readonly input?: string;
  readonly seconds?: number;
};

const INSTALL_SECONDS = 600;
const USUAL_SECONDS = 120;

/** Runs a command to its end; `code` is `null` when its time was over or it could not start. */
export function run(command: string, given: readonly string[], options: RunOptions = {}) {
  const { cwd, input = '', seconds = USUAL_SECONDS } = options;
  return new Promise<Ran>((resolve) => {
    const child = spawn(command, given, { cwd, timeout: seconds * 1_000, killSignal: 'SIGKILL' });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString();
    child.once('error', (error) => resolve({ code: null, stdout: '', stderr: error.message }));
    child.once('close', (code) => resolve({ code, stdout: text(out), stderr: text(err) }));
    // Who ends early reads nothing.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** A program finds packages beside itself. */
export function runInPackages(folder: string, script: string, input: string): Promise<Ran> {
  const beside = join(folder, 'program.mjs');
  cpSync(script, beside);
  return run(process.execPath, [beside], { cwd: folder, input });
}

function isThere(command: string, version: string): boolean {
  return spawnSync(command, [version], { stdio: 'ignore' }).status === 0;
}

/** A virtual environment with the packages of `others/requirements.txt`. */
export async function python(cacheFolder: string): Promise<Tool> {
  const system = process.env.PYTHON || 'python3';
  if (!isThere(system, '--version')) return { missing: `there is no ${system}` };
  const folder = join(cacheFolder, 'python');
  const command = join(folder, 'bin', 'python');
  const requirements = join(othersFolder, 'requirements.txt');
  return installed({ folder, command, listed: [requirements] }, async () => {
    const made = await run(system, ['-m', 'venv', folder]);
    if (made.code !== 0) return 'it cannot make a virtual environment (python3-venv)';
    const install = ['-m', 'pip', 'install', '--quiet', '--requirement', requirements];
    const ran = await run(command, install, { seconds: INSTALL_SECONDS });
    return whyNot('pip cannot install the packages', ran);
  });
}

/** @returns the folder's Node programs are run in, which has the packages of `others/package.json`. */
export async function nodePackages(cacheFolder: string): Promise<Tool> {
  const folder = join(cacheFolder, 'node');
  const listed = [join(othersFolder, 'package.json')];
  return installed({ folder, command: folder, listed }, async () => {
    for (const file of listed) cpSync(file, join(folder, 'package.json'));
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    const ran = await run('npm', install, { cwd: folder, seconds: INSTALL_SECONDS });
    return whyNot('npm cannot install the packages', ran);
  });
}

/** The program of `others/webhooks`, built. */
export async function goProgram(cacheFolder: string): Promise<Tool> {
  if (!isThere('go', 'version')) return { missing: 'there is no go' };
  const source = join(othersFolder, 'webhooks');
  const folder = join(cacheFolder, 'go');
  const command = join(folder, 'verify');
  const listed = ['go.mod', 'go.sum', 'main.go'].map((name) => join(source, name));
  return installed({ folder, command, listed }, async () => {
    const options = { cwd: source, seconds: INSTALL_SECONDS };
    return whyNot(
      'go cannot build the program',
      await run('go', ['build', '-o', command, '.'], options),
    );
  });
}

function whyNot(what: string, { code, stderr }: Ran): string | undefined {
  return code === 0 ? undefined : `${what}: ${stderr.trim().split('\n').at(-1)}`;
}

type Installation = {
  readonly folder: string;
  readonly command: string;
  /** Files whose contents say what is installed. */
  readonly listed: readonly string[];
};

async function installed(
  { folder, command, listed }: Installation,
  install: () => Promise<string | undefined>,
): Promise<Tool> {
  const wanted = listed.map((file) => readFileSync(file, 'utf8')).join('\n');
  const stamp = join(folder, 'installed.txt');
  if (existsSync(command) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
    return { command };
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const missing = await install();
  if (missing !== undefined) return { missing };
  writeFileSync(stamp, wanted);
  return { command };
}
