/**
 * Builds the hosted modules into `dist/modules`: a script for each module and language, one style sheet
 * for the first screens and one a module for the rest, and the font, all named by their content, and
 * `pages.json`, which says what a page loads and what stands in it.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stuckText } from '@billhook/core/module/html';
import {
  type ModuleName,
  modulePages,
  type PageAssets,
  type PageLocale,
  pageLocales,
} from '@billhook/core/module/page';
import { type BuildOptions, build as bundle, type Plugin, transform } from 'esbuild';
import { earlyScript, firstScreen, inline } from './inline.ts';
import { inOrder, partsOf } from './page-parts.ts';
import { namedIn, pageTexts, readTable, textsFile, withShortKeys } from './page-texts.ts';

/** What every browser of the last years runs; esbuild cannot write for Safari 14. */
const TARGET = ['safari15', 'chrome87', 'firefox90'];
/** esbuild avoids `?.` before Chrome 91 for a fault that it has in `a?.(...all)` alone: nobody calls so. */
const SUPPORTED = { 'optional-chain': true };

/** Empty: the pages are the partners', whose signs we do not have in this form. */
const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Of the companies that the preview makes up. */
const sampleLogos = {
  power: 'household/copperwren-energy.svg',
  water: 'household/pebblerun-water.svg',
  mobile: 'household/murmur-mobile.svg',
  stream: 'leisure/velvetreel.svg',
};

/** In a window of its own, where nothing was before it, the page closes. */
const BACK = 'document.querySelector("button").onclick=()=>history.length>1?history.back():close()';

export async function buildModules(sources: string, out: string): Promise<PageAssets> {
  const assets = join(out, 'assets');
  mkdirSync(assets, { recursive: true });
  const put: Put = (name, ending, content, named) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
    const file = named ?? `${name}-${hash}.${ending}`;
    writeFileSync(join(assets, file), content);
    return `/assets/${file}`;
  };
  const names = Object.values(modulePages);
  const holds = Object.fromEntries(
    await Promise.all(
      pageLocales.map(async (locale) => {
        const file = join(sources, 'kit/hold-texts', `${locale}.ts`);
        return [locale, put(`holds.${locale}`, 'js', await bundleApart(file))] as const;
      }),
    ),
  ) as Record<PageLocale, string>;
  const font = put('figtree', 'woff2', readFileSync(join(sources, 'kit/font/figtree.woff2')));
  // Its license asks to go where it goes.
  put('license-of-figtree', 'txt', readFileSync(join(sources, 'kit/font/OFL.txt')));
  const agreed = put('agreed', 'js', await bundleApart(join(sources, 'kit/consent/published.ts')));
  const card = put('card', 'js', await bundleApart(join(sources, 'kit/card/typed-card.ts')));
  const apart = { holds, agreed, card };
  const logos = Object.fromEntries(
    Object.entries(sampleLogos).map(([sample, file]) => [
      sample,
      put(`sample-${sample}`, 'svg', readFileSync(join(sources, '../logos', file))),
    ]),
  );
  const [css, early, screens, ...scripts] = await Promise.all([
    styleSheet(join(sources, 'kit/look/kit.css')),
    earlyScript(sources, { ...pageOptions, define: { FONT: JSON.stringify(font) } }),
    firstScreens(sources),
    ...names.map(
      async (name) =>
        [name, await pageScripts(name, { sources, put, font, apart, logos })] as const,
    ),
  ]);
  const pages = {
    ...Object.fromEntries(scripts.map(([name, built]) => [name, Object.fromEntries(built)])),
    styles: put('kit', 'css', css),
    icon: put('icon', 'svg', ICON),
    inline: { script: early, styles: inline(css), back: inline(BACK) },
    screens,
  } as unknown as PageAssets;
  writeFileSync(join(out, 'pages.json'), `${JSON.stringify(pages, null, 2)}\n`);
  return pages;
}

/** Stores a file of the pages, named by its content. @returns its address. */
type Put = (name: string, ending: string, content: string | Buffer, named?: string) => string;

type Shared = {
  readonly sources: string;
  readonly put: Put;
  readonly font: string;
  readonly logos: Readonly<Record<string, string>>;
  readonly apart: {
    readonly holds: Readonly<Record<PageLocale, string>>;
    readonly agreed: string;
    readonly card: string;
  };
};

