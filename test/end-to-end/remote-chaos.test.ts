/**
 * A short battery of a remote connector: links, swaps and payments over a bad network, with both sides
 * killed. `npm run tools -- remote-chaos` is the long one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runBattery } from '../batteries/remote/battery.ts';
import { textOf } from '../batteries/remote/figures.ts';

const MINUTE = 60_000;
/** Of one household. */
const PAYMENTS = 5;
/** Of a call that a kill cut off, the connector says nothing until they are over. */
const CALL_SECONDS = 5;

test(`${PAYMENTS} payments, links and swaps over a bad wire, with both sides killed: none is wrong, all end`, {
  timeout: 15 * MINUTE,
}, async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'billhook-remote-chaos-'));
  const figures = await runBattery({ folder, seed, payments: PAYMENTS, callSeconds: CALL_SECONDS });
  process.stdout.write(`${textOf(figures)}\n`);
  expect(figures.wrongs).toEqual([]);
  expect(figures.charged).toBe(figures.outcomes.paid ?? 0);
  expect(Object.keys(figures.answers).filter((answer) => answer.startsWith('500'))).toEqual([]);
  // When they come is the seed's to say, and which side is first.
  expect(figures.kills.service + figures.kills.connector).toBeGreaterThan(0);
  if (!process.env.KEEP_TEST_STATE) rmSync(folder, { recursive: true, force: true });
});
