import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What each file imports of the others, types too. */
type Imports = ReadonlyMap<string, readonly string[]>;

const files = globSync(
  '{bin,lib,functions,layers,modules,connectors,clients,tools}/**/*.{ts,tsx,mjs,js}',
  {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  },
);

const imports: Imports = new Map(
  files.map((file) => {
    const all = importsOf(readFileSync(join(root, file), 'utf8'), file);
    return [file, all.filter((one) => files.includes(one))];
  }),
);

test('No file imports itself by way of others, types included', () => {
  expect(circlesIn(imports)).toEqual([]);
});

test('Imports of every wing are read', () => {
  expect(imports.get('bin/app.ts')).toContain('lib/stacks/app.ts');
  expect(imports.get('lib/workflows/pay-bill.ts')).toContain('functions/workflow/contract.ts');
  expect(imports.get('functions/bill/get-bill.ts')).toContain('layers/runtime/serve/serve.ts');
  expect(imports.get('layers/core/auth/auth.ts')).toContain('layers/core/schemas/auth.ts');
  expect(imports.get('modules/kit/start.tsx')).toContain('modules/kit/module.tsx');
  expect(imports.get('clients/typescript/src/index.ts')).toContain(
    'clients/typescript/src/billhook.ts',
  );
  expect(imports.get('connectors/serve/listen.ts')).toContain('lib/base/free-port.ts');
});

test.each([
  ['connectors', 'lib/', ['lib/base/']],
  ['lib/base', 'lib/', ['lib/base/', 'lib/stacks/stage.ts']],
  ['bin', 'tools/', []],
  ['lib', 'tools/', []],
])('%s imports nothing of %s, except %j', (room, of, except) => {
  const from = [...imports].filter(([file]) => file.startsWith(`${room}/`));
  expect(from).not.toEqual([]);
  const found = from.flatMap(([, all]) => all).filter((one) => one.startsWith(of));
  expect(found.filter((one) => !except.some((allowed) => one.startsWith(allowed)))).toEqual([]);
});

test('Imports are found in whatever form they are written', () => {
  const written = [
    "import { a } from './a.ts';",
    "import type { B } from '@billhook/core/rooms/b';",
    "import {\n  type C,\n  c,\n} from '../c.tsx';",
    "export { d } from './d.ts';",
    "const e = await import('./e.ts');",
    "type F = import('@billhook/runtime/table/f').F;",
    "import './g.ts';",
    "import * as v from 'valibot';",
  ].join('\n');
  expect(importsOf(written, 'lib/room/file.ts')).toEqual([
    'lib/room/a.ts',
    'layers/core/rooms/b.ts',
    'lib/c.tsx',
    'lib/room/d.ts',
    'lib/room/e.ts',
    'layers/runtime/table/f.ts',
    'lib/room/g.ts',
  ]);
});

test('Circles are found with the files that they are made of', () => {
  const drawn = { a: ['b', 'e'], b: ['c'], c: ['a', 'd'], d: [], e: ['e'], f: ['a'] };
  expect(circlesIn(new Map(Object.entries(drawn)))).toEqual(['a -> b -> c -> a', 'e -> e']);
});

/** The files that a file's text imports, from the root on. Packages are left out. */
function importsOf(text: string, file: string): string[] {
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)];
  return specifiers.flatMap(([, specifier = '']) => {
    if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
    const [, layer, path] = /^@billhook\/(core|runtime)\/(.+)$/.exec(specifier) ?? [];
    return layer ? `layers/${layer}/${path}.ts` : [];
  });
}

/** Circles, each as the shortest way round from a file; what is in one that is named is not named again. */
function circlesIn(graph: Imports): string[] {
  const inCircles = new Set<string>();
  const circles: string[] = [];
  for (const file of [...graph.keys()].sort()) {
    if (inCircles.has(file)) continue;
    const way = shortestWayRound(graph, file);
    if (!way) continue;
    for (const one of way) inCircles.add(one);
    circles.push([...way, file].join(' -> '));
  }
  return circles;
}

function shortestWayRound(graph: Imports, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  // It grows while it is walked through.
  const reached = [start];
  for (const file of reached) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return wayTo(cameFrom, start, file);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      reached.push(next);
    }
  }
  return undefined;
}

function wayTo(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end];
  for (let file = end; file !== start; ) {
    file = cameFrom.get(file) ?? start;
    way.unshift(file);
  }
  return way;
}
