/**
 * `npm run bench:wire`: what a request to a connector and its response cost, signed and encrypted both
 * ways, next to the bare `node:crypto` work. Calls to KMS are counted, not timed.
 */
import { parseArgs } from 'node:util';
import {
  measureSecurity,
  type SecurityResult,
  securityReport,
} from '../../lib/measure/measure-security.ts';
import { numberOption } from '../../lib/measure/number-option.ts';
import { wireRows } from '../../lib/measure/wire-rows.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
  },
});

const rounds = numberOption('rounds', flags.rounds, 1);

async function main(): Promise<number> {
  const results: SecurityResult[] = [];
  for (const row of wireRows()) {
    results.push(await measureSecurity(row, rounds));
  }
  process.stdout.write(
    flags.json ? `${JSON.stringify(results, null, 2)}\n` : securityReport(results),
  );
  return results.every(({ met }) => met) ? 0 : 1;
}

process.exitCode = await main();
