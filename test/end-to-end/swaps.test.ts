import { describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import {
  authWith,
  DECLINING_CARD,
  linkToSwap,
  onlySwapOf,
  swap,
  swapOf,
  swappable,
  withUsedCode,
} from '../support/swap-steps.ts';
import { findItem } from '../support/table.ts';
import { dueDate, type Form, methodOf, openWorld, refusal, valueFrom } from '../support/world.ts';

const world = openWorld();
const { api } = world;
const companyName = 'Regular Company 3';

async function newCardHolder(cardNumber?: string) {
  const clientId = await world.newClient();
  return { clientId, methodId: await world.addCard(clientId, cardNumber ? { cardNumber } : {}) };
}

const swapsOf = async (clientId: string) => valueFrom(await api.swap.listSwaps({ clientId })).data;

const giveCode = async (paymentMethodId: string) =>
  valueFrom(await api.payment.setCardCode({ paymentMethodId, cardCode: '123' }));

const notAccepted = { code: 'account_issue_card_not_accepted' };
const due = { balance: '20.00', dueDate: dueDate(9) };

describe('Status inputs and their effect, for a swap', () => {
  const completing: [string, Form][] = [
    ['no input at all', {}],
    ['any value that is not another valid status', { status: 'hello' }],
    ['syncing', { status: 'syncing', balance: 'lots' }],
    ['zero-balance', { status: 'zero-balance', balance: '0', dueDate: dueDate(9) }],
    ['overdue', { status: 'overdue', balance: '20.00', dueDate: dueDate(-9) }],
    ['upcoming', { status: 'upcoming', ...due }],
    ['paid', { status: 'paid', balance: '20.00', dueDate: dueDate(-9) }],
  ];
  test.each(completing)('%s: the auth is verified and the swap completed', async (_row, form) => {
    const { clientId, methodId } = await newCardHolder();
    const authId = await linkToSwap(world, { clientId, methodId, companyName, form });
    const made = await onlySwapOf(world, clientId);
    expect(made).toMatchObject({
      status: { type: 'completed' },
      auth: { _id: authId, status: { type: 'verified' }, items: ['swap'] },
      company: { name: companyName },
      paymentMethod: { _id: methodId, card: { number: 'XXXX1111' } },
    });
    expect(made.reason).toBeUndefined();
    expect(valueFrom(await api.bill.listBills({ clientId })).data).toEqual([]);
  });

  test('hold of a swap: the swap is held for the reason, and made once that is fixed', async () => {
    const { clientId, methodId } = await newCardHolder();
    const reason = { code: 'system_issue_with_swap', subcode: 'job-timeout' };
    const form = { status: 'hold:system_issue_with_swap:job-timeout' };
    const authId = await linkToSwap(world, { clientId, methodId, companyName, form });
    const held = await onlySwapOf(world, clientId);
    expect(held).toMatchObject({ status: { type: 'hold' }, reason, auth: { reason } });
    valueFrom(await api.auth.fixHold({ authId }));
    const isDone = ({ status }: typeof held) => status.type === 'completed';
    expect(await swapOf(world, clientId, held._id, isDone)).toMatchObject({ _id: held._id });
  });

  test('authenticate: no swap is made', async () => {
    const { clientId, methodId } = await newCardHolder();
    const form = { status: 'authenticate' };
    const authId = await linkToSwap(world, { clientId, methodId, companyName, form });
    await authWith(world, clientId, authId, 'authenticate');
    expect(await swapsOf(clientId)).toEqual([]);
  });

  test('hold: the swap is made once the hold is fixed', async () => {
    const { clientId, methodId } = await newCardHolder();
    const authId = await linkToSwap(world, {
      clientId,
      methodId,
      companyName,
      form: { status: 'hold' },
    });
    const held = await authWith(world, clientId, authId, 'hold');
    expect(held.reason?.code).toBe('account_issue_accept_toc');
    expect(await swapsOf(clientId)).toEqual([]);
    valueFrom(await api.auth.fixHold({ authId }));
    expect((await onlySwapOf(world, clientId)).status.type).toBe('completed');
  });

  test('mfa-required-questions: the swap is made after the answers, balance and date ignored', async () => {
    const { clientId, methodId } = await newCardHolder();
    const form = { status: 'mfa-required-questions', balance: 'lots', dueDate: 'soon' };
    const authId = await linkToSwap(world, { clientId, methodId, companyName, form });
    const asked = await authWith(world, clientId, authId, 'mfa-required');
    expect(await swapsOf(clientId)).toEqual([]);
    const answers = (asked.mfa?.mfa ?? []).map(({ identifier }) => ({
      identifier,
      answer: 'answer',
    }));
    valueFrom(await api.auth.answerQuestions({ authId, answers }));
    expect((await onlySwapOf(world, clientId)).status.type).toBe('completed');
  });

  test('mfa-required-prompt: the swap is made once the prompt was pressed', async () => {
    const { clientId, methodId } = await newCardHolder();
    const form = { status: 'mfa-required-prompt', ...due };
    const authId = await linkToSwap(world, {
      clientId,
      methodId,
      companyName: 'MFA Company 1',
      form,
    });
    const { token } = await world.challengeOf(authId);
    expect(await swapsOf(clientId)).toEqual([]);
    valueFrom(await api.auth.answerStep({ token, method: 'prompt' }));
    expect((await onlySwapOf(world, clientId)).status.type).toBe('completed');
  });

  test('mfa-required-code: the swap is made once the code was entered', async () => {
    const { clientId, methodId } = await newCardHolder();
    const form = { status: 'mfa-required-code', ...due };
    const authId = await linkToSwap(world, {
      clientId,
      methodId,
      companyName: 'MFA Company 1',
      form,
    });
    const first = await world.challengeOf(authId);
    const method = 'code' as const;
    const choice = { token: first.token, method, security: { identifier: 'text' } };
    valueFrom(await api.auth.answerStep(choice));
    const { token } = await world.challengeOf(authId, first.token);
    const security = [{ identifier: 'code', answer: '123456' }];
    valueFrom(await api.auth.answerStep({ token, method: 'questions', security }));
    expect((await onlySwapOf(world, clientId)).status.type).toBe('completed');
  });

  test('payment-declined: the card is refused, and the auth is on hold with the reason', async () => {
    const { clientId, methodId } = await newCardHolder();
    const form = { status: 'payment-declined', ...due };
    const authId = await linkToSwap(world, { clientId, methodId, companyName, form });
    const held = await onlySwapOf(world, clientId);
    expect(held).toMatchObject({ status: { type: 'hold' }, reason: notAccepted });
    expect(held.auth).toMatchObject({ _id: authId, status: { type: 'hold' }, reason: notAccepted });
  });
});

describe('a card that the company refuses', () => {
  test('holds swap and auth, and fix-hold resumes the same swap', async () => {
    const given = await swappable(world, {}, DECLINING_CARD);
    const { clientId, authId } = given;
    const held = await swap(world, given);
    expect(held).toMatchObject({ status: { type: 'hold' }, reason: notAccepted });
    await world.billOf(clientId, authId, ({ bill }) => bill.auth.status.type === 'hold');
    valueFrom(await api.auth.fixHold({ authId }));
    const done = await swapOf(
      world,
      clientId,
      held._id,
      ({ status }) => status.type === 'completed',
    );
    expect(done.auth.status.type).toBe('verified');
    expect(await swapsOf(clientId)).toHaveLength(1);
  });

  test('can be followed by another through the same swap', async () => {
    const given = await swappable(world, {}, DECLINING_CARD);
    const { clientId } = given;
    const held = await swap(world, given);
    const methodId = await world.addCard(clientId);
    const swapId = held._id;
    const form = { balance: '50.00', dueDate: dueDate(9) };
    await linkToSwap(world, { clientId, methodId, swapId, companyName: 'Regular Company 2', form });
    const moved = await swapOf(
      world,
      clientId,
      swapId,
      ({ status }) => status.type === 'completed',
    );
    expect(moved).toMatchObject({ created: held.created, paymentMethod: { _id: methodId } });
    expect(await swapsOf(clientId)).toHaveLength(1);
  });
});

describe('an existing swap', () => {
  test('moves to another method by its id', async () => {
    const given = await swappable(world);
    const { clientId } = given;
    const first = await swap(world, given);
    const methodId = await world.addCard(clientId, { cardNumber: '5555555555554444' });
    const link = { clientId, methodId, swapId: first._id, companyName: 'Regular Company 2' };
    await linkToSwap(world, link);
    const moved = await swapOf(
      world,
      clientId,
      first._id,
      ({ status, paymentMethod }) => status.type === 'completed' && paymentMethod?._id === methodId,
    );
    expect(moved.created).toBe(first.created);
    expect(await swapsOf(clientId)).toHaveLength(1);
  });

  test('is unknown at another company, and to another client', async () => {
    const given = await swappable(world);
    const { _id: swapId } = await swap(world, given);
    const methodId = await world.addCard(given.clientId);
    const other = await newCardHolder();
    const at = async (name: string, client: { clientId: string; methodId: string }) => {
      const { _id: companyId } = await world.findCompany(name);
      const meta = { swapId, paymentMethodId: client.methodId };
      const asked = { clientId: client.clientId, companyId, meta, form: {} };
      return refusal(await api.auth.createAuth({ ...asked, items: ['swap'] }));
    };
    expect(await at(companyName, { ...given, methodId })).toBe('404 swap_not_found');
    expect(await at('Regular Company 2', other)).toBe('404 swap_not_found');
  });

  test('excludes a bill', async () => {
    const given = await swappable(world);
    const { _id: swapId } = await swap(world, given);
    const { bill } = await world.billOf(given.clientId, given.authId);
    const meta = { swapId, billId: bill._id, paymentMethodId: given.methodId };
    const { clientId, companyId } = given;
    const asked = { clientId, companyId, items: ['swap' as const], meta, form: {} };
    expect(refusal(await api.auth.createAuth(asked))).toBe('400 invalid_request');
  });
});

test('a swap without a method names the field that is missing', async () => {
  const { _id: companyId } = await world.findCompany(companyName);
  const asked = { clientId: await world.newClient(), companyId, items: ['swap' as const] };
  const result = await api.auth.createAuth({ ...asked, form: {} });
  expect(result).toMatchObject({
    ok: false,
    problem: { code: 'invalid_request', errors: [{ field: 'meta.paymentMethodId' }] },
  });
});

test('a company whose user must be present swaps through POST /auth', async () => {
  const { clientId, methodId } = await newCardHolder();
  await linkToSwap(world, { clientId, methodId, companyName: 'MFA Company 2', form: due });
  expect((await onlySwapOf(world, clientId)).status.type).toBe('completed');
});

describe('the legacy login testswap', () => {
  const link = async () => {
    const { clientId, methodId: paymentMethodId } = await newCardHolder();
    const { _id: companyId } = await world.findOrdinaryCompany('email');
    const form = { email: 'testswap@test.test.', password: 'any' };
    return {
      clientId,
      paymentMethodId,
      given: { clientId, companyId, items: ['bill' as const], form },
    };
  };

  test('links, and swaps to the method that the link names, whatever items say', async () => {
    const { clientId, paymentMethodId, given } = await link();
    valueFrom(await api.auth.createAuth({ ...given, meta: { paymentMethodId } }));
    expect(await onlySwapOf(world, clientId)).toMatchObject({
      status: { type: 'completed' },
      paymentMethod: { _id: paymentMethodId },
    });
    expect(valueFrom(await api.bill.listBills({ clientId })).data).not.toEqual([]);
  });

  test('only links without one', async () => {
    const { clientId, given } = await link();
    const { authId } = valueFrom(await api.auth.createAuth(given));
    await world.billOf(clientId, authId);
    expect(await swapsOf(clientId)).toEqual([]);
  });
});

test('two swaps asked for at once are one', async () => {
  const { clientId, authId, methodId: paymentMethodId } = await swappable(world);
  const asked = { authId, paymentMethodId };
  const results = await Promise.all([api.swap.createSwap(asked), api.swap.createSwap(asked)]);
  const refused = results.filter((result) => !result.ok);
  // The first may have ended before the second was looked at.
  expect(refused.map(refusal)).toEqual(refused.map(() => '409 swap_in_progress'));
  expect((await onlySwapOf(world, clientId)).status.type).toBe('completed');
  expect(await swapsOf(clientId)).toHaveLength(results.length - refused.length);
});

describe("a card's code", () => {
  test('is not needed by most companies: a card that paid is put on file, and once more', async () => {
    const { clientId, methodId, authId, companyId } = await swappable(world);
    const { bill } = await world.billOf(clientId, authId);
    await world.pay(bill._id);
    const tableUrl = inject('service').tableUrl;
    const kept = JSON.stringify((await findItem(tableUrl, clientId, methodId))?.sealed);
    expect(kept).not.toContain('cardCode');
    const first = await swap(world, { clientId, authId, methodId });
    const form = { balance: '50.00', dueDate: dueDate(9) };
    const meta = { paymentMethodId: methodId };
    const items = ['swap' as const];
    valueFrom(await api.auth.createAuth({ clientId, companyId, items, meta, form }));
    const second = await until('the second swap', async () =>
      (await swapsOf(clientId)).find(({ _id }) => _id !== first._id),
    );
    const made = [first, await swapOf(world, clientId, second._id)];
    expect(made.map(({ status }) => status.type)).toEqual(['completed', 'completed']);
  });

  test('is gone once the card is on file, asked for by the next swap of a company that needs it, and given again', async () => {
    const given = await withUsedCode(world);
    const { clientId, authId, methodId: paymentMethodId } = given;
    const asked = { authId, paymentMethodId };
    expect(refusal(await api.swap.createSwap(asked))).toBe('409 card_code_required');
    await giveCode(paymentMethodId);
    const { swapId } = valueFrom(await api.swap.createSwap(asked));
    expect((await swapOf(world, clientId, swapId)).status.type).toBe('completed');
    const { tableUrl } = inject('service');
    const item = await findItem(tableUrl, clientId, paymentMethodId);
    expect(JSON.stringify(item?.sealed)).toContain('cardNumber');
    expect(JSON.stringify(item?.sealed)).not.toContain('cardCode');
    expect(item?.dueKind).toBeUndefined();
  });

  test('given again is kept sealed, for a day', async () => {
    const { clientId, methodId } = await newCardHolder();
    await giveCode(methodId);
    const item = await findItem(inject('service').tableUrl, clientId, methodId);
    expect(item?.dueKind).toEqual({ S: 'card-code' });
    const dropsIn = Date.parse(String(item?.dueAt?.S)) - Date.now();
    expect(dropsIn).toBeGreaterThan(23 * 60 * 60 * 1000);
    expect(dropsIn).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
  });

  test('has four digits on a card of American Express', async () => {
    const clientId = await world.newClient();
    const card = { cardNumber: '378282246310005', cardCode: '1234' };
    const paymentMethodId = await world.addCard(clientId, card);
    const give = (cardCode: string) => api.payment.setCardCode({ paymentMethodId, cardCode });
    expect(refusal(await give('123'))).toBe('400 invalid_request');
    valueFrom(await give('4321'));
  });
});

describe('what goes meanwhile', () => {
  test('an auth takes its swaps with it, and frees the method', async () => {
    const { clientId, authId, methodId: paymentMethodId } = await swappable(world);
    valueFrom(await api.swap.createSwap({ authId, paymentMethodId }));
    valueFrom(await api.auth.deleteAuth({ authId }));
    expect(await swapsOf(clientId)).toEqual([]);
    await until('the method can go', async () => {
      return (await api.payment.deletePaymentMethod({ paymentMethodId })).ok;
    });
    expect(await swapsOf(clientId)).toEqual([]);
  });

  test('a method that is gone since is shown no more', async () => {
    const given = await swappable(world);
    const { clientId, methodId } = given;
    const made = await swap(world, given);
    valueFrom(await api.payment.deletePaymentMethod({ paymentMethodId: methodId }));
    expect(await methodOf(api, clientId, methodId)).toBeUndefined();
    const [left] = await swapsOf(clientId);
    expect(left).toMatchObject({ _id: made._id, status: { type: 'completed' } });
    expect(left?.paymentMethod).toBeUndefined();
  });

  test('an auth keeps its ten latest swaps', async () => {
    const given = await swappable(world);
    const made: string[] = [];
    for (let count = 0; count < 12; count += 1) made.push((await swap(world, given))._id);
    const left = (await swapsOf(given.clientId)).map(({ _id }) => _id);
    expect(left.toSorted()).toEqual(made.slice(2).toSorted());
  });
});

test('the companies that take swaps are listed by name, and no others', async () => {
  const { data, resultCount } = valueFrom(await api.swap.listSwapCompanies());
  expect(data).toHaveLength(resultCount);
  expect(data.every(({ fullyAutomatedCardSwap }) => fullyAutomatedCardSwap)).toBe(true);
  const expected = await world.findCompanies((one) => one.fullyAutomatedCardSwap);
  expect(data.map(({ _id }) => _id).toSorted()).toEqual(expected.map(({ _id }) => _id).toSorted());
  const names = data.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
});
