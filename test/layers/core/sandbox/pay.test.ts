import type { PayingMethod, Session } from '@billhook/core/company/connector';
import { testCards } from '@billhook/core/method/card';
import { MAX_ATTEMPTS, SANDBOX_FEE_CENTS } from '@billhook/core/sandbox/connector';
import { SETTLING_DAYS } from '@billhook/core/sandbox/fate';
import { describe, expect, test } from 'vitest';
import { firstSubmission } from '../../../support/submission.ts';
import { bank, billsOf, card, day, NOW, sandbox, sessionAt, upcoming } from './support.ts';

const company = 'Regular Company 1';
const declining = '4000000000000002';

/** A linked account, and payments of its bill. */
async function linked(session: Session, own = sandbox()) {
  const { connector } = own;
  const [bill] = await billsOf(session, { connector });
  const accountKey = bill?.accountKey ?? '';
  const balanceCents = bill?.balanceCents ?? 0;
  return {
    ...own,
    accountKey,
    balanceCents,
    pay: (paymentId: string, method: PayingMethod = card(), amountCents = balanceCents) =>
      connector.pay(session, { ...firstSubmission(paymentId), accountKey, amountCents, method }),
    bill: async () => (await billsOf(session, { connector }))[0],
  };
}

const atTest = (form: Record<string, string> = upcoming) => linked(sessionAt(company, form));
const confirmation = expect.stringMatching(/^SB\d{8}$/);
const paid = { kind: 'paid', amountCents: 10_000, paidAt: NOW, confirmation };
const neverTaken = { kind: 'never-taken' };
const declined = { kind: 'declined' };

describe('a status that holds payments', () => {
  const status = 'hold:system_issue_with_bill_payment:proxy-failure';
  const held = {
    kind: 'held',
    code: 'system_issue_with_bill_payment',
    subcode: 'proxy-failure',
  };

  test('holds the first one, and is the same whenever that is asked for', async () => {
    const account = await atTest({ ...upcoming, status });
    expect(await account.pay('pay_1')).toEqual(held);
    expect(await account.pay('pay_1')).toEqual(held);
    expect(await account.bill()).toMatchObject({ balanceCents: 10_000 });
    expect(await account.pay('pay_2')).toEqual(paid);
  });

  test.each(['hold:account_issue_account_locked', 'hold:account_issue_with_swap'])(
    '%s is none',
    async (other) => {
      const account = await atTest({ ...upcoming, status: other });
      expect(await account.pay('pay_1')).toEqual(paid);
    },
  );
});

