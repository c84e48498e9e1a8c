/** `npx billhook-connector record|check|look`: for whoever writes or mends a company's file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CompanyFile } from '../company.ts';
import { checkFile } from './check.ts';
import { lookAt } from './look.ts';
import { NoWindow, type Recorded, recordByHand, writeDraft } from './record.ts';
import { readRecording, recordingFile, SecretLeft, writeRecording } from './recording.ts';

const HELP = `Usage:
  billhook-connector record <company> --url <address> [--hide <text>]...
      Opens a browser. Sign in, read the bill, and close the window: the pages that you saw are the
      draft of connectors/browser/companies/<company>.ts, and what the website said is recorded.
      Everything that you type is replaced, and what you name with --hide.

  billhook-connector check <company>
      Runs the company's file against its recording. The website isn't asked.

  billhook-connector look <company> [--url <address>]
      Opens the company's page without a login, and says what of it isn't as the file says.

Exit codes: 0 as it should be, 1 not so, 2 wrong usage.
`;

const NAME = /^[a-z][a-z0-9-]{0,62}$/;

class UsageError extends Error {}

/** @returns the exit code. */
export async function main(
  args: readonly string[],
  say: (text: string) => void,
  record: (options: Parameters<typeof recordByHand>[0]) => Promise<Recorded> = recordByHand,
): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
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
    if (command === 'record') return await recorded(company, values, { say, record });
    const file = await fileOf(company);
    return command === 'check'
      ? await checked(company, file, say)
      : await looked(file, values.url, say);
  } catch (error) {
    if (error instanceof SecretLeft || error instanceof NoWindow) {
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

type Given = { readonly url?: string; readonly hide?: string[] };
type Deps = {
  readonly say: (text: string) => void;
  readonly record: (options: Parameters<typeof recordByHand>[0]) => Promise<Recorded>;
};

async function recorded(company: string, { url, hide }: Given, { say, record }: Deps) {
  if (!url || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(
      '--url is the address where its users sign in, such as https://my.acme.example/\n',
    );
  say('Sign in, read the bill, and close the window when you are done.\n');
  const { draft, recording } = await record({ company, address: url, ...(hide && { hide }) });
  writeRecording(recordingFile(company), recording);
  const file = writeDraft(company, draft);
  say(
    `${recording.exchanges.length} responses are in ${recordingFile(company)}\nThe draft is ${file}\n`,
  );
  return 0;
}

async function checked(company: string, file: CompanyFile, say: Deps['say']): Promise<number> {
  const recording = recordingFile(company);
  if (!existsSync(recording))
    throw new UsageError(`There is no recording of ${company}: see billhook-connector record\n`);
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

/** What the company's module exports. @throws UsageError when there is none. */
async function fileOf(company: string): Promise<CompanyFile> {
  const path = join(import.meta.dirname, '../companies', `${company}.ts`);
  if (!existsSync(path))
    throw new UsageError(`There is no connectors/browser/companies/${company}.ts\n`);
  const exported = Object.values((await import(path)) as Record<string, unknown>);
  const file = exported.find((one) => typeof one === 'function');
  if (!file)
    throw new UsageError(`connectors/browser/companies/${company}.ts exports no company\n`);
  return file as CompanyFile;
}
