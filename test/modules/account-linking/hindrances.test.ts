import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { describe, expect, test } from 'vitest';
import { findHindrance, findMethodHindrance } from '../../../modules/account-linking/hindrances.ts';
import { readParameters } from '../../../modules/kit/parameters.ts';
import { powerCompany } from '../../browser/scene.ts';

const reasonOf = (search: string, company?: typeof powerCompany) =>
  findHindrance(readParameters(search, ''), { company })?.reason;

describe('an address', () => {
  test.each([
    ['?companyId=co_unknown', 'company_not_found'],
    ['?companyId=Power+Company', 'company_not_found'],
    ['?billId=../1', 'bill_not_found'],
    ['?swapId=a%20b&paymentMethodId=pm_1', 'swap_not_found'],
    ['?paymentMethodId=%3Cb%3E', 'payment_method_not_found'],
    ['?items=swap', 'payment_method_missing'],
    ['?swapId=swap_1', 'payment_method_missing'],
  ])('%s is hindered: %s', (search, reason) => expect(reasonOf(search)).toBe(reason));

  test.each([
    '',
    '?items=swap&paymentMethodId=pm_1',
    '?swapId=swap_1&paymentMethodId=pm_1',
    '?billId=bill_1',
    '?items=payment&billId=bill_1',
    '?paymentMethodId=pm_1',
  ])('%s is not', (search) => expect(reasonOf(search)).toBeUndefined());

  test('is not hindered by a company that is there', () => {
    expect(reasonOf(`?companyId=${powerCompany._id}`, powerCompany)).toBeUndefined();
  });
});

describe('a payment method', () => {
  const methods = [
    { _id: 'pm_1', type: 'card' },
    { _id: 'pm_2', type: 'bank' },
  ] as PaymentMethod[];
  test.each([
    ['?paymentMethodId=pm_9', 'payment_method_not_found'],
    ['?paymentMethodId=pm_2&items=swap', 'payment_method_not_accepted'],
    ['?paymentMethodId=pm_2&swapId=swap_1', 'payment_method_not_accepted'],
    ['?paymentMethodId=pm_2&billId=bill_1', undefined],
    ['?paymentMethodId=pm_1&items=swap', undefined],
    ['', undefined],
  ])('of %s: %s', (search, reason) => {
    expect(findMethodHindrance(readParameters(search, ''), methods)?.reason).toBe(reason);
  });
});
