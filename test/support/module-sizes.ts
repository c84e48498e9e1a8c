/** How large the hosted modules are, and may be: KB of 1,024 bytes, compressed with gzip. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildModules } from '../../lib/build/modules.ts';
import { projectPaths } from '../../lib/build/options.ts';

/** Of a module's script in one language; the style sheet is shared. */
const limits = { 'account-linking': 34.5, 'card-swap': 34.5, 'bill-pay': 46 } as const;
const STYLES_LIMIT = 5;
const locales = ['en', 'es'] as const;

export type ModuleSize = { readonly name: string; readonly size: number; readonly limit: number };

/** Builds the modules and measures them. */
export async function measureModules(): Promise<readonly ModuleSize[]> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-sizes-'));
  try {
    await buildModules(projectPaths.modules, folder);
    const assets = readdirSync(join(folder, 'assets'));
    const sizeOf = (prefix: string) => {
      const found = assets.find((name) => name.startsWith(prefix) && !name.includes('.en-XA'));
      if (!found) throw new Error(`The modules were built without ${prefix}`);
      return gzipSync(readFileSync(join(folder, 'assets', found)), { level: 9 }).length / 1024;
    };
    const scripts = Object.entries(limits).flatMap(([module, limit]) =>
      locales.map((locale) => ({
        name: `${module}, ${locale}`,
        size: sizeOf(`${module}.${locale}-`),
        limit,
      })),
    );
    return [...scripts, { name: 'style sheet', size: sizeOf('kit-'), limit: STYLES_LIMIT }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
