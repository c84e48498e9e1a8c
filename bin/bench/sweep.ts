/**
 * `npm run bench:sweep`: what the sweep of due bills costs: by what is due, not by what exists. Figures
 * only, no verdict.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import {
  createSweepTable,
  type Filling,
  fillSweepTable,
  measureSweep,
  multiplyBills,
  type SweepFigures,
  startStubWorkflows,
} from '../../lib/measure/due-sweep.ts';
import { environment } from '../../lib/measure/function-environment.ts';
import { numberOption } from '../../lib/measure/number-option.ts';
import { startTableMeter } from '../../lib/measure/table-meter.ts';

const HEADING =
  '     bills       due  |  begun   seconds  ms a bill  |  queries   gets  writes  |  read units  write units';

const { values } = parseArgs({
  options: { bills: { type: 'string', default: '1000000' } },
});
const bills = numberOption('bills', values.bills, 1_000);
const due = Math.round(bills / 100);

/** Side by side: the same due among fewer bills, and nothing due among all of them. */
const rounds: readonly Filling[] = [
  { bills: Math.round(bills / 10), due },
  { bills, due: 0 },
  { bills, due },
];

const folder = mkdtempSync(join(tmpdir(), 'billhook-sweep-'));
const databaseFile = join(folder, 'tables.db');
Object.assign(process.env, environment, { POWERTOOLS_LOG_LEVEL: 'SILENT' });
await fill();
const tables = await startTableServer(databaseFile);
const meter = await startTableMeter(tables.url);
const workflows = await startStubWorkflows();
process.env.AWS_ENDPOINT_URL_DYNAMODB = meter.url;
process.env.AWS_ENDPOINT_URL_SFN = workflows.url;
// Loaded once the endpoints are known: the clients of a function read them when they are made.
const { openTable } = await import('@billhook/runtime/table/table');
const { openOutside } = await import('@billhook/runtime/table/outside');
const { openRuntime } = await import('@billhook/runtime/companies/runtime');
const { sweepDueWork, DUE_PARTS } = await import('@billhook/runtime/sweeps/sweep-due-work');

try {
  console.log(HEADING);
  for (const [index, filling] of rounds.entries()) {
    console.log(lineOf(await run(tableOf(index), filling)));
  }
} finally {
  workflows.close();
  await meter.close();
  await tables.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Every round has a table of its own in the one file. */
async function fill(): Promise<void> {
  const from = performance.now();
  const server = await startTableServer(databaseFile);
  for (const [index, { due }] of rounds.entries()) {
    await createSweepTable(tableOf(index), server.url);
    await fillSweepTable(tableOf(index), server.url, due);
  }
  await server.stop();
  for (const [index, { bills, due }] of rounds.entries()) {
    multiplyBills(databaseFile, tableOf(index), bills - due - 1);
  }
  const seconds = Math.round((performance.now() - from) / 1000);
  process.stderr.write(`Filled in ${seconds} s\n`);
}

function tableOf(index: number): string {
  return `sweep-${index}`;
}

async function run(tableName: string, filling: Filling): Promise<SweepFigures> {
  const table = openTable({ name: tableName });
  const runtime = openRuntime(openOutside({ table }));
  const sweep = async () => {
    const parts = Array.from({ length: DUE_PARTS }, (_, part) =>
      sweepDueWork(runtime, { part, clock: Date.now, deadline: Number.POSITIVE_INFINITY }),
    );
    return (await Promise.all(parts)).reduce((sum, count) => sum + count, 0);
  };
  return measureSweep(filling, meter, workflows.count, sweep);
}

function lineOf(figures: SweepFigures): string {
  const { requests, seconds, started } = figures;
  const count = (wanted: (name: string) => boolean) =>
    Object.entries(requests).reduce((sum, [name, value]) => sum + (wanted(name) ? value : 0), 0);
  const columns: [number | string, number][] = [
    [figures.bills, 10],
    [figures.due, 10],
    [started, 10],
    [seconds.toFixed(1), 10],
    [started ? ((seconds * 1000) / started).toFixed(2) : '-', 11],
    [count((name) => name.startsWith('Query')), 12],
    [count((name) => name === 'GetItem'), 7],
    [count((name) => /Put|Update|Transact/.test(name)), 8],
    [figures.readUnits.toFixed(0), 15],
    [figures.writeUnits.toFixed(0), 13],
  ];
  return columns
    .map(([value, width]) =>
      (typeof value === 'number' ? value.toLocaleString('en') : value).padStart(width),
    )
    .join('');
}
