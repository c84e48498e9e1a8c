import { randomBytes } from 'node:crypto';
import { requestLink } from '@billhook/core/auth/auth';
import type { StoredAuth } from '@billhook/core/auth/stored-auth';
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import type { SwapOutcome } from '@billhook/core/company/connector';
import type { EventRecord } from '@billhook/core/events/event';
import {
  hasCardCode,
  newPaymentMethod,
  type PaymentMethodRecord,
  withoutCardCode,
} from '@billhook/core/method/payment-method';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { attemptIdOf, type SwapRecord } from '@billhook/core/swap/swap';
import { writeSwapBeginning } from '@billhook/runtime/swaps/begin';
import { settleSwap } from '@billhook/runtime/swaps/settle';
import { startLinkedSwap } from '@billhook/runtime/swaps/start-linked';
import { submitSwap } from '@billhook/runtime/swaps/submit';
import { MAX_ROUNDS, takeUpSwap } from '@billhook/runtime/sweeps/take-up-swap';
import { beforeEach, describe, expect, test } from 'vitest';
import { company, paymentScene, setMaintenance } from '../../../support/payment-world.ts';
import { authRecord, clientId, methodRecord, NOW, unnoticed } from '../../../support/records.ts';

const { runtime, started } = await paymentScene();

beforeEach(async () => {
  const usual = { swapOutcome: { kind: 'completed' }, losesAnswers: false, needsCardCode: false };
  Object.assign(company, usual);
  company.swaps.clear();
  started.length = 0;
  await setMaintenance(runtime, false);
});

const companyId = sandboxCompanies.find(({ name }) => name === 'Regular Company 1')?._id ?? '';
const held = { kind: 'held', code: 'account_issue_card_not_accepted' } as const;
const gaveUp = { code: 'system_issue_with_swap', subcode: 'job-timeout' };

async function newParties(change: Partial<StoredAuth> = {}) {
  const draft = authRecord(change);
  const credentials = await runtime.vault.seal(
    { clientId, recordId: draft._id },
    { username: 'ada' },
  );
  const auth = { ...draft, credentials, company: { ...draft.company, _id: companyId } };
  const given = methodRecord();
  const fields = { cardNumber: '4111111111111111', cardCode: '123' };
  const sealed = await runtime.vault.seal({ clientId, recordId: given._id }, fields);
  const method = newPaymentMethod({ ...given, sealed }, NOW);
  await runtime.table.write([
    runtime.auths.save(...unnoticed(auth)),
    runtime.methods.save(...unnoticed(method)),
  ]);
  return { auth, method };
}

/** A swap that has begun and was not submitted yet. */
async function begin() {
  const { auth, method } = await newParties();
  const swapId = newOwnedId('swap', clientId, randomBytes);
  const asked = { swapId, paymentMethodId: method._id, now: NOW };
  const swap = await writeSwapBeginning(runtime, { auth, method }, asked);
  if (typeof swap === 'symbol') throw new Error('The swap did not begin');
  return { swap, input: inputOf(swap), authId: auth._id, methodId: method._id };
}

const inputOf = (swap: SwapRecord) => ({
  swapId: swap._id,
  attemptId: attemptIdOf(swap),
  clientId,
});

async function readAll({ swap, authId, methodId }: Awaited<ReturnType<typeof begin>>) {
  const [after, auth, method] = await Promise.all([
    runtime.swaps.findAny(swap._id),
    runtime.auths.findAny(authId),
    runtime.methods.findAny(methodId),
  ]);
  if (!after || !auth || !method) throw new Error('A record is gone');
  return { swap: after, auth, method };
}

const codeOf = (method: PaymentMethodRecord) =>
  hasCardCode(method) ? method.codeDropsAt : undefined;

describe('a swap whose answer was lost', () => {
  test.each([
    ['nothing has changed', async () => {}],
    ['the company is in maintenance since', async () => setMaintenance(runtime, true)],
    [
      'the card lost its code since',
      async (method: PaymentMethodRecord) => {
        await runtime.table.write([runtime.methods.save(withoutCardCode(method), method)]);
      },
    ],
  ])('is known as completed, though %s', async (_, meanwhile) => {
    const begun = await begin();
    company.losesAnswers = true;
    await expect(submitSwap(runtime, begun.input, NOW)).rejects.toThrow();
    company.losesAnswers = false;
    expect((await readAll(begun)).swap.status).toBe('in-progress');
    await meanwhile((await readAll(begun)).method);
    expect(await submitSwap(runtime, begun.input, NOW)).toBe('completed');
    expect(await settleSwap(runtime, begun.input, NOW)).toBe('completed');
    const after = await readAll(begun);
    expect(after.swap.status).toBe('completed');
    expect(after.auth.openSwapId).toBeUndefined();
    expect(after.method.inFlight).toEqual([]);
    expect(codeOf(after.method)).toBeUndefined();
    expect(company.swaps.size).toBe(1);
  });
});

