/**
 * `npm run tools -- conformance`: other people's tools and test vectors against the service, which it
 * starts itself. Prints figures, and what it skipped and why; fails when the service did.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rawHttp } from './conformance/http/raw-http.ts';
import { jose } from './conformance/jose.ts';
import type { Part } from './conformance/part.ts';
import { describeRun, type Named } from './conformance/report.ts';
import { schemathesis } from './conformance/schemathesis.ts';
import { addTriedPartner, startTriedService } from './conformance/service.ts';
import { webhooks } from './conformance/webhooks.ts';
import { wycheproof } from './conformance/wycheproof/wycheproof.ts';

const parts: readonly Part[] = [wycheproof, rawHttp, jose, webhooks, schemathesis];

const { values } = parseArgs({
  options: {
    /** Parts whose names begin so; all when left out. */
    only: { type: 'string', default: '' },
    /** How long schemathesis may take. */
    seconds: { type: 'string', default: '300' },
    /** Keeps the logs of a run that passed, too. */
    keep: { type: 'boolean', default: false },
  },
});
const chosen = parts.filter(({ name }) => name.toLowerCase().startsWith(values.only.toLowerCase()));
const cacheFolder = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'billhook-conformance',
);
const runFolder = mkdtempSync(join(tmpdir(), 'billhook-conformance-'));
const service = await startTriedService(runFolder);
const all: Named[] = [];
try {
  const newPartner = () => addTriedPartner(service);
  const surroundings = { cacheFolder, runFolder, service, newPartner };
  for (const { name, run } of chosen) {
    process.stderr.write(`${name} …\n`);
    const outcome = await run({ ...surroundings, seconds: Number(values.seconds) }).catch(
      (error: Error) => ({
        figures: [],
        failures: [`It did not come to its end: ${error.message}`],
      }),
    );
    all.push({ name, outcome });
  }
} finally {
  await service.stop();
}
const { lines, passed } = describeRun(all);
console.log(lines.join('\n'));
if (passed && !values.keep) rmSync(runFolder, { recursive: true, force: true });
else console.log(`Logs: ${runFolder}`);
process.exitCode = passed ? 0 : 1;
