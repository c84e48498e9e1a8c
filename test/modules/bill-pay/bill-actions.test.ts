import { describe, expect, test } from 'vitest';
import {
  cancelState,
  isAutomatic,
  isForOnce,
  payingMethod,
  payState,
  settingLocks,
} from '../../../modules/bill-pay/bill-actions.ts';
import { hindranceOf, paidWith } from '../../../modules/bill-pay/pay-with.ts';
import { auth, billOf, entryOf, methodOf } from './support.ts';

describe('whether a bill can be paid', () => {
  test.each<[string, Parameters<typeof entryOf>, ReturnType<typeof payState>]>([
    ['upcoming', [{}], 'pay'],
    ['overdue', [{ status: 'overdue' }], 'pay'],
    ['declined', [{ status: 'payment-declined' }, { status: 'declined' }], 'pay'],
    ['its payment was held', [{}, { status: 'held' }], 'pay'],
    ['being paid', [{}, { status: 'pending' }], 'pending'],
    ['scheduled', [{}, { status: 'scheduled' }], 'scheduled'],
    ['paid', [{ status: 'paid' }, { status: 'paid' }], 'nothing'],
    ['zero-balance', [{ status: 'zero-balance' }], 'nothing'],
    ['syncing', [{ status: 'syncing' }], 'syncing'],
    ['its auth is on hold', [{ auth: { ...auth, status: { type: 'hold' } } }], 'auth'],
  ])('%s', (_, given, state) => {
    expect(payState(entryOf(...given))).toBe(state);
  });
});

describe('what can be cancelled', () => {
  const payDate = '2026-12-01T00:00:00.000Z';
  test.each<[string, Parameters<typeof entryOf>, ReturnType<typeof cancelState>]>([
    ['a scheduled payment', [{ payDate }, { status: 'scheduled' }], 'payment'],
    ['an automatic payment', [{ payDate }], 'automatic'],
    ['not one under way', [{ payDate }, { status: 'pending' }], 'pending'],
    ['nothing with recurring off', [{ settings: { recurring: 'disabled' } }], 'none'],
    ['nothing of a paid bill', [{ status: 'paid' }], 'none'],
  ])('%s', (_, given, state) => {
    expect(cancelState(entryOf(...given))).toBe(state);
  });
});

describe('which method pays', () => {
  const usual = methodOf({ _id: 'pm_default', default: true });
  const own = methodOf({ _id: 'pm_own', assignedBills: ['bill_1'] });
  const bank = methodOf({ _id: 'pm_bank', type: 'bank', default: true });
  const required = billOf({ company: { requiredPayment: 'card' } });

  test('the one assigned, else the default', () => {
    expect(payingMethod(billOf(), [usual, own])).toBe(own);
    expect(payingMethod(billOf(), [usual])).toBe(usual);
  });

  test('a required one has to be assigned', () => {
    expect(payingMethod(required, [usual])).toBeUndefined();
    expect(payingMethod(required, [usual, own])).toBe(own);
  });

  test('another than the one that pays otherwise pays once', () => {
    expect(isForOnce(required, usual, [usual])).toBe(true);
    expect(isForOnce(required, own, [usual, own])).toBe(false);
    expect(isForOnce(billOf(), own, [usual, own])).toBe(false);
    expect(isForOnce(billOf(), usual, [usual, own])).toBe(true);
  });

  test('proposed is one that can pay', () => {
    const declined = methodOf({ _id: 'pm_old', default: true, status: 'declined' });
    expect(paidWith(billOf(), [declined, own])?._id).toBe('pm_own');
    expect(paidWith(billOf(), [declined])).toBeUndefined();
    expect(paidWith(required, [bank, usual])?._id).toBe('pm_default');
    expect(hindranceOf(required, bank)).toBe('type');
    expect(hindranceOf(billOf(), methodOf({ status: 'pending' }))).toBe('pending');
  });
});

test('what a company decides is locked', () => {
  expect(settingLocks(billOf())).toEqual({ schedule: false, recurring: false });
  const fixed = billOf({
    company: { schedule: 'on-due-date' },
    settings: { recurringRequired: true },
  });
  expect(settingLocks(fixed)).toEqual({ schedule: true, recurring: true });
});

test.each<[string, Parameters<typeof billOf>[0], boolean]>([
  ['recurring', {}, true],
  ['recurring off', { settings: { recurring: 'disabled' } }, false],
  ['collected by its company', { autopay: 'enabled' }, false],
  ['of a company that wants its user there', { company: { userPresenceRequired: true } }, false],
])('paid by itself: %s', (_, given, expected) => {
  expect(isAutomatic(billOf(given))).toBe(expected);
});
