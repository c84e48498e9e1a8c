/** The files of a page's script: the one that it begins with, and what comes once it is asked for. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { BuildResult, Plugin } from 'esbuild';

type Part = { readonly file: string; readonly text: string };

export type Parts = {
  readonly entry: Part;
  readonly others: readonly Part[];
};

type Built = BuildResult<{ write: false; metafile: true }>;

/**
 * One file for each part, where esbuild would make another for what each set of parts has in common: a
 * dozen, with long lists of what they take from each other. So each part imports those before it, and
 * has what they have.
 *
 * @param files of the parts, in the order in which they come, the entry first.
 */
export function inOrder(files: readonly string[]): Plugin {
  return {
    name: 'in-order',
    setup(build) {
      build.onLoad({ filter: /\.tsx$/, namespace: 'file' }, ({ path }) => {
        const before = files.slice(0, Math.max(0, files.indexOf(path)));
        if (before.length === 0) return undefined;
        const imports = before.map((one) => `import ${JSON.stringify(one)};`).join('');
        return {
          contents: `${imports}\n${readFileSync(path, 'utf8')}`,
          ...{ loader: 'tsx', resolveDir: dirname(path), watchFiles: [path] },
        };
      });
    },
  };
}

/**
 * @param name what the files' names begin with.
 * @param change of each file's text. All parts are named by the content of all: one alone is never
 * replaced by another of the same name.
 */
export function partsOf(
  { outputFiles, metafile }: Built,
  name: string,
  change: (text: string) => string,
): Parts {
  const files = outputFiles.map(({ path, text }) => ({ file: basename(path), text: change(text) }));
  const hash = createHash('sha256');
  for (const { text } of files) hash.update(text);
  const ending = hash.digest('base64url').slice(0, 10);
  const entry = entryOf(files, metafile);
  const others = files.filter(({ file }) => file !== entry.file && file !== entry.through);
  const names = new Map([
    [entry.file, `${name}-${ending}.js`],
    ...others.map(({ file }, index) => [file, `${name}.${index + 1}-${ending}.js`] as const),
  ]);
  const renamed = (text: string) =>
    text.replace(/(["'])\.\/([\w.-]+\.js)\1/g, (whole, quote, file) =>
      names.has(file) ? `${quote}./${names.get(file)}${quote}` : whole,
    );
  const named = ({ file, text }: Part) => ({ file: names.get(file) ?? file, text: renamed(text) });
  return { entry: named(entry), others: others.map(named) };
}

/** The file that has the entry's code: where other parts import it, esbuild's entry leads there. */
function entryOf(files: readonly Part[], metafile: Built['metafile']): Part & { through?: string } {
  const [path = ''] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
      entryPoint?.endsWith('/main.tsx'),
    ) ?? [];
  const entry = files.find(({ file }) => file === basename(path));
  if (!entry) throw new Error('A page was built without its entry');
  const [, only] = /^import"\.\/([\w.-]+)";?\s*$/.exec(entry.text) ?? [];
  const found = files.find(({ file }) => file === only);
  return found ? { ...found, through: entry.file } : entry;
}
