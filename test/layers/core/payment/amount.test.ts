import type { BillRecord } from '@billhook/core/bill/bill';
import {
  amountLimitOf,
  amountToPay,
  CUSTOM_AMOUNT_OPTION,
  checkCustomAmount,
} from '@billhook/core/payment/amount';
import { describe, expect, test } from 'vitest';
import { billRecord } from '../../../support/records.ts';

const balances = { balanceCents: 2_500, statementBalanceCents: 20_000, fullBalanceCents: 30_000 };

const option = (canExceedBalance?: boolean, type = CUSTOM_AMOUNT_OPTION) => ({
  type,
  settings: { ...(canExceedBalance !== undefined && { canExceedBalance }) },
});

type Options = NonNullable<BillRecord['company']['additionalPaymentOptions']>;

function bill(options: Options | undefined, reported: object = balances): BillRecord {
  const company = { ...billRecord().company, additionalPaymentOptions: options };
  return billRecord({ company }, reported);
}

const companies = {
  balances: bill(undefined),
  'up-to-balance': bill([option(false)]),
  any: bill([option(true)]),
};

describe('the amounts that a company takes', () => {
  test.each([
    ['are the balances without an option', undefined, 'balances'],
    ['are the balances with none among its options', [], 'balances'],
    ['are the balances with an option of another type', [option(true, 'other')], 'balances'],
    ['go up to the balance with the option', [option(false)], 'up-to-balance'],
    ['go up to the balance where nothing is said', [option()], 'up-to-balance'],
    ['are any where the balance can be exceeded', [option(true)], 'any'],
  ] as const)('%s', (_, options, limit) => {
    expect(amountLimitOf(bill(options as Options | undefined))).toBe(limit);
  });
});

describe('a chosen amount', () => {
  test.each([
    ['balances', 0, false],
    ['balances', 1, false],
    ['balances', 2_499, false],
    ['balances', 2_500, true],
    ['balances', 2_501, false],
    ['balances', 19_999, false],
    ['balances', 20_000, true],
    ['balances', 20_001, false],
    ['balances', 29_999, false],
    ['balances', 30_000, true],
    ['balances', 30_001, false],
    ['up-to-balance', -1, false],
    ['up-to-balance', 0, false],
    ['up-to-balance', 1, true],
    ['up-to-balance', 30_000, true],
    ['up-to-balance', 30_001, false],
    ['any', 0, false],
    ['any', 1, true],
    ['any', 30_000, true],
    ['any', 30_001, true],
  ] as const)('with %s, %i cents: taken %s', (limit, cents, taken) => {
    const refusal = checkCustomAmount(companies[limit], cents);
    expect(refusal?.failure).toBe(taken ? undefined : 'payment_amount_not_accepted');
  });

  test.each([
    ['balances', 1, false],
    ['up-to-balance', 1, false],
    ['any', 1, true],
  ] as const)('while no balance is known, with %s: %i cents taken %s', (limit, cents, taken) => {
    const unknown = { ...companies[limit], reported: bill(undefined, { syncing: true }).reported };
    const { balanceCents: _none, ...reported } = unknown.reported;
    const refusal = checkCustomAmount({ ...unknown, reported }, cents);
    expect(refusal?.failure).toBe(taken ? undefined : 'payment_amount_not_accepted');
  });
});

describe('what is charged', () => {
  test.each([
    ['the balance when nothing was chosen', 'balances', undefined, balances, 2_500],
    ['what was chosen', 'up-to-balance', 4_000, balances, 4_000],
    ['the full balance when that was chosen', 'balances', 30_000, balances, 30_000],
    [
      'a statement balance chosen earlier, although it is another by now',
      'balances',
      20_000,
      { ...balances, statementBalanceCents: 22_000 },
      20_000,
    ],
    ['one cent below the largest balance', 'up-to-balance', 29_999, balances, 29_999],
    ['the largest balance at its bound', 'up-to-balance', 30_000, balances, 30_000],
    ['the largest balance, not what exceeds it', 'up-to-balance', 30_001, balances, 30_000],
    ['the largest balance by now', 'balances', 30_000, { balanceCents: 900 }, 900],
    ['beyond the balance where the company takes it', 'any', 40_000, balances, 40_000],
    ['one cent, the least that is owed', 'balances', undefined, { balanceCents: 1 }, 1],
    ['nothing when nothing is owed', 'balances', undefined, { balanceCents: 0 }, 0],
    ['nothing when nothing is owed, whatever was chosen', 'any', 500, { balanceCents: 0 }, 0],
    ['nothing while no balance is known', 'any', 500, {}, 0],
    [
      'nothing where nothing has to be paid of a full balance',
      'up-to-balance',
      500,
      { balanceCents: 0, fullBalanceCents: 9_000 },
      0,
    ],
  ] as const)('is %s', (_, limit, customPaymentAmountCents, reading, charged) => {
    expect(amountToPay({ ...companies[limit], customPaymentAmountCents }, reading)).toBe(charged);
  });
});
