import {
  isPastExpected,
  nextAskAt,
  restsUntil,
  withAcceptance,
  withFruitlessAsk,
} from '@billhook/core/payment/accepted';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { newPayment } from '@billhook/core/payment/transitions';
import type { Accepted } from '@billhook/core/states/late-endings';
import { describe, expect, test } from 'vitest';
import { billRecord, changedPayment, NOW, TODAY } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const accepted = (change: Partial<Accepted> = {}): Accepted => ({
  ...{ reference: 'r', expectBy: '2026-11-28', askAgainAt: NOW + 7 * DAY, at: NOW, asks: 0 },
  ...change,
});

const planned = newPayment(billRecord(), { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW });
const pending = (change: Partial<StoredPayment> = {}) =>
  changedPayment<'asked'>(planned, { status: 'pending', amountCents: 10_000, ...change });

describe('its company is asked again', () => {
  test.each<[string, Partial<Accepted>, number, number]>([
    ['when it wants to be', {}, NOW, NOW + 7 * DAY],
    ['after an hour at the earliest', { askAgainAt: NOW + HOUR - 1 }, NOW, NOW + HOUR],
    ['after an hour, if it wants to be', { askAgainAt: NOW + HOUR + 1 }, NOW, NOW + HOUR + 1],
    ['later each time', { askAgainAt: 0, asks: 1 }, NOW, NOW + 2 * HOUR],
    ['after sixteen hours the fifth time', { askAgainAt: 0, asks: 4 }, NOW, NOW + 16 * HOUR],
    ['after a day at the latest', { askAgainAt: 0, asks: 5 }, NOW, NOW + DAY],
    ['after a day however often it was asked', { askAgainAt: 0, asks: 900 }, NOW, NOW + DAY],
    [
      'when the day is over by which it wanted to settle it',
      { askAgainAt: NOW + 90 * DAY },
      NOW,
      Date.parse('2026-11-29T00:00:00Z'),
    ],
    ['daily after that', { askAgainAt: NOW + 90 * DAY }, NOW + 9 * DAY, NOW + 10 * DAY],
  ])('%s', (_, change, now, at) => {
    expect(nextAskAt(accepted(change), now)).toBe(at);
  });
});

describe('a payment is past its day', () => {
  test.each<[string, boolean, Partial<Accepted>, string]>([
    ['not on it', false, {}, '2026-11-28T23:59:59.999Z'],
    ['on the next', true, {}, '2026-11-29T00:00:00.000Z'],
    ['not after 30 days', false, { expectBy: '2099-01-01' }, '2026-12-21T23:59:59.999Z'],
    ['after 30 days in any case', true, { expectBy: '2099-01-01' }, '2026-12-22T00:00:00.000Z'],
  ])('%s: %s', (_, past, change, now) => {
    expect(isPastExpected({ accepted: accepted(change) }, Date.parse(now))).toBe(past);
  });

  test('never where nothing was accepted', () => {
    expect(isPastExpected({}, NOW)).toBe(false);
  });
});

describe('a payment rests', () => {
  const operator = { fault: 'operator' } as const;

  test.each<[string, Partial<StoredPayment>, number | undefined]>([
    ['until its company is asked', { accepted: accepted() }, NOW + 7 * DAY],
    ['for an hour where only the operator can help', { fault: operator }, NOW + HOUR],
    ['not where it is the fault of the company', { fault: { fault: 'company' } }, undefined],
    ['not where its outcome is not known', { outcome: { kind: 'unknown' } }, undefined],
  ])('%s', (_, change, at) => {
    expect(restsUntil(pending(change), NOW)).toBe(at && new Date(at).toISOString());
  });
});

test('what was accepted once keeps when it was', () => {
  const said = { kind: 'accepted', reference: 'a', expectBy: '2026-11-25', askAgainAt: 5 } as const;
  const first = withAcceptance(pending({ outcome: { kind: 'unknown' } }), said, NOW);
  expect(first.outcome).toBeUndefined();
  expect(first.accepted).toEqual({
    ...{ reference: 'a', expectBy: '2026-11-25', askAgainAt: 5, at: NOW, asks: 0 },
  });
  const again = { ...said, reference: 'b', expectBy: '2026-11-27' };
  expect(withAcceptance(first, again, NOW + DAY).accepted).toEqual({
    ...{ reference: 'b', expectBy: '2026-11-27', askAgainAt: 5, at: NOW, asks: 1 },
  });
});

test('an ask that says nothing is counted, and what was said before stands', () => {
  const said = accepted({ asks: 2 });
  expect(withFruitlessAsk(pending({ accepted: said }) as never).accepted).toEqual({
    ...said,
    asks: 3,
  });
});
