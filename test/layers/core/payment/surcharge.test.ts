import { feeCents, surchargeOf } from '@billhook/core/payment/surcharge';
import type { Company } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { describe, expect, test } from 'vitest';

const percent = (rate: number) => ({ rate, percentage: true });
const dollars = (rate: number) => ({ rate, percentage: false });

type CardFees = NonNullable<NonNullable<Company['fees']>['cards']>[string];

const feesOfVisa = (visa: CardFees) => ({ ach: dollars(0.5), cards: { visa } });

const card = (type?: 'credit' | 'debit', brand = 'visa') =>
  ({ type: 'card', card: { brand, ...(type && { type }) } }) as unknown as PaymentMethod;
const bank = { type: 'bank' } as PaymentMethod;

describe('a card that does not say whether it is credit or debit costs what the dearer would', () => {
  const percentAndDollars: CardFees = { credit: percent(2), debit: dollars(1.5) };
  const dollarsAndPercent: CardFees = { credit: dollars(1.5), debit: percent(2) };
  test.each([
    ['2 percent and 1.50 of 10.00', percentAndDollars, 1_000, 150],
    ['2 percent and 1.50 of 500.00', percentAndDollars, 50_000, 1_000],
    ['1.50 and 2 percent of 10.00', dollarsAndPercent, 1_000, 150],
    ['1.50 and 2 percent of 500.00', dollarsAndPercent, 50_000, 1_000],
    ['below where both cost the same', percentAndDollars, 7_400, 150],
    ['where both cost the same', percentAndDollars, 7_500, 150],
    ['above where both cost the same', percentAndDollars, 7_600, 152],
    ['two of dollars', { credit: dollars(2.95), debit: dollars(1.95) }, 1_000, 295],
    ['two of percent', { credit: percent(1.1), debit: percent(2.5) }, 10_000, 250],
    ['credit alone', { credit: percent(2) }, 10_000, 200],
    ['debit alone', { debit: dollars(0.99) }, 10_000, 99],
    ['a large one of dollars', { credit: dollars(75) }, 10_000, 7_500],
    ['neither', {}, 10_000, 0],
  ])('%s', (_, visa, amountCents, expected) => {
    expect(feeCents(feesOfVisa(visa), card(), amountCents)).toBe(expected);
  });
});

describe('what a payment costs', () => {
  const fees = feesOfVisa({ credit: percent(2), debit: dollars(1.5) });
  test.each([
    ['by credit card', card('credit'), 200],
    ['by debit card', card('debit'), 150],
    ['by a card of another brand', card('credit', 'discover'), 0],
    ['by bank account', bank, 50],
    ['by nothing', undefined, 0],
  ])('%s', (_, method, expected) => {
    expect(feeCents(fees, method, 10_000)).toBe(expected);
  });

  test('by American Express, however the company spells it', () => {
    for (const name of ['amex', 'american express']) {
      const given = { cards: { [name]: { credit: percent(3) } } };
      expect(feeCents(given, card('credit', 'american express'), 10_000)).toBe(300);
    }
  });

  test('where the company has no fees, or says that they are nothing', () => {
    expect(feeCents(undefined, card(), 10_000)).toBe(0);
    expect(surchargeOf({ ach: dollars(0) }, bank, 10_000)).toBeUndefined();
  });
});
