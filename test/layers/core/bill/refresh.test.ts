import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import {
  beginRefresh,
  isRefreshable,
  MAX_BACKOFF_DAYS,
  planRefresh,
  recordUnattended,
} from '@billhook/core/bill/refresh';
import { holdCodes, holdCodeValues } from '@billhook/core/schemas/hold-codes';
import { describe, expect, test } from 'vitest';
import { authRecord, NOW } from '../../../support/records.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;
const waitOf = (refreshAt: string | undefined) => Date.parse(refreshAt ?? '') - NOW;

describe('the next reading of bills', () => {
  test('is between 6 and 30 hours later, at the auth’s own second of the day', () => {
    for (let count = 0; count < 200; count += 1) {
      const { at, failures } = planRefresh(authRecord(), 'read', NOW).refresh ?? {};
      expect(waitOf(at)).toBeGreaterThanOrEqual(6 * HOUR_MILLISECONDS);
      expect(waitOf(at)).toBeLessThanOrEqual(30 * HOUR_MILLISECONDS);
      expect(failures).toBe(0);
    }
  });

  test('is at the same second each day', () => {
    let auth = planRefresh(authRecord(), 'read', NOW);
    const first = auth.refresh?.at?.slice(10);
    for (let day = 0; day < 40; day += 1) {
      auth = planRefresh(auth, 'read', Date.parse(auth.refresh?.at ?? ''));
      expect(auth.refresh?.at?.slice(10)).toBe(first);
    }
  });

  test('of many auths is spread over the day', () => {
    const hours = new Set(
      Array.from({ length: 2_000 }, () =>
        planRefresh(authRecord(), 'read', NOW).refresh?.at.slice(11, 13),
      ),
    );
    expect(hours.size).toBe(24);
  });

  test('backs off while readings come to nothing, up to a bound', () => {
    let auth = authRecord();
    const days: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      auth = planRefresh(auth, 'failed', NOW);
      days.push(Math.floor((waitOf(auth.refresh?.at) - 6 * HOUR_MILLISECONDS) / DAY_MILLISECONDS));
    }
    expect(days.map((day) => day + 1)).toEqual([1, 2, 4, 8, 16, 16, 16]);
    expect(MAX_BACKOFF_DAYS).toBe(16);
    expect(planRefresh(auth, 'read', NOW).refresh?.failures).toBe(0);
  });
});

describe('a reading that never ended is followed by another', () => {
  test('after an hour, and then later each time, up to a bound', () => {
    let auth = authRecord();
    const waits: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      auth = beginRefresh(auth, NOW);
      waits.push(waitOf(auth.refresh?.at));
    }
    const [first, ...others] = waits;
    expect(first).toBe(HOUR_MILLISECONDS);
    const days = others.map((wait) =>
      Math.floor((wait - 6 * HOUR_MILLISECONDS) / DAY_MILLISECONDS),
    );
    expect(days.map((day) => day + 1)).toEqual([1, 2, 4, 8, 16, 16]);
  });

  test('after an hour again, once one has ended', () => {
    for (const outcome of ['read', 'failed'] as const) {
      const unended = beginRefresh(beginRefresh(authRecord(), NOW), NOW);
      const ended = planRefresh(unended, outcome, NOW);
      expect(ended.refresh?.unended).toBeUndefined();
      expect(waitOf(beginRefresh(ended, NOW).refresh?.at)).toBe(HOUR_MILLISECONDS);
    }
  });

  test('without counting as one that came to nothing', () => {
    const failed = planRefresh(authRecord(), 'failed', NOW);
    expect(planRefresh(beginRefresh(failed, NOW), 'failed', NOW).refresh?.failures).toBe(2);
  });
});

describe('an auth is read without its user', () => {
  test('while it is verified', () => {
    expect(isRefreshable({ status: 'verified' })).toBe(true);
  });

  test.each(['authenticate', 'mfa-required', undefined] as const)(
    'never while it is %s',
    (status) => {
      expect(isRefreshable({ status })).toBe(false);
    },
  );

  test.each(holdCodeValues)('on hold for %s only where trying again helps the bill', (code) => {
    const { holds, retryHelps } = holdCodes[code];
    expect(isRefreshable({ status: 'hold', hold: { code } })).toBe(holds === 'bill' && retryHelps);
  });
});

describe('a reading that needs the user', () => {
  const auth = authRecord({ refreshAt: '2026-11-21T00:00:00.000Z' });
  test.each([
    ['new credentials', { kind: 'authenticate' }, { status: 'authenticate' }],
    [
      'a challenge',
      { kind: 'mfa-required', mfa: { method: 'code' } },
      {
        status: 'hold',
        hold: { code: 'authentication_not_completed', subcode: 'no-mfa-response-received' },
      },
    ],
    [
      'a hold that the user ends',
      { kind: 'hold', code: 'account_issue_account_locked' },
      { status: 'hold', hold: { code: 'account_issue_account_locked' } },
    ],
  ] as const)('for %s says so, and is not repeated', (_, outcome, expected) => {
    const told = recordUnattended(auth, outcome as never, NOW);
    expect(told).toMatchObject(expected);
    expect(told.refresh?.at).toBeUndefined();
  });

  test('on a hold that may pass is repeated, later each time', () => {
    const told = recordUnattended(auth, { kind: 'hold', code: 'account_issue_no_bill' }, NOW);
    expect(told).toMatchObject({ status: 'hold', refresh: { failures: 1 } });
    expect(waitOf(told.refresh?.at)).toBeGreaterThan(0);
  });
});
