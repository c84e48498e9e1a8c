/**
 * `npm run tools -- year`: a year of many households, with companies that behave as real ones do. Prints
 * the figures; fails when a household was charged what it did not owe or agree to, or a payment was lost.
 */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { sumOf, type Tally } from '../../test/model/year/run-households.ts';

const { values } = parseArgs({
  options: {
    households: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
const households = Number(values.households);
const script = join(import.meta.dirname, '../..', 'test', 'model', 'year', 'year-process.ts');
/** Households of one process; a core takes the next few when it is through. */
const AT_A_TIME = 25;

const started = performance.now();
const tallies: Tally[] = [];
const seeds = Array.from({ length: Math.ceil(households / AT_A_TIME) }, (_, index) => {
  const count = Math.min(AT_A_TIME, households - index * AT_A_TIME);
  return { first: Number(values.seed) + index * AT_A_TIME, count };
});
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = seeds.shift(); next; next = seeds.shift()) tallies.push(await runSome(next));
  }),
);
const { faults, violations, ...figures } = sumOf(tallies);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(JSON.stringify({ ...figures, seconds, faults, violations }, undefined, 2));
if (violations.length > 0) process.exitCode = 1;

async function runSome({ first, count }: { first: number; count: number }): Promise<Tally> {
  const given = [...process.execArgv, script, String(first), String(count)];
  const env = { ...process.env, POWERTOOLS_LOG_LEVEL: 'SILENT' };
  const { stdout } = await promisify(execFile)(process.execPath, given, { env });
  process.stderr.write(`${first + count - 1} `);
  return JSON.parse(stdout) as Tally;
}