describe('paying', () => {
  test.each([
    ['a bank account', bank],
    ...Object.keys(testCards)
      .filter((number) => number !== declining)
      .map((number) => [`the card ${number}`, card(number)] as const),
  ] as const)('with %s takes the balance away', async (_, method) => {
    const account = await atTest();
    expect(await account.pay('pay_1', method)).toEqual(paid);
    expect(await account.bill()).toMatchObject({
      balanceCents: 0,
      dueOn: '2026-12-01',
      lastPaidAmountCents: 10_000,
      lastPaidOn: '2026-11-21',
    });
  });

  test.each([
    ['the declining test card', declining],
    ['a number that is no test number', '4242424242424242'],
    ['no number', ''],
  ])('with %s is declined and leaves the balance', async (_, number) => {
    const account = await atTest();
    expect(await account.pay('pay_1', card(number))).toEqual(declined);
    expect(await account.bill()).toMatchObject({ balanceCents: 10_000 });
    expect(await account.pay('pay_2')).toEqual(paid);
  });

  test.each([
    ['one cent', 1, 9_999],
    ['a part', 4_000, 6_000],
    ['a cent less than all', 9_999, 1],
    ['a cent more than all', 10_001, 0],
  ])('%s of 100.00 leaves the rest', async (_, amountCents, left) => {
    const account = await atTest();
    expect(await account.pay('pay_1', bank, amountCents)).toEqual({ ...paid, amountCents });
    expect(await account.bill()).toMatchObject({
      balanceCents: left,
      lastPaidAmountCents: amountCents,
    });
  });

  test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    '%d cents is a bug',
    async (amountCents) => {
      const account = await atTest();
      await expect(account.pay('pay_1', bank, amountCents)).rejects.toThrow(RangeError);
    },
  );

  test('what is paid already is held', async () => {
    const account = await atTest();
    await account.pay('pay_1');
    expect(await account.pay('pay_2')).toEqual({ kind: 'held', code: 'account_paid_in_full' });
  });

  test('a bill that is not there is held', async () => {
    const { connector } = sandbox();
    const request = { ...firstSubmission('pay_1'), amountCents: 1, method: bank };
    const held = { kind: 'held', code: 'account_issue_no_bill' };
    const session = sessionAt(company, upcoming);
    expect(await connector.pay(session, { ...request, accountKey: 'other' })).toEqual(held);
    const none = await linked(sessionAt('Northloom Propane', { email: 'jane' }));
    expect(await none.pay('pay_1', bank, 100)).toEqual(held);
  });

  test('one of two bills leaves the other', async () => {
    const { connector } = sandbox();
    const session = sessionAt('Copperwren Energy', { username: 'jane', password: 'x' });
    const [first, second] = await billsOf(session, { connector });
    await connector.pay(session, {
      ...firstSubmission('pay_1'),
      accountKey: second?.accountKey ?? '',
      amountCents: second?.balanceCents ?? 0,
      method: bank,
    });
    const [firstAfter, secondAfter] = await billsOf(session, { connector });
    expect(firstAfter).toEqual(first);
    expect(secondAfter).toMatchObject({ balanceCents: 0 });
  });

  test('the minimum of a card brings all three balances down', async () => {
    const account = await linked(sessionAt('Ashgrove Card', { username: 'jane', password: 'x' }));
    const before = await account.bill();
    await account.pay('pay_1', bank);
    const amount = account.balanceCents;
    expect(await account.bill()).toMatchObject({
      balanceCents: 0,
      statementBalanceCents: (before?.statementBalanceCents ?? 0) - amount,
      fullBalanceCents: (before?.fullBalanceCents ?? 0) - amount,
    });
    expect(await account.pay('pay_2', bank, 100)).toMatchObject({ kind: 'paid' });
  });

  test('a loan is owed less in the next month', async () => {
    const session = sessionAt('Gantry & Vane Loans', { username: 'jane', password: 'x' });
    const account = await linked(session);
    const before = await account.bill();
    await account.pay('pay_1', bank);
    const [next] = await billsOf({ ...session, partnerNow: day('2027-01-02') }, account);
    expect(next).toMatchObject({
      balanceCents: account.balanceCents,
      dueOn: '2027-01-05',
      fullBalanceCents: (before?.fullBalanceCents ?? 0) - account.balanceCents,
    });
  });

  test('a loan that is paid in full is billed no more', async () => {
    const session = sessionAt('Gantry & Vane Loans', { username: 'jane', password: 'x' });
    const account = await linked(session);
    const before = await account.bill();
    await account.pay('pay_1', bank, before?.fullBalanceCents);
    const [next] = await billsOf({ ...session, partnerNow: day('2027-06-01') }, account);
    expect(next).toMatchObject({ balanceCents: 0, fullBalanceCents: 0, dueOn: '2026-12-05' });
  });
});

describe('declines that the login asks for', () => {
  test('payment-declined fails the first attempt only', async () => {
    const account = await atTest({ ...upcoming, status: 'payment-declined' });
    expect(await account.pay('pay_1')).toEqual(declined);
    expect(await account.bill()).toMatchObject({ balanceCents: 10_000 });
    expect(await account.pay('pay_2')).toEqual(paid);
    expect(await account.bill()).toMatchObject({ balanceCents: 0 });
  });

  test('payment-declined does not start again when the same form is linked again', async () => {
    const account = await atTest({ ...upcoming, status: 'payment-declined' });
    await account.pay('pay_1');
    await account.bill();
    expect(await account.pay('pay_2')).toEqual(paid);
  });

  test('payment-declined counts a declined card as the first attempt', async () => {
    const account = await atTest({ ...upcoming, status: 'payment-declined' });
    expect(await account.pay('pay_1', card(declining))).toEqual(declined);
    expect(await account.pay('pay_2')).toEqual(paid);
  });

  test('payment-declined fails once when two attempts come at once', async () => {
    const account = await atTest({ ...upcoming, status: 'payment-declined' });
    const outcomes = await Promise.all([account.pay('pay_1'), account.pay('pay_2')]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['declined', 'paid']);
  });

  test('testpaymentfail always fails', async () => {
    const form = { username: 'testpaymentfail', password: 'x' };
    const account = await linked(sessionAt('Pebblerun Water', form));
    for (const paymentId of ['pay_1', 'pay_2', 'pay_3']) {
      expect(await account.pay(paymentId, bank)).toEqual(declined);
    }
  });

  test.each(['test', 'testswap', 'testhold', 'testmfacode'])('%s pays', async (username) => {
    const account = await linked(sessionAt('Pebblerun Water', { username, password: 'x' }));
    expect(await account.pay('pay_1')).toMatchObject({ kind: 'paid' });
  });
});

