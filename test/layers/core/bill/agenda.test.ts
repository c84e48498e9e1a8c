import {
  holdBack,
  isAutomaticOver,
  isTimely,
  nextTask,
  noticed,
  postponeAutomatic,
  wakeBill,
} from '@billhook/core/bill/agenda';
import { paySlot } from '@billhook/core/partner/pay-slot';
import { describe, expect, test } from 'vitest';
import { billRecord, changedBill, NOW, TODAY } from '../../../support/records.ts';

/** Due on 2026-12-05, seen on 2026-11-21: paid five days before, on 2026-11-30. */
const bill = billRecord();
const midnight = (day: string) => `${day}T00:00:00.000Z`;
/** Its own second of the first hours of a day, where the day was known before. */
const slot = (day: string) => paySlot({ billId: bill._id }, day, TODAY);

describe('the next task of a bill', () => {
  test.each([
    ['the notice of its payment, two days before it', {}, 'scheduled-payment', '2026-11-28'],
    [
      'its payment, once the notice was given',
      { noticed: { 'scheduled-payment': '2026-11-30' } },
      'pay',
      '2026-11-30',
    ],
    [
      'the notice that it is due, two days before, where it is not paid automatically',
      { recurring: 'disabled' as const },
      'upcoming',
      '2026-12-03',
    ],
    [
      'the mark of being overdue, the day after',
      { recurring: 'disabled' as const, noticed: { upcoming: '2026-12-05' } },
      'overdue',
      '2026-12-06',
    ],
    [
      'the notice of what is scheduled, by its day',
      { scheduled: { paymentId: 'pay_1', payOn: '2026-12-02' } },
      'scheduled-payment',
      '2026-11-30',
    ],
    [
      'its payment, where no notices are wanted',
      { notifications: 'disabled' as const },
      'pay',
      '2026-11-30',
    ],
  ])('is %s', (_, change, kind, day) => {
    const at = kind === 'overdue' ? midnight(day) : slot(day);
    expect(nextTask(changedBill(bill, change))).toMatchObject({ kind, at });
  });

  test.each([
    ['a payment of it is under way', { pendingPaymentId: 'pay_1' }],
    ['it was deleted', { deletedAt: midnight(TODAY) }],
    ['the company prepares it', { reported: { ...bill.reported, syncing: true } }],
    ['nothing is owed', { reported: { ...bill.reported, balanceCents: 0 } }],
  ])('is none while %s', (_, change) => {
    expect(nextTask(changedBill(bill, change))).toBeUndefined();
  });

  test('is never its payment where its day was scheduled: that is due by itself', () => {
    const scheduled = { paymentId: 'pay_1', payOn: '2026-12-02' };
    const given = {
      'scheduled-payment': '2026-12-02',
      upcoming: '2026-12-05',
      overdue: '2026-12-05',
    };
    expect(nextTask(changedBill(bill, { scheduled, noticed: given }))).toBeUndefined();
  });

  test('is its payment however late it is, until it is marked as overdue', () => {
    const told = { 'scheduled-payment': '2026-11-30', upcoming: '2026-12-05' };
    const late = nextTask({ ...bill, noticed: told });
    expect(late).toMatchObject({ kind: 'pay', at: slot('2026-11-30') });
    const marked = noticed(
      { ...bill, noticed: told },
      { kind: 'overdue', at: '', about: '2026-12-05' },
    );
    expect(nextTask(marked)).toBeUndefined();
  });
});

describe('a notice that was given', () => {
  const announced = noticed(bill, { kind: 'scheduled-payment', at: '', about: '2026-11-30' });
  const told = noticed(announced, { kind: 'upcoming', at: '', about: '2026-12-05' });
  const dueOn = (day: string) => ({ ...told, reported: { ...bill.reported, dueOn: day } });

  test('is not given again where the date of its statement moves', () => {
    expect(nextTask(dueOn('2026-12-06'))).toMatchObject({ kind: 'pay', about: '2026-12-01' });
    const own = { ...dueOn('2026-12-06'), recurring: 'disabled' as const };
    expect(nextTask(own)).toMatchObject({ kind: 'overdue', about: '2026-12-06' });
  });

  test('is given again of another statement, and of what is ordered for another day', () => {
    const kind = 'scheduled-payment';
    expect(nextTask(dueOn('2027-01-05'))).toMatchObject({ kind, about: '2026-12-31' });
    const scheduled = { paymentId: 'pay_1', payOn: '2026-12-02' };
    expect(nextTask(changedBill(told, { scheduled }))).toMatchObject({ kind, about: '2026-12-02' });
  });
});

describe('the second at which a notice is given', () => {
  test.each([
    ['of a partner whose test clock is moved', { clocked: true as const }, '2026-11-28'],
    ['of a statement that came on the day', { seenOn: '2026-11-28' }, '2026-11-28'],
  ])('%s is the first', (_, change, day) => {
    expect(nextTask(changedBill(bill, change))).toMatchObject({
      kind: 'scheduled-payment',
      at: midnight(day),
    });
  });

  test('is that of its payment, two days later', () => {
    const notice = nextTask(bill)?.at.slice(11);
    const pay = nextTask({ ...bill, notifications: 'disabled' })?.at.slice(11);
    expect(notice).toBe(pay);
    expect(notice).not.toBe(midnight(TODAY).slice(11));
  });
});