/** The script of a page in each language, in parts, with its styles and texts that come later. */
async function pageScripts(name: ModuleName, { sources, put, font, apart, logos }: Shared) {
  const entry = join(sources, name, 'main.tsx');
  const define = {
    FONT: JSON.stringify(font),
    SAMPLE_LOGOS: JSON.stringify(logos),
    LATE_STYLES: JSON.stringify(put(`${name}.late`, 'css', await lateStyles(sources, name))),
  };
  // Once without texts, to see which of them the page needs.
  const none = pageTexts(tableOf(sources, 'en'), () => false);
  const code = await wholePage(entry, {
    define,
    plugins: [besideThePage({ ...apart, holds: apart.holds.en, late: '' }), none],
  });
  const isNamed = namedIn(code);
  const later = laterParts[name]?.map((part) => join(sources, name, 'later', part));
  const hasBehind = existsSync(join(sources, name, 'late-texts'));
  const inLocale = async (locale: PageLocale): Promise<readonly [PageLocale, string]> => {
    const keys = new Set<string>();
    // Those of a part on demand stand in it.
    const isFirst = (key: string, table: string) =>
      isNamed(key) && !(hasBehind && BEHIND.test(key) && !ON_DEMAND.test(table));
    const texts = pageTexts(tableOf(sources, locale), isFirst, (key) => keys.add(key));
    const own = lateTexts(sources, locale);
    // The preview shows screens of bill pay, and has their texts itself.
    const late = hasBehind ? LATE_TEXTS : own;
    const bundled = await bundle({
      ...pageOptions,
      ...{ define, entryPoints: [entry], metafile: true },
      ...{ splitting: later !== undefined, outdir: sources, entryNames: '[name]' },
      plugins: [
        besideThePage({ ...apart, holds: apart.holds[locale], late }),
        texts,
        inOrder([entry, ...(later ?? [])]),
      ],
    });
    const rest = hasBehind ? await behindTexts(sources, locale, isNamed) : {};
    // Apart from the short names of the page itself.
    const shorten = (text: string) => withShortKeys(text, Object.keys(rest), code, '~');
    const content = textsFile(JSON.parse(shorten(JSON.stringify(rest))), '~');
    const address = hasBehind ? put(`${name}.texts.${locale}`, 'js', content) : '';
    const parts = partsOf(bundled, `${name}.${locale}`, (text) =>
      shorten(withShortKeys(text, keys, code)).replace(LATE_TEXTS, basename(address)),
    );
    const [script = ''] = [parts.entry, ...parts.others].map(({ file, text }) =>
      put(name, 'js', text, file),
    );
    return [locale, script];
  };
  return await Promise.all(pageLocales.map(inLocale));
}

/** The text that a module has as its title while nothing is known yet. */
const titleKeys = {
  'account-linking': 'app.linking',
  'card-swap': 'app.swap',
  'bill-pay': 'app.bills',
} as const satisfies Partial<Record<ModuleName, string>>;

/** What each module's page shows while it loads, by language. */
async function firstScreens(sources: string): Promise<PageAssets['screens']> {
  const screens = Object.entries(titleKeys).map(async ([module, key]) => {
    const drawn = pageLocales.map(async (locale) => {
      const own = await readTable(join(sources, module, 'texts', `${locale}.ts`));
      const title = own[key];
      if (title === undefined) throw new Error(`${module} has no text ${key}`);
      const texts = pageTexts(tableOf(sources, locale), () => true);
      const words = { title, stuck: stuckText(locale) };
      const html = await firstScreen(sources, words, { options: pageOptions, texts });
      return [locale, html] as const;
    });
    return [module, Object.fromEntries(await Promise.all(drawn))] as const;
  });
  return Object.fromEntries(await Promise.all(screens)) as PageAssets['screens'];
}

/**
 * The styles of all of a module's screens but the first ones, after those that modules share. The
 * preview shows the screens of all.
 */
async function lateStyles(sources: string, module: ModuleName): Promise<string> {
  const shown = module === 'preview' ? Object.values(modulePages) : [module];
  const files = ['kit/look', ...shown].map((folder) => join(sources, folder, 'late.css'));
  return (await Promise.all(files.filter(existsSync).map(styleSheet))).join('');
}

