import { describe, expect, test } from 'vitest';
import { readPlace } from '../../../modules/account-linking/place.ts';
import { taskOf } from '../../../modules/account-linking/task-of.ts';
import { readParameters } from '../../../modules/kit/parameters.ts';

describe('what the account-linking module is asked to do', () => {
  test.each([
    ['', { items: ['bill'] }],
    ['?items=bill&paymentMethodId=pm_1', { items: ['bill'], paymentMethodId: 'pm_1' }],
    ['?items=swap&paymentMethodId=pm_1', { items: ['swap'], paymentMethodId: 'pm_1' }],
    // Without a card there is nothing to put on file.
    ['?items=swap', { items: ['bill'] }],
    [
      '?swapId=swap_1&paymentMethodId=pm_1',
      { items: ['swap'], swapId: 'swap_1', paymentMethodId: 'pm_1' },
    ],
    ['?swapId=swap_1', { items: ['bill'] }],
    ['?items=payment&billId=bill_1', { items: ['bill', 'payment'], billId: 'bill_1' }],
    [
      '?billId=bill_1&paymentMethodId=pm_1',
      { items: ['bill', 'payment'], billId: 'bill_1', paymentMethodId: 'pm_1' },
    ],
    ['?items=payment&companyId=co_1', { items: ['bill', 'payment'] }],
  ])('reads %s', (search, task) => {
    expect(taskOf(readParameters(search, ''))).toEqual(task);
  });
});

describe('the place that was kept', () => {
  test.each([
    [{ at: 'search' }, { at: 'search' }],
    [
      { at: 'working', authId: 'auth_1', before: 'swap_1' },
      { at: 'working', authId: 'auth_1', before: 'swap_1' },
    ],
    [
      { at: 'sign-in', companyId: 'co_1', why: 'refused' },
      { at: 'sign-in', companyId: 'co_1', why: 'refused' },
    ],
    [
      { at: 'sign-in', companyId: 'co_1', why: 'never' },
      { at: 'sign-in', companyId: 'co_1' },
    ],
    [
      { at: 'sign-in', companyId: 'co_1', why: 'again', asked: { _id: 'a', asksFor: ['pin'] } },
      { at: 'sign-in', companyId: 'co_1', why: 'again', asked: { _id: 'a', asksFor: ['pin'] } },
    ],
    [
      { at: 'sign-in', companyId: 'co_1', asked: { _id: 'a' } },
      { at: 'sign-in', companyId: 'co_1' },
    ],
    [
      { at: 'due', authId: 'auth_1' },
      { at: 'due', authId: 'auth_1' },
    ],
    [{ at: 'due' }, undefined],
    [
      { at: 'review', billId: 'bill_1', more: 'text' },
      { at: 'review', billId: 'bill_1' },
    ],
    [{ at: 'review', billId: 'a text' }, undefined],
    [
      {
        ...{ at: 'pay', from: { at: 'working', authId: 'auth_1' }, billId: 'bill_1' },
        ...{ paymentMethodId: 'pm_1', maxAmount: '42.00' },
      },
      {
        ...{ at: 'pay', from: { at: 'working', authId: 'auth_1' }, billId: 'bill_1' },
        ...{ paymentMethodId: 'pm_1', maxAmount: '42.00' },
      },
    ],
    [{ at: 'pay', from: { at: 'working' }, maxAmount: '42.00' }, undefined],
    [{ at: 'working' }, undefined],
    [{ at: 'elsewhere' }, undefined],
    ['text', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('is read from %j', (kept, place) => {
    expect(readPlace(kept)).toEqual(place);
  });
});
