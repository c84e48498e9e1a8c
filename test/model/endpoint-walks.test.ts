/** Walks whose partner has endpoints: what is told arrives, whoever dies and whatever endpoints do. */
import { expect, test } from 'vitest';
import { runWalks } from './run-walks.ts';

const FIRST = 3_000_001;
/** Of a walk that diverged, to repeat it. */
const SEED = Number(process.env.MODEL_SEED ?? 0);
/** A tenth of the others. */
const WALKS = SEED === 0 ? Math.ceil(Number(process.env.MODEL_WALKS) / 10) : 0;
const MINUTE = 60_000;

test.runIf(WALKS > 0)(
  `what a walk tells arrives at the endpoints that want it, in ${WALKS} walks`,
  { timeout: 30 * MINUTE },
  async () => {
    const { milliseconds, ...tally } = await runWalks(FIRST, FIRST + WALKS, 'endpoints');
    const counts = Object.entries(tally).map(([name, number]) => `${number} ${name}`);
    console.log(`${counts.join(', ')} in ${Math.round(milliseconds / 1000)} s`);
    // Else the walks would show nothing.
    expect(tally.arrived).toBeGreaterThan(10 * WALKS);
    expect(tally.arrivedAgain).toBeGreaterThan(WALKS / 20);
    expect(tally.deaths).toBeGreaterThan(WALKS / 2);
  },
);

test.runIf(SEED >= FIRST)('a walk with endpoints is explained', async () => {
  await runWalks(SEED, SEED + 1, 'endpoints');
});
