/** What an account's ledger keeps of our payments. Amounts in cents; the day is 2026-11-21. */
import {
  type AccountLedger,
  emptyLedger,
  factsOf,
  sumOf,
  type TakenPayment,
  unpostedOf,
  withoutPending,
  withoutTaken,
  withPending,
  withTaken,
} from '@billhook/core/payment/account-ledger';
import { readLedger } from '@billhook/core/payment/proof';
import { describe, expect, test } from 'vitest';
import { NOW, TODAY } from '../../../support/records.ts';

const december = { dueOn: '2026-12-05' };
const payment = (more: Partial<TakenPayment> = {}): TakenPayment => ({
  ...{ paymentId: 'pay_1', amountCents: 10_000, paidOn: TODAY, until: '2026-11-26' },
  shown: { balanceCents: 12_000 },
  ...more,
});
const submitted = (ledger: AccountLedger = emptyLedger, more: Partial<TakenPayment> = {}) =>
  withTaken(ledger, december, payment(more));
const settled = (ledger: AccountLedger, more: Partial<TakenPayment> = {}) =>
  withoutPending(ledger, more.paymentId ?? 'pay_1', { ...payment(more), statement: december });

describe('a payment is taken', () => {
  test.each([
    ['once it is submitted', submitted()],
    ['when it is paid', settled(submitted())],
    ['when it is paid and was never submitted here', settled(emptyLedger)],
    ['when it is submitted again', submitted(submitted())],
    ['when its date moves meanwhile', settled(submitted(), { paidOn: '2026-11-22' })],
  ])('%s', (_, ledger) => {
    const { takenCents, owedCents } = factsOf(ledger, { dueOn: '2026-12-09' });
    expect([takenCents, owedCents]).toEqual([10_000, 12_000]);
    expect(factsOf(ledger, { dueOn: '2027-01-05' })).toMatchObject({
      takenCents: 0,
      unproven: [{ paymentId: 'pay_1' }],
    });
  });

  test.each([
    ['once it has come to nothing', withoutPending(submitted(), 'pay_1')],
    ['once it was returned', withoutTaken(settled(submitted()), 'pay_1')],
  ])('no more %s', (_, ledger) => {
    expect(factsOf(ledger, december)).toEqual({ takenCents: 0, unproven: [] });
  });

  test('for what its first payment found owed', () => {
    const two = submitted(settled(submitted()), {
      ...{ paymentId: 'pay_2', amountCents: 500 },
      shown: { balanceCents: 50_000 },
    });
    expect(factsOf(two, december)).toMatchObject({ takenCents: 10_500, owedCents: 12_000 });
    expect(factsOf(two, december, 'pay_2')).toMatchObject({ takenCents: 10_000 });
  });

  test('and not proven for a page of its statement once a later one was read', () => {
    const balanceCents = 2_000;
    const posted = { amountCents: 10_000, paidOn: TODAY, posted: true as const };
    const reading = { ...december, balanceCents, recentPayments: [posted] };
    const proven = readLedger(settled(submitted()), reading, NOW);
    expect(factsOf(proven, december).unproven).toEqual([]);
    const past = readLedger(proven, { ...reading, dueOn: '2027-01-05' }, NOW);
    const own = { paymentId: 'pay_1', own: true };
    expect(factsOf(past, december)).toMatchObject({ isPast: true, unproven: [own] });
    expect(factsOf(past, { dueOn: '2027-01-05' }).unproven).toEqual([]);
  });

  test('for 400 days', () => {
    const old = settled(submitted(emptyLedger, { paidOn: '2025-10-17' }), { paidOn: '2025-10-17' });
    expect(old.statements).toHaveLength(1);
    const next = { ...payment({ paymentId: 'pay_2' }) };
    expect(withTaken(old, { dueOn: '2027-12-05' }, next).statements).toHaveLength(2);
    const later = { ...next, paidOn: '2026-11-22' };
    expect(withTaken(old, { dueOn: '2027-12-05' }, later).statements).toHaveLength(1);
  });
});

