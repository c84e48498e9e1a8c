/** The files of a page's script: the one that it begins with, and what comes once it is asked for. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { BuildResult, Plugin } from 'esbuild';
import { type Part, withPlainNames } from './part-names.ts';

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
  const built = outputFiles.map(({ path, text }) => ({ file: basename(path), text: change(text) }));
  const { parts, moved } = withPlainNames(built);
  const hash = createHash('sha256');
  for (const { text } of parts) hash.update(text);
  const ending = hash.digest('base64url').slice(0, 10);
  const first = entryOf(parts, metafile);
  const others = parts.filter(({ file }) => file !== first.file && file !== first.through);
  const sources = new Map([...moved].map(([passing, to]) => [to, passing]));
  // A part is called as its source is: `places-4XQ2B7LZ.js` is what comes of `places.tsx`.
  const called = (file: string) => (sources.get(file) ?? file).replace(/-\w+\.js$/, '');
  const names = new Map([
    [first.file, `${name}-${ending}.js`],
    ...others.map(({ file }) => [file, `${name}.${called(file)}-${ending}.js`] as const),
  ]);
  if (names.size !== new Set(names.values()).size) throw new Error(`${name} has parts of one name`);
  const renamed = (text: string) =>
    text.replace(/(["'])\.\/([\w.-]+\.js)\1/g, (whole, quote, file) => {
      const found = names.get(moved.get(file) ?? file);
      return found === undefined ? whole : `${quote}./${found}${quote}`;
    });
  const named = ({ file, text }: Part) => ({ file: names.get(file) ?? file, text: renamed(text) });
  return { entry: named(first), others: others.map(named) };
}

/** The file with the entry's code: where other parts need it, esbuild's own entry only leads there. */
function entryOf(files: readonly Part[], metafile: Built['metafile']): Part & { through?: string } {
  const outputs = Object.entries(metafile.outputs);
  const [path] = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith('/main.tsx')) ?? [];
  const entry = files.find(({ file }) => file === basename(path ?? ''));
  if (!entry) throw new Error('A page was built without its entry');
  const [, only] = /^import"\.\/([\w.-]+)";?\s*$/.exec(entry.text) ?? [];
  const found = files.find(({ file }) => file === only);
  return found ? { ...found, through: entry.file } : entry;
}
