/** Builds what stands in the pages themselves, so that nothing has to be waited for. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type BuildOptions, build as bundle, type Plugin } from 'esbuild';

/** A script or a style sheet, with what the pages' policy knows it by. */
export type Inline = { readonly code: string; readonly hash: string };

/** @throws Error where it would end its own element. */
export function inline(code: string): Inline {
  const trimmed = code.trim();
  if (/<\/|<!--/.test(trimmed)) throw new Error('What stands in a page must not have markup');
  return { code: trimmed, hash: `sha256-${createHash('sha256').update(trimmed).digest('base64')}` };
}

/** The script that runs before anything is loaded. */
export async function earlyScript(sources: string, options: BuildOptions): Promise<Inline> {
  const { outputFiles } = await bundle({
    ...options,
    entryPoints: [join(sources, 'kit/early/early.ts')],
    format: 'iife',
    // It draws nothing.
    inject: [],
  });
  return inline(onlyFile(outputFiles));
}

type Words = { readonly title: string; readonly stuck: string };

/** What a page shows while it loads, as markup. @param texts finds the tables of its language. */
export async function firstScreen(
  sources: string,
  words: Words,
  { options, texts }: { readonly options: BuildOptions; readonly texts: Plugin },
): Promise<string> {
  const { outputFiles } = await bundle({
    ...options,
    minify: false,
    stdin: {
      contents: `import { FirstScreen } from './kit/early/first-screen.tsx';
import { h, textOf } from ${JSON.stringify(STAND_IN)};
export const html = textOf(h(FirstScreen, ${JSON.stringify(words)}));`,
      resolveDir: sources,
    },
    plugins: [standIn, texts],
  });
  const program = `data:text/javascript,${encodeURIComponent(onlyFile(outputFiles))}`;
  const { html } = (await import(program)) as { html: string };
  return html;
}

const STAND_IN = join(import.meta.dirname, 'markup.ts');

const standIn: Plugin = {
  name: 'stand-in',
  setup(build) {
    build.onResolve({ filter: /^preact(\/hooks)?$/ }, () => ({ path: STAND_IN }));
  },
};

function onlyFile(files: readonly { readonly text: string }[] | undefined): string {
  const [file] = files ?? [];
  if (!file) throw new Error('A build without an output');
  return file.text;
}
