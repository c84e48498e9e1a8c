/** `npm run bench:start`: how long `npm start` takes, next to the budgets. */
import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startService } from '../../lib/local/service-process.ts';

const WARM_RUNS = 3;

type Measure = {
  readonly what: string;
  readonly got: number;
  readonly budget: number;
};

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'billhook-bench-'));
try {
  const measures = await measureStarts();
  for (const { what, got, budget } of measures) {
    const verdict = got <= budget ? 'met' : 'MISSED';
    console.log(
      `${what.padEnd(44)} ${got.toFixed(1).padStart(6)} s   budget ${budget} s   ${verdict}`,
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
    { what: 'Ready, with a build', got: seconds(built.readyAfter), budget: 15 },
    {
      what: 'Ready, built, new state (slowest of 3)',
      got: seconds(Math.max(...warm)),
      budget: 5,
    },
    { what: 'Ready, built, existing state', got: seconds(kept.readyAfter), budget: 5 },
  ];
}

/** A build is due when a source's time has changed; the time is set to the next second. */
function touchSources(): void {
  const file = join(root, 'cdk.json');
  const { atime, mtime } = statSync(file);
  utimesSync(file, atime, new Date(mtime.getTime() + 1_000));
}
