import { isSwapLogin } from '@billhook/core/sandbox/swap-login';
import { describe, expect, test } from 'vitest';
import { card, companyNamed, mapMemory, sandbox, sessionAt, upcoming } from './support.ts';

const completed = { kind: 'completed' };
const refused = { kind: 'held', code: 'account_issue_card_not_accepted' };
const DECLINING = '4000000000000002';
const aCard = (number?: string) =>
  card(number) as Extract<ReturnType<typeof card>, { type: 'card' }>;
const at = (status?: string, more = {}) =>
  sessionAt('Regular Company 1', { ...upcoming, ...(status && { status }) }, more);
const attempt = (attemptId: string, number?: string) => ({ attemptId, method: aCard(number) });

test.each([
  ['none', undefined, completed],
  ['any other value', 'hello', completed],
  ['hold, once it is fixed', 'hold', completed],
  ['mfa-required-questions', 'mfa-required-questions', completed],
  ['mfa-required-code', 'mfa-required-code', completed],
  ['mfa-required-prompt', 'mfa-required-prompt', completed],
  ['syncing', 'syncing', completed],
  ['zero-balance', 'zero-balance', completed],
  ['overdue', 'overdue', completed],
  ['upcoming', 'upcoming', completed],
  ['paid', 'paid', completed],
  ['payment-declined', 'payment-declined', refused],
])('the status %s', async (_row, status, outcome) => {
  expect(await sandbox().connector.swap(at(status), attempt('a_1'))).toEqual(outcome);
});

test('the declining card is refused at any company', async () => {
  const { connector } = sandbox();
  const session = sessionAt('Velvetreel', { email: 'jane', password: 'x' });
  expect(await connector.swap(session, attempt('a_1', DECLINING))).toEqual(refused);
});

test.each([
  ['a refusing company', 'payment-declined', undefined],
  ['a refused card', undefined, DECLINING],
])('a fixed hold of %s is taken', async (_, status, number) => {
  const { connector } = sandbox();
  const session = at(status, { holdFixed: true });
  expect(await connector.swap(session, attempt('a_2', number))).toEqual(completed);
});

test.each([
  ['hold:account_issue_max_cards_on_file', { code: 'account_issue_max_cards_on_file' }],
  [
    'hold:system_issue_with_swap:captcha-failure',
    { code: 'system_issue_with_swap', subcode: 'captcha-failure' },
  ],
])('the status %s holds the swap, until that is fixed', async (status, reason) => {
  const { connector } = sandbox();
  const held = { kind: 'held', ...reason };
  expect(await connector.swap(at(status), attempt('a_1'))).toEqual(held);
  expect(await connector.swap(at(status), attempt('a_2'))).toEqual(held);
  const fixed = at(status, { holdFixed: true });
  expect(await connector.swap(fixed, attempt('a_3'))).toEqual(completed);
});

test('a code that holds something else holds no swap', async () => {
  const { connector } = sandbox();
  const session = at('hold:account_issue_account_locked');
  expect(await connector.swap(session, attempt('a_1'))).toEqual(completed);
});

describe('an attempt', () => {
  test('is answered as before, however often it is submitted, and whatever has changed', async () => {
    const memory = mapMemory();
    const { connector } = sandbox(memory);
    await connector.swap(at('payment-declined'), attempt('a_1'));
    const saves = memory.saves();
    expect(await connector.swap(at('upcoming', { holdFixed: true }), attempt('a_1'))).toEqual(
      refused,
    );
    expect(await connector.findSwap(at('upcoming'), 'a_1')).toEqual(refused);
    expect(memory.saves()).toBeLessThanOrEqual(saves + 1);
  });

  test('that never came is not known', async () => {
    const { connector } = sandbox();
    expect(await connector.findSwap(at(), 'a_1')).toBeUndefined();
    await connector.swap(at(), attempt('a_1'));
    expect(await connector.findSwap(at(), 'a_2')).toBeUndefined();
  });
});

test('four digits of the card on file are remembered, and no number', async () => {
  const memory = mapMemory();
  const saved: unknown[] = [];
  const { connector } = sandbox({
    ...memory,
    save: async (...given) => {
      saved.push(given[1]);
      return memory.save(...given);
    },
  });
  await connector.swap(at(), attempt('a_1'));
  await connector.swap(at(), attempt('a_2', DECLINING));
  expect(saved.at(-1)).toMatchObject({ cardOnFile: { lastFour: '1111' } });
  expect(JSON.stringify(saved)).not.toMatch(/\d{12,}/);
});

test('only the legacy login testswap asks for a swap by itself', () => {
  const asks = (company: string, form: Record<string, string>) =>
    isSwapLogin(companyNamed(company), form);
  expect(asks('Velvetreel', { email: 'testswap@test.test.' })).toBe(true);
  expect(asks('Velvetreel', { email: 'test' })).toBe(false);
  expect(asks('Regular Company 1', { username: 'testswap' })).toBe(true);
  expect(asks('Regular Company 1', { username: 'testswap', status: 'upcoming' })).toBe(false);
  expect(asks('Regular Company 1', { status: 'testswap' })).toBe(false);
  const elsewhere = { ...companyNamed('Velvetreel'), connector: 'another' as never };
  expect(isSwapLogin(elsewhere, { email: 'testswap' })).toBe(false);
});

test.each([
  ['mfa-required-questions', []],
  ['hold', []],
  ['upcoming', ['form.balance', 'form.dueDate']],
])('senseless amounts of the status %s, for a swap', (status, fields) => {
  const { connector } = sandbox();
  const { company } = at();
  const form = { status, balance: 'lots', dueDate: 'soon' };
  const problems = connector.checkForm(company, form, 0, 'swap');
  expect(problems.map(({ field }) => field)).toEqual(fields);
});
