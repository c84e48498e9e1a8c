import { describe, expect, test } from 'vitest';
import {
  amountChoices,
  chargedCents,
  chosenKind,
  mostOf,
  readAmount,
} from '../../../modules/kit/amounts.ts';
import { billOf } from '../bill-pay/support.ts';

const balances = { balance: '25.00', statementBalance: '310.40', fullBalance: '1250.00' };
const custom = (canExceedBalance?: boolean) => ({
  company: {
    additionalPaymentOptions: [{ type: 'custom-payment-amount', settings: { canExceedBalance } }],
  },
});

describe('the choices', () => {
  test.each<[string, Parameters<typeof billOf>[0], string[]]>([
    ['a bill has its balance', {}, ['balance']],
    ['a card has three', balances, ['balance', 'statement', 'full']],
    [
      'the same amount is one choice',
      { ...balances, statementBalance: '25.00' },
      ['balance', 'full'],
    ],
    ['nothing owed is no choice', { ...balances, statementBalance: '0.00' }, ['balance', 'full']],
    ['another amount, where it is taken', custom(), ['balance', 'custom']],
    ['of a card too', { ...balances, ...custom(true) }, ['balance', 'statement', 'full', 'custom']],
  ])('%s', (_, given, kinds) => {
    expect(amountChoices(billOf(given)).map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each<[string, Parameters<typeof billOf>[0], string | undefined]>([
    ['none chosen', balances, 'balance'],
    ['the full balance', { ...balances, customPaymentAmount: '1250.00' }, 'full'],
    ['another amount', { ...custom(), customPaymentAmount: '40.00' }, 'custom'],
    ['a balance that is no more', { ...balances, customPaymentAmount: '40.00' }, undefined],
  ])('which stands: %s', (_, given, kind) => {
    expect(chosenKind(billOf(given))).toBe(kind);
  });
});

describe('what is charged', () => {
  test.each<[string, Parameters<typeof billOf>[0], number]>([
    ['the balance', {}, 10_000],
    ['what was chosen', { ...custom(), customPaymentAmount: '40.10' }, 4_010],
    ['no more than is owed', { ...custom(), customPaymentAmount: '140.00' }, 10_000],
    ['more, where it is taken', { ...custom(true), customPaymentAmount: '140.00' }, 14_000],
    ['nothing of a paid bill', { balance: '0.00', customPaymentAmount: '40.00' }, 0],
    ['nothing before there is a balance', { balance: undefined }, 0],
  ])('%s', (_, given, cents) => {
    expect(chargedCents(billOf(given))).toBe(cents);
  });
});

describe('an amount as it is typed', () => {
  const bill = billOf({ ...balances, ...custom() });
  test.each([
    ['25', '25.00'],
    ['25.5', '25.50'],
    [' $1,250.00 ', '1250.00'],
    ['12,50', '12.50'],
    ['0.01', '0.01'],
    ['0.1', '0.10'],
  ])('%s is %s', (typed, amount) => {
    expect(readAmount(typed, bill)).toBe(amount);
  });

  test.each([
    ['', 'none'],
    ['0', 'none'],
    ['-5', 'none'],
    ['1.234', 'none'],
    ['1e3', 'none'],
    ['twelve', 'none'],
    ['1250.01', 'too-much'],
  ])('%s is not', (typed, not) => {
    expect(readAmount(typed, bill)).toEqual({ not });
  });

  test('where any is taken there is no most', () => {
    expect(mostOf(bill)).toBe('1250.00');
    const any = billOf({ ...balances, ...custom(true) });
    expect(mostOf(any)).toBeUndefined();
    expect(readAmount('1250.01', any)).toBe('1250.01');
  });
});
