/** `npm run tools -- browser-kills`: the worker, killed before, at and after the button that charges. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runBattery } from '../../../batteries/frame/frame.ts';
import { runPart } from './killed-part.ts';

/** As many of each kind. */
const KILLS_A_PART = 15;
const SEED_STEP = 1_000_003;

const { exitCode } = await runBattery(
  {
    name: 'browser-kills',
    command: 'npm run tools -- browser-kills',
    about: 'The browser’s worker, killed while it pays at a company’s website.',
    units: 'kills',
    total: 300,
    numbers: {},
    lanes: 1,
    open: async ({ seed, folder }) => ({
      make: async (part, left) => {
        const own = join(folder, `company-${part}`);
        const kills = Math.min(KILLS_A_PART, left);
        const tally = await runPart({ folder: own, seed: seed * SEED_STEP + part, kills });
        if (tally.wrongs.length === 0) rmSync(own, { recursive: true, force: true });
        return tally;
      },
      close: async () => {},
    }),
  },
  process.argv.slice(2),
);
process.exitCode = exitCode;
