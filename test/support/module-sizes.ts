/** How large the hosted modules are, and may be: KB of 1,024 bytes, compressed with gzip. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildModules } from '../../lib/build/modules.ts';
import { projectPaths } from '../../lib/build/options.ts';

/** Of a module's script in one language, until its first screen. */
const limits = { 'account-linking': 34, 'card-swap': 34.75, 'bill-pay': 29 } as const;
/** Of bill pay's script and texts, by what somebody does there: who links nothing loads no linking. */
const billPayLimits = [
  ['to pay and to change settings', 45, ['places', 'texts']],
  ['and to add a card', 49, ['places', 'texts', 'adding']],
  ['all parts', 60.75, ['places', 'texts', 'adding', 'linking']],
] as const;
const STYLES_LIMIT = 5;
/** Of the styles of all other screens of a module, which come after its first one. */
const LATE_STYLES_LIMIT = 5;
/** As it is: a font is compressed. */
const FONT_LIMIT = 30;
/** Of the script in the page itself: each byte of it is waited for before anything else begins. */
const EARLY_LIMIT = 4.5;
const locales = ['en', 'es'] as const;

export type ModuleSize = { readonly name: string; readonly size: number; readonly limit: number };

/** Builds the modules and measures them. */
export async function measureModules(): Promise<readonly ModuleSize[]> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-sizes-'));
  try {
    const { inline } = await buildModules(projectPaths.modules, folder);
    const assets = readdirSync(join(folder, 'assets'));
    const read = (prefix: string) => {
      const found = assets.find((name) => name.startsWith(prefix) && !name.includes('.en-XA'));
      if (!found) throw new Error(`The modules were built without ${prefix}`);
      return readFileSync(join(folder, 'assets', found));
    };
    const sizeOf = (prefix: string) => gzipSync(read(prefix), { level: 9 }).length / 1024;
    const scripts = Object.entries(limits).flatMap(([module, limit]) =>
      locales.map((locale) => ({
        name: `${module}, ${locale}`,
        size: sizeOf(`${module}.${locale}-`),
        limit,
      })),
    );
    const billPay = locales.flatMap((locale) => {
      const sizeOfPart = (part: string) =>
        sizeOf(part === 'texts' ? `bill-pay.texts.${locale}-` : `bill-pay.${locale}.${part}-`);
      return billPayLimits.map(([what, limit, parts]) => ({
        name: `bill-pay, ${locale}, ${what}`,
        size: parts.map(sizeOfPart).reduce((all, one) => all + one, sizeOf(`bill-pay.${locale}-`)),
        limit,
      }));
    });
    const files = assets.filter((file) => /^bill-pay\.(texts\.)?en[-.](?!XA)/.test(file));
    if (files.length !== 5) throw new Error(`Bill pay has other parts: ${files}`);
    const late = Object.keys(limits).map((module) => ({
      name: `${module}, late styles`,
      size: sizeOf(`${module}.late-`),
      limit: LATE_STYLES_LIMIT,
    }));
    const early = gzipSync(inline.script.code, { level: 9 }).length / 1024;
    return [
      ...scripts,
      ...billPay,
      { name: 'style sheet', size: sizeOf('kit-'), limit: STYLES_LIMIT },
      ...late,
      { name: 'font', size: read('figtree-').length / 1024, limit: FONT_LIMIT },
      { name: 'script in the page', size: early, limit: EARLY_LIMIT },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