describe('the same payment submitted again', () => {
  test('is not charged again', async () => {
    const account = await atTest();
    await account.pay('pay_1', bank, 4_000);
    expect(await account.pay('pay_1', bank, 4_000)).toMatchObject({ amountCents: 4_000 });
    expect(await account.bill()).toMatchObject({ balanceCents: 6_000 });
  });

  test('has the first outcome even with another method and amount', async () => {
    const account = await atTest();
    expect(await account.pay('pay_1', card(declining))).toEqual(declined);
    expect(await account.pay('pay_1', bank, 1)).toEqual(declined);
  });

  test('stays declined although the next attempt is paid', async () => {
    const account = await atTest({ ...upcoming, status: 'payment-declined' });
    await account.pay('pay_1');
    await account.pay('pay_2');
    expect(await account.pay('pay_1')).toEqual(declined);
  });

  test('is charged once when it comes five times at once', async () => {
    const account = await atTest();
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => account.pay('pay_1', bank, 1_000)),
    );
    expect(outcomes).toEqual(Array(5).fill({ ...paid, amountCents: 1_000 }));
    expect(await account.bill()).toMatchObject({ balanceCents: 9_000 });
  });
});

describe('payments that race', () => {
  test('each take their part', async () => {
    const account = await atTest();
    const ids = ['pay_1', 'pay_2', 'pay_3', 'pay_4'];
    const outcomes = await Promise.all(ids.map((id) => account.pay(id, bank, 2_500)));
    expect(outcomes.every(({ kind }) => kind === 'paid')).toBe(true);
    expect(await account.bill()).toMatchObject({ balanceCents: 0 });
  });

  test('for the whole balance: one pays, the other finds it paid', async () => {
    const account = await atTest();
    const outcomes = await Promise.all([account.pay('pay_1'), account.pay('pay_2')]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['held', 'paid']);
  });

  test('give up when the account never holds still, and charge nothing', async () => {
    const own = sandbox();
    const account = await linked(sessionAt(company, upcoming), own);
    const stubborn = sandbox({ ...own.memory, save: async () => false });
    const session = sessionAt(company, upcoming);
    const request = { accountKey: account.accountKey, amountCents: 1, method: bank };
    const paying = stubborn.connector.pay(session, { ...firstSubmission('pay_1'), ...request });
    await expect(paying).rejects.toThrow('too often');
    expect(await own.connector.findPayment(session, firstSubmission('pay_1'))).toEqual(neverTaken);
  });
});

describe('payment-misreported', () => {
  const misreported = { ...upcoming, status: 'payment-misreported' };
  const another = { ...paid, amountCents: 10_000.5 };

  test('takes the payment, and says half a cent more of it', async () => {
    const account = await atTest(misreported);
    expect(await account.pay('pay_1')).toEqual(another);
    expect(await account.pay('pay_1')).toEqual(another);
    const asked = sessionAt(company, misreported);
    expect(await account.connector.findPayment(asked, firstSubmission('pay_1'))).toEqual(another);
    expect(await account.bill()).toMatchObject({ balanceCents: 0, lastPaidAmountCents: 10_000 });
  });

  test('is over once the account is linked with another status', async () => {
    const account = await atTest(misreported);
    await account.pay('pay_1');
    const asked = sessionAt(company, upcoming);
    expect(await account.connector.findPayment(asked, firstSubmission('pay_1'))).toEqual(paid);
  });

  test('declines as others do', async () => {
    const account = await atTest(misreported);
    expect(await account.pay('pay_1', card(declining))).toEqual(declined);
    const asked = sessionAt(company, misreported);
    expect(await account.connector.findPayment(asked, firstSubmission('pay_1'))).toEqual(declined);
    expect(await account.connector.findPayment(asked, firstSubmission('pay_2'))).toEqual(
      neverTaken,
    );
  });
});

