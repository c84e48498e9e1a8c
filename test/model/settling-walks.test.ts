/** Walks about payments that are settled later, returned, or refused for a while. */
import { expect, test } from 'vitest';
import { runWalks } from './run-walks.ts';

/** A tenth of the others. */
const WALKS = Math.ceil(Number(process.env.MODEL_WALKS) / 10);
const FIRST = 2_000_001;
const MINUTE = 60_000;

test(`payments that end days later do what the model says, in ${WALKS} walks`, {
  timeout: 30 * MINUTE,
}, async () => {
  const { milliseconds, ...tally } = await runWalks(FIRST, FIRST + WALKS, 'settling');
  const counts = Object.entries(tally).map(([name, number]) => `${number} ${name}`);
  console.log(`${counts.join(', ')} in ${Math.round(milliseconds / 1000)} s`);
  // Else the walks would show nothing.
  for (const count of [tally.accepted, tally.returned, tally.withoutBalance])
    expect(count).toBeGreaterThan(WALKS / 20);
});
