/** The snippets of a document, run as a reader would run them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const TIMEOUT_MILLISECONDS = 240_000;

export const languages = {
  sh: { file: 'snippet.sh', command: ['sh'] },
  js: { file: 'snippet.mjs', command: [process.execPath] },
  python: { file: 'snippet.py', command: ['python3'] },
  go: { file: 'snippet.go', command: ['go', 'run'] },
} as const;

export type Language = keyof typeof languages;

export type Snippet = {
  readonly language: Language;
  readonly title: string;
  readonly code: string;
};

type Block = { readonly language: string; readonly title: string; readonly code: string };

/** The fenced blocks of a document, with the heading above each. */
export function blocksOf(document: URL): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  const pattern = /^#+ ([^\n]+)$|^```(\w+)\n(.*?)^```$/gms;
  for (const [, title, language, code = ''] of readFileSync(document, 'utf8').matchAll(pattern)) {
    if (title) heading = title;
    if (language) blocks.push({ language, title: heading, code });
  }
  return blocks;
}

/** Those of the languages that can be run. */
export function snippetsOf(document: URL): Snippet[] {
  return blocksOf(document).filter((block): block is Snippet => block.language in languages);
}

/** @returns what it printed. @throws Error with what it complained of. */
export async function runSnippet(
  { language, code }: Snippet,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { file, command } = languages[language];
  const [program, ...before] = command;
  const folder = mkdtempSync(join(tmpdir(), 'billhook-snippet-'));
  try {
    writeFileSync(join(folder, file), code);
    const options = { env: { ...process.env, ...env }, timeout: TIMEOUT_MILLISECONDS };
    return (await run(program, [...before, join(folder, file)], options)).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
