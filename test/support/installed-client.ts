/** A package as a stranger has it: packed, and installed in an empty folder without a network. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type PackageName, pack } from '../../lib/build/pack.ts';

const run = promisify(execFile);
const modules = join(import.meta.dirname, '../../node_modules');
const compiler = join(modules, 'typescript/bin/tsc');

export type Client = typeof import('../../clients/typescript/src/index.ts');

export type Installed = {
  readonly folder: string;
  readonly client: Client;
  /** Puts a file into the folder. */
  readonly write: (name: string, text: string) => void;
  /** What a program of the folder printed. @throws Error with what it complained of. */
  readonly run: (name: string, env: Readonly<Record<string, string>>) => Promise<string>;
  /** What its compiler says of a file; nothing when it is right. */
  readonly compile: (names: readonly string[], options: readonly string[]) => Promise<string>;
  readonly remove: () => void;
};

/** @param beside packages of this repository that it needs. @returns the folder that it is in. */
export async function installPacked(name: PackageName, ...beside: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `billhook-${name}-`));
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const needed = beside.map((one) => join(modules, one));
  const packed = await pack(name, join(folder, 'packed'));
  await run('npm', ['install', ...options, packed, ...needed], { cwd: folder });
  return folder;
}

export async function installClient(): Promise<Installed> {
  const home = await installPacked('client');
  const entry = join(home, 'node_modules/@billhook/client/dist/index.js');
  return {
    folder: home,
    client: await import(pathToFileURL(entry).href),
    write: (name, text) => writeFileSync(join(home, name), text),
    run: async (name, env) => {
      const given = { cwd: home, env: { ...process.env, ...env }, timeout: 60_000 };
      return (await run(process.execPath, [join(home, name)], given)).stdout;
    },
    compile: async (names, more) => {
      const checks = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--target', 'es2022'];
      const types = ['--typeRoots', join(modules, '@types')];
      const args = [compiler, ...checks, ...types, ...more, ...names];
      return await run(process.execPath, args, { cwd: home }).then(
        () => '',
        ({ stdout }) => String(stdout),
      );
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
