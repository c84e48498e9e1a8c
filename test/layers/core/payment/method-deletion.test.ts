import { type Failure, isFailure } from '@billhook/core/base/errors';
import { MAX_ASSIGNED_BILLS } from '@billhook/core/method/payment-method';
import { moveScheduled, nextDefault, scheduledWith } from '@billhook/core/payment/method-deletion';
import { describe, expect, test } from 'vitest';
import { billRecord, methodRecord, TODAY } from '../../../support/records.ts';

const method = methodRecord();
const other = methodRecord();
const planned = { scheduled: { paymentId: 'pay_1', payOn: TODAY } };
const cardOnly = { ...billRecord().company, requiredPayment: 'card' as const };

describe('A method makes the scheduled payments', () => {
  test.each([
    ['of bills that it is assigned to', { methodId: method._id }, undefined, 1],
    ['of bills without a method, as the default', {}, method._id, 1],
    ['of no bill with another method', { methodId: other._id }, method._id, 0],
    ['of no bill that needs one assigned', { company: cardOnly }, method._id, 0],
    ['of no bill, where it is not the default', {}, other._id, 0],
    ['of no deleted bill', { deletedAt: '2026-11-21T00:00:00.000Z' }, method._id, 0],
    ['of none where nothing is scheduled', { scheduled: undefined }, method._id, 0],
  ])('%s', (_, change, defaultMethodId, count) => {
    const bills = [billRecord({ ...planned, ...change })];
    expect(scheduledWith(bills, method._id, defaultMethodId)).toHaveLength(count);
  });
});

describe('They move to another method', () => {
  test('which is assigned to their bills; what was agreed to stays', () => {
    const bills = [billRecord(planned), billRecord({ ...planned, methodId: method._id })];
    const moved = moveScheduled(bills, other);
    if (isFailure(moved)) throw new Error(moved.failure);
    for (const [before, after] of moved.bills) {
      expect(after).toMatchObject({ methodId: other._id, scheduled: before.scheduled });
    }
    const assignedBills = bills.map(({ _id }) => _id);
    expect(moved.method).toMatchObject({ _id: other._id, assignedBills });
  });

  const full = Array.from({ length: MAX_ASSIGNED_BILLS }, (_, index) => `bill_${index}`);

  test.each([
    ['is declined', methodRecord({ status: 'declined' }), {}, 'payment_method_declined'],
    ['is not taken', other, { acceptedMethods: ['bank' as const] }, 'payment_method_not_accepted'],
    [
      'is not of the required type',
      methodRecord({ type: 'bank' }),
      { company: cardOnly },
      'payment_method_not_accepted',
    ],
    ['has no room', methodRecord({ assignedBills: full }), {}, 'link_limit_reached'],
  ])('but not to one that %s', (_, to, change, failure) => {
    const moved = moveScheduled([billRecord({ ...planned, ...change })], to);
    expect((moved as Failure).failure).toBe(failure);
  });
});

test('The next default is the verified method that was added first', () => {
  const added = (day: number, status: 'verified' | 'declined' = 'verified') =>
    methodRecord({ status, created: `2026-11-0${day}T00:00:00.000Z` });
  const [gone, declined, first, last] = [added(1), added(2, 'declined'), added(3), added(4)];
  expect(nextDefault([last, first, declined, gone], gone._id)).toBe(first);
  expect(nextDefault([gone, declined], gone._id)).toBeUndefined();
});
