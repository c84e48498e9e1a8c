/**
 * The texts that a page carries: of the tables of its language those that its code names, so that
 * what only another module says weighs nothing.
 */
import { partnerTextKeys } from '@billhook/core/module/texts';
import { build as bundle, type Plugin } from 'esbuild';

const TABLE = /\/texts\/table\.ts$/;
/** How a key ends whose text goes by number: a program names it without, and puts this to it. */
const FORM = /\.(one|other)$/;

/** Resolves each table by `fileOf`, and leaves of it what `isNamed` takes, which is given a key and the table's file. Its entries are told to `tell`. */
export function pageTexts(
  fileOf: (path: string, folder: string) => string | undefined,
  isNamed: (key: string, table: string) => boolean,
  tell: (key: string, text: string) => unknown = () => {},
): Plugin {
  return {
    name: 'page-texts',
    setup(build) {
      build.onResolve({ filter: TABLE }, ({ path, resolveDir }) => {
        const file = fileOf(path, resolveDir);
        return file === undefined ? undefined : { path: file, namespace: 'page-texts' };
      });
      build.onLoad({ filter: /./, namespace: 'page-texts' }, async ({ path }) => {
        const named = Object.entries(await readTable(path)).filter(([key]) => isNamed(key, path));
        for (const [key, text] of named) tell(key, text);
        return {
          contents: `export const texts = ${JSON.stringify(Object.fromEntries(named))};`,
          loader: 'js',
          watchFiles: [path],
        };
      });
    },
  };
}

/** The table itself: it is a program of its own, which in the pseudo-locale makes its texts. */
export async function readTable(file: string): Promise<Readonly<Record<string, string>>> {
  const { outputFiles } = await bundle({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
  });
  const program = `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`;
  const { texts } = (await import(program)) as { texts: Readonly<Record<string, string>> };
  return texts;
}

/**
 * The script with short names in the place of keys, which saves 1 KB of a page. Not of those that are
 * put together while it runs, and not of those that partners name.
 *
 * @param code not minified, without the tables.
 * @param prefix of the short names, where there is another such table.
 */
export function withShortKeys(
  script: string,
  keys: Iterable<string>,
  code: string,
  prefix = '',
): string {
  const { whole, beginnings } = namesIn(code);
  const isFixed = (key: string) =>
    whole.has(key) &&
    !(FORM.test(key) && whole.has(key.replace(FORM, ''))) &&
    !beginnings.some((beginning) => key.startsWith(beginning)) &&
    !(partnerTextKeys as readonly string[]).includes(key);
  const names = new Map(
    [...keys].filter(isFixed).map((key, index) => [key, prefix + index.toString(36)]),
  );
  return script.replace(/"([\w-]+\.[\w.-]+)"/g, (quoted, key) =>
    names.has(key) ? `"${names.get(key)}"` : quoted,
  );
}

/**
 * A file of texts. Those with short names stand in a list, whose places are the names: 0.3 KB less.
 *
 * @param texts as `withShortKeys` has left them.
 * @param prefix of the short names.
 */
export function textsFile(texts: Readonly<Record<string, string>>, prefix: string): string {
  const entries = Object.entries(texts);
  const nameAt = (index: number) => prefix + index.toString(36);
  const listed = entries.filter(([key]) => key.startsWith(prefix));
  if (listed.some(([key], index) => key !== nameAt(index)))
    throw new Error('A short name is left out');
  const named = Object.fromEntries(entries.filter(([key]) => !key.startsWith(prefix)));
  const list = JSON.stringify(listed.map(([, text]) => text));
  return (
    `export const texts={...${JSON.stringify(named)},...Object.fromEntries(${list}` +
    `.map((text,index)=>[${JSON.stringify(prefix)}+index.toString(36),text]))};`
  );
}

/**
 * Which keys a program names: whole (`'action.done'`), before `.one` and `.other`, or as what they
 * begin with in a template that ends in a value (`hold.${code}`).
 *
 * @param code not minified, without the tables.
 */
export function namedIn(code: string): (key: string) => boolean {
  const { whole, beginnings } = namesIn(code);
  return (key) =>
    whole.has(key) ||
    whole.has(key.replace(FORM, '')) ||
    beginnings.some((beginning) => key.startsWith(beginning));
}

function namesIn(code: string) {
  const whole = new Set([...code.matchAll(/["'`]([\w.-]+)["'`]/g)].map(([, text]) => text));
  const beginnings = [...code.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g)].map(([, text = '']) => text);
  return { whole, beginnings };
}
