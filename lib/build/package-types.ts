/** The types of a package that others install: declarations that any compiler of theirs reads. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/**
 * Writes the declarations that the entries lead to, and no others.
 * @param source the folder with the `tsconfig.json`.
 */
export function emitTypes(
  source: string,
  out: string,
  entries: readonly string[] = ['index'],
): void {
  execFileSync(process.execPath, [compiler, '-p', source, '--outDir', out], { stdio: 'pipe' });
  const reached = new Set<string>();
  for (const entry of entries) follow(join(out, `${entry}.d.ts`), reached);
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    const file = join(out, name);
    if (!name.endsWith('.d.ts')) continue;
    if (!reached.has(file)) {
      rmSync(file);
      continue;
    }
    // Compilers of hosts may be older than ours, and know each other's files as `.js` only.
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from |import\()'\.[\w./-]+)\.ts'/g, "$1.js'"));
  }
}

function follow(file: string, reached: Set<string>): void {
  if (reached.has(file)) return;
  reached.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /(?:from |import\()["'](\.[\w./-]+)\.ts["']/g,
  );
  for (const [, path = ''] of imports) follow(join(dirname(file), `${path}.d.ts`), reached);
}
