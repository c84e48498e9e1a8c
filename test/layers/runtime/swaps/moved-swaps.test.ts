/** A swap that goes on to another card while the company may still take the one before (decision: one-card-in-flight). */
import { randomBytes } from 'node:crypto';
import { type AuthRecord, requestLink } from '@billhook/core/auth/auth';
import { newOwnedId } from '@billhook/core/base/ids';
import type { NotLoggedIn, Running, SwapOutcome } from '@billhook/core/company/connector';
import { attemptIdOf, type SwapRecord } from '@billhook/core/swap/swap';
import { writeSwapBeginning } from '@billhook/runtime/swaps/begin';
import { settleSwap } from '@billhook/runtime/swaps/settle';
import { startLinkedSwap } from '@billhook/runtime/swaps/start-linked';
import { submitSwap } from '@billhook/runtime/swaps/submit';
import { describe, expect, test, vi } from 'vitest';
import { fakeConnector, linkOne, paymentScene } from '../../../support/payment-world.ts';
import { changedAuth, clientId, methodRecord, NOW, unnoticed } from '../../../support/records.ts';

let links = 0;

const { runtime } = await paymentScene();

type Found = SwapOutcome | NotLoggedIn | Running | undefined;

const finds = (found: Found) =>
  vi.spyOn(fakeConnector, 'findSwap').mockResolvedValue(found as never);
const swaps = (outcome: SwapOutcome['kind']) =>
  vi.spyOn(fakeConnector, 'swap').mockResolvedValue({ kind: outcome } as never);
const sentIn = (spy: ReturnType<typeof swaps>) =>
  spy.mock.calls.map(([, { attemptId }]) => attemptId);

const refused: SwapOutcome = { kind: 'held', code: 'account_issue_card_not_accepted' };
const gaveUp = { code: 'system_issue_with_swap', subcode: 'job-timeout' };

async function newCard() {
  const given = methodRecord();
  const fields = { cardNumber: '5555555555554444' };
  const sealed = await runtime.vault.seal({ clientId, recordId: given._id }, fields);
  await runtime.table.write([runtime.methods.save(...unnoticed({ ...given, sealed }))]);
  return given._id;
}

const inputOf = (swap: SwapRecord) => ({
  swapId: swap._id,
  attemptId: attemptIdOf(swap),
  clientId,
});

async function begin() {
  links += 1;
  const { auth, method } = await linkOne(runtime, { accountKey: `moved-${links}` });
  return { auth, methodId: method._id, swap: await beginAt(auth._id, method._id) };
}

async function authOf(authId: string): Promise<AuthRecord> {
  const auth = await runtime.auths.findAny(authId);
  if (!auth) throw new Error('The auth is gone');
  return auth;
}

async function beginAt(authId: string, paymentMethodId: string): Promise<SwapRecord> {
  const method = await runtime.methods.findAny(paymentMethodId);
  if (!method) throw new Error('The card is gone');
  const swapId = newOwnedId('swap', clientId, randomBytes);
  const asked = { swapId, paymentMethodId, now: NOW };
  const swap = await writeSwapBeginning(runtime, { auth: await authOf(authId), method }, asked);
  if (typeof swap === 'symbol') throw new Error('The swap did not begin');
  return swap;
}

/** As a link does, or fix-hold with the same card. */
async function move(standing: SwapRecord, paymentMethodId: string): Promise<SwapRecord> {
  const auth = await authOf(standing.authId);
  const linkId = newOwnedId('link', clientId, randomBytes);
  const asked = { linkId, items: ['swap' as const], swaps: true, swapId: standing._id };
  const link = { ...asked, paymentMethodId, requestedAt: new Date(NOW).toISOString() };
  await runtime.table.write([runtime.auths.save(requestLink(auth, { ...auth, link }), auth)]);
  expect(await startLinkedSwap(runtime, { authId: auth._id, linkId }, NOW)).toBe('started');
  const moved = await runtime.swaps.findAny(standing._id);
  if (!moved) throw new Error('The swap is gone');
  return moved;
}

/** A swap whose card was sent, and that was given up while nobody knew what became of it. */
async function givenUp() {
  swaps('unknown');
  const begun = await begin();
  expect(await submitSwap(runtime, inputOf(begun.swap), NOW)).toBe('unknown');
  expect(await settleSwap(runtime, inputOf(begun.swap), NOW)).toBe('hold');
  vi.restoreAllMocks();
  const swap = await runtime.swaps.findAny(begun.swap._id);
  return { ...begun, swap: swap as SwapRecord };
}

