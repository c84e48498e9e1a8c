import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { localFailure } from '../failures.ts';
import { isRunning } from '../is-running.ts';

/** What the app is made from. The interpreter itself (`lib/local`) is no part of the result. */
export const SOURCES = [
  'bin/app.ts',
  'lib',
  'functions',
  'layers',
  'connectors',
  'modules',
  'package-lock.json',
  'cdk.json',
  'tsconfig.json',
];
const NO_SOURCES = new Set(['node_modules', 'dist', 'lib/local']);

/** Assemblies beside the newest that are kept: threads may still load from the one before. */
const KEPT_ASSEMBLIES = 2;

/**
 * Builds and synthesizes the app, unless the sources are those of an assembly that is kept.
 * Both run in child processes, since a synthesis leaves 450 MB resident.
 * @returns the assembly's folder.
 * @throws LocalFailure when the app does not build; its messages have been printed.
 */
export async function ensureAssembly(root: string, say: (line: string) => void): Promise<string> {
  // Not below dist/, which every build empties, also while the app runs from here.
  const store = join(root, 'node_modules', '.cache', 'billhook');
  const folder = join(store, hashSources(root));
  if (existsSync(join(folder, 'manifest.json'))) {
    utimesSync(folder, new Date(), new Date());
    return claim(folder);
  }
  say('Building …');
  await runScript(root, 'lib/build/build.ts', {});
  const work = join(store, `work-${process.pid}`);
  mkdirSync(store, { recursive: true });
  rmSync(work, { recursive: true, force: true });
  try {
    await runScript(root, 'bin/app.ts', {
      CDK_OUTDIR: work,
      CDK_CONTEXT_JSON: JSON.stringify({
        ...readContext(root),
        stage: 'sandbox',
        // The file is about what is deployed.
        settings: 'none',
      }),
    });
    if (!existsSync(folder)) renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  prune(store);
  return claim(folder);
}

const CLAIM = 'used-by-';

/** Threads load from the folder as long as this process runs: no other may prune it. */
function claim(folder: string): string {
  writeFileSync(join(folder, `${CLAIM}${process.pid}`), '');
  return folder;
}

function isClaimed(folder: string): boolean {
  const claims = readdirSync(folder).filter((name) => name.startsWith(CLAIM));
  return claims.some((name) => isRunning(Number(name.slice(CLAIM.length))));
}

/** A hash over names, sizes and times of the sources: reading them all would take longer. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  const visit = (path: string) => {
    const name = relative(root, path);
    if (NO_SOURCES.has(name) || name.endsWith('node_modules')) return;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const entry of readdirSync(path).sort()) visit(join(path, entry));
    } else if (stat?.isFile()) {
      hash.update(`${name}\0${stat.size}\0${stat.mtimeMs}\n`);
    }
  };
  for (const source of SOURCES) visit(join(root, source));
  return hash.digest('hex').slice(0, 16);
}

/** The `cdk` command would hand the context of cdk.json to the app; here nobody else does. */
function readContext(root: string): Record<string, unknown> {
  const file = join(root, 'cdk.json');
  if (!existsSync(file)) return {};
  return (
    (JSON.parse(readFileSync(file, 'utf8')) as { context?: Record<string, unknown> }).context ?? {}
  );
}

function runScript(root: string, script: string, variables: Record<string, string>): Promise<void> {
  const { CDK_DEFAULT_ACCOUNT: _account, CDK_DEFAULT_REGION: _region, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(root, script)],
      { cwd: root, env: { ...env, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const stop = () => child.kill();
    process.once('exit', stop);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', stop);
      if (code === 0) {
        resolve();
        return;
      }
      process.stderr.write(output);
      reject(localFailure(`The app does not build: ${script} failed (see above).`));
    });
  });
}

function prune(store: string): void {
  const folders = readdirSync(store)
    .map((name) => ({ path: join(store, name), time: statSync(join(store, name)).mtimeMs }))
    .filter(({ path }) => existsSync(join(path, 'manifest.json')))
    .sort((a, b) => b.time - a.time);
  for (const { path } of folders.slice(KEPT_ASSEMBLIES)) {
    if (!isClaimed(path)) rmSync(path, { recursive: true, force: true });
  }
}