describe('a swap', () => {
  test.each([
    ['completely', { kind: 'done' }],
    ['for a reason that does not exist', { kind: 'held', code: 'because' }],
  ])('of which the company says what makes no sense stays in progress: %s', async (_, said) => {
    const begun = await begin();
    company.swapOutcome = said as SwapOutcome;
    expect(await submitSwap(runtime, begun.input, NOW)).toBe('unknown');
    expect(await submitSwap(runtime, begun.input, NOW)).toBe('unknown');
    expect(await readAll(begun)).toMatchObject({
      swap: { status: 'in-progress', outcome: { kind: 'unknown' } },
      auth: { status: 'verified', openSwapId: begun.swap._id },
    });
    company.swaps.set(begun.input.attemptId, { kind: 'completed' });
    expect(await submitSwap(runtime, begun.input, NOW)).toBe('completed');
    expect(await settleSwap(runtime, begun.input, NOW)).toBe('completed');
  });

  test('that the company refused holds its auth, and the code is gone before it is settled', async () => {
    const begun = await begin();
    company.swapOutcome = held;
    expect(await submitSwap(runtime, begun.input, NOW)).toBe('held');
    expect(codeOf((await readAll(begun)).method)).toBeUndefined();
    expect(await settleSwap(runtime, begun.input, NOW)).toBe('hold');
    const { auth } = await readAll(begun);
    expect(auth).toMatchObject({ status: 'hold', interrupted: { swapId: begun.swap._id } });
  });

  test('settled twice changes nothing the second time', async () => {
    const begun = await begin();
    await submitSwap(runtime, begun.input, NOW);
    await settleSwap(runtime, begun.input, NOW);
    const once = await readAll(begun);
    expect(await settleSwap(runtime, begun.input, NOW)).toBe('completed');
    expect(await submitSwap(runtime, begun.input, NOW)).toBe('closed');
    expect(await readAll(begun)).toEqual(once);
  });

  test('that nobody could tell about is held in the end, and its code dropped', async () => {
    const begun = await begin();
    company.swapOutcome = { kind: 'unknown' };
    expect(await submitSwap(runtime, begun.input, NOW)).toBe('unknown');
    expect(codeOf((await readAll(begun)).method)).toBeDefined();
    expect(await settleSwap(runtime, begun.input, NOW)).toBe('hold');
    const after = await readAll(begun);
    expect(after.swap.hold).toEqual(gaveUp);
    expect(after.auth.hold).toEqual(gaveUp);
    expect(codeOf(after.method)).toBeUndefined();
  });

  test('at a company in maintenance is held with its card untouched', async () => {
    const begun = await begin();
    await setMaintenance(runtime, true);
    expect(await submitSwap(runtime, begun.input, NOW)).toBe('held');
    await settleSwap(runtime, begun.input, NOW);
    const after = await readAll(begun);
    expect(after.swap.hold?.code).toBe('provider_system_issue');
    expect(codeOf(after.method)).toBeDefined();
    expect(company.swaps.size).toBe(0);
  });

  test.each([
    ['is held', true, 'held'],
    ['goes without it', false, 'completed'],
  ])('whose code expired %s, where the company needs one: %s', async (_, needs, outcome) => {
    const begun = await begin();
    company.needsCardCode = needs;
    expect(await submitSwap(runtime, begun.input, NOW + DAY_MILLISECONDS)).toBe(outcome);
    expect(company.swaps.size).toBe(needs ? 0 : 1);
  });

  test('at another attempt is none of an older execution’s business', async () => {
    const begun = await begin();
    const stale = { ...begun.input, attemptId: `${begun.swap._id}_9` };
    expect(await submitSwap(runtime, stale, NOW)).toBe('closed');
    expect(await settleSwap(runtime, stale, NOW)).toBe('closed');
    expect((await readAll(begun)).swap.version).toBe(begun.swap.version);
    expect(company.swaps.size).toBe(0);
  });

  test('that begins beside another of the same auth is told so', async () => {
    const { auth, method } = await newParties();
    const asked = { paymentMethodId: method._id, now: NOW };
    const swapIds = [0, 1].map(() => newOwnedId('swap', clientId, randomBytes));
    const begun = await Promise.all(
      swapIds.map((swapId) => writeSwapBeginning(runtime, { auth, method }, { ...asked, swapId })),
    );
    expect(begun.filter((one) => typeof one === 'symbol')).toHaveLength(1);
    expect(await runtime.swaps.listOfAuth(auth)).toHaveLength(1);
  });
});

