/**
 * `npm run tools -- bench-load`: ten partners and a realistic mix of requests at a rate, next to a plain Fastify
 * service over the same table in the same run; then more until something gives way. Prints a report in
 * Markdown, and ends with 1 where a bar is missed.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { numberOption } from '../../test/support/number-option.ts';
import { reportOf, verdictsOf } from './load/report.ts';
import { runLoad } from './load/run-load.ts';

const GIBIBYTE = 1_073_741_824;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '30' },
    partners: { type: 'string', default: '10' },
    'ramp-seconds': { type: 'string', default: '20' },
    'no-ramp': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const began = loadNow();
const figures = await runLoad({
  requestsPerSecond: numberOption('rate', values.rate, 1),
  seconds: numberOption('minutes', values.minutes, 0.1) * 60,
  partners: numberOption('partners', values.partners, 1),
  rampStepSeconds: values['no-ramp'] ? 0 : numberOption('ramp-seconds', values['ramp-seconds']),
  seed: numberOption('seed', values.seed),
  say: (line) => console.error(line),
});
const report = reportOf(figures, [
  `${new Date().toISOString().slice(0, 10)}, commit ${commit()}, Node ${process.version}`,
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / GIBIBYTE)} GB; load average ${began} at the beginning, ${loadNow()} at the end`,
  'Service, table server, plain service, webhook receiver and generator on this machine',
]);
if (values.out) writeFileSync(values.out, report);
console.log(report);
process.exitCode = verdictsOf(figures).every(({ met }) => met) ? 0 : 1;

function loadNow(): string {
  return loadavg()[0]?.toFixed(1) ?? '';
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
