import { defaultRateLimit } from '@billhook/core/partner/partner';
import {
  availableRequests,
  latestFullAt,
  leaseSize,
  planLease,
  wholeSeconds,
} from '@billhook/core/partner/rate-limit';
import { describe, expect, test } from 'vitest';

const SECOND = 1_000_000;
const NOW = Date.parse('2026-11-21T12:00:00Z') * 1_000;
const small = { requestsPerSecond: 2, burst: 3 };

describe('A bucket', () => {
  test.each([
    ['nobody took from yet holds the burst', 0, 3],
    ['that is full holds the burst', NOW, 3],
    ['one request was taken from holds two', NOW + SECOND / 2, 2],
    ['a microsecond short of another request does not hold it', NOW + SECOND + 1, 0],
    ['exactly a request short of the burst holds the rest', NOW + SECOND, 1],
    ['all was taken from holds none', NOW + 1.5 * SECOND, 0],
    ['that is overdrawn holds none', NOW + 9 * SECOND, 0],
  ])('%s', (_what, fullAt, expected) => {
    expect(availableRequests(small, fullAt, NOW)).toBe(expected);
  });

  test('is to be waited for until one request is in it', () => {
    const fullAt = NOW + 1.5 * SECOND;
    const { requests, waitMicroseconds } = planLease(small, fullAt, NOW);
    expect(requests).toBe(0);
    expect(waitMicroseconds).toBe(SECOND / 2);
    expect(planLease(small, fullAt, NOW + waitMicroseconds - 1).requests).toBe(0);
    expect(planLease(small, fullAt, NOW + waitMicroseconds)).toMatchObject({
      requests: 1,
      waitMicroseconds: 0,
    });
  });

  test('must not stand later than leaves room for what is taken', () => {
    const latest = latestFullAt(small, 2, NOW);
    expect(availableRequests(small, latest, NOW)).toBe(2);
    expect(availableRequests(small, latest + 1, NOW)).toBe(1);
  });
});

describe('A lease', () => {
  test.each([
    [1, 1],
    [99, 1],
    [100, 2],
    [500, 10],
    [999, 19],
    [1_000, 20],
    [5_000, 20],
  ])('of a burst of %i is %i requests', (burst, expected) => {
    expect(leaseSize({ requestsPerSecond: 100, burst })).toBe(expected);
  });

  test('is no more than the bucket holds', () => {
    const limit = { requestsPerSecond: 100, burst: 500 };
    expect(planLease(limit, latestFullAt(limit, 4, NOW), NOW)).toMatchObject({
      requests: 4,
      microseconds: 4 * (SECOND / 100),
    });
  });

  test('by default costs a tenth of a write a request', () => {
    expect(leaseSize(defaultRateLimit)).toBe(10);
  });
});

test.each([
  [-1, 1],
  [0, 1],
  [1, 1],
  [SECOND, 1],
  [SECOND + 1, 2],
])('%i microseconds are %i whole seconds to wait', (microseconds, expected) => {
  expect(wholeSeconds(microseconds)).toBe(expected);
});
