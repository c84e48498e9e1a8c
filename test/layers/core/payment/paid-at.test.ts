import { addDays, DAY_MILLISECONDS as DAY, unmoved } from '@billhook/core/base/dates';
import { withOwnTime } from '@billhook/core/payment/paid-at';
import { describe, expect, test } from 'vitest';
import { NOW, TODAY } from '../../../support/records.ts';

const HOUR = DAY / 24;
const paid = (paidAt: number) => ({ kind: 'paid', amountCents: 10_000, paidAt }) as const;

const asked = (at: { readonly askedAt: number; readonly firstAskedAt?: number }) => ({
  submitted: { number: 1, amountCents: 10_000, ...at },
});

describe('A payment that was first asked for three days ago', () => {
  const firstAskedAt = NOW - 3 * DAY;
  const payment = { payOn: addDays(TODAY, -3), ...asked({ firstAskedAt, askedAt: NOW }) };
  test.each([
    ['when it was asked', firstAskedAt],
    ['a day before that', firstAskedAt - DAY],
    ['now', NOW],
    ['as far ahead as clocks may differ', NOW + 120_000],
  ])('was paid %s', (_, paidAt) => {
    expect(withOwnTime(paid(paidAt), payment, unmoved(NOW))).toEqual(paid(paidAt));
  });

  test.each([
    ['more than a day before it was asked', firstAskedAt - DAY - 1],
    ['after now', NOW + 120_001],
    ['in 2099', Date.UTC(2099, 0, 1)],
    ['in 2000', Date.UTC(2000, 0, 1)],
  ])('was not paid %s, but now', (_, saidAt) => {
    expect(withOwnTime(paid(saidAt), payment, unmoved(NOW))).toEqual({ ...paid(NOW), saidAt });
  });
});

describe('By a test clock that is a year ahead, a payment', () => {
  const partnerNow = NOW + 365 * DAY;
  const payOn = new Date(partnerNow).toISOString().slice(0, 10);
  const payment = { payOn, ...asked({ askedAt: NOW - HOUR }), clocked: true } as const;
  const at = (paidAt: number) =>
    withOwnTime(paid(paidAt), payment, { partnerNow, machineNow: NOW });

  test("was paid by the partner's time", () => {
    expect(at(partnerNow)).toEqual(paid(partnerNow));
    expect(at(partnerNow - DAY)).toEqual(paid(partnerNow - DAY));
  });

  test('was paid now, where a report says so by the real time', () => {
    expect(at(NOW)).toEqual(paid(partnerNow));
  });

  test('was paid now, and is found, where neither time is true', () => {
    const saidAt = partnerNow - 10 * DAY;
    expect(at(saidAt)).toEqual({ ...paid(partnerNow), saidAt });
  });
});

test('A payment of release 0.1.0, which kept no time, is held to its day', () => {
  const payment = { payOn: TODAY };
  const start = Date.parse(`${TODAY}T00:00:00Z`);
  expect(withOwnTime(paid(start - DAY), payment, unmoved(NOW))).toEqual(paid(start - DAY));
  expect(withOwnTime(paid(start - DAY - 1), payment, unmoved(NOW))).toMatchObject({ paidAt: NOW });
});
