/** Walks whose partner has endpoints: what is told arrives, whoever dies and whatever endpoints do. */
import { expect, test } from 'vitest';
import { runWalks } from './run-walks.ts';

/** A tenth of the others. */
const WALKS = Math.ceil(Number(process.env.MODEL_WALKS) / 10);
const FIRST = 3_000_001;
/** Of a walk that diverged, to repeat it: walks of other kinds have smaller numbers. */
const SEED = process.env.MODEL_SEED === undefined ? undefined : Number(process.env.MODEL_SEED);
const [first, count] = SEED === undefined ? [FIRST, WALKS] : [SEED, SEED < FIRST ? 0 : 1];
const MINUTE = 60_000;

test.runIf(count > 0)(
  `what a walk tells arrives at the endpoints that want it, in ${count} walks`,
  { timeout: 30 * MINUTE },
  async () => {
    const { milliseconds, ...tally } = await runWalks(first, first + count, 'endpoints');
    const counts = Object.entries(tally).map(([name, number]) => `${number} ${name}`);
    console.log(`${counts.join(', ')} in ${Math.round(milliseconds / 1000)} s`);
    if (SEED !== undefined) return;
    // Else the walks would show nothing.
    expect(tally.arrived).toBeGreaterThan(10 * WALKS);
    expect(tally.arrivedAgain).toBeGreaterThan(WALKS / 20);
    expect(tally.deaths).toBeGreaterThan(WALKS / 2);
  },
);
