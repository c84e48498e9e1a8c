import {
  type Activity,
  type ActivityRecord,
  clientLimits,
  waitSeconds,
  withActivity,
} from '@billhook/core/client/limits';
import { describe, expect, test } from 'vitest';

const HOUR = 3_600_000;
const now = Date.parse('2026-11-21T12:00:00Z');

/** What stands after so many, a second apart, the last of them now. */
function recordOf(count: number, activity: Activity): ActivityRecord | undefined {
  let record: ActivityRecord | undefined;
  for (let index = count - 1; index >= 0; index -= 1) {
    record = withActivity(record, activity, now - index * 1000);
  }
  return record;
}

describe.each(Object.entries(clientLimits) as [Activity, number][])('%s', (activity, limit) => {
  test('is free up to its limit in an hour', () => {
    expect(waitSeconds(undefined, activity, now)).toBeUndefined();
    expect(waitSeconds(recordOf(limit - 1, activity), activity, now)).toBeUndefined();
    expect(waitSeconds(recordOf(limit, activity), activity, now)).toBe(3600 - (limit - 1));
  });

  test('is free again an hour after the first of them, and not a moment earlier', () => {
    const record = recordOf(limit, activity);
    const first = now - (limit - 1) * 1000;
    expect(waitSeconds(record, activity, first + HOUR - 1)).toBe(1);
    expect(waitSeconds(record, activity, first + HOUR)).toBeUndefined();
    const next = withActivity(record, activity, first + HOUR);
    expect(waitSeconds(next, activity, first + HOUR)).toBe(1);
  });

  test('keeps no more times than its limit, and counts beyond it', () => {
    const record = recordOf(limit + 3, activity);
    expect(record?.times).toHaveLength(limit);
    expect(waitSeconds(record, activity, now)).toBe(3600 - (limit - 1));
  });

  test('may be dropped when nothing in it counts any more', () => {
    const record = recordOf(1, activity);
    expect((record?.expiresAt ?? 0) * 1000).toBeGreaterThanOrEqual(now + HOUR);
  });
});
