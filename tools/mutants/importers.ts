/** Which unit tests reach a file, the nearest first: by the imports of all files. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;
/** Tests of other groups: they need a service, a browser or long. */
const OTHERS =
  /^test\/(?:end-to-end|model|batteries|browser|interpreters|python-client|lib|bin|docs|house|connectors\/browser|functions)\//;

/** @returns for a file, its test files with how many imports they are away. */
export function openImporters(root: string): (file: string) => ReadonlyMap<string, number> {
  const files = globSync(['{layers,functions,connectors,lib,test}/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**'],
  });
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const imported = pathOf(name, file);
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return (file) => {
    const away = new Map([[file, 0]]);
    for (const [one, steps] of away) {
      for (const importer of importers.get(one) ?? []) {
        if (!away.has(importer)) away.set(importer, steps + 1);
      }
    }
    return new Map([...away].filter(([one]) => one.endsWith('.test.ts') && !OTHERS.test(one)));
  };
}

function pathOf(name: string, from: string): string | undefined {
  const [, layer, rest] = /^@billhook\/(core|runtime)\/(.+)$/.exec(name) ?? [];
  if (layer) return `layers/${layer}/${rest}.ts`;
  return name.startsWith('.') ? join(dirname(from), name) : undefined;
}
