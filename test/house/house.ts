/** The house as it stands on the disk, and as CONTRIBUTING.md draws it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The folders that the project's own files are in. The workshop, `tools`, may be moved away. */
export const wings = [
  ...['bin', 'clients', 'connectors', 'docs', 'functions', 'layers', 'lib', 'logos', 'modules'],
  ...['stages', 'test', 'tools'],
].filter(exists);

/** What is built or installed there. */
const madeFolders = new Set(['node_modules', 'dist', '__pycache__']);

/** All files of a folder and those in it, from the root on: `lib/stacks/app.ts`. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return madeFolders.has(entry.name) ? [] : filesIn(path);
  });
}

/** All folders that have files, or folders with files, without the root. */
export function foldersIn(wing: string): string[] {
  const found = new Set<string>();
  for (const file of filesIn(wing)) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) found.add(folder);
  }
  return [...found].sort();
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function exists(path: string): boolean {
  return existsSync(join(root, path));
}

/**
 * The folders that the map names, in its order. A line is two spaces deeper than the folder that it is
 * in, and names one folder or several, each with a slash at its end, before what is said of them.
 */
export function mappedFolders(): string[] {
  const [, map = ''] = /^## Map\n+```\n(.*?)^```$/ms.exec(read('CONTRIBUTING.md')) ?? [];
  const above: string[] = [];
  return map.split('\n').flatMap((line) => {
    const [, indent, names] = /^( *)((?:[\w*/-]+\/ ?)+) {2,}\S/.exec(line) ?? [];
    if (indent === undefined || !names) return [];
    const depth = indent.length / 2;
    const paths = names
      .trim()
      .split(' ')
      .map((name) => [...above.slice(0, depth), name.slice(0, -1)].join('/'));
    above.splice(depth, above.length, ...(paths.at(-1) ?? '').split('/').slice(depth));
    return paths.filter((path) => wings.includes(path.split('/')[0] ?? ''));
  });
}

/** Matches the paths that a pattern means: `*` is any name or part of one, `<group>` as well. */
export function patternOf(path: string): RegExp {
  const text = path
    .replace(/[.+^$()|[\]\\{}]/g, '\\$&')
    .replaceAll('**', '.+')
    .replace(/\*|<\w+>/g, '[^/]+');
  return new RegExp(`^${text}$`);
}
