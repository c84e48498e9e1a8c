/**
 * Packs a package as it is published: what is built, its README and the license, in one file.
 * `npm run pack:kit` packs the connector kit into `dist`, which each build empties; with a folder after
 * `--`, into that.
 */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildClient } from './client.ts';
import { buildEmbed } from './embed.ts';
import { buildKit } from './kit.ts';
import { runNpm } from './run-npm.ts';

const root = join(import.meta.dirname, '../..');

const packages = {
  client: { source: 'clients/typescript', build: buildClient },
  embed: { source: 'modules/embed', build: buildEmbed },
  kit: { source: 'connectors/kit', build: buildKit },
} as const;

export type PackageName = keyof typeof packages;

/**
 * @param out the folder to put the file into.
 * @returns the path of the file. @throws Error with what npm complained of.
 */
export async function pack(name: PackageName, out: string): Promise<string> {
  const { source, build } = packages[name];
  const folder = mkdtempSync(join(tmpdir(), 'billhook-pack-'));
  try {
    const manifest = JSON.parse(readFileSync(join(root, source, 'package.json'), 'utf8'));
    // It keeps the package in the repository from being published by mistake.
    const { private: _private, publishConfig, ...own } = manifest;
    // What is published leads to what is built; in the repository it leads to the source.
    const published = { ...own, ...publishConfig };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    copyFileSync(join(root, source, 'README.md'), join(folder, 'README.md'));
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    await build(join(folder, 'dist'));
    mkdirSync(out, { recursive: true });
    const { output, complaint } = await runNpm(folder, [
      'pack',
      '--json',
      '--ignore-scripts',
      `--pack-destination=${out}`,
    ]);
    const [packed] = readJson(output);
    if (!packed) throw new Error(`npm packed no ${name}: ${complaint.trim()}`);
    return join(out, packed.filename);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readJson(output: string): readonly { readonly filename: string }[] {
  try {
    return JSON.parse(output);
  } catch {
    return [];
  }
}

if (import.meta.main) {
  const [name = '', folder = join(root, 'dist')] = process.argv.slice(2);
  if (!Object.hasOwn(packages, name)) throw new Error(`There is no package ${name}`);
  console.log(`Packed ${await pack(name as PackageName, resolve(folder))}`);
}
