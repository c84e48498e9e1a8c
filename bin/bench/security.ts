/**
 * `npm run bench:security`: what each check of a request costs beside the bare `node:crypto` work,
 * side by side in one run and in turns, so that the machine's mood is the same for both. Calls to
 * KMS are counted, not timed.
 */
import { parseArgs } from 'node:util';
import {
  measureSecurity,
  type SecurityResult,
  securityReport,
} from '../../lib/measure/measure-security.ts';
import { numberOption } from '../../lib/measure/number-option.ts';
import { securityRows } from '../../lib/measure/security-rows.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});

const rounds = numberOption('rounds', flags.rounds, 1);

async function main(): Promise<number> {
  const results: SecurityResult[] = [];
  for (const row of await securityRows()) {
    if (row.name.includes(flags.only)) results.push(await measureSecurity(row, rounds));
  }
  process.stdout.write(
    flags.json ? `${JSON.stringify(results, null, 2)}\n` : securityReport(results),
  );
  return results.every(({ met }) => met) ? 0 : 1;
}

process.exitCode = await main();