async function styleSheet(file: string): Promise<string> {
  const css = readFileSync(file, 'utf8');
  const { code } = await transform(css, { loader: 'css', minify: true, target: TARGET });
  return code;
}

/** Finds the table of a folder in a language. */
function tableOf(sources: string, locale: PageLocale) {
  return (path: string, folder: string): string | undefined => {
    const file = join(folder, path.replace(basename(path), `${locale}.ts`));
    return file.startsWith(sources) && existsSync(file) ? file : undefined;
  };
}

/** What all that runs on a page is built with. */
const pageOptions = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  target: TARGET,
  supported: SUPPORTED,
  minify: true,
  // A call with children behind it is shorter than one with an object of all: 0.3 KB a page.
  jsx: 'transform',
  jsxFactory: 'h',
  jsxFragment: 'Fragment',
  inject: [join(import.meta.dirname, 'page-jsx.ts')],
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  legalComments: 'none',
  // Spanish written out: a module's script is read as UTF-8 whatever is said of it.
  charset: 'utf8',
  logLevel: 'warning',
} as const satisfies BuildOptions;

type PageOptions = {
  /** What stands for a name that is declared only. */
  readonly define: Readonly<Record<string, string>>;
  readonly plugins: Plugin[];
};

/** A page's script in one piece, as it was written. */
async function wholePage(entry: string, options: PageOptions): Promise<string> {
  const built = await bundle({ ...pageOptions, ...options, entryPoints: [entry], minify: false });
  return built.outputFiles[0]?.text ?? '';
}

/**
 * The words of the holds, those behind the list of bills, and all that users have ever agreed to stay
 * in files of their own, which a page imports when it needs them.
 */
function besideThePage({
  holds,
  late,
  agreed,
  card,
}: Record<'holds' | 'late' | 'agreed' | 'card', string>): Plugin {
  const apart = {
    '/hold-texts/table.ts': holds,
    '/late-texts/table.ts': late,
    './published.ts': agreed,
    './typed-card.ts': card,
  };
  const filter = /\/(hold|late)-texts\/table\.ts$|^\.\/(published|typed-card)\.ts$/;
  return {
    name: 'beside-the-page',
    setup(build) {
      build.onResolve({ filter }, ({ path }) => {
        const [, address = ''] = Object.entries(apart).find(([end]) => path.endsWith(end)) ?? [];
        if (address.endsWith('.ts')) return { path: address };
        return { path: `./${basename(address)}`, external: true };
      });
    },
  };
}

/** The parts of a module's script behind its first, each with what those before it have. */
const laterParts: Partial<Record<ModuleName, readonly string[]>> = {
  'account-linking': ['outcomes.tsx', 'paying.tsx'],
  'card-swap': ['adding.tsx'],
  'bill-pay': ['places.tsx', 'adding.tsx', 'linking.tsx'],
};

/** Stands in a script for the file of its later texts, whose name is known when the script is. */
const LATE_TEXTS = 'LATE-TEXTS.js';

/** Of the kit's texts, those of screens that come behind a module's first, where it has such a file. */
const BEHIND = /^(amount|work|questions|signIn|card|consent|receipt|review|pay|hold)\./;

/** The tables of screens that come in parts on demand. */
const ON_DEMAND = /\/kit\/(linking|card)\//;

/** What goes into that file: those of the kit, and all that the module says behind its first screen. */
async function behindTexts(
  sources: string,
  locale: PageLocale,
  isNamed: (key: string) => boolean,
): Promise<Record<string, string>> {
  const folders = ['kit', 'kit/consent'];
  const tables = await Promise.all(
    folders.map((folder) => readTable(join(sources, folder, 'texts', `${locale}.ts`))),
  );
  const behind = tables
    .flatMap((table) => Object.entries(table))
    .filter(([key]) => BEHIND.test(key));
  const own = Object.entries(await readTable(lateTexts(sources, locale)));
  return Object.fromEntries([...behind, ...own].filter(([key]) => isNamed(key)));
}

function lateTexts(sources: string, locale: PageLocale): string {
  return join(sources, 'bill-pay/late-texts', `${locale}.ts`);
}

async function bundleApart(file: string): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    target: TARGET,
    minify: true,
    charset: 'utf8',
  });
  return outputFiles[0]?.text ?? '';
}