describe('the second at which a bill is paid', () => {
  const told = { notifications: 'disabled' as const };

  test.each([
    ['of a partner whose test clock is moved', { clocked: true as const }, '2026-11-30'],
    ['of a statement that came on the day', { seenOn: '2026-12-01' }, '2026-12-01'],
  ])('%s is the first', (_, change, day) => {
    expect(nextTask({ ...bill, ...told, ...change })).toMatchObject({ at: midnight(day) });
  });

  test('is after the end of a pause, and never before its own', () => {
    const until = '2026-11-30T10:00:00.000Z';
    const paused = (at: string) => ({
      ...bill,
      ...told,
      heldBack: { dueOn: '2026-12-05', until: at },
    });
    expect(nextTask(paused(until))).toMatchObject({ at: until });
    expect(nextTask(paused(midnight('2026-11-29')))).toMatchObject({ at: slot('2026-11-30') });
  });
});

describe('a notice', () => {
  const task = { kind: 'upcoming', at: '', about: '2026-12-05' } as const;
  test.each([
    ['the day before', '2026-12-04T23:59:59.999Z', true],
    ['on its day', '2026-12-05T00:00:00.000Z', false],
  ])('%s says something new: %s', (_, now, timely) => {
    expect(isTimely(task, Date.parse(now))).toBe(timely);
  });

  test('of being overdue is always said', () => {
    expect(isTimely({ ...task, kind: 'overdue' }, Date.parse('2027-06-01T00:00:00Z'))).toBe(true);
  });

  test('of being overdue ends the automatic payment of the statement, but for one declined', () => {
    const overdue = { kind: 'overdue', at: '', about: '2026-12-05' } as const;
    expect(noticed(bill, overdue).skippedDueOn).toBe('2026-12-05');
    const declined = noticed({ ...bill, declinedMethodId: 'pm_1' }, overdue);
    expect(declined.skippedDueOn).toBeUndefined();
  });
});

describe('an automatic payment that is held back', () => {
  const told = { ...bill, noticed: { 'scheduled-payment': '2026-11-30', upcoming: '2026-12-05' } };
  const overdue = { kind: 'overdue', at: '', about: '2026-12-05' } as const;
  const heldOn = (instant: string) => holdBack(told, Date.parse(instant));

  test('is due again in an hour', () => {
    const held = heldOn('2026-11-30T10:00:00.000Z');
    expect(nextTask(held)).toMatchObject({ kind: 'pay', at: '2026-11-30T11:00:00.000Z' });
  });

  test('outlives the mark of being overdue', () => {
    const held = heldOn('2026-12-05T23:30:00.000Z');
    expect(nextTask(held)).toMatchObject({ kind: 'overdue' });
    const marked = noticed(held, overdue);
    expect(marked.skippedDueOn).toBeUndefined();
    expect(nextTask(marked)).toMatchObject({ kind: 'pay', at: '2026-12-06T00:30:00.000Z' });
  });

  test('is decided by the usual rules once the pause is over', () => {
    const late = postponeAutomatic(heldOn('2026-12-05T23:30:00.000Z'), '2026-12-06');
    expect(late).toMatchObject({ skippedDueOn: '2026-12-05' });
    expect(late.heldBack).toBeUndefined();
  });

  test('says nothing about the next statement', () => {
    const held = heldOn('2026-11-30T10:00:00.000Z');
    const next = { ...held, reported: { ...bill.reported, dueOn: '2027-01-05' } };
    expect(nextTask(next)).toEqual(nextTask({ ...next, heldBack: undefined }));
    const marked = noticed(next, { ...overdue, about: '2027-01-05' });
    expect(marked.skippedDueOn).toBe('2027-01-05');
  });
});

describe('an automatic payment that cannot be made', () => {
  test.each([
    ['before the due date is tried the next day', '2026-12-04', { waitsUntil: '2026-12-05' }],
    ['on the due date is not tried again', '2026-12-05', { skippedDueOn: '2026-12-05' }],
    ['after it, by a late sweep, is not tried again', '2026-12-09', { skippedDueOn: '2026-12-05' }],
  ])('%s', (_, today, expected) => {
    expect(postponeAutomatic(bill, today)).toMatchObject(expected);
  });

  test('is not announced anew for each day on which it is tried', () => {
    const told = { ...bill, noticed: { 'scheduled-payment': '2026-11-30' } };
    const waiting = postponeAutomatic(told, '2026-11-30');
    expect(nextTask(waiting)).toMatchObject({ kind: 'pay', at: slot('2026-12-01') });
    const planned = { paymentId: 'pay_1', payOn: '2026-12-07' };
    const scheduled = changedBill(waiting, { scheduled: planned });
    expect(nextTask(scheduled)).toMatchObject({ kind: 'upcoming' });
    expect(nextTask({ ...scheduled, noticed: { upcoming: '2026-12-05' } })).toMatchObject({
      kind: 'scheduled-payment',
      about: '2026-12-07',
    });
  });

  test('is tried at once when the bill is woken', () => {
    const waiting = postponeAutomatic(bill, '2026-12-01');
    expect(nextTask({ ...wakeBill(waiting), notifications: 'disabled' })).toMatchObject({
      kind: 'pay',
      at: slot('2026-11-30'),
    });
    expect(wakeBill(bill)).toBe(bill);
  });
});

test('an automatic payment is over once its user has turned recurring payments off, or skips the cycle', () => {
  const { dueOn = '' } = bill.reported;
  const payment = {
    automatic: true as const,
    statement: { accountFingerprint: bill.accountFingerprint, dueOn },
  };
  const isOver = (set: Partial<typeof bill>, reading = bill.reported) =>
    isAutomaticOver(payment, { bill: { ...bill, recurring: 'enabled', ...set }, reading }, NOW);
  expect([isOver({}), isOver({ recurring: 'disabled' })]).toEqual([false, true]);
  expect([isOver({ skippedDueOn: dueOn }), isOver({ skippedDueOn: '2026-01-01' })]).toEqual([
    true,
    false,
  ]);
});
