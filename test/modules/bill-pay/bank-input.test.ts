import { expect, test } from 'vitest';
import { checkBank } from '../../../modules/bill-pay/bank-input.ts';
import { pastedForms } from '../../support/pasted.ts';

const bank = { routingNumber: '021000021', accountNumber: '123456789', name: 'Ada Tester' };

test.each(pastedForms(bank.routingNumber))('a routing number with %s is right', (_, typed) => {
  expect(checkBank({ ...bank, routingNumber: typed })).toEqual({});
});

test.each(pastedForms(bank.accountNumber))('an account number with %s is right', (_, typed) => {
  expect(checkBank({ ...bank, accountNumber: typed })).toEqual({});
});

test('a routing number of a range that does not exist is wrong', () => {
  expect(checkBank({ ...bank, routingNumber: '130000003' })).toEqual({ routingNumber: 'wrong' });
});