describe('a swap that is moved to another card while the first may still be taken', () => {
  test.each<[string, Found, 'same' | 'another', SwapOutcome['kind'], boolean]>([
    ['waits while the company cannot tell', { kind: 'unknown' }, 'another', 'unknown', false],
    ['waits with the same card, too', { kind: 'unknown' }, 'same', 'unknown', false],
    ['is sent once the first was never taken', undefined, 'another', 'completed', true],
    ['is sent once the first was refused', refused, 'another', 'completed', true],
    ['is sent after the first is on file', { kind: 'completed' }, 'another', 'completed', true],
    ['is completed by the first, if it is that', { kind: 'completed' }, 'same', 'completed', false],
  ])('%s', async (_, found, card, outcome, isSent) => {
    const { swap, methodId } = await givenUp();
    const moved = await move(swap, card === 'same' ? methodId : await newCard());
    const find = finds(found);
    const send = swaps('completed');
    expect(await submitSwap(runtime, inputOf(moved), NOW)).toBe(outcome);
    expect(find.mock.calls.map((call) => (call as unknown[])[1])).toEqual([`${swap._id}_1`]);
    expect(sentIn(send)).toEqual(isSent ? [`${swap._id}_2`] : []);
    const waits = outcome === 'unknown';
    expect((await runtime.swaps.findAny(swap._id))?.status).toBe(waits ? 'pending' : 'in-progress');
    expect(await settleSwap(runtime, inputOf(moved), NOW)).toBe(waits ? 'hold' : 'completed');
  });

  test('is held again where the company never tells, and no attempt sends a card', async () => {
    const { swap } = await givenUp();
    const find = finds({ kind: 'unknown' });
    const send = swaps('completed');
    for (const attempt of [2, 3]) {
      const moved = await move(swap, await newCard());
      expect(await submitSwap(runtime, inputOf(moved), NOW)).toBe('unknown');
      expect(await settleSwap(runtime, inputOf(moved), NOW)).toBe('hold');
      expect(await runtime.swaps.findAny(swap._id)).toMatchObject({ attempt, hold: gaveUp });
    }
    expect(find.mock.calls.map((call) => (call as unknown[])[1])).toEqual(
      [1, 1].map((attempt) => `${swap._id}_${attempt}`),
    );
    expect(send).not.toHaveBeenCalled();
  });

  test('looks once: what was sent since is what is asked about from then on', async () => {
    const { swap } = await givenUp();
    const moved = await move(swap, await newCard());
    const find = finds(undefined);
    const send = swaps('unknown');
    expect(await submitSwap(runtime, inputOf(moved), NOW)).toBe('unknown');
    expect(await submitSwap(runtime, inputOf(moved), NOW)).toBe('unknown');
    expect(find.mock.calls.map((call) => (call as unknown[])[1])).toEqual([
      `${swap._id}_1`,
      `${swap._id}_2`,
    ]);
    expect(sentIn(send)).toEqual([`${swap._id}_2`, `${swap._id}_2_2`]);
  });

  test('asks about the first by its name while that runs at the company', async () => {
    const { swap } = await givenUp();
    const moved = await move(swap, await newCard());
    const find = finds({ kind: 'running', operation: 'op-1', askAgainAt: NOW + 5_000 });
    const send = swaps('completed');
    expect(await submitSwap(runtime, inputOf(moved), NOW)).toMatchObject({ kind: 'running' });
    expect(await submitSwap(runtime, inputOf(moved), NOW)).toMatchObject({ kind: 'running' });
    const sessions = find.mock.calls as unknown as [{ running?: string }][];
    expect(sessions.map(([{ running }]) => running)).toEqual([undefined, 'op-1']);
    expect(send).not.toHaveBeenCalled();
    finds(refused);
    expect(await submitSwap(runtime, inputOf(moved), NOW)).toBe('completed');
    expect(await settleSwap(runtime, inputOf(moved), NOW)).toBe('completed');
  });
});

test.each<[string, Partial<AuthRecord>, Found]>([
  ['its auth was refused meanwhile', { status: 'authenticate' }, { kind: 'completed' }],
  [
    'nobody was let in to ask',
    {},
    { kind: 'not-logged-in', login: { kind: 'hold', code: 'account_issue_verify_identity' } },
  ],
])('another swap of the account looks for a card in doubt: %s', async (_, change, found) => {
  swaps('unknown');
  const { swap, auth } = await begin();
  await submitSwap(runtime, inputOf(swap), NOW);
  const meanwhile = await authOf(auth._id);
  const changed = changedAuth(meanwhile, change);
  await runtime.table.write([runtime.auths.save(changed, meanwhile)]);
  finds(found);
  expect(await submitSwap(runtime, inputOf(swap), NOW)).toBe('held');
  expect(await settleSwap(runtime, inputOf(swap), NOW)).toBe('hold');
  vi.restoreAllMocks();
  const find = finds({ kind: 'unknown' });
  const send = swaps('completed');
  const held = await authOf(auth._id);
  const verified = changedAuth(held, { status: 'verified' });
  await runtime.table.write([runtime.auths.save(verified, held)]);
  const other = await beginAt(auth._id, await newCard());
  expect(await submitSwap(runtime, inputOf(other), NOW)).toBe('unknown');
  expect((find.mock.calls[0] as unknown[])[1]).toBe(`${swap._id}_1`);
  expect(send).not.toHaveBeenCalled();
});

test('a swap that release 0.1.0 gave up is looked for before it is moved', async () => {
  const { swap, auth } = await givenUp();
  const { unknownSwap: _later, ...older } = await authOf(auth._id);
  await runtime.table.write([runtime.auths.save(...unnoticed(older))]);
  const moved = await move(swap, await newCard());
  finds({ kind: 'unknown' });
  const send = swaps('completed');
  expect(await submitSwap(runtime, inputOf(moved), NOW)).toBe('unknown');
  expect(send).not.toHaveBeenCalled();
});
