import { refreshBill } from '@billhook/core/bill/bill';
import { asUnset } from '@billhook/core/bill/earlier-settings';
import { leaveDue } from '@billhook/core/bill/leave-due';
import { impliedConsent, startAgain, startOn } from '@billhook/core/consent/consent';
import { automaticPayDay } from '@billhook/core/payment/pay-day';
import { describe, expect, test } from 'vitest';
import { billRecord, NOW } from '../../../support/records.ts';

const TODAY = '2026-11-21';
const consent = impliedConsent(NOW);
const begun = { ...startOn(consent, true) };

describe('A statement that an account begins with is left to its user', () => {
  test.each([
    ['where its day is past', '2026-11-23', {}, true],
    ['where its day is today', '2026-11-26', {}, true],
    ['and not where its day is tomorrow', '2026-11-27', {}, false],
    ['where it is due today', TODAY, {}, true],
    ['and not where it is overdue, and never paid automatically', '2026-11-20', {}, false],
    [
      'and not where its own schedule pays it later',
      '2026-11-26',
      { schedule: 'day-before' },
      false,
    ],
    ['and not where nobody asked for that', '2026-11-23', { leavesDue: undefined }, false],
    ['and not where it is off', '2026-11-23', { recurring: 'disabled', consent: undefined }, false],
  ] as const)('%s', (_what, dueOn, change, isLeft) => {
    const bill = leaveDue(billRecord({ ...begun, ...change }, { dueOn }), TODAY);
    expect(bill.skippedDueOn).toBe(isLeft ? dueOn : undefined);
    if (!('leavesDue' in change)) expect(bill).not.toHaveProperty('leavesDue');
    if (isLeft) expect(automaticPayDay(bill)).toBeUndefined();
  });

  test('once its company shows it, and no later one', () => {
    const syncing = billRecord(begun, { syncing: true, balanceCents: undefined, dueOn: undefined });
    const waiting = leaveDue(syncing, TODAY);
    expect(waiting).toMatchObject({ leavesDue: true });
    const seen = { ...billRecord().reported, accountKey: 'account', dueOn: '2026-11-24' };
    const { auth, company, subscription, acceptedMethods } = waiting;
    const context = { auth, company, subscription, acceptedMethods, seenOn: '2026-11-22' };
    const shown = leaveDue(refreshBill(waiting, seen, context), '2026-11-22');
    expect(shown).toMatchObject({ skippedDueOn: '2026-11-24' });
    expect(shown).not.toHaveProperty('leavesDue');
    const next = { ...seen, dueOn: '2026-12-24' };
    const later = leaveDue(
      refreshBill(shown, next, { ...context, seenOn: '2026-12-23' }),
      '2026-12-23',
    );
    expect(automaticPayDay(later)).toBe('2026-12-23');
  });

  test('an account that begins with nothing due is paid from then on', () => {
    const zero = leaveDue(billRecord(begun, { balanceCents: 0 }), TODAY);
    expect(zero).not.toHaveProperty('leavesDue');
  });
});

test('what was agreed to when an account was linked says it too, and what is agreed to anew says it anew', () => {
  const agreed = { ...consent, implied: undefined, textHash: 'a'.repeat(64) };
  const standing = { starts: startOn(agreed, true) };
  expect(startAgain(standing, startOn(undefined))).toEqual(standing.starts);
  expect(startAgain(standing, startOn(agreed))).toEqual(startOn(agreed));
  expect(startOn(undefined, true)).toEqual({ recurring: 'disabled' });
  expect(startOn(agreed, false)).not.toHaveProperty('leavesDue');
  expect(asUnset(billRecord(begun))).toMatchObject({ leavesDue: undefined });
});
