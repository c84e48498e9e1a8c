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

/** The fenced blocks of the languages that can be run, with the heading above each. */
export function snippetsOf(document: URL): Snippet[] {
  const snippets: Snippet[] = [];
  let heading = '';
  const pattern = /^#+ ([^\n]+)$|^```(\w+)\n(.*?)^```$/gms;
  for (const [, title, language, code] of readFileSync(document, 'utf8').matchAll(pattern)) {
    if (title) heading = title;
    if (!language || !(language in languages)) continue;
    snippets.push({ language: language as Language, title: heading, code: code as string });
  }
  return snippets;
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
