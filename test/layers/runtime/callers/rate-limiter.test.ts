import { newPartner, type PartnerRecord, type RateLimit } from '@billhook/core/partner/partner';
import { leaseSize } from '@billhook/core/partner/rate-limit';
import { createRateLimiter, type RateLimiter } from '@billhook/runtime/callers/rate-limiter';
import { describe, expect, test, vi } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import { NOW } from '../../../support/records.ts';

const partnerOf = (rateLimit?: RateLimit): PartnerRecord => ({
  ...newPartner({ partnerId: 'ptn_00000000000000000000', name: 'A', now: '' }),
  rateLimit,
});

/** How many of so many requests at one moment pass. */
async function passed(limiter: RateLimiter, partner: PartnerRecord, count: number, now: number) {
  let passing = 0;
  for (let index = 0; index < count; index += 1) {
    const state = await limiter.count(partner, now);
    if (state?.rateWait === undefined) passing += 1;
  }
  return passing;
}

describe('One instance', () => {
  test.each([
    { requestsPerSecond: 1, burst: 1 },
    { requestsPerSecond: 3, burst: 7 },
    { requestsPerSecond: 100, burst: 500 },
  ])('lets exactly the burst pass, and a second later what came in: %o', async (limit) => {
    const limiter = createRateLimiter(memoryTable());
    const partner = partnerOf(limit);
    expect(await passed(limiter, partner, limit.burst + 50, NOW)).toBe(limit.burst);
    expect(await passed(limiter, partner, limit.burst + 50, NOW + 1_001)).toBe(
      limit.requestsPerSecond,
    );
  });

  test('says what is left, and how long to wait', async () => {
    const limiter = createRateLimiter(memoryTable());
    const partner = partnerOf({ requestsPerSecond: 1, burst: 2 });
    expect(await limiter.count(partner, NOW)).toEqual({
      rateLimit: 1,
      rateBurst: 2,
      rateRemaining: 1,
      rateReset: 1,
    });
    await limiter.count(partner, NOW);
    expect(await limiter.count(partner, NOW)).toMatchObject({
      rateRemaining: 0,
      rateReset: 2,
      rateWait: 1,
    });
  });

  test.each([
    ['an hour', 3_600_000],
    ['fifteen seconds', 15_000],
  ])(
    'that counted with a clock %s ahead keeps nobody out once the clock is right',
    async (_ahead, milliseconds) => {
      const table = memoryTable();
      const limit = { requestsPerSecond: 10, burst: 50 };
      await passed(createRateLimiter(table), partnerOf(limit), 60, NOW + milliseconds);
      const later = createRateLimiter(table);
      expect(await later.count(partnerOf(limit), NOW)).toMatchObject({ rateWait: 1 });
      expect(await passed(later, partnerOf(limit), 60, NOW + 1_000)).toBe(10);
    },
  );

  test('whose own clock is set back is not kept out either', async () => {
    const limiter = createRateLimiter(memoryTable());
    const limit = { requestsPerSecond: 10, burst: 50 };
    await passed(limiter, partnerOf(limit), 60, NOW + 60_000);
    await limiter.count(partnerOf(limit), NOW);
    expect(await passed(limiter, partnerOf(limit), 60, NOW + 1_000)).toBe(10);
  });

  test('never says that more is left than the bucket holds, though it has filled up again', async () => {
    const limiter = createRateLimiter(memoryTable());
    const partner = partnerOf({ requestsPerSecond: 100, burst: 500 });
    for (const seconds of [0, 1, 5, 9]) {
      const state = await limiter.count(partner, NOW + seconds * 1_000);
      expect(state?.rateRemaining).toBeLessThanOrEqual(500);
    }
  });

  test.each([1, 7, 50, 500, 5_000])(
    'says of a burst of %d what is between nothing and all of it, whoever else takes',
    async (burst) => {
      const table = memoryTable();
      const instances = [createRateLimiter(table), createRateLimiter(table)];
      let now = NOW;
      for (let step = 0; step < 300; step += 1) {
        // Steps of no time, of a little, and of longer than a lease lasts.
        now += [0, 0, 13, 700, 11_000][(step * step) % 5] as number;
        const limit = { requestsPerSecond: [1, 90, 1_000][step % 3] as number, burst };
        const state = await instances[step % 2]?.count(partnerOf(limit), now);
        expect(state?.rateRemaining).toBeGreaterThanOrEqual(0);
        expect(state?.rateRemaining).toBeLessThanOrEqual(burst);
        expect(state?.rateBurst).toBe(burst);
      }
    },
  );

  test('writes once for a lease, and not at all for what it refuses', async () => {
    const table = memoryTable();
    const limiter = createRateLimiter(table);
    const limit = { requestsPerSecond: 100, burst: 500 };
    await passed(limiter, partnerOf(limit), 500, NOW);
    expect(table.calls.write).toBe(500 / leaseSize(limit));
    expect(table.calls.get).toBe(0);
    await passed(limiter, partnerOf(limit), 500, NOW);
    expect(table.calls.write).toBe(500 / leaseSize(limit));
  });

  test('goes by a changed limit from the next request on', async () => {
    const limiter = createRateLimiter(memoryTable());
    await passed(limiter, partnerOf({ requestsPerSecond: 1, burst: 1 }), 5, NOW);
    const more = partnerOf({ requestsPerSecond: 10, burst: 100 });
    expect(await passed(limiter, more, 1, NOW)).toBe(1);
  });
});

describe('Several instances', () => {
  test.each([1, 2, 10])(
    '%i of them let no more pass than burst and a lease each',
    async (count) => {
      const table = memoryTable();
      const limit = { requestsPerSecond: 100, burst: 500 };
      const instances = Array.from({ length: count }, () => createRateLimiter(table));
      // Each takes a lease and keeps most of it; the bucket has refilled when all are used at once.
      for (const limiter of instances) await limiter.count(partnerOf(limit), NOW);
      let passing = 0;
      for (let round = 0; round < 700; round += 1) {
        for (const limiter of instances)
          passing += await passed(limiter, partnerOf(limit), 1, NOW + 5_000);
      }
      expect(passing).toBeLessThanOrEqual(limit.burst + count * leaseSize(limit));
      expect(passing).toBeGreaterThanOrEqual(limit.burst);
    },
  );

  test('share a small limit exactly', async () => {
    const table = memoryTable();
    const partner = partnerOf({ requestsPerSecond: 1, burst: 5 });
    const [one, two] = [createRateLimiter(table), createRateLimiter(table)];
    let passing = 0;
    for (let round = 0; round < 10; round += 1) {
      passing += (await passed(one, partner, 1, NOW)) + (await passed(two, partner, 1, NOW));
    }
    expect(passing).toBe(5);
  });
});

describe('While the table is away', () => {
  test('requests pass, uncounted', async () => {
    const table = memoryTable();
    table.write = () => Promise.reject(new Error('away'));
    expect(await createRateLimiter(table).count(partnerOf(), NOW)).toBeUndefined();
  });

  test('and slow, requests pass after a second', async () => {
    vi.useFakeTimers();
    try {
      const table = memoryTable();
      table.write = () => new Promise(() => {});
      const counted = createRateLimiter(table).count(partnerOf(), NOW);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await counted).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
