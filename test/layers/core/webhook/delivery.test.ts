import { presentDeliveries } from '@billhook/core/schemas/delivery';
import {
  afterAttempt,
  attemptOf,
  type DeliveryAttempt,
  type DeliveryRecord,
  deliveryDue,
  deliveryTimes,
  FIRST_IN_FLIGHT,
  isDeliveryDue,
  MAX_IN_FLIGHT,
  mayGoOut,
  newDelivery,
  nextInFlight,
} from '@billhook/core/webhook/delivery';
import { describe, expect, test } from 'vitest';
import { NOW } from '../../../support/records.ts';

const { delays } = deliveryTimes;
const event = { _id: `evt_${'0'.repeat(20)}_c${'0'.repeat(13)}`, partnerId: 'ptn_1', expiresAt: 9 };
const fresh = newDelivery(event, 'we_1', { state: 'waiting', now: NOW });
const failed: DeliveryAttempt = {
  at: new Date(NOW).toISOString(),
  outcome: 'unexpected_status',
  status: 500,
  milliseconds: 7,
};
const given = { now: NOW, random: 0, delays };

function afterTries(tries: number, attempt = failed, random = 0): DeliveryRecord {
  return afterAttempt({ ...fresh, tries }, attempt, { ...given, random });
}

describe('after an attempt that failed', () => {
  test.each(delays.slice(1).map((delay, index) => [index + 1, delay] as const))(
    'number %i, the next is %i ms later, and a tenth of that at most',
    (tries, delay) => {
      const soonest = afterTries(tries - 1);
      const latest = afterTries(tries - 1, failed, 0.999_999);
      expect(soonest).toMatchObject({ state: 'waiting', tries });
      expect(Date.parse(soonest.dueAt ?? '')).toBe(NOW + delay);
      expect(Date.parse(latest.dueAt ?? '')).toBeGreaterThanOrEqual(NOW + delay);
      expect(Date.parse(latest.dueAt ?? '')).toBeLessThanOrEqual(NOW + delay * 1.1);
    },
  );

  test('number 10, the delivery is put aside', () => {
    expect(delays).toHaveLength(10);
    expect(afterTries(8)).toMatchObject({ state: 'waiting', tries: 9 });
    expect(afterTries(9)).toMatchObject({ state: 'parked', tries: 10 });
  });

  test('with 410, it is put aside at once', () => {
    expect(afterTries(0, { ...failed, outcome: 'gone', status: 410 })).toMatchObject({
      state: 'parked',
    });
  });
});

test('after a success a delivery is over, and in no index', () => {
  const over = afterTries(3, { ...failed, outcome: 'delivered', status: 200 });
  expect(over).toMatchObject({ state: 'delivered', tries: 4 });
  expect(deliveryDue(over)).toBeUndefined();
});

test('a delivery tells of its newest 30 attempts', () => {
  let delivery: DeliveryRecord = fresh;
  for (let count = 0; count < 31; count += 1) {
    const attempt = { ...failed, milliseconds: count };
    delivery = afterAttempt({ ...delivery, tries: 0 }, attempt, given);
  }
  expect(delivery.attempts).toHaveLength(30);
  expect(delivery.attempts.at(-1)?.milliseconds).toBe(30);
  const { attempts, deliveries } = presentDeliveries([delivery]);
  expect(attempts).toHaveLength(30);
  expect(deliveries).toEqual([
    { endpointId: 'we_1', status: 'waiting', nextAttemptAt: delivery.dueAt },
  ]);
});

test.each([
  [199, 'unexpected_status'],
  [200, 'delivered'],
  [299, 'delivered'],
  [300, 'redirected'],
  [399, 'redirected'],
  [400, 'unexpected_status'],
  [409, 'unexpected_status'],
  [410, 'gone'],
  [411, 'unexpected_status'],
] as const)('status %i is %s', (status, outcome) => {
  const posted = { kind: 'answered', status, milliseconds: 3 } as const;
  expect(attemptOf(posted, NOW)).toMatchObject({ outcome, status, milliseconds: 3 });
});

test('a delivery is due from its instant on, and its first attempt at once', () => {
  const later = { ...fresh, tries: 1, dueAt: new Date(NOW).toISOString() };
  expect(isDeliveryDue(later, NOW - 1)).toBe(false);
  expect(isDeliveryDue(later, NOW)).toBe(true);
  expect(isDeliveryDue({ ...later, tries: 0 }, NOW - 1)).toBe(true);
  for (const state of ['delivered', 'parked', 'ended'] as const) {
    expect(isDeliveryDue({ ...later, state }, NOW), state).toBe(false);
  }
});

test('fewer attempts are under way where an endpoint does not keep up', () => {
  expect(nextInFlight(FIRST_IN_FLIGHT, 'timed_out')).toBe(8);
  expect(nextInFlight(1, 'timed_out')).toBe(1);
  expect(nextInFlight(1, 'delivered')).toBe(2);
  expect(nextInFlight(FIRST_IN_FLIGHT, 'delivered', 200)).toBe(17);
  expect(nextInFlight(MAX_IN_FLIGHT, 'delivered', 200)).toBe(MAX_IN_FLIGHT);
  expect(nextInFlight(5, 'unexpected_status', 500)).toBe(5);
});

test.each([429, 503])('an endpoint that answers %d gets fewer at a time', (status) => {
  expect(nextInFlight(MAX_IN_FLIGHT, 'unexpected_status', status)).toBe(32);
  expect(nextInFlight(1, 'unexpected_status', status)).toBe(1);
});

test('what is restricted goes out only to partners for whom it was enabled', () => {
  expect(mayGoOut({}, {})).toBe(true);
  expect(mayGoOut({ restricted: true }, {})).toBe(false);
  expect(mayGoOut({ restricted: true }, { authEvents: false })).toBe(false);
  expect(mayGoOut({ restricted: true }, { authEvents: true })).toBe(true);
});

test('what stands in the log alone never goes out', () => {
  expect(mayGoOut({ logOnly: true }, {})).toBe(false);
  expect(mayGoOut({ logOnly: true }, { authEvents: true })).toBe(false);
});
