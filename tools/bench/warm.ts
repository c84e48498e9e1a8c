/**
 * `npm run tools -- bench-warm`: the processor time of two operations, once started. One reads the table twice; the
 * other is signed and encrypted, and its authorizer is counted with it. Each as it is built, and made the
 * conventional way (middy, zod, the SDK as it comes); the first also with the SDK in place of the small
 * client, next to the bare reads by the SDK, and what of it is our own: the same over a table in memory.
 * In turns, in one run. AWS is a stub in a process of its own, whose time is not counted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { environment } from '../../test/support/function-environment.ts';
import { numberOption } from '../../test/support/number-option.ts';
import { figuresTable } from './figures-table.ts';
import { type Built, loadBuilt } from './warm/built-functions.ts';
import { readWorks } from './warm/read-works.ts';
import { signedWorks } from './warm/signed-works.ts';
import { startStub } from './warm/start-stub.ts';
import { measureWorks } from './warm/turns.ts';
import { warmWorld } from './warm/world.ts';

const TOTAL_BUDGET_MICROSECONDS = 900;
const OWN_BUDGET_MICROSECONDS = 20;

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const rounds = numberOption('rounds', flags.rounds, 1);

Object.assign(process.env, environment);
const folder = mkdtempSync(join(tmpdir(), 'billhook-warm-'));
const world = await warmWorld();
const stub = await startStub(world.content);
try {
  process.env.AWS_ENDPOINT_URL = stub.url;
  process.exitCode = await main(await loadBuilt(folder));
} finally {
  stub.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function main(built: Built): Promise<number> {
  const works = { ...(await readWorks(world, built)), ...(await signedWorks(world, built)) };
  const times = await measureWorks(works, rounds);
  // Its line in the log is part of an operation, and of none of the budgets.
  const rows = [
    ['get-bill as built, with its line in the log', times.read, TOTAL_BUDGET_MICROSECONDS],
    ['get-bill with the client of the SDK', times.readBySdk, undefined],
    ['made the conventional way: middy, zod, the SDK', times.readConventional, undefined],
    ['two reads by the SDK, and the JSON', times.readBare, undefined],
    ['get-bill over a table in memory', times.readOwn, OWN_BUDGET_MICROSECONDS],
    ['signed and encrypted, as built', times.signed, undefined],
    ['signed and encrypted, made the conventional way', times.signedConventional, undefined],
    ['its calls of AWS by the SDK, and the bare cryptography', times.signedBare, undefined],
  ] as const;
  const shares = [
    ['The read', times.read / times.readConventional],
    ['Signed and encrypted', times.signed / times.signedConventional],
  ] as const;
  for (const [what, share] of shares) {
    process.stdout.write(`${what}, as built over conventional: ${share.toFixed(2)}\n`);
  }
  process.stdout.write('Microseconds of processor time, median:\n');
  const cells = rows.map(([what, got, budget]) => [
    what,
    got.toFixed(0),
    budget === undefined ? '' : String(budget),
    budget === undefined ? '' : got <= budget ? 'met' : 'MISSED',
  ]);
  process.stdout.write(`${figuresTable([['', 'µs', 'goal', ''], ...cells]).join('\n')}\n`);
  return rows.every(([, got, budget]) => budget === undefined || got <= budget) ? 0 : 1;
}
