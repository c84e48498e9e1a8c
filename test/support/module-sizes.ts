/** How large the hosted modules are, and may be: KB of 1,024 bytes, compressed with gzip. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildModules } from '../../lib/build/modules.ts';
import { projectPaths } from '../../lib/build/options.ts';

/** Of a module's script in one language, until its first screen. */
// Raised for pages that stay true when they are translated, and for what was found at a link.
// Raised for reasons that are told apart, minimums that are called that, the next 30 days, and what is charged next.
// 0.4 more for marks that travel from screen to screen.
const limits = { 'account-linking': 35.1, 'card-swap': 35.7, 'bill-pay': 28.35 } as const;
/** Of its script and texts, by what somebody does there: who links nothing loads no linking. */
const partLimits = [
  // Raised for what leaves the account, which all say by the same rule.
  // 0.1 more for companies that say they are linked already.
  ['account-linking', 'and to swap', 38.9, ['outcomes']],
  ['account-linking', 'and to pay', 41.65, ['outcomes', 'paying']],
  ['card-swap', 'and to add a card', 39.1, ['adding']],
  // 0.3 more where numbers are typed: they are read from any keyboard.
  // 0.1 more since a payment can wait for an earlier one, and shows the fee that rose.
  // Raised for numbers as people type and fill them, and for what is agreed to, bill by bill.
  ['bill-pay', 'to pay and to change settings', 49.35, ['places', 'texts']],
  ['bill-pay', 'and to add or to look at a card', 54.95, ['places', 'texts', 'adding']],
  ['bill-pay', 'all parts', 68.1, ['places', 'texts', 'adding', 'linking']],
] as const;
// Raised for two columns on a desktop, and for the days of a list of bills.
const STYLES_LIMIT = 5.25;
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
    const first = (module: string, locale: string) => sizeOf(`${module}.${locale}-`);
    const scripts = Object.entries(limits).flatMap(([module, limit]) =>
      locales.map((locale) => ({
        name: `${module}, ${locale}`,
        size: first(module, locale),
        limit,
      })),
    );
    const whole = partLimits.flatMap(([module, what, limit, parts]) =>
      locales.map((locale) => {
        const sizeOfPart = (part: string) =>
          sizeOf(part === 'texts' ? `${module}.texts.${locale}-` : `${module}.${locale}.${part}-`);
        const size = parts.map(sizeOfPart).reduce((all, one) => all + one);
        return { name: `${module}, ${locale}, ${what}`, size: size + first(module, locale), limit };
      }),
    );
    const files = assets.filter((file) =>
      /^(account|card|bill)-\w+\.(texts\.)?en[-.](?!XA)/.test(file),
    );
    if (files.length !== 10) throw new Error(`The modules have other parts: ${files}`);
    const late = Object.keys(limits).map((module) => ({
      name: `${module}, late styles`,
      size: sizeOf(`${module}.late-`),
      limit: LATE_STYLES_LIMIT,
    }));
    const early = gzipSync(inline.script.code, { level: 9 }).length / 1024;
    return [
      ...scripts,
      ...whole,
      { name: 'style sheet', size: sizeOf('kit-'), limit: STYLES_LIMIT },
      ...late,
      { name: 'font', size: read('figtree-').length / 1024, limit: FONT_LIMIT },
      { name: 'script in the page', size: early, limit: EARLY_LIMIT },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
