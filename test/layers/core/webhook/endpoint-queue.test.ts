import { deliveryTimes } from '@billhook/core/webhook/delivery';
import { nextLook, putOff } from '@billhook/core/webhook/endpoint-queue';
import { describe, expect, test } from 'vitest';
import { NOW } from '../../../support/records.ts';

const MINUTE = 60_000;
const GRACE = deliveryTimes.leaseMilliseconds;
const given = { now: NOW, times: deliveryTimes };
const settled = { wanted: 3, settled: 3 };
const idle = { worked: false, resuming: false };

describe('an endpoint is looked at again', () => {
  test('not at all, once a look found nothing and nothing had come since the last', () => {
    expect(nextLook(settled, idle, given)).toEqual({});
  });

  test.each([
    ['after work', settled, { ...idle, worked: true }],
    ['while something that was put aside may be missing', settled, { ...idle, resuming: true }],
    ['when work came', { wanted: 4, settled: 3 }, idle],
    ['the first time', { wanted: 1 }, idle],
  ])('a minute later %s: the index may not have shown all', (_, queue, rest) => {
    expect(nextLook(queue, rest, given)).toEqual({ dueAt: NOW + MINUTE });
  });

  test('by a message within 15 minutes, which the sweep stands in for', () => {
    const nextAt = NOW + 15 * MINUTE;
    expect(nextLook(settled, { ...idle, nextAt }, given)).toEqual({
      dueAt: nextAt + GRACE,
      messageAt: nextAt,
    });
  });

  test('by the sweep alone, when that is later', () => {
    const nextAt = NOW + 15 * MINUTE + 1;
    expect(nextLook(settled, { ...idle, nextAt }, given)).toEqual({ dueAt: nextAt });
  });

  test('by one message at a time', () => {
    const nextAt = NOW + 5_000;
    const rest = { ...idle, nextAt };
    const messageAt = (wakeAt: number) => nextLook({ ...settled, wakeAt }, rest, given).messageAt;
    expect(messageAt(nextAt)).toBeUndefined();
    expect(messageAt(NOW + 1)).toBeUndefined();
    // One that has arrived, and one that would come too late, are none.
    expect(messageAt(NOW)).toBe(nextAt);
    expect(messageAt(nextAt + 1)).toBe(nextAt);
  });
});

test('a message that meets another deliverer is put off three times, if it names an event', () => {
  const message = { endpointId: 'we_1', partnerId: 'ptn_1', eventId: 'evt_1' };
  const waits = [undefined, 1, 2, 3].map((again) => putOff({ ...message, again }, deliveryTimes));
  expect(waits).toEqual([1_000, 5_000, 20_000, undefined]);
  expect(putOff({ ...message, eventId: undefined }, deliveryTimes)).toBeUndefined();
});
