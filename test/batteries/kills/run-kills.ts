/** `npm run tools -- kills`: the running service, killed with SIGKILL while it is called. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureAssembly } from '../../../lib/local/template/synthesis.ts';
import { runBattery } from '../frame/frame.ts';
import { runPart } from './killed-part.ts';

const KILLS_A_PART = 25;
const SEED_STEP = 1_000_003;

const { exitCode } = await runBattery(
  {
    name: 'kills',
    command: 'npm run tools -- kills',
    about: 'The running service, killed with SIGKILL while users link accounts and pay.',
    units: 'kills',
    total: 1_000,
    numbers: {},
    lanes: 1,
    open: async ({ seed, folder }) => {
      await ensureAssembly(join(import.meta.dirname, '../../..'), () => {});
      return {
        make: async (part, left) => {
          const own = join(folder, `service-${part}`);
          const kills = Math.min(KILLS_A_PART, left);
          const tally = await runPart({ folder: own, seed: seed * SEED_STEP + part, kills });
          if (tally.wrongs.length === 0) rmSync(own, { recursive: true, force: true });
          return tally;
        },
        close: async () => {},
      };
    },
  },
  process.argv.slice(2),
);
process.exitCode = exitCode;
