/** A short run of each target. `npm run tools -- disturb` is the long one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Target, targets } from '../batteries/disturb/targets.ts';

const MINUTE = 60_000;
/** Of a call that a kill cut off, a connector says nothing until they are over. */
const CALL_SECONDS = 5;

const rows = Object.entries<Target>(targets);

test.concurrent.each(rows)(
  '%s: none is charged wrongly, and all ends',
  {
    timeout: 15 * MINUTE,
  },
  async (name, { rounds: { everyday: rounds }, run }) => {
    const seed = Number(process.env.DISTURB_SEED ?? Math.floor(Math.random() * 1_000_000));
    const folder = mkdtempSync(join(tmpdir(), `billhook-disturb-${name}-`));
    const tally = await run({ folder, seed, rounds, callSeconds: CALL_SECONDS });
    process.stdout.write(`${JSON.stringify({ name, seed, ...tally }, undefined, 2)}\n`);
    expect(tally.wrongs).toEqual([]);
    expect(tally.counts.disturbances).toBeGreaterThan(0);
    if (!process.env.KEEP_TEST_STATE) rmSync(folder, { recursive: true, force: true });
  },
);