describe('what test companies say of payments', () => {
  const at = (status: string) => atTest({ ...upcoming, status });
  const find = (account: Awaited<ReturnType<typeof at>>, status: string, later = 0) =>
    account.connector.findPayment(
      sessionAt(company, { ...upcoming, status }, { partnerNow: NOW + later }),
      firstSubmission('pay_1'),
    );

  test('payment-with-fee: the fee apart from the amount', async () => {
    const account = await at('payment-with-fee');
    const withFee = { ...paid, feeCents: SANDBOX_FEE_CENTS };
    expect(await account.pay('pay_1')).toEqual(withFee);
    expect(await find(account, 'payment-with-fee')).toEqual(withFee);
  });

  test.each([
    ['credit card', card(), { feeCents: 225 }],
    ['card of a brand without a fee', card('6011111111111117'), {}],
    ['bank account', bank, { feeCents: 50 }],
  ])('by %s: the fee that the company announces', async (_, method, fee) => {
    const account = await linked(
      sessionAt('Copperwren Energy', { username: 'ada', password: 'x' }),
    );
    const said = { ...paid, amountCents: 10_000, ...fee };
    expect(await account.pay('pay_1', method, 10_000)).toEqual(said);
  });

  test('payment-request-lost: the first submission never arrives, the second does', async () => {
    const account = await at('payment-request-lost');
    await expect(account.pay('pay_1')).rejects.toThrow();
    expect(await find(account, 'payment-request-lost')).toEqual(neverTaken);
    const { accountKey, balanceCents } = account;
    const second = { paymentId: 'pay_1', number: 2, submissionId: 'pay_1-2' };
    const request = { ...second, accountKey, amountCents: balanceCents, method: bank };
    const asked = sessionAt(company, { ...upcoming, status: 'payment-request-lost' });
    expect(await account.connector.pay(asked, request)).toEqual(paid);
  });

  test.each([
    ['payment-shown-late', paid],
    ['payment-never-shown', { kind: 'not-known' }],
  ])('%s: taken, and not known at first', async (status, later) => {
    const account = await at(status);
    await expect(account.pay('pay_1')).rejects.toThrow();
    expect(await account.bill()).toMatchObject({ balanceCents: 0 });
    expect(await find(account, status)).toEqual({ kind: 'not-known' });
    expect(await find(account, status, 60 * 60 * 1000)).toEqual(later);
  });
});

