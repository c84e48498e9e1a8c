/** What the author adds to the sandbox: what a company behind the wire has to do by itself. */
import { NothingTried, type Session } from '@billhook/connector-kit';
import { describe, expect, test } from 'vitest';
import { createSandboxAuthor, SLOW_STATUS } from '../../../connectors/sandbox/author.ts';
import { openMemory } from '../../../connectors/sandbox/memory.ts';

const secret = 'a secret of the tests, which is long enough';
const AT = '2026-11-23T12:00:00.000Z';
const usd = (cents: number) => ({ cents, currency: 'USD' as const });
const card = {
  ...{ type: 'card' as const, cardNumber: '4111111111111111', expMonth: '12', expYear: '2030' },
  ...{ zipcode: '10001', name: 'Ada Tester' },
};

function open() {
  const now = () => Date.parse(AT);
  const author = createSandboxAuthor({ memory: openMemory({ secret, now }), changedAt: now() });
  return author as Required<typeof author>;
}

const run = (caller = 'billhook') => ({
  ...{ caller, operation: 'operation-0000001', signal: new AbortController().signal },
});

function sessionAt(company: string, form: Record<string, string>, more: Partial<Session> = {}) {
  return { company, auth: 'auth-000000000001', attended: true, at: AT, form, ...more };
}

const atTest = (form: Record<string, string>, more: Partial<Session> = {}) =>
  sessionAt('RegularCompany100000', form, more);
const upcoming = { balance: '100.00', dueDate: '12/01/2026', status: 'upcoming' };
const login = { round: 1, purpose: 'bill' } as const;

describe('A login', () => {
  test.each([
    ['an amount that is none', { balance: '1.2.3', dueDate: '12/01/2026' }],
    ['one without the other', { balance: '100.00' }],
  ])('refuses %s', async (_, form) => {
    const result = await open().logIn({ ...atTest(form), ...login }, run());
    expect(result).toEqual({ kind: 'authenticate', fault: { source: 'user', step: 'form' } });
  });

  test('of no company here has tried nothing', async () => {
    const work = async () => open().logIn({ ...sessionAt('nowhere', {}), ...login }, run());
    await expect(work()).rejects.toThrow(NothingTried);
  });

  test('that is slow ends when nobody waits any more', async () => {
    const author = open();
    const stop = new AbortController();
    const waiting = author.logIn(
      { ...atTest({ ...upcoming, status: SLOW_STATUS }), ...login },
      { ...run(), signal: stop.signal },
    );
    stop.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });
});

test('A fixed hold stays fixed for what follows the login, until another login', async () => {
  const author = open();
  const form = { ...upcoming, status: 'hold:account_issue_with_swap' };
  const session = atTest(form);
  const put = async (swap: string) =>
    (await author.swap(session, { swap, submission: 1, method: card }, run())).kind;
  expect(await put('swap-1')).toBe('held');
  await author.logIn({ ...session, ...login, purpose: 'swap', holdFixed: true }, run());
  expect(await put('swap-2')).toBe('completed');
  await author.logIn({ ...session, ...login, purpose: 'swap' }, run());
  expect(await put('swap-3')).toBe('held');
});

test('A company that needs the code of a card says so', async () => {
  const session = sessionAt('StillheronYoga000000', { username: 'ada', password: 'x' });
  const author = open();
  const put = async (method: typeof card & { cardCode?: string }) =>
    author.swap(session, { swap: 'swap-1', submission: 1, method }, run());
  expect(await put(card)).toEqual({ kind: 'held', code: 'account_issue_card_not_accepted' });
  expect(await put({ ...card, cardCode: '123' })).toEqual({ kind: 'completed' });
});

test('Nothing was taken by a company that is not here', async () => {
  const session = sessionAt('nowhere', {});
  const order = { payment: 'p', submission: 1, accountKey: 'a', amount: usd(100), method: card };
  const result = { kind: 'never-taken', fault: { source: 'connector', step: 'company' } };
  expect(await open().pay(session, order, run())).toEqual(result);
  const swap = { swap: 's', submission: 1, method: card };
  expect(await open().swap(session, swap, run())).toEqual(result);
});

describe('Two callers', () => {
  const pay = async (author: ReturnType<typeof open>, caller: string, form = upcoming) => {
    const read = await author.listBills(atTest(form), run(caller));
    if (read.kind !== 'bills') throw new Error(read.kind);
    const accountKey = read.bills[0]?.accountKey ?? '';
    const order = { payment: 'payment-1', submission: 1, accountKey, method: card };
    return author.pay(atTest(form), { ...order, amount: usd(10_000) }, run(caller));
  };

  test('have accounts of their own, though their ids are the same', async () => {
    const author = open();
    expect(await pay(author, 'one')).toMatchObject({ kind: 'paid' });
    expect(await pay(author, 'two')).toMatchObject({ kind: 'paid' });
  });

  test('see reports of their own payments', async () => {
    const author = open();
    await pay(author, 'one');
    await pay(author, 'two', { ...upcoming, balance: '200.00' });
    const report = async (caller: string) =>
      (await author.settlements('2026-11-23', undefined, { caller }))?.settlements;
    const line = {
      ...{ payment: 'payment-1', submission: 1, kind: 'paid', amount: usd(10_000), at: AT },
      confirmation: expect.stringMatching(/^SB\d{8}$/),
    };
    expect(await report('one')).toEqual([line]);
    expect(await report('two')).toEqual([line]);
    expect(await report('three')).toEqual([]);
  });
});

test('The directory tells what changed since a time', async () => {
  const author = open();
  const count = async (since?: string) =>
    (await author.companies(since, undefined)).companies.length;
  expect(await count()).toBe(80);
  expect(await count('2026-11-23T11:59:59.000Z')).toBe(80);
  expect(await count(AT)).toBe(0);
});
