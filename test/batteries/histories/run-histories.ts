/**
 * `npm run tools -- histories`: payments, with a process that dies wherever it can. With `--bound`, payments of
 * an account whose company may show anything.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runBound } from '../bound/run-bound.ts';
import { runBattery } from '../frame/frame.ts';
import { openProcesses } from '../frame/processes.ts';
import type { Request } from './histories-process.ts';

const args = process.argv.slice(2);
process.exitCode = args.includes('--bound')
  ? await runBound(args.filter((arg) => arg !== '--bound'))
  : await runDeaths();

async function runDeaths(): Promise<number> {
  const { exitCode } = await runBattery(
    {
      name: 'histories',
      command: 'npm run tools -- histories',
      about: 'Payments, with a process that dies before and after everything that it does.',
      units: 'histories',
      total: 1_000_000,
      numbers: {},
      lanes: availableParallelism(),
      open: async ({ seed }) => {
        const script = join(import.meta.dirname, 'histories-process.ts');
        const { ask, end } = openProcesses<Request>(script);
        return {
          make: (part) => ask({ seed, part }),
          repeat: (only) => ask({ seed, only }),
          close: async () => end(),
        };
      },
    },
    args,
  );
  return exitCode;
}