describe('payments that end later at test companies', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const at = async (status: string) => {
    const form = { ...upcoming, status };
    const own = await atTest(form);
    const session = (later: number, given: Record<string, string> = form) =>
      sessionAt(company, given, { partnerNow: NOW + later });
    return {
      ...own,
      session,
      find: (id: string, later: number, given?: Record<string, string>) =>
        own.connector.findPayment(session(later, given), firstSubmission(id)),
      balance: async (later: number) => (await billsOf(session(later), own))[0]?.balanceCents,
      payAt: (id: string, later: number) => {
        const { accountKey } = own;
        const request = { ...firstSubmission(id), accountKey, amountCents: 10_000, method: bank };
        return own.connector.pay(session(later), request);
      },
    };
  };
  const settled = NOW + SETTLING_DAYS * DAY;
  const accepted = {
    ...{ kind: 'accepted', expectBy: '2026-11-28', askAgainAt: settled },
    reference: expect.stringMatching(/^PENDING-SB\d{8}$/),
  };
  const returned = { kind: 'returned', reason: 'insufficient_funds', on: '2026-11-23' };

  test('payment-accepted: settled seven days later, and owed until then', async () => {
    const account = await at('payment-accepted');
    expect(await account.pay('pay_1')).toEqual(accepted);
    expect(await account.pay('pay_1')).toEqual(accepted);
    expect(await account.find('pay_1', 7 * DAY - 1)).toEqual(accepted);
    expect(await account.balance(6 * DAY)).toBe(10_000);
    expect(await account.find('pay_1', 7 * DAY)).toEqual({ ...paid, paidAt: settled });
    expect(await account.balance(7 * DAY)).toBe(0);
  });

  test.each([
    ['payment-returned', 'insufficient_funds'],
    ['payment-returned-by-mistake', 'network_error'],
  ])('%s: paid, and owed again two days later', async (status, reason) => {
    const account = await at(status);
    const now = { ...paid, returnableUntil: '2026-12-01' };
    expect(await account.pay('pay_1')).toEqual(now);
    expect(await account.find('pay_1', DAY)).toEqual(now);
    expect(await account.balance(DAY)).toBe(0);
    expect(await account.find('pay_1', 2 * DAY)).toEqual({ ...returned, reason });
    expect(await account.balance(2 * DAY)).toBe(10_000);
    // However often it is asked, also without the login.
    expect(await account.find('pay_1', 9 * DAY, {})).toEqual({ ...returned, reason });
    expect(await account.balance(9 * DAY)).toBe(10_000);
    expect(await account.payAt('pay_2', 9 * DAY)).toEqual({ ...paid, paidAt: NOW + 9 * DAY });
    expect(await account.find('pay_2', 12 * DAY)).toMatchObject({ kind: 'paid' });
  });

  test('payment-returned-twice: the second as well, and not the third', async () => {
    const account = await at('payment-returned-twice');
    await account.pay('pay_1');
    await account.payAt('pay_2', 3 * DAY);
    expect(await account.find('pay_2', 5 * DAY)).toEqual({ ...returned, on: '2026-11-26' });
    await account.payAt('pay_3', 6 * DAY);
    expect(await account.find('pay_3', 9 * DAY)).toMatchObject({ kind: 'paid' });
    expect(await account.balance(9 * DAY)).toBe(0);
  });

  test('payment-balance-empty: refused for an hour, for the operator to mend', async () => {
    const account = await at('payment-balance-empty');
    const refused = { kind: 'never-taken', fault: 'operator', step: 'network-balance' };
    expect(await account.pay('pay_1')).toEqual(refused);
    expect(await account.payAt('pay_2', DAY / 24 - 1)).toEqual(refused);
    expect(await account.find('pay_1', DAY)).toEqual(refused);
    expect(await account.payAt('pay_3', DAY / 24)).toMatchObject({ kind: 'paid' });
    expect(await account.balance(DAY)).toBe(0);
  });

  test('without the login nothing is said of what it never took, and nothing is written', async () => {
    const account = await at('payment-returned');
    const saves = account.memory.saves();
    expect(await account.find('pay_9', 0, {})).toEqual({ kind: 'not-known' });
    expect(account.memory.saves()).toBe(saves);
    expect(await account.pay('pay_9')).toMatchObject({ kind: 'paid' });
  });
});

describe('asking what became of a payment', () => {
  const session = sessionAt(company, upcoming);

  test.each([
    ['that was paid', card(), paid],
    ['that was declined', card(declining), declined],
  ])('%s', async (_, method, outcome) => {
    const account = await linked(session);
    await account.pay('pay_1', method);
    expect(await account.connector.findPayment(session, firstSubmission('pay_1'))).toEqual(outcome);
  });

  test('that never arrived says so', async () => {
    const account = await linked(session);
    expect(await account.connector.findPayment(session, firstSubmission('pay_1'))).toEqual(
      neverTaken,
    );
    expect(await sandbox().connector.findPayment(session, firstSubmission('pay_1'))).toEqual(
      neverTaken,
    );
  });

  test('of another client says nothing of it', async () => {
    const account = await linked(session);
    await account.pay('pay_1');
    const other = { ...session, clientId: 'cl_2' };
    expect(await account.connector.findPayment(other, firstSubmission('pay_1'))).toEqual(
      neverTaken,
    );
  });

  test('remembers the newest payments of an account, and cannot tell of older ones', async () => {
    const account = await atTest();
    const find = (id: string) => account.connector.findPayment(session, firstSubmission(id));
    for (let each = 0; each <= MAX_ATTEMPTS; each += 1) await account.pay(`pay_${each}`, bank, 1);
    expect(await find('pay_0')).toEqual({ kind: 'not-known' });
    expect(await find('pay_1')).toMatchObject({ kind: 'paid' });
  });

  test('that never arrived refuses it from then on', async () => {
    const account = await atTest();
    expect(await account.connector.findPayment(session, firstSubmission('pay_1'))).toEqual(
      neverTaken,
    );
    expect(await account.pay('pay_1')).toEqual(neverTaken);
    expect(await account.bill()).toMatchObject({ balanceCents: 10_000 });
  });
});
