/**
 * `npm run tools -- clients`: generates a client with each generator of `tools/lanes/clients/generators.md`, compiles it, and
 * lets it call a local service, as the page says.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from '../../lib/local/service-process.ts';
import { runSection } from './clients/run-section.ts';
import { sectionsOf } from './clients/sections.ts';

const HELP = `Runs tools/lanes/clients/generators.md: generates clients of the API, compiles them, and uses each against
a local service. What a generator needs and this machine lacks is listed as skipped. About ten minutes.

  npm run tools -- clients [options]

  --only TEXT  Only the generators whose heading contains this; may be repeated
  --keep       Keep the folder with the generated clients
  --help       Show this text
`;

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '../..');
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (flags.help) say(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const page = readFileSync(join(import.meta.dirname, 'clients/generators.md'), 'utf8');
  const sections = sectionsOf(page);
  const wanted = sections.filter(
    ({ title }) => flags.only.length === 0 || flags.only.some((text) => title.includes(text)),
  );
  const folder = mkdtempSync(join(tmpdir(), 'billhook-clients-'));
  const service = await startService({ stateDir: join(folder, 'state') });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    // One at a time: each takes all the cores that there are.
    for (const [index, section] of wanted.entries()) {
      const own = join(folder, String(index + 1));
      mkdirSync(own);
      const { baseUrl, apiKey } = service;
      const description = join(root, 'openapi-clients.json');
      const outcome = await runSection(section, { folder: own, description, baseUrl, apiKey });
      counts[outcome.kind] += 1;
      const more = outcome.kind === 'passed' ? `${outcome.seconds.toFixed(0)} s` : outcome.reason;
      say(`${outcome.kind.padEnd(8)}${section.title} (${more})`);
    }
  } finally {
    await service.stop();
    if (flags.keep || counts.failed > 0) say(`Generated clients and logs: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
  say(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed > 0 || wanted.length === 0 ? 1 : 0;
}
