import { expect, test } from 'vitest';
import { type Place, readPlace } from '../../../modules/account-linking/place.ts';

const from = { at: 'working', authId: 'auth_1', before: 'pay_0' } as const;
const paid = { billId: 'bill_1', paymentMethodId: 'pm_1', maxAmount: '310.40' } as const;

test.each<[string, Place]>([
  ['what is paid, and how much of it', { at: 'pay', from, ...paid, amount: '310.40' }],
  ['what is paid, where its amount was not chosen', { at: 'pay', from, ...paid }],
  ['a bill that is looked over', { at: 'review', billId: 'bill_1' }],
  ['an account that may owe something', { at: 'due', authId: 'auth_1' }],
])('%s is known again after a reload', (_what, place) => {
  expect(readPlace(JSON.parse(JSON.stringify(place)))).toEqual(place);
});

test.each([
  ['an amount that is no text', { at: 'pay', from, ...paid, amount: 310.4 }],
  ['a bill with a name that none has', { at: 'review', billId: 'bill 1' }],
  ['a payment of nobody', { at: 'pay', ...paid }],
])('%s is no place', (_what, kept) => {
  expect(readPlace(kept)).toBeUndefined();
});
