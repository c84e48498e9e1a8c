import { expect, test, vi } from 'vitest';
import { runWalks } from './run-walks.ts';

vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomBytes: (await import('./substitutes.ts')).seededBytes,
}));
vi.mock('../../layers/runtime/table.ts', () => import('./substitutes.ts'));
vi.mock('../../layers/runtime/connectors.ts', () => import('./substitutes.ts'));
vi.mock('../../layers/runtime/logger.ts', () => import('./substitutes.ts'));

test('walks', { timeout: 600_000 }, async () => {
  const from = Number(process.env.MODEL_SEED ?? 1);
  const tally = await runWalks(from, from + Number(process.env.MODEL_COUNT ?? 100));
  console.log(JSON.stringify(tally));
  expect(tally.charges).toBeGreaterThan(0);
});