describe('beside an earlier release', () => {
  const { statements: _new, ...older } = settled(submitted());

  test('what it wrote as not shown is taken', () => {
    expect(factsOf(older, december)).toMatchObject({
      takenCents: 10_000,
      unproven: [{ paymentId: 'pay_1', own: true }],
    });
  });

  test('what it forgets stays taken', () => {
    const forgotten = { ...settled(submitted()), unposted: [] };
    expect(factsOf(forgotten, december).takenCents).toBe(10_000);
  });

  test('what it settles is paid, and what it gives up is not taken', () => {
    const { pendingPaymentId: _ended, ...begun } = submitted();
    expect(factsOf(begun, december).takenCents).toBe(0);
    const paid = { ...begun, unposted: older.unposted };
    expect(factsOf(paid, december).takenCents).toBe(10_000);
  });

  test('it finds all that is not proven', () => {
    expect(settled(submitted()).unposted).toEqual([
      {
        ...{ paymentId: 'pay_1', amountCents: 10_000, paidOn: TODAY, until: '2026-11-26' },
        statement: december,
      },
    ]);
    expect(submitted().unposted).toEqual([]);
  });
});

type Release = {
  readonly submit: (ledger: AccountLedger, taken: TakenPayment) => AccountLedger;
  readonly settle: (ledger: AccountLedger, paid: TakenPayment) => AccountLedger;
  readonly read: (ledger: AccountLedger) => AccountLedger;
};

const unshown = { dueOn: december.dueOn, balanceCents: 12_000 };
const current: Release = {
  submit: (ledger, taken) => withTaken(ledger, december, taken),
  settle: (ledger, paid) =>
    withoutPending(ledger, paid.paymentId, { ...paid, statement: december }),
  read: (ledger) => readLedger(ledger, unshown, NOW),
};
/** As release 0.1.1 wrote ledgers: a submission wasn't written, and members that it didn't know stayed. */
const former: Release = {
  submit: (ledger) => ledger,
  settle: ({ pendingPaymentId: _ended, ...ledger }, { paymentId, amountCents, paidOn, until }) => {
    const paid = { paymentId, amountCents, paidOn, until, statement: december };
    return { ...ledger, unposted: [...ledger.unposted, paid] };
  },
  read: (ledger) => ({ ...ledger, seen: { statement: december, owedCents: 12_000 } }),
};

test('whichever release submits, settles and reads two payments, neither loses one', () => {
  const steps = ['submit', 'settle', 'read', 'submit', 'settle', 'read'] as const;
  for (let choice = 0; choice < 2 ** steps.length; choice += 1) {
    let ledger = emptyLedger;
    for (const [at, step] of steps.entries()) {
      const release = (choice >> at) % 2 === 0 ? current : former;
      const cents = at < 3 ? 10_000 : 500;
      const taken = payment({ paymentId: `pay_${at < 3 ? 1 : 2}`, amountCents: cents });
      if (step === 'submit') ledger = withPending(ledger, taken.paymentId);
      ledger = release[step](ledger, taken);
      if (step === 'submit') continue;
      const sum = at < 3 ? 10_000 : 10_500;
      expect(factsOf(ledger, december), `${choice} ${at}`).toMatchObject({
        takenCents: sum,
        unproven:
          at < 3 ? [{ amountCents: 10_000 }] : [{ amountCents: 10_000 }, { amountCents: 500 }],
      });
      expect(sumOf(ledger.unposted), `${choice} ${at}`).toBe(sum);
    }
  }
});

test('what is not proven is taken off what is shown until the later posting time is over', () => {
  const other = { paymentId: 'pay_2', amountCents: 500, until: '2026-11-28' };
  const facts = factsOf(settled(submitted(settled(submitted()), other), other), december);
  expect(unpostedOf(facts, TODAY)).toEqual({ cents: 10_500, until: '2026-11-28' });
  expect(unpostedOf(facts, '2026-11-27')).toEqual({ cents: 500, until: '2026-11-28' });
  expect(unpostedOf(facts, '2026-11-29')).toBeUndefined();
});

test('a payment that ends frees the account, and no other payment of it', () => {
  const begun = withPending(undefined, 'pay_1');
  expect(withoutPending(begun, 'pay_1').pendingPaymentId).toBeUndefined();
  expect(withoutPending(begun, 'pay_2').pendingPaymentId).toBe('pay_1');
});
