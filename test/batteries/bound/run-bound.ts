/** `npm run tools -- histories --bound`: what a company may show of an account, and what is charged then. */
import { join } from 'node:path';
import { runBattery } from '../frame/frame.ts';
import { openProcesses } from '../frame/processes.ts';
import type { Request } from './bound-process.ts';
import { runEvery, worlds } from './every-history.ts';
import { shorten, textOf } from './shorten.ts';

const READINGS = 6;

/** @returns the exit code. */
export async function runBound(args: readonly string[]): Promise<number> {
  if (args.includes('--every')) return runAll();
  const { exitCode } = await runBattery(
    {
      name: 'bound',
      command: 'npm run tools -- histories --bound',
      about: `Readings of an account that mislead, and every automatic payment checked. With --every,
every history of ${READINGS} readings of twelve kinds instead.`,
      units: 'histories',
      total: 1_000_000,
      numbers: {},
      lanes: 1,
      open: async ({ seed }) => {
        const { ask, end } = openProcesses<Request>(join(import.meta.dirname, 'bound-process.ts'));
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

function runAll(): number {
  let wrong = 0;
  for (const world of Object.keys(worlds)) {
    const started = performance.now();
    const { histories, different, excused, wrongs } = runEvery(world, READINGS);
    const seconds = Math.round((performance.now() - started) / 1000);
    const steps = `${different.toLocaleString('en')} readings that differ`;
    const figures = `${histories.toLocaleString('en')} histories (${steps}), ${wrongs.length} wrong`;
    process.stdout.write(`${world}: ${figures}, ${excused} excused, ${seconds} s\n`);
    for (const { history } of wrongs.slice(0, 5))
      process.stdout.write(`  ${textOf(shorten(history))}\n`);
    wrong += wrongs.length;
  }
  return wrong > 0 ? 1 : 0;
}
