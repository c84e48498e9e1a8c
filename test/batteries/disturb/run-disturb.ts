/** `npm run tools -- disturb`: each target of the table, or the one of `--target`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureAssembly } from '../../../lib/local/template/synthesis.ts';
import { runBattery } from '../frame/frame.ts';
import { type Target, targets } from './targets.ts';

const SEED_STEP = 1_000_003;

const args = process.argv.slice(2);
const at = args.indexOf('--target');
const wanted = at === -1 ? undefined : args.splice(at, 2)[1];
const chosen = Object.entries<Target>(targets).filter(([name]) => name === (wanted ?? name));
if (chosen.length === 0) {
  process.stderr.write(`--target is one of ${Object.keys(targets).join(', ')}\n`);
  process.exit(2);
}
for (const [name, target] of chosen) {
  const { exitCode } = await runBattery(batteryOf(name, target), args);
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCode);
}

function batteryOf(name: string, { about, witness, rounds, run }: Target) {
  return {
    name: `disturb-${name}`,
    command: `npm run tools -- disturb --target ${name}`,
    about: `${about}. The witness: ${witness}.`,
    units: 'rounds',
    total: rounds.full,
    numbers: {},
    lanes: 1,
    open: async ({ seed, folder }: { readonly seed: number; readonly folder: string }) => {
      await ensureAssembly(join(import.meta.dirname, '../../..'), () => {});
      return {
        make: async (part: number, left: number) => {
          const own = join(folder, `part-${part}`);
          const size = Math.min(rounds.part, left);
          // What is drawn of it multiplies it again, and has to stay a whole number.
          const partSeed = (seed * SEED_STEP + part) >>> 0;
          const tally = await run({ folder: own, seed: partSeed, rounds: size });
          if (tally.wrongs.length === 0) rmSync(own, { recursive: true, force: true });
          return tally;
        },
        close: async () => {},
      };
    },
  };
}
