import { describe, expect, test, vi } from 'vitest';
import { checkBank } from '../../../modules/bill-pay/bank-input.ts';
import { isStanding, outcomeOf } from '../../../modules/bill-pay/outcome.ts';
import { dateProblem } from '../../../modules/bill-pay/pay-date.ts';
import { formOf, settingsChanges } from '../../../modules/bill-pay/settings-changes.ts';
import { isUndecided } from '../../../modules/kit/api.ts';
import { billOf, entryOf } from './support.ts';

describe('what became of a payment', () => {
  test.each(['paid', 'declined', 'held', 'scheduled', 'cancelled'] as const)('%s', (status) => {
    expect(outcomeOf(entryOf({}, { status }), 'none')).toBe(status);
  });

  test('one under way is waited for', () => {
    expect(outcomeOf(entryOf({}, { status: 'pending' }), 'none')).toBe('waiting');
    expect(outcomeOf(entryOf(), 'none')).toBe('waiting');
    expect(outcomeOf(undefined, undefined)).toBe('waiting');
  });

  test('the payment before it does not count', () => {
    expect(outcomeOf(entryOf({}, { _id: 'pay_old', status: 'paid' }), 'pay_old')).toBe('waiting');
  });
});

describe('whether the same request is sent again', () => {
  test.each(['offline', 'request_in_progress', 'service_unavailable', 'internal_error'])(
    'after %s under the same key',
    (code) => expect(isUndecided(code)).toBe(true),
  );

  test.each(['payment_method_declined', 'statement_already_paid', 'too_many_requests'])(
    'after %s as another',
    (code) => expect(isUndecided(code)).toBe(false),
  );

  test('what stands already is shown', () => {
    expect(isStanding('payment_already_scheduled')).toBe(true);
    expect(isStanding('payment_pending')).toBe(true);
    expect(isStanding('bill_not_payable')).toBe(false);
  });
});

test.each([
  ['2026-11-23', undefined],
  ['2026-12-31', undefined],
  ['2026-11-22', 'early'],
  ['', 'required'],
  ['2026-02-30', 'required'],
])('the day %s', (date, problem) => {
  expect(dateProblem(date, '2026-11-23')).toBe(problem);
});

describe('what a form of settings sends', () => {
  const bill = billOf({ customLabel: 'House' });
  const form = formOf(bill);
  const promise = 'Each bill is paid.';

  test('nothing that was not changed', () => {
    expect(settingsChanges(bill, form, promise)).toEqual({});
  });

  test('only what was', () => {
    expect(
      settingsChanges(bill, { ...form, recurring: false, notifications: false }, promise),
    ).toEqual({
      payment: { billId: 'bill_1', recurring: 'disabled' },
      custom: { notifications: 'disabled' },
    });
  });

  test('what its user agrees to who turns automatic payments on', () => {
    vi.stubGlobal('document', { documentElement: { lang: 'en' } });
    const off = billOf({ settings: { recurring: 'disabled' } });
    const asked = { ...formOf(off), recurring: true };
    const consent = { text: promise, version: '1', locale: 'en' };
    const payment = { billId: 'bill_1', recurring: 'enabled', consent };
    expect(settingsChanges(off, asked, promise)).toEqual({ payment });
  });

  test('a name that was emptied is taken back', () => {
    expect(settingsChanges(bill, { ...form, label: '  ' }, promise)).toEqual({
      custom: { customLabel: null },
    });
  });

  test('nothing that is locked', () => {
    const locked = billOf({
      company: { schedule: 'on-due-date' },
      settings: { recurringRequired: true },
    });
    const asked = { ...formOf(locked), recurring: false, schedule: 'immediately' as const };
    expect(settingsChanges(locked, asked, promise)).toEqual({});
  });
});

describe('a bank account', () => {
  const right = { routingNumber: '021000021', accountNumber: '12345678', name: 'Ada' };
  test.each([
    ['right', {}, {}],
    ['with spaces', { routingNumber: '0210 0002 1' }, {}],
    ['a checksum that is wrong', { routingNumber: '021000022' }, { routingNumber: 'wrong' }],
    ['too short an account', { accountNumber: '123' }, { accountNumber: 'wrong' }],
    ['letters', { accountNumber: '12a45678' }, { accountNumber: 'wrong' }],
    ['nothing', { name: ' ' }, { name: 'missing' }],
  ])('%s', (_, given, complaints) => {
    expect(checkBank({ ...right, ...given })).toEqual(complaints);
  });
});
