/** Generates a client, compiles it, and lets its program call the service, as its section says. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runChild } from '../deploy/children.ts';
import type { Section } from './sections.ts';

export type Outcome =
  | { readonly kind: 'passed'; readonly seconds: number }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export type Ground = {
  /** Of this section alone. */
  readonly folder: string;
  /** `openapi-clients.json`. */
  readonly description: string;
  readonly baseUrl: string;
  readonly apiKey: string;
};

/** What every program prints last: the code of the problem that it asked for. */
const LAST_LINE = 'bill_not_found';

const LINES = 25;

export async function runSection(section: Section, ground: Ground): Promise<Outcome> {
  const missing: string[] = [];
  for (const name of section.needs) {
    if (!(await isThere(name, ground))) missing.push(name);
  }
  if (missing.length > 0) return { kind: 'skipped', reason: `no ${missing.join(', no ')}` };
  const started = performance.now();
  copyFileSync(ground.description, join(ground.folder, 'openapi-clients.json'));
  for (const [index, step] of section.steps.entries()) {
    if (step.kind === 'file') {
      const file = join(ground.folder, step.path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, step.text);
      continue;
    }
    const logFile = join(ground.folder, `step-${index + 1}.log`);
    const code = await shell(step.text, ground, logFile);
    if (code !== 0) return { kind: 'failed', reason: `${endOf(logFile)}\n(${logFile})` };
    const last = index === section.steps.length - 1;
    if (last && linesOf(logFile).at(-1) !== LAST_LINE) {
      return { kind: 'failed', reason: `Expected ${LAST_LINE} at the end of\n${endOf(logFile)}` };
    }
  }
  return { kind: 'passed', seconds: (performance.now() - started) / 1000 };
}

async function isThere(name: string, ground: Ground): Promise<boolean> {
  return (await shell(`command -v ${name}`, ground, join(ground.folder, 'needs.log'))) === 0;
}

/** `sh`, with this Node before any other, and without what the project's own npm leaves behind. */
function shell(text: string, { folder, baseUrl, apiKey }: Ground, logFile: string) {
  const { PATH = '', ...others } = process.env;
  const outer = Object.entries(others).filter(([name]) => !/^npm_(?!config_)/.test(name));
  const env = {
    ...Object.fromEntries(outer),
    PATH: [dirname(process.execPath), PATH].join(delimiter),
    BILLHOOK_URL: baseUrl,
    BILLHOOK_API_KEY: apiKey,
  };
  return runChild('sh', ['-e', '-c', text], { cwd: folder, env, logFile });
}

/** Without colors, which some tools reset at their end. */
function linesOf(logFile: string): string[] {
  return stripVTControlCharacters(readFileSync(logFile, 'utf8')).trimEnd().split('\n');
}

function endOf(logFile: string): string {
  return linesOf(logFile).slice(-LINES).join('\n');
}
