/** `npx billhook-connector record|check|look`: for whoever writes or mends a company's file. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { CompanyFile } from '../company.ts';
import { checkFile } from './check.ts';
import { lookAt } from './look.ts';
import { NotRecorded, recordByHand, recordSteps, type Steps, writeDraft } from './record.ts';
import { readRecording, recordingFile, SecretLeft, writeRecording } from './recording.ts';

const HELP = `Usage:
  billhook-connector record <company> --url <address> [--steps <file>] [--hide <text>]...
      Opens a browser. Sign in, read the bill, and close the window: the pages that you saw are the
      draft of connectors/browser/companies/<company>.ts, and what the website said is recorded.
      Everything that you type is replaced, and what you name with --hide. With --steps, what that
      module exports is done in the place of you, without a window.

  billhook-connector check <company>
      Runs the company's file against its recording. The website isn't asked.

  billhook-connector look <company> [--url <address>]
      Opens the company's page without a login, and says what of it isn't as the file says.

Exit codes: 0 as it should be, 1 not so, 2 wrong usage.
`;

const NAME = /^[a-z][a-z0-9-]{0,62}$/;

class UsageError extends Error {}

/** @param home the folder of `companies` and `recordings`. @returns the exit code. */
export async function main(
  args: readonly string[],
  say: (text: string) => void,
  home = join(import.meta.dirname, '..'),
): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        steps: { type: 'string' },
        hide: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    });
    const [command = '', company = '', ...others] = positionals;
    if (values.help) {
      say(HELP);
      return 0;
    }
    const isKnown = ['record', 'check', 'look'].includes(command);
    if (!isKnown || !company || others.length > 0) throw new UsageError(HELP);
    if (!NAME.test(company))
      throw new UsageError(
        `'${company}' is no name of a company: small letters, digits and dashes.\n`,
      );
    if (command === 'record') return await recorded(company, values, { say, home });
    const file = await exportedBy<CompanyFile>(join(home, 'companies', `${company}.ts`));
    return command === 'check'
      ? await checked(file, recordingFile(company, home), say)
      : await looked(file, values.url, say);
  } catch (error) {
    if (error instanceof SecretLeft || error instanceof NotRecorded) {
      say(`${error.message}\n`);
      return 1;
    }
    const isUsage =
      error instanceof UsageError ||
      String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
    if (!isUsage) throw error;
    say((error as Error).message);
    return 2;
  }
}

type Given = { readonly url?: string; readonly steps?: string; readonly hide?: string[] };
type Deps = { readonly say: (text: string) => void; readonly home: string };

async function recorded(company: string, { url, steps, hide }: Given, { say, home }: Deps) {
  if (!url || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(
      '--url is the address where its users sign in, such as https://my.acme.example/\n',
    );
  const options = { company, address: url, ...(hide && { hide }) };
  const done = steps && (await exportedBy<Steps>(resolve(steps)));
  if (!done) say('Sign in, read the bill, and close the window when you are done.\n');
  const show = (page: string) => say(`The last page shows:\n${page}\n`);
  const { draft, recording } = done
    ? await recordSteps(options, done, { ask, show })
    : await recordByHand(options);
  if (Object.keys(recording.form).length === 0) {
    say('Nothing was typed, and nothing is written.\n');
    return 0;
  }
  const written = recordingFile(company, home);
  writeRecording(written, recording);
  const file = writeDraft(join(home, 'companies'), company, draft);
  say(`${recording.exchanges.length} responses are in ${written}\nThe draft is ${file}\n`);
  return 0;
}

async function ask(question: string): Promise<string> {
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  return (await terminal.question(`${question} `)).trim();
}

async function checked(file: CompanyFile, recording: string, say: Deps['say']): Promise<number> {
  if (!existsSync(recording))
    throw new UsageError(`There is no ${recording}: see billhook-connector record\n`);
  const results = await checkFile(file, readRecording(recording));
  for (const { what, problem } of results)
    say(problem ? `FAIL  ${what}: ${problem}\n` : `PASS  ${what}\n`);
  return results.some(({ problem }) => problem) ? 1 : 0;
}

async function looked(file: CompanyFile, url: string | undefined, say: Deps['say']) {
  const { state, page, missing = [], structure } = await lookAt(file(url));
  say(`${state}${page ? `: ${page}` : ''}\n`);
  for (const one of missing) say(`  missing: ${one}\n`);
  for (const line of structure?.lines ?? []) say(`  ${line}\n`);
  return state === 'as-known' ? 0 : 1;
}

/** The function that a module exports. @throws UsageError when there is none. */
async function exportedBy<T>(path: string): Promise<T> {
  if (!existsSync(path)) throw new UsageError(`There is no ${path}\n`);
  const exported = Object.values((await import(path)) as Record<string, unknown>);
  const found = exported.find((one) => typeof one === 'function');
  if (!found) throw new UsageError(`${path} exports no function\n`);
  return found as T;
}
