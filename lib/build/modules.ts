/**
 * Builds the hosted modules into `dist/modules`: a script for each module and language, one style
 * sheet, all named by their content, and `pages.json`, which says what a page loads.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  modulePages,
  type PageAssets,
  type PageLocale,
  pageLocales,
} from '@billhook/core/module/page';
import { build as bundle, type Plugin, transform } from 'esbuild';
import { namedIn, pageTexts, withShortKeys } from './page-texts.ts';

/** What every browser of the last years runs; esbuild cannot write for Safari 14. */
const TARGET = ['safari15', 'chrome87', 'firefox90'];
/** esbuild avoids `?.` before Chrome 91 for a fault that it has in `a?.(...all)` alone: nobody calls so. */
const SUPPORTED = { 'optional-chain': true };

/** Empty: the pages are the partners', whose signs we do not have in this form. */
const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';

export async function buildModules(sources: string, out: string): Promise<PageAssets> {
  const assets = join(out, 'assets');
  mkdirSync(assets, { recursive: true });
  const put = (name: string, ending: string, content: string): string => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
    const file = `${name}-${hash}.${ending}`;
    writeFileSync(join(assets, file), content);
    return `/assets/${file}`;
  };
  const names = Object.values(modulePages);
  const holds = Object.fromEntries(
    await Promise.all(
      pageLocales.map(async (locale) => {
        const file = join(sources, 'kit/hold-texts', `${locale}.ts`);
        return [locale, put(`holds.${locale}`, 'js', await bundleTexts(file))] as const;
      }),
    ),
  ) as Record<PageLocale, string>;
  const agreed = put('agreed', 'js', await bundleTexts(join(sources, 'kit/consent/published.ts')));
  const [styles, ...scripts] = await Promise.all([
    styleSheet(sources).then((css) => put('kit', 'css', css)),
    ...names.map(async (name) => {
      const entry = join(sources, name, 'main.tsx');
      // Once without texts, to see which of them the page needs.
      const none = pageTexts(tableOf(sources, 'en'), () => false);
      const code = await bundlePage(entry, [besideThePage(holds.en, agreed), none], false);
      const isNamed = namedIn(code);
      const built = await Promise.all(
        pageLocales.map(async (locale) => {
          const keys = new Set<string>();
          const texts = pageTexts(tableOf(sources, locale), isNamed, (key) => keys.add(key));
          const beside = besideThePage(holds[locale], agreed);
          const script = await bundlePage(entry, [beside, texts], true);
          const short = withShortKeys(script, keys, code);
          return [locale, put(`${name}.${locale}`, 'js', short)] as const;
        }),
      );
      return [name, Object.fromEntries(built)] as const;
    }),
  ]);
  const icon = put('icon', 'svg', ICON);
  const pages = { ...Object.fromEntries(scripts), styles, icon } as PageAssets;
  writeFileSync(join(out, 'pages.json'), `${JSON.stringify(pages, null, 2)}\n`);
  return pages;
}

async function styleSheet(sources: string): Promise<string> {
  const css = readFileSync(join(sources, 'kit/kit.css'), 'utf8');
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

async function bundlePage(
  entry: string,
  plugins: readonly Plugin[],
  minify: boolean,
): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: TARGET,
    supported: SUPPORTED,
    minify,
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
    plugins: [...plugins],
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`${entry} produced no output`);
  return file.text;
}

/**
 * The words of the holds, and all that users have ever agreed to, stay in files of their own, which a
 * page imports when it needs them.
 */
function besideThePage(holds: string, agreed: string): Plugin {
  const apart = { '/hold-texts/table.ts': holds, './published.ts': agreed };
  return {
    name: 'beside-the-page',
    setup(build) {
      build.onResolve({ filter: /\/hold-texts\/table\.ts$|^\.\/published\.ts$/ }, ({ path }) => {
        const [, address = ''] = Object.entries(apart).find(([end]) => path.endsWith(end)) ?? [];
        return { path: `./${basename(address)}`, external: true };
      });
    },
  };
}

async function bundleTexts(file: string): Promise<string> {
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
