/**
 * `npm run bench:readings`: what the daily reading of linked accounts costs: handing them on, the first
 * reading of each, and one of a usual day. Figures only, no verdict.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { readAccounts } from '../../functions/stream/contract.ts';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import { countingAws, fillAccounts, measured } from '../../lib/measure/daily-readings.ts';
import { createSweepTable } from '../../lib/measure/due-sweep.ts';
import { environment } from '../../lib/measure/function-environment.ts';
import { numberOption } from '../../lib/measure/number-option.ts';
import { startTableMeter } from '../../lib/measure/table-meter.ts';

const DAY = 24 * 60 * 60 * 1000;
const HEADING =
  'work              accounts   seconds  ms each  |  read units  write units  KMS calls  SQS calls';

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '10000' } } });
const accounts = numberOption('accounts', values.accounts, 1);
const folder = mkdtempSync(join(tmpdir(), 'billhook-readings-'));
Object.assign(process.env, environment, {
  POWERTOOLS_LOG_LEVEL: 'SILENT',
});
const tables = await startTableServer(join(folder, 'tables.db'));
const meter = await startTableMeter(tables.url);
process.env.AWS_ENDPOINT_URL_DYNAMODB = meter.url;
for (const name of [environment.TABLE_NAME, environment.PASSING_TABLE_NAME])
  await createSweepTable(name ?? '', tables.url);
// Loaded once the endpoint is known: the clients of a function read it when they are made.
const { openOutside } = await import('@billhook/runtime/table/outside');
const { openRuntime } = await import('@billhook/runtime/companies/runtime');
const { openQueues } = await import('@billhook/runtime/aws/queues');
const { refreshAuth } = await import('@billhook/runtime/links/refresh-auth');
const { queueDueReadings, REFRESH_PARTS } = await import('@billhook/runtime/sweeps/refresh-bills');

const { aws, count, messages } = countingAws();
let now = Date.now();
const clock = () => now;
const runtime = openRuntime(openOutside({ aws, clock }));
const open = sandboxCompanies.filter(
  ({ status, userPresenceRequired, limits }) =>
    status === 'operational' && !userPresenceRequired && !limits,
);

try {
  await runtime.companies.merge(open);
  await fillAccounts(runtime, open, accounts, now);
  console.log(HEADING);
  for (const day of ['first', 'usual']) {
    report(`hand on, ${day}`, await measured(meter, count, handOn));
    report(`read, ${day}`, await measured(meter, count, readAll));
    now += 2 * DAY;
  }
} finally {
  await meter.close();
  await tables.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function handOn(): Promise<number> {
  const send = openQueues(aws);
  const deadline = Number.POSITIVE_INFINITY;
  const parts = Array.from({ length: REFRESH_PARTS }, (_, part) =>
    queueDueReadings({ table: runtime.table, send }, { part, clock, deadline }),
  );
  return (await Promise.all(parts)).reduce((sum, one) => sum + one, 0);
}

/** As many at a time as one call of the function has. */
async function readAll(): Promise<number> {
  const next = messages.splice(0).values();
  let read = 0;
  const work = async () => {
    for (const { authId } of next) if (await refreshAuth(runtime, authId, now)) read += 1;
  };
  await Promise.all(Array.from({ length: readAccounts.batchSize }, work));
  return read;
}

function report(what: string, figures: Awaited<ReturnType<typeof measured>>): void {
  const { done, seconds, readUnits, writeUnits, kms, sends } = figures;
  const each = done > 0 ? ((seconds * 1000) / done).toFixed(2) : '-';
  const columns: [number | string, number][] = [
    [done, 12],
    [seconds.toFixed(1), 10],
    [each, 9],
    [Math.round(readUnits), 15],
    [Math.round(writeUnits), 13],
    [kms, 11],
    [sends, 11],
  ];
  const line = columns.map(([value, width]) =>
    (typeof value === 'number' ? value.toLocaleString('en') : value).padStart(width),
  );
  console.log(what.padEnd(14) + line.join(''));
}
