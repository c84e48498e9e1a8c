import {
  announcedFee,
  brokenPromise,
  feeAbovePromise,
  heldToPromise,
} from '@billhook/core/payment/promised';
import type { Company } from '@billhook/core/schemas/company';
import { describe, expect, test } from 'vitest';
import { methodRecord, NOW } from '../../../support/records.ts';

const dollars = (rate: number) => ({ rate, percentage: false });
const percent = (rate: number) => ({ rate, percentage: true });
const credit = (surcharge: ReturnType<typeof dollars>): Pick<Company, 'fees'> => ({
  fees: { cards: { visa: { credit: surcharge } } },
});
const method = methodRecord();

describe('an amount is held to what was promised', () => {
  const flat = { cents: 10_000, feeCents: 150 };
  const rate = { cents: 10_000, feeCents: 250 };
  const none = { cents: 10_000, feeCents: 0 };
  test.each<[string, typeof flat | undefined, Pick<Company, 'fees'>, number, 'paid' | 'waits']>([
    ['the promised fee', flat, credit(dollars(1.5)), 10_000, 'paid'],
    ['a cent more', flat, credit(dollars(1.51)), 10_000, 'waits'],
    ['a lower fee', flat, credit(dollars(0.5)), 10_000, 'paid'],
    ['a fee where none was promised', none, credit(dollars(0.01)), 10_000, 'waits'],
    ['a higher fee of less, up to the promised total', flat, credit(dollars(2)), 9_950, 'paid'],
    ['a higher fee of less, above the total', flat, credit(dollars(2)), 9_951, 'waits'],
    ['a higher rate', rate, credit(percent(2.51)), 10_000, 'waits'],
    ['of more than was seen, the same rate', rate, credit(percent(2.5)), 30_019, 'paid'],
    ['of more than was seen, a higher rate', rate, credit(percent(2.6)), 30_019, 'waits'],
    ['of more than was seen, no fee as before', none, {}, 30_000, 'paid'],
    ['of more than was seen, a fee as never', none, credit(dollars(0.01)), 30_000, 'waits'],
    ['a payment of an earlier release', undefined, credit(dollars(99)), 10_000, 'paid'],
  ])('%s', (_, promised, company, amountCents, expected) => {
    const held = heldToPromise(amountCents, { promised }, { company, method });
    expect(typeof held === 'number' ? 'paid' : 'waits').toBe(expected);
  });

  test('what waits says both amounts and both fees', () => {
    const company = credit(dollars(4));
    expect(heldToPromise(9_900, { promised: flat }, { company, method })).toEqual({
      ...{ reason: 'more-owed', seenCents: 10_000, owedCents: 9_900 },
      ...{ seenFeeCents: 150, feeCents: 400 },
    });
  });

  test('with another method, its fee counts', () => {
    const company = { fees: { ach: dollars(1.5) } };
    const bank = methodRecord({ type: 'bank', card: undefined });
    expect(heldToPromise(10_000, { promised: none }, { company, method: bank })).toMatchObject({
      feeCents: 150,
    });
    expect(heldToPromise(10_000, { promised: none }, { company, method })).toBe(10_000);
  });

  test('a card that does not say its type is promised the dearer', () => {
    const { card } = method;
    const either = methodRecord({ card: card && { ...card, cardType: undefined } });
    const visa = { credit: percent(2), debit: dollars(0.5) };
    expect(announcedFee({ fees: { cards: { visa } } }, either, 10_000)).toBe(200);
  });
});

describe('a fee that was charged', () => {
  const promised = { cents: 10_000, feeCents: 150 };
  const paid = (feeCents?: number, amountCents = 10_000) =>
    ({ kind: 'paid', amountCents, paidAt: NOW, feeCents }) as const;
  test.each([
    ['as promised', promised, paid(150), 0, undefined],
    ['a cent more', promised, paid(151), 1, 150],
    ['a cent less', promised, paid(149), 0, 150],
    ['that is not reported', promised, paid(), 0, 150],
    ['less, of less', promised, paid(100, 8_000), 0, undefined],
    ['more, of less', promised, paid(151, 8_000), 1, 150],
    ['where none was promised', { cents: 10_000, feeCents: 0 }, paid(1), 1, 0],
    ['none, where none was promised', { cents: 10_000, feeCents: 0 }, paid(), 0, undefined],
    ['far above the amount', promised, paid(10_000_000_000), 9_999_999_850, 150],
    ['of an earlier release, as large as the amount', undefined, paid(10_000), 0, undefined],
    ['of an earlier release, a cent larger', undefined, paid(10_001), 1, undefined],
  ])('%s', (_, promise, outcome, above, shown) => {
    expect(feeAbovePromise({ promised: promise }, outcome)).toBe(above);
    expect(brokenPromise({ promised: promise, outcome })).toBe(shown);
  });
});
