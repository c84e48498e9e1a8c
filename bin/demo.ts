/** `npm run demo`: goes through the main flow, and prints each request and response. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApiClient } from '../lib/client/api-client.ts';
import { runDemo } from '../lib/demo/run-demo.ts';
import { runYear } from '../lib/demo/run-year.ts';
import { createTranscript, type Transcript } from '../lib/demo/transcript.ts';
import { startLocal } from '../lib/local/app.ts';
import { isLocalFailure } from '../lib/local/failures.ts';
import { readFirstPartner } from '../lib/local/greeting.ts';
import { ensureAssembly } from '../lib/local/template/synthesis.ts';

const HELP = `Goes through the main flow: client, token, card, company, auth, bill, payment, history.
With --year, goes through a year of a household with five bills on the test clock instead.

  npm run demo -- [options]

  --url URL   The service's address with /v1; needs --key
  --key KEY   The API key
  --year      A year of a household, as a calendar; moves the test clock of the key's partner
  --help      Show this text

Without options it uses the service that runs on this machine, or starts its own. With --year
alone it always starts its own.
`;

type Target = { readonly baseUrl: string; readonly apiKey: string };
type Service = Target & { readonly close: () => Promise<void> };

const root = join(import.meta.dirname, '..');
const PROBE_MILLISECONDS = 2_000;

const flags = readFlags();
process.exitCode = flags.help ? showHelp() : await main();

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        key: { type: 'string' },
        year: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    process.stderr.write(`${line} (--help shows the options)\n`);
    process.exit(2);
  }
}

function showHelp(): number {
  process.stdout.write(HELP);
  return 0;
}

async function main(): Promise<number> {
  const transcript = createTranscript({
    write: (text) => process.stdout.write(text),
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  });
  let service: Service | undefined;
  try {
    service = await findService((line) => transcript.remark(line));
    const { baseUrl, apiKey } = service;
    transcript.remark(`Service: ${baseUrl}`);
    if (flags.year) await runYear(createApiClient({ baseUrl, apiKey }), show(transcript));
    else await runDemo(createApiClient({ baseUrl, apiKey, fetch: transcript.fetch }), transcript);
    return 0;
  } catch (error) {
    const text = isLocalFailure(error) ? error.message : (error as Error).message;
    process.stderr.write(`\n${text}\n`);
    return 1;
  } finally {
    await service?.close();
  }
}

function show({ remark }: Transcript) {
  return { remark, write: (text: string) => void process.stdout.write(text) };
}

async function findService(say: (line: string) => void): Promise<Service> {
  const nothingToClose = async () => {};
  if (flags.url !== undefined || flags.key !== undefined) {
    if (!flags.url || !flags.key) throw new Error('Pass --url and --key together.');
    return { baseUrl: flags.url.replace(/\/$/, ''), apiKey: flags.key, close: nothingToClose };
  }
  const running = flags.year ? undefined : await findRunning();
  return running ? { ...running, close: nothingToClose } : await startOwn(say);
}

/** The service of `npm start`, if it responds. */
async function findRunning(): Promise<Target | undefined> {
  const file = join(root, '.billhook', 'sandbox.json');
  if (!existsSync(file)) return undefined;
  try {
    const { baseUrl, apiKey } = JSON.parse(readFileSync(file, 'utf8')) as Target;
    const response = await fetch(`${baseUrl}/company/categories`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(PROBE_MILLISECONDS),
    });
    return response.ok ? { baseUrl, apiKey } : undefined;
  } catch {
    // A file that a stopped service left behind.
    return undefined;
  }
}

/** A service for this demonstration alone; its state is thrown away. */
async function startOwn(say: (line: string) => void): Promise<Service> {
  say('No service is running here; starting one for this demo.');
  const stateDir = mkdtempSync(join(tmpdir(), 'billhook-demo-'));
  const removeState = () => rmSync(stateDir, { recursive: true, force: true });
  try {
    const app = await startLocal({ assemblyDir: () => ensureAssembly(root, say), stateDir });
    const close = async () => {
      await app.close();
      removeState();
    };
    return { baseUrl: app.baseUrl, apiKey: readFirstPartner(app).apiKey, close };
  } catch (error) {
    removeState();
    throw error;
  }
}
