import type { Session } from '@billhook/core/company/connector';
import { SLOW_MILLISECONDS } from '@billhook/core/sandbox/slow';
import { describe, expect, test } from 'vitest';
import { billsOf, card, NOW, sandbox, sessionAt } from './support.ts';

const running = (what: string) => ({
  kind: 'running',
  operation: `${what}-${NOW}`,
  askAgainAt: NOW + 5_000,
});

const at = (username: string, more: Partial<Session> = {}) =>
  sessionAt('Bramblewick Power', { username, password: 'any' }, more);

/** Asked about what began now, so many milliseconds later by the partner's clock. */
const later = (username: string, milliseconds: number, operation = `login-${NOW}`) =>
  at(username, { running: operation, partnerNow: NOW + milliseconds });

describe('a slow login', () => {
  const { connector } = sandbox();

  test('is running for three minutes, by one name', async () => {
    expect(await connector.logIn(at('testslow'))).toEqual(running('login'));
    const soon = await connector.logIn(later('testslow', SLOW_MILLISECONDS - 1));
    expect(soon).toEqual(running('login'));
    const late = await connector.logIn(later('testslow', SLOW_MILLISECONDS));
    expect(late).toEqual({ kind: 'verified' });
  });

  test('is as slow without its user', async () => {
    const alone = { attended: false, verifiedBefore: true };
    expect(await connector.logIn(at('testslow', alone))).toEqual(running('login'));
  });

  test('never ends where its worker has died', async () => {
    expect(await connector.logIn(at('testnever'))).toEqual(running('login'));
    const late = await connector.logIn(later('testnever', 1_000 * SLOW_MILLISECONDS));
    expect(late).toEqual(running('login'));
  });

  test('takes 30 seconds at most where a company has a gate, and the usual time elsewhere', () => {
    const { company } = sessionAt('Gated Company 1', {});
    expect(connector.capabilities(company).timeouts).toEqual({ login: 30 });
    expect(connector.capabilities(at('test').company).timeouts).toBeUndefined();
  });
});

test.each(['testslow', 'testslowpayment', 'test'])(
  'the bills of %s are read at once',
  async (login) => {
    expect(await sandbox().connector.listBills(at(login))).toHaveLength(1);
  },
);

test('a slow payment is taken at once, and told of after three minutes', async () => {
  const { connector } = sandbox();
  const session = at('testslowpayment');
  const [bill] = await billsOf(session, { connector });
  const { accountKey = '', balanceCents: amountCents = 0 } = bill ?? {};
  const submission = { paymentId: 'pay_1', number: 1, submissionId: 'pay_1' };
  const asked = { ...submission, accountKey, amountCents, method: card() };
  expect(await connector.pay(session, asked)).toEqual(running('money'));
  const find = (milliseconds: number) =>
    connector.findPayment(later('testslowpayment', milliseconds, `money-${NOW}`), asked);
  expect(await find(SLOW_MILLISECONDS - 1)).toEqual(running('money'));
  expect(await find(SLOW_MILLISECONDS)).toMatchObject({ kind: 'paid', paidAt: NOW });
  expect(await connector.findPayment(session, asked)).toMatchObject({ kind: 'paid' });
});

test('a slow swap likewise', async () => {
  const { connector } = sandbox();
  const session = at('testslowpayment');
  const method = card();
  if (method.type !== 'card') throw new Error('Not a card');
  expect(await connector.swap(session, { attemptId: 'a', method })).toEqual(running('money'));
  const find = (milliseconds: number) =>
    connector.findSwap(later('testslowpayment', milliseconds, `money-${NOW}`), 'a');
  expect(await find(0)).toEqual(running('money'));
  expect(await find(SLOW_MILLISECONDS)).toEqual({ kind: 'completed' });
});
