/** A swap that takes its company minutes: asked about by its name, and its card sent once (decision: calls-that-run). */
import { randomBytes } from 'node:crypto';
import { newOwnedId } from '@billhook/core/base/ids';
import type { Running, Session, SwapOutcome } from '@billhook/core/company/connector';
import { DEFAULT_TIMEOUT_SECONDS } from '@billhook/core/company/running';
import { attemptIdOf } from '@billhook/core/swap/swap';
import { writeSwapBeginning } from '@billhook/runtime/swaps/begin';
import { settleSwap } from '@billhook/runtime/swaps/settle';
import { submitSwap } from '@billhook/runtime/swaps/submit';
import { expect, test, vi } from 'vitest';
import { fakeConnector, linkOne, paymentScene } from '../../../support/payment-world.ts';
import { clientId, NOW } from '../../../support/records.ts';

const running: Running = { kind: 'running', operation: 'op-1', askAgainAt: NOW + 5_000 };
const TOO_LATE = NOW + DEFAULT_TIMEOUT_SECONDS * 1000;

let links = 0;

const { runtime } = await paymentScene();

async function begin() {
  links += 1;
  const { auth, method } = await linkOne(runtime, { accountKey: `swap-${links}` });
  const swapId = newOwnedId('swap', clientId, randomBytes);
  const asked = { swapId, paymentMethodId: method._id, now: NOW };
  const swap = await writeSwapBeginning(runtime, { auth, method }, asked);
  if (typeof swap === 'symbol') throw new Error('The swap did not begin');
  return { swapId: swap._id, attemptId: attemptIdOf(swap), clientId };
}

function finds(...found: (SwapOutcome | Running | undefined)[]) {
  return vi
    .spyOn(fakeConnector, 'findSwap')
    .mockImplementation(async () => (found.length > 1 ? found.shift() : found[0]) as never);
}

const swapsSlowly = () => vi.spyOn(fakeConnector, 'swap').mockResolvedValue(running as never);

test('is asked about by its name until it has an outcome', async () => {
  const swap = swapsSlowly();
  const find = finds(running, { kind: 'completed' });
  const ids = await begin();
  expect(await submitSwap(runtime, ids, NOW)).toEqual({ kind: 'running', waitSeconds: 5 });
  expect(await submitSwap(runtime, ids, NOW + 5_000)).toMatchObject({ kind: 'running' });
  expect(await submitSwap(runtime, ids, NOW + 6_000)).toBe('completed');
  const sessions = find.mock.calls as unknown as [Session][];
  expect(sessions.map(([session]) => session.running)).toEqual(['op-1', 'op-1']);
  expect(swap).toHaveBeenCalledOnce();
  expect(await settleSwap(runtime, ids, NOW)).toBe('completed');
  expect((await runtime.swaps.findAny(ids.swapId))?.running).toBeUndefined();
});

test('is unknown once it has run for too long, and asked about still', async () => {
  const swap = swapsSlowly();
  finds(running);
  const ids = await begin();
  await submitSwap(runtime, ids, NOW);
  expect(await submitSwap(runtime, ids, TOO_LATE)).toBe('unknown');
  finds({ kind: 'completed' });
  expect(await submitSwap(runtime, ids, TOO_LATE + 60_000)).toBe('completed');
  expect(swap).toHaveBeenCalledOnce();
});

test('whose card never arrived after all is begun anew', async () => {
  const swap = swapsSlowly();
  finds(undefined);
  const ids = await begin();
  await submitSwap(runtime, ids, NOW);
  await submitSwap(runtime, ids, TOO_LATE);
  expect(swap).toHaveBeenCalledTimes(2);
  const { running: kept } = (await runtime.swaps.findAny(ids.swapId)) ?? {};
  expect(kept?.since).toBe(new Date(TOO_LATE).toISOString());
});

test('is sent again under another id once its connector refuses the one that never came', async () => {
  const refused = new Set<string>();
  vi.spyOn(fakeConnector, 'findSwap').mockImplementation(async (_, id) => {
    refused.add(id);
    return undefined;
  });
  const swap = vi.spyOn(fakeConnector, 'swap').mockImplementation(async (_, { attemptId }) => ({
    kind: refused.has(attemptId) || refused.size === 0 ? 'unknown' : 'completed',
  }));
  const ids = await begin();
  expect(await submitSwap(runtime, ids, NOW)).toBe('unknown');
  expect(await submitSwap(runtime, ids, NOW + 5_000)).toBe('completed');
  const sent = swap.mock.calls.map(([, { attemptId }]) => attemptId);
  expect(sent).toEqual([ids.attemptId, `${ids.attemptId}_2`]);
  expect(await settleSwap(runtime, ids, NOW)).toBe('completed');
});

test('is not taken for the one before it, which its connector had begun and never took', async () => {
  const swap = vi
    .spyOn(fakeConnector, 'swap')
    .mockResolvedValueOnce(running as never)
    .mockResolvedValue({ kind: 'unknown' });
  const find = finds(undefined, { kind: 'completed' });
  const ids = await begin();
  expect(await submitSwap(runtime, ids, NOW)).toMatchObject({ kind: 'running' });
  expect(await submitSwap(runtime, ids, NOW + 5_000)).toBe('unknown');
  expect(await submitSwap(runtime, ids, NOW + 20_000)).toBe('completed');
  const sessions = find.mock.calls as unknown as [Session, string][];
  // By its name while it ran, and by nothing that was over.
  expect(sessions.map(([session, id]) => [session.running, id])).toEqual([
    ['op-1', ids.attemptId],
    [undefined, `${ids.attemptId}_2`],
  ]);
  expect(swap.mock.calls.map(([session]) => session.running)).toEqual([undefined, undefined]);
});

test('is looked for under the id that it was sent under last', async () => {
  const find = finds(undefined);
  vi.spyOn(fakeConnector, 'swap').mockResolvedValue({ kind: 'unknown' });
  const ids = await begin();
  for (const seconds of [0, 5, 20]) await submitSwap(runtime, ids, NOW + seconds * 1_000);
  const asked = find.mock.calls as unknown as [Session, string][];
  expect(asked.map(([, id]) => id)).toEqual([ids.attemptId, `${ids.attemptId}_2`]);
});
