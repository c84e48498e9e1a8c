import { CUSTOM_AMOUNT_OPTION } from '@billhook/core/payment/amount';
import {
  amountLimit,
  type CeilingScope,
  type Ceilings,
  ceilingAttribute,
  ceilingsOf,
  DAY_SHARES,
  defaultCeilings,
  isDayFull,
  newCeiling,
  overCeiling,
  takeShares,
} from '@billhook/core/payment/ceilings';
import type { Ceiling } from '@billhook/core/payment/withheld';
import { describe, expect, test } from 'vitest';
import { billRecord, NOW } from '../../../support/records.ts';

const item = (...set: [CeilingScope, number | undefined][]) => ({
  pk: 'payments',
  everything: { since: 'x', by: 'y' },
  ...Object.fromEntries(
    set.map(([scope, cents]) => [ceilingAttribute(scope), newCeiling(cents, 'local:ada', NOW)]),
  ),
});

describe('the ceilings of a partner', () => {
  const partnerId = 'ptn_a';
  const usual = { payment: 2_500_000, clientDay: 5_000_000 };

  test.each<[string, ReturnType<typeof item> | undefined, Ceilings]>([
    ['are the defaults where nothing was ever set', undefined, usual],
    ['are the defaults where only pauses are', item(), usual],
    [
      'are what is set for all',
      item([{ name: 'payment' }, 100], [{ name: 'partnerDay' }, 900]),
      { ...usual, payment: 100, partnerDay: 900 },
    ],
    [
      'are its own before that',
      item([{ name: 'payment' }, 100], [{ name: 'payment', partnerId }, 200]),
      { ...usual, payment: 200 },
    ],
    ['are not those of another', item([{ name: 'payment', partnerId: 'ptn_b' }, 200]), usual],
    ['may be off', item([{ name: 'clientDay' }, undefined]), { payment: 2_500_000 }],
    [
      'may be off for it alone',
      item([{ name: 'partnerDay' }, 900], [{ name: 'partnerDay', partnerId }, undefined]),
      usual,
    ],
  ])('%s', (_, rules, expected) => {
    expect(ceilingsOf(rules, partnerId)).toEqual(expected);
  });
});

describe('an amount', () => {
  const any = { type: CUSTOM_AMOUNT_OPTION, settings: { canExceedBalance: true } };
  const bill = (takesAny: boolean, balanceCents: number, fullBalanceCents?: number) => {
    const { company } = billRecord();
    const additionalPaymentOptions = takesAny ? [any] : undefined;
    const owed = { balanceCents, fullBalanceCents };
    return { company: { ...company, additionalPaymentOptions }, owed };
  };

  test.each<[string, number, ReturnType<typeof bill>, Ceiling | undefined]>([
    ['up to the limit of a payment', 2_500_000, bill(false, 2_500_000), undefined],
    ['a cent over it', 2_500_001, bill(false, 2_500_001), 'payment'],
    ['of three times the balance', 30_000, bill(true, 10_000), undefined],
    ['a cent over three times the balance', 30_001, bill(true, 10_000), 'timesBalance'],
    ['of the full balance, far over the least', 90_000, bill(true, 10_000, 90_000), undefined],
    ['over the balance of another kind of company', 30_001, bill(false, 10_000), undefined],
    ['over both', 2_500_001, bill(true, 10_000), 'payment'],
  ])('%s', (_, cents, given, ceiling) => {
    expect(overCeiling(cents, given, defaultCeilings)).toBe(ceiling);
  });

  test('counts with its fee, but for three times the balance', () => {
    const counting = (cents: number, feeCents: number, given: ReturnType<typeof bill>) =>
      overCeiling(cents, { ...given, feeCents }, defaultCeilings);
    expect(counting(2_499_850, 150, bill(false, 2_499_850))).toBeUndefined();
    expect(counting(2_499_851, 150, bill(false, 2_499_851))).toBe('payment');
    expect(counting(30_000, 150, bill(true, 10_000))).toBeUndefined();
  });

  test('has room in a day up to its ceiling, and any where that is off', () => {
    expect(isDayFull(60, 40, 100)).toBe(false);
    expect(isDayFull(60, 41, 100)).toBe(true);
    expect(isDayFull(60, 41, undefined)).toBe(false);
  });

  test.each<[Ceiling, string]>([
    ['payment', '25000.00'],
    ['clientDay', '50000.00'],
    ['timesBalance', '3 times'],
    ['partnerDay', "the partner's payments"],
  ])('over the ceiling %s is refused with what that is', (ceiling, said) => {
    const refusal = amountLimit(ceiling, defaultCeilings);
    expect(refusal.failure).toBe('amount_limit');
    expect(refusal.detail).toContain(said);
  });
});

describe("the shares of a partner's day", () => {
  const ceiling = 8_003;
  const none = Array.from({ length: DAY_SHARES }, () => 0);
  const take = (amountCents: number, counted: readonly number[] = none, first = 0) =>
    takeShares(amountCents, { ceiling, counted, first });

  test('one is taken from where it has room, the first of all', () => {
    // 8,003 is shares of 1,001, 1,001, 1,001 and five times 1,000.
    expect(take(900, none, 4)).toEqual([{ share: 4, cents: 900, atMost: 100 }]);
    expect(take(1_001, none, 2)).toEqual([{ share: 2, cents: 1_001, atMost: 0 }]);
  });

  test('the next is taken from where the first has too little', () => {
    const counted = none.with(4, 500);
    expect(take(600, counted, 4)).toEqual([{ share: 5, cents: 600, atMost: 400 }]);
  });

  test('an amount that fits no single one is spread', () => {
    const taken = take(2_500) ?? [];
    expect(taken.reduce((sum, { cents }) => sum + cents, 0)).toBe(2_500);
    expect(taken).toHaveLength(3);
  });

  test('together they give out the ceiling to the cent, and no more', () => {
    expect(take(8_003)).toHaveLength(DAY_SHARES);
    expect(take(8_004)).toBeUndefined();
    const counted = [...none];
    let given = 0;
    for (let first = 0; ; first += 1) {
      const taken = take(37, counted, first % DAY_SHARES);
      if (!taken) break;
      for (const { share, cents, atMost } of taken) {
        expect(counted[share]).toBeLessThanOrEqual(atMost);
        counted[share] = (counted[share] ?? 0) + cents;
        given += cents;
      }
    }
    expect(given).toBeLessThanOrEqual(ceiling);
    expect(given).toBeGreaterThan(ceiling - 37);
  });

  test('a ceiling that was lowered below what was taken leaves no room', () => {
    expect(take(10, none.with(0, 9_000))).toBeUndefined();
  });
});
