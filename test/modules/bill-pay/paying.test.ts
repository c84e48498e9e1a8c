import { describe, expect, test, vi } from 'vitest';
import { checkBank } from '../../../modules/bill-pay/bank-input.ts';
import { rowDay, scheduledDay, shortDay } from '../../../modules/bill-pay/days.ts';
import { isStanding, outcomeOf } from '../../../modules/bill-pay/outcome.ts';
import { dateProblem, quickDays } from '../../../modules/bill-pay/pay-date.ts';
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

  test('one that goes on for days is not', () => {
    const accepted = { status: 'pending', acceptedAt: '2026-12-01T08:00:00.000Z' } as const;
    expect(outcomeOf(entryOf({}, accepted), 'none')).toBe('goes-on');
    const delayed = { status: 'pending', waitsFor: 'service' } as const;
    expect(outcomeOf(entryOf({}, delayed), 'none')).toBe('goes-on');
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

test.each([
  ['2026-12-06', '2026-11-23', { dayBefore: '2026-12-05', dueDate: '2026-12-06' }],
  ['2026-11-24', '2026-11-23', { dueDate: '2026-11-24' }],
  ['2026-11-23', '2026-11-23', {}],
  ['2026-11-01', '2026-11-23', {}],
])('a bill that is due on %s offers these days on %s', (due, today, days) => {
  expect(quickDays(`${due}T00:00:00.000Z`, today)).toEqual(days);
});

test('a bill without a due date offers no day', () => {
  expect(quickDays(undefined, '2026-11-23')).toEqual({});
});

test('a day is said with its year only where that is another one', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } });
  const now = Date.parse('2026-11-23T00:00:00Z');
  expect(shortDay('2026-12-06T00:00:00.000Z', now)).toBe('Dec 6');
  expect(shortDay('2027-01-06T00:00:00.000Z', now)).toBe('Jan 6, 2027');
});

test.each([
  ['en', '2027-01-06', 'Jan 6'],
  ['en', '2026-06-01', 'Jun 1'],
  ['en', '2026-05-01', 'May 2026'],
  ['en', '2027-06-01', 'Jun 2027'],
  ['es', '2027-01-06', '6 ene'],
  ['es', '2027-06-01', 'jun 2027'],
])('in %s a row says %s as %s in November 2026', (lang, date, said) => {
  vi.stubGlobal('document', { documentElement: { lang } });
  const now = Date.parse('2026-11-23T00:00:00Z');
  expect(rowDay(`${date}T00:00:00.000Z`, now)).toBe(said);
});

test('a schedule means a day for what is due now', () => {
  const bill = billOf();
  expect(scheduledDay(bill, 'five-days-before')).toBe('2026-12-01T00:00:00.000Z');
  expect(scheduledDay(bill, 'on-due-date')).toBe('2026-12-06T00:00:00.000Z');
  expect(scheduledDay(bill, 'immediately')).toBeUndefined();
  expect(scheduledDay(billOf({ dueDate: undefined }), 'day-before')).toBeUndefined();
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
