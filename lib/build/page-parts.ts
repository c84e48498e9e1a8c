/** The files of a page's script: the one that it begins with, and what comes once it is asked for. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { BuildResult } from 'esbuild';

type Part = { readonly file: string; readonly text: string };

export type Parts = {
  readonly entry: string;
  readonly others: readonly Part[];
  /** The files of those that the entry itself imports: without them it does not begin. */
  readonly first: readonly string[];
};

type Built = BuildResult<{ write: false; metafile: true }>;

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
  const outputs = Object.entries(metafile.outputs).map(
    ([path, output]) => [basename(path), output] as const,
  );
  const entry = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith('/main.tsx'))?.[0];
  const names = new Map(
    files
      .filter(({ file }) => file !== entry)
      .map(({ file }, index) => [file, `${name}.${index + 1}-${ending}.js`]),
  );
  const renamed = (text: string) =>
    text.replace(/(["'])\.\/([\w.-]+\.js)\1/g, (whole, quote, file) =>
      names.has(file) ? `${quote}./${names.get(file)}${quote}` : whole,
    );
  const named = (file: string) => names.get(file) ?? file;
  const parts = files.map(({ file, text }) => ({ file: named(file), text: renamed(text) }));
  const begun = parts.find(({ file }) => file === entry);
  if (!begun || entry === undefined) throw new Error(`${name} produced no output`);
  const imports = (file: string): string[] => {
    const found = outputs.find(([one]) => one === file)?.[1].imports ?? [];
    const own = found.filter(({ kind, external }) => kind === 'import-statement' && !external);
    return own.flatMap(({ path }) => [basename(path), ...imports(basename(path))]);
  };
  return {
    entry: begun.text,
    others: parts.filter((part) => part !== begun),
    first: [...new Set(imports(entry))].map(named),
  };
}
