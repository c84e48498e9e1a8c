/**
 * The interface's rows of the two states of a bill that the sandbox hides, `payment-required` and
 * `pending`. Every pair of a state and a trigger is in test/layers/core/states/bill-states.test.ts.
 */

import { isFailure } from '@billhook/core/base/errors';
import { billStatus } from '@billhook/core/bill/bill';
import { assignMethod } from '@billhook/core/payment/method-assignment';
import { checkPayable, methodIdOf } from '@billhook/core/payment/payable';
import { cancelScheduled } from '@billhook/core/payment/transitions';
import { describe, expect, test } from 'vitest';
import { billRecord, methodRecord, TODAY } from '../../../support/records.ts';

const unattended = { userPresent: false };

describe('payment-required', () => {
  const company = { ...billRecord().company, requiredPayment: 'card' as const };
  const bill = billRecord({ company, acceptedMethods: ['card'] });
  const method = methodRecord();

  test('a linked method is not enough: nothing is paid until it is assigned', () => {
    expect(billStatus(bill, TODAY)).toBe('payment-required');
    expect(methodIdOf(bill, method._id)).toMatchObject({ failure: 'payment_method_required' });
  });

  test('POST /payment/{paymentMethodId}/assign, of the required type: bill payments resume', () => {
    const assigned = assignMethod(bill, method, undefined);
    if (isFailure(assigned)) throw new Error(assigned.failure);
    expect(billStatus(assigned.bill, TODAY)).toBe('upcoming');
    expect(methodIdOf(assigned.bill, undefined)).toBe(method._id);
    expect(checkPayable(assigned.bill, unattended)).toBeUndefined();
  });

  test('POST /payment/{paymentMethodId}/assign, of another type: refused', () => {
    const bank = methodRecord({ type: 'bank' });
    expect(assignMethod(bill, bank, undefined)).toMatchObject({
      failure: 'payment_method_not_accepted',
    });
  });
});

describe('pending', () => {
  const bill = billRecord({ pendingPaymentId: 'pay_1' });

  test('is what a bill is while it is being paid', () => {
    expect(billStatus(bill, TODAY)).toBe('pending');
    expect(checkPayable(bill, unattended)).toMatchObject({ failure: 'payment_pending' });
  });

  test('POST /payment/cancel: a payment in `pending` status cannot be canceled', () => {
    expect(cancelScheduled(bill, TODAY)).toMatchObject({ failure: 'payment_pending' });
  });
});
