/** The walks as tests: in two files, so that two cores share them. */
import { expect, test } from 'vitest';
import { runWalks } from './run-walks.ts';

/** `vitest.config.ts` says how many in all. */
const WALKS = Number(process.env.MODEL_WALKS);
const PARTS = 2;
/** Walks are known by their numbers; each part has its own. */
const FIRST = [1, 1_000_001];
const MINUTE = 60_000;

export function testWalks(part: 0 | 1): void {
  const seed = process.env.MODEL_SEED;
  const first = seed === undefined ? (FIRST[part] ?? 0) : Number(seed);
  const count = seed === undefined ? Math.ceil(WALKS / PARTS) : 1 - part;
  test.runIf(count > 0)(
    `the service does what the model says, in ${count} walks`,
    {
      timeout: 30 * MINUTE,
    },
    async () => {
      const { milliseconds, ...tally } = await runWalks(first, first + count);
      const counts = Object.entries(tally).map(([name, number]) => `${number} ${name}`);
      console.log(`${counts.join(', ')} in ${Math.round(milliseconds / 1000)} s`);
      expect(tally.sequences).toBe(count);
    },
  );
}
