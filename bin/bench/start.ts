/** `npm run bench:start`: how long `npm start` takes, and how much memory, next to the budgets. */
import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { residentBytes } from '../../lib/measure/memory.ts';
import { addPartnerTo } from '../../lib/measure/operate.ts';
import { type Service, startService } from '../../lib/measure/service-process.ts';
import { callEveryOperation } from '../../test/end-to-end/every-operation.ts';

const MEBIBYTE = 1_048_576;
const WARM_RUNS = 3;
/** Until what starting has left behind is collected. */
const REST_MILLISECONDS = 5_000;

type Measure = {
  readonly what: string;
  readonly got: number;
  readonly budget: number;
  readonly unit: string;
};

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'billhook-bench-'));
try {
  const measures = [...(await measureStarts()), ...(await measureMemory())];
  for (const { what, got, budget, unit } of measures) {
    const verdict = got <= budget ? 'met' : 'MISSED';
    const shown = unit === 's' ? got.toFixed(1) : got.toFixed(0);
    console.log(
      `${what.padEnd(44)} ${shown.padStart(6)} ${unit}   budget ${budget} ${unit}   ${verdict}`,
    );
  }
  process.exitCode = measures.every(({ got, budget }) => got <= budget) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function start(name: string): Promise<Service> {
  return startService({ stateDir: join(folder, name), launcher: true, demo: true });
}

async function measureStarts(): Promise<Measure[]> {
  touchSources();
  const built = await start('built');
  await built.stop();
  const warm: number[] = [];
  for (let run = 0; run < WARM_RUNS; run += 1) {
    const service = await start(`warm-${run}`);
    warm.push(service.readyAfter);
    await service.stop();
  }
  const kept = await start('warm-0');
  await kept.stop();
  const seconds = (milliseconds: number) => milliseconds / 1000;
  return [
    { what: 'Ready, with a build', got: seconds(built.readyAfter), budget: 15, unit: 's' },
    {
      what: 'Ready, built, new state (slowest of 3)',
      got: seconds(Math.max(...warm)),
      budget: 5,
      unit: 's',
    },
    { what: 'Ready, built, existing state', got: seconds(kept.readyAfter), budget: 5, unit: 's' },
  ];
}

/** A build is due when a source's time has changed; the time is set to the next second. */
function touchSources(): void {
  const file = join(root, 'cdk.json');
  const { atime, mtime } = statSync(file);
  utimesSync(file, atime, new Date(mtime.getTime() + 1_000));
}

async function measureMemory(): Promise<Measure[]> {
  const service = await start('memory');
  try {
    await wait(REST_MILLISECONDS);
    const atRest = residentBytes(service.pid);
    await callEveryOperation({
      ...service,
      addPartner: addPartnerTo(service),
      observe: (_name, call) => call(),
    });
    const used = residentBytes(service.pid);
    return [
      {
        what: 'Resident at rest, table server included',
        got: atRest / MEBIBYTE,
        budget: 700,
        unit: 'MB',
      },
      { what: 'Resident after every operation', got: used / MEBIBYTE, budget: 1_024, unit: 'MB' },
    ];
  } finally {
    await service.stop();
  }
}
