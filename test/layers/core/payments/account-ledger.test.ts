/** What readings of an account say about payments of ours. Amounts in cents; the day is 2026-11-21. */
import { dayOf } from '@billhook/core/dates';
import {
  type AccountLedger,
  type AccountReading,
  paidUnseen,
  readLedger,
  type UnpostedPayment,
  unpostedOf,
  withoutPending,
  withPending,
} from '@billhook/core/payments/account-ledger';
import { describe, expect, test } from 'vitest';
import { NOW, TODAY } from '../../../support/records.ts';

const DAY = 24 * 60 * 60 * 1000;
const dueOn = '2026-12-05';
const reading = (more: Partial<AccountReading> = {}): AccountReading => ({
  balanceCents: 20_000,
  dueOn,
  ...more,
});
const payment = (more: Partial<UnpostedPayment> = {}): UnpostedPayment => ({
  paymentId: 'pay_1',
  amountCents: 10_000,
  paidOn: TODAY,
  until: '2026-11-26',
  statement: { dueOn },
  ...more,
});

/** An account that was read, and paid right after. */
function paidAfter(before: AccountReading, ...payments: UnpostedPayment[]): AccountLedger {
  const begun = readLedger(withPending(undefined, 'pay_1'), before, NOW);
  return payments.reduce<AccountLedger>(
    (ledger, one) => withoutPending(ledger, one.paymentId, one),
    begun,
  );
}

const idsOf = ({ unposted }: AccountLedger) => unposted.map(({ paymentId }) => paymentId);
const leftAfter = (ledger: AccountLedger, shown: AccountReading, days = 1) =>
  idsOf(readLedger(ledger, shown, NOW + days * DAY));

describe('a payment is unposted while', () => {
  const ledger = paidAfter(reading(), payment());
  test.each([
    ['the balance stays', reading()],
    ['the balance falls by less', reading({ balanceCents: 10_001 })],
    ['the balance is not said', reading({ balanceCents: undefined })],
    ['the due date moves by a day', reading({ dueOn: '2026-12-06' })],
    [
      'the next statement carries its amount',
      reading({ balanceCents: 30_000, dueOn: '2027-01-05' }),
    ],
    ['the next statement is of less', reading({ balanceCents: 5_000, dueOn: '2027-01-05' })],
    ['the due date is gone', reading({ balanceCents: 10_000, dueOn: undefined })],
    ['another amount is listed', reading({ lastPaidAmountCents: 9_999, lastPaidOn: TODAY })],
    [
      'its amount is listed on an earlier day',
      reading({ lastPaidAmountCents: 10_000, lastPaidOn: '2026-11-19' }),
    ],
  ])('%s', (_, shown) => expect(leftAfter(ledger, shown)).toEqual(['pay_1']));
});

describe('a payment is posted once', () => {
  const ledger = paidAfter(reading(), payment());
  test.each([
    ['the same statement is less by it', reading({ balanceCents: 10_000 })],
    ['the same statement is less by more', reading({ balanceCents: 0 })],
    [
      'its amount is listed on its day',
      reading({ lastPaidAmountCents: 10_000, lastPaidOn: TODAY }),
    ],
    [
      'its amount is listed on the day before',
      reading({ lastPaidAmountCents: 10_000, lastPaidOn: '2026-11-20' }),
    ],
    [
      'it is among the listed payments',
      reading({ recentPayments: [{ amountCents: 10_000, paidOn: '2026-11-22' }] }),
    ],
  ])('%s', (_, shown) => expect(leftAfter(ledger, shown)).toEqual([]));

  test('its confirmation is listed, with whatever amount and day', () => {
    const confirmed = paidAfter(reading(), payment({ confirmation: 'A1' }));
    const entry = { amountCents: 10_150, paidOn: '2026-11-10', confirmation: 'A1' };
    expect(leftAfter(confirmed, reading({ recentPayments: [entry] }))).toEqual([]);
    const other = { amountCents: 10_000, paidOn: TODAY, confirmation: 'B2' };
    expect(leftAfter(confirmed, reading({ recentPayments: [other] }))).toEqual(['pay_1']);
  });

  test('a named statement is less by it, though its due date has moved', () => {
    const statement = { dueOn, name: 'S-1' };
    const named = paidAfter(reading({ statementName: 'S-1' }), payment({ statement }));
    const moved = { statementName: 'S-1', dueOn: '2026-12-09', balanceCents: 10_000 };
    expect(leftAfter(named, reading(moved))).toEqual([]);
    expect(leftAfter(named, reading({ ...moved, statementName: 'S-2' }))).toEqual(['pay_1']);
    // While a company begins to name its statements, the due date tells.
    expect(leftAfter(ledger, reading({ statementName: 'S-1', balanceCents: 10_000 }))).toEqual([]);
  });
});

describe('what was there before a payment says nothing about it', () => {
  test('a payment of the same amount, made at the company on the same day', () => {
    const listed = { lastPaidAmountCents: 10_000, lastPaidOn: TODAY };
    const ledger = paidAfter(reading(listed), payment());
    expect(leftAfter(ledger, reading(listed))).toEqual(['pay_1']);
    expect(leftAfter(ledger, reading({ ...listed, balanceCents: 10_000 }))).toEqual([]);
  });

  test('what a reading between has seen', () => {
    const ledger = paidAfter(reading(), payment());
    // 60.00 and then 40.00 are paid at the company, while ours is still on its way.
    const between = readLedger(ledger, reading({ balanceCents: 14_000 }), NOW + DAY);
    expect(leftAfter(between, reading({ balanceCents: 10_000 }), 2)).toEqual(['pay_1']);
    expect(leftAfter(between, reading({ balanceCents: 4_000 }), 2)).toEqual([]);
  });
});

