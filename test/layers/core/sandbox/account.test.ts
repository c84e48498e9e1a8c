import type { Session } from '@billhook/core/company/connector';
import { describe, expect, test } from 'vitest';
import { firstSubmission } from '../../../support/submission.ts';
import { bank, card, mapMemory, onlyBill, sandbox, sessionAt, upcoming } from './support.ts';

const company = 'Regular Company 1';

describe('another form at a test company', () => {
  const paid = { ...firstSubmission('pay_1'), amountCents: 10_000, method: card() };

  async function payUpcoming() {
    const own = sandbox();
    const session = sessionAt(company, upcoming);
    const { accountKey: key } = await onlyBill(session, own);
    await own.connector.pay(session, { ...paid, accountKey: key });
    return own;
  }

  test('is not another form when it is the same: what was paid stays paid', async () => {
    const own = await payUpcoming();
    expect(await onlyBill(sessionAt(company, upcoming), own)).toMatchObject({
      balanceCents: 0,
      lastPaidAmountCents: 10_000,
    });
  });

  test('is not another form when only its spelling differs', async () => {
    const own = await payUpcoming();
    const form = { ...upcoming, balance: '100', unknown: 'field' };
    expect(await onlyBill(sessionAt(company, form), own)).toMatchObject({ balanceCents: 0 });
  });

  test.each([
    ['balance', { ...upcoming, balance: '7.00' }, 700],
    ['due date', { ...upcoming, dueDate: '12/02/2026' }, 10_000],
    ['status', { ...upcoming, status: 'payment-declined' }, 10_000],
  ])('starts anew with another %s', async (_, form, balanceCents) => {
    const own = await payUpcoming();
    const bill = await onlyBill(sessionAt(company, form), own);
    expect(bill.balanceCents).toBe(balanceCents);
    expect(bill.lastPaidOn).toBeUndefined();
  });

  test('starts anew when the first form comes back after it', async () => {
    const own = await payUpcoming();
    await onlyBill(sessionAt(company, {}), own);
    const bill = await onlyBill(sessionAt(company, upcoming), own);
    expect(bill.balanceCents).toBe(10_000);
  });

  test('keeps the account and what became of its payments', async () => {
    const own = await payUpcoming();
    const session = sessionAt(company, { ...upcoming, balance: '7.00' });
    const { accountKey: key } = await onlyBill(session, own);
    expect(key).toBe((await onlyBill(sessionAt(company, upcoming), own)).accountKey);
    expect(await own.connector.findPayment(session, firstSubmission('pay_1'))).toMatchObject({
      kind: 'paid',
    });
  });
});

describe('accounts are shared', () => {
  const other = { clientId: 'cl_2', authId: 'auth_2' };
  const stranger = { partnerId: 'ptn_2', clientId: 'cl_3', authId: 'auth_3' };
  const key = async (name: string, form: Record<string, string>, more: Partial<Session>) =>
    (await onlyBill(sessionAt(name, form, more))).accountKey;

  test.each<[string, string, Record<string, string>, Partial<Session>, boolean]>([
    ['never at test companies', 'Regular Company 1', upcoming, other, false],
    ['by a client with itself', 'Regular Company 1', upcoming, { authId: 'auth_2' }, true],
    ['by two clients with one login', 'Pebblerun Water', { username: 'jane' }, other, true],
    ['never by two partners', 'Pebblerun Water', { username: 'jane' }, stranger, false],
    ['never by legacy inputs', 'Pebblerun Water', { username: 'test' }, other, false],
    [
      'never by legacy inputs with suffix',
      'Pebblerun Water',
      { username: 'testswap@test.test.' },
      other,
      false,
    ],
  ])('%s', async (_, name, form, more, shared) => {
    const same = (await key(name, form, {})) === (await key(name, form, more));
    expect(same).toBe(shared);
  });

  test('between legacy inputs of one client never', async () => {
    const one = await key('Pebblerun Water', { username: 'test' }, {});
    expect(await key('Pebblerun Water', { username: 'testpaymentfail' }, {})).not.toBe(one);
  });

  test('so that the second client sees what the first has paid', async () => {
    const own = sandbox();
    const first = sessionAt('Pebblerun Water', { username: 'jane', password: 'x' });
    const { accountKey: shared, balanceCents = 0 } = await onlyBill(first, own);
    const request = { ...firstSubmission('pay_1'), accountKey: shared, amountCents: balanceCents };
    await own.connector.pay(first, { ...request, method: bank });
    expect(await onlyBill({ ...first, ...other }, own)).toMatchObject({ balanceCents: 0 });
  });
});

test('nothing that was typed is remembered', async () => {
  const kept: string[] = [];
  const memory = mapMemory();
  const watched = {
    ...memory,
    save: (accountId: string, record: object, version: number) => {
      kept.push(JSON.stringify(record));
      return memory.save(accountId, record as never, version);
    },
  };
  const own = sandbox(watched);
  const secret = 'secret-text';
  await onlyBill(sessionAt('Pebblerun Water', { username: secret, password: secret }), own);
  await onlyBill(sessionAt(company, { ...upcoming, status: secret }), own);
  expect(kept).toHaveLength(2);
  expect(kept.join()).not.toContain(secret);
});