describe('a link that swaps', () => {
  async function link(change: { swapId?: string; byApiKey?: true } = {}) {
    const { auth, method } = await newParties();
    const linkId = newOwnedId('link', clientId, randomBytes);
    const given = { linkId, items: ['swap' as const], swaps: true, paymentMethodId: method._id };
    const requestedAt = new Date(NOW).toISOString();
    const linked = requestLink(auth, { ...auth, link: { ...given, ...change, requestedAt } });
    await runtime.table.write([runtime.auths.save(linked, auth)]);
    return { ids: { authId: auth._id, linkId }, auth, method };
  }

  test('repeated by a task that was interrupted makes one swap, and starts it again', async () => {
    const { ids, auth } = await link();
    expect(await startLinkedSwap(runtime, ids, NOW)).toBe('started');
    expect(await startLinkedSwap(runtime, ids, NOW)).toBe('started');
    const [only, ...others] = await runtime.swaps.listOfAuth(auth);
    expect(others).toEqual([]);
    expect(started).toEqual([attemptIdOf(only as SwapRecord), attemptIdOf(only as SwapRecord)]);
    expect((await runtime.auths.findAny(auth._id))?.link).toBeUndefined();
  });

  test('whose card was declined meanwhile has its swap on hold, and says so', async () => {
    const { ids, auth, method } = await link({ byApiKey: true });
    const declined = { ...method, version: method.version + 1, status: 'declined' as const };
    await runtime.table.write([runtime.methods.save(...unnoticed(declined))]);
    expect(await startLinkedSwap(runtime, ids, NOW)).toBe('held');
    const [only] = await runtime.swaps.listOfAuth(auth);
    expect(only).toMatchObject({ status: 'hold', hold: { code: 'system_issue_with_swap' } });
    const after = await runtime.auths.findAny(auth._id);
    expect(after).toMatchObject({ status: 'hold', interrupted: { swapId: only?._id } });
    expect(after?.openSwapId).toBeUndefined();
    expect(started).toEqual([]);
    // The hold is what the link came to: told to those only who are told of links begun by API key.
    const log = { partition: clientId, prefix: 'event#' };
    const { items } = await runtime.table.query<EventRecord>(log);
    const told = items.filter(({ data }) => (data.auth as { _id?: string })?._id === auth._id);
    expect(told.at(-1)).toMatchObject({ type: 'auth.hold', restricted: true });
  });

  test.each([
    [{ byApiKey: true as const }, true],
    [{}, undefined],
  ])('%j that the company refuses: its hold is restricted: %s', async (change, restricted) => {
    const { ids, auth } = await link(change);
    await startLinkedSwap(runtime, ids, NOW);
    const [swap] = await runtime.swaps.listOfAuth(auth);
    company.swapOutcome = held;
    const input = inputOf(swap as SwapRecord);
    expect(await submitSwap(runtime, input, NOW)).toBe('held');
    expect(await settleSwap(runtime, input, NOW)).toBe('hold');
    const log = { partition: clientId, prefix: 'event#' };
    const { items } = await runtime.table.query<EventRecord>(log);
    const told = items.filter(({ data }) => (data.auth as { _id?: string })?._id === auth._id);
    expect(told.at(-1)?.type).toBe('auth.hold');
    expect(told.at(-1)?.restricted).toBe(restricted);
  });

  test('beside a swap that began meanwhile is not made', async () => {
    const { ids, auth, method } = await link();
    const standing = await runtime.auths.findAny(auth._id);
    if (!standing) throw new Error('The auth is gone');
    const swapId = newOwnedId('swap', clientId, randomBytes);
    const asked = { swapId, paymentMethodId: method._id, now: NOW };
    await writeSwapBeginning(runtime, { auth: standing, method }, asked);
    expect(await startLinkedSwap(runtime, ids, NOW)).toBe('refused');
    expect(await runtime.swaps.listOfAuth(auth)).toHaveLength(1);
    expect((await runtime.auths.findAny(auth._id))?.link).toBeUndefined();
  });
});

describe('the sweep', () => {
  test('starts a swap under the id of its attempt, and looks again later while it runs', async () => {
    const begun = await begin();
    await takeUpSwap(runtime, begun.swap._id, NOW);
    expect(started).toEqual([begun.input.attemptId]);
    const { swap } = await readAll(begun);
    expect(Date.parse(swap.dueAt ?? '')).toBeGreaterThan(NOW);
    expect(swap.version).toBe(begun.swap.version);
  });

  test('starts another execution where one ended with nothing, and holds the swap in the end', async () => {
    const begun = await begin();
    const startSwapCard = async () => 'ended' as const;
    const over = { ...runtime, workflows: { ...runtime.workflows, startSwapCard } };
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      await takeUpSwap(over, begun.swap._id, NOW);
      expect((await readAll(begun)).swap).toMatchObject({ rounds: round, status: 'pending' });
    }
    await takeUpSwap(over, begun.swap._id, NOW);
    expect((await readAll(begun)).swap).toMatchObject({ status: 'hold', hold: gaveUp });
  });
});