describe("a payment of the user's own that the company lists", () => {
  const own = { amountCents: 10_000, paidOn: TODAY, confirmation: 'B' };
  const ledger = paidAfter(reading(), payment({ confirmation: 'A' }));

  test('explains the balance that it lowered', () => {
    const shown = reading({ balanceCents: 10_000, recentPayments: [own] });
    expect(leftAfter(ledger, shown)).toEqual(['pay_1']);
  });

  test('of a greater amount too', () => {
    const shown = reading({ balanceCents: 5_000, lastPaidAmountCents: 15_000, lastPaidOn: TODAY });
    expect(leftAfter(ledger, shown)).toEqual(['pay_1']);
  });

  test('leaves the rest of what the balance fell by to ours', () => {
    const shown = reading({ balanceCents: 0, recentPayments: [own] });
    expect(leftAfter(ledger, shown)).toEqual([]);
  });

  test('explains nothing any more once its listing is old', () => {
    const old = { amountCents: 9_000, paidOn: '2026-08-01' };
    const shown = reading({ balanceCents: 10_000, recentPayments: [old] });
    expect(leftAfter(ledger, shown)).toEqual([]);
  });
});

describe('of two payments', () => {
  const two = paidAfter(reading(), payment(), payment({ paymentId: 'pay_2' }));

  test.each([
    ['one is posted by one drop', reading({ balanceCents: 10_000 }), ['pay_2']],
    ['both by a drop of both', reading({ balanceCents: 0 }), []],
    [
      'one by one entry, though the balance fell by it as well',
      reading({ balanceCents: 10_000, lastPaidAmountCents: 10_000, lastPaidOn: TODAY }),
      ['pay_2'],
    ],
    [
      'both by two entries',
      reading({
        recentPayments: [
          { amountCents: 10_000, paidOn: TODAY },
          { amountCents: 10_000, paidOn: TODAY },
        ],
      }),
      [],
    ],
  ])('%s', (_, shown, left) => expect(leftAfter(two, shown)).toEqual(left));

  test('an entry that posted one does not post the other the day after', () => {
    const shown = reading({ lastPaidAmountCents: 10_000, lastPaidOn: TODAY });
    const first = readLedger(two, shown, NOW + DAY);
    expect(idsOf(first)).toEqual(['pay_2']);
    expect(leftAfter(first, shown, 2)).toEqual(['pay_2']);
  });

  test('both are taken off what is owed, until the later posting time is over', () => {
    const later = paidAfter(
      reading(),
      payment(),
      payment({ paymentId: 'pay_2', amountCents: 500, until: '2026-11-28' }),
    );
    expect(unpostedOf(later, TODAY)).toEqual({ cents: 10_500, until: '2026-11-28' });
    expect(unpostedOf(later, '2026-11-27')).toEqual({ cents: 500, until: '2026-11-28' });
    expect(unpostedOf(later, '2026-11-29')).toBeUndefined();
  });
});

describe('a payment that is never shown', () => {
  const ledger = paidAfter(reading(), payment());
  const later = (shown: AccountReading) => readLedger(ledger, shown, NOW + 6 * DAY);

  test('is owed again after the posting time, but never paid automatically for its statement', () => {
    const same = later(reading());
    expect(unpostedOf(same, dayOf(NOW + 6 * DAY))).toBeUndefined();
    expect(paidUnseen(same, reading(), NOW + 6 * DAY)).toBe(10_000);
  });

  test.each([
    ['by two days', '2026-12-07', 10_000],
    ['back by ten', '2026-11-25', 10_000],
    ['by more than ten, which makes it another', '2026-12-16', 0],
  ])('is not paid automatically where its due date has moved %s', (_how, moved, cents) => {
    const later = NOW + 7 * DAY;
    const shown = reading({ dueOn: moved });
    const known = readLedger(paidAfter(reading(), payment()), shown, later);
    expect(unpostedOf(known, dayOf(later))).toBeUndefined();
    expect(paidUnseen(known, shown, later)).toBe(cents);
  });

  test('is forgotten with its statement', () => {
    const next = reading({ dueOn: '2027-01-05' });
    expect(paidUnseen(later(next), next, NOW + 6 * DAY)).toBe(0);
    // Also where no reading has told the ledger so: a bill that knows of nothing unposted asks it nothing.
    expect(paidUnseen(ledger, next, NOW + 6 * DAY)).toBe(0);
    expect(paidUnseen(ledger, next, NOW + 5 * DAY)).toBe(10_000);
  });
});

test('a payment that ends frees the account, and no other payment of it', () => {
  const begun = withPending(undefined, 'pay_1');
  expect(withoutPending(begun, 'pay_1').pendingPaymentId).toBeUndefined();
  expect(withoutPending(begun, 'pay_2').pendingPaymentId).toBe('pay_1');
  expect([begun.version, withoutPending(begun, 'pay_1').version]).toEqual([1, 2]);
});
