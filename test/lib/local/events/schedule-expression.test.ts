import { expect, test } from 'vitest';
import { parseSchedule } from '../../../../lib/local/events/schedule-expression.ts';

const after = Date.parse('2026-02-27T23:59:30.000Z');

test.each([
  ['rate(5 minutes)', '2026-02-28T00:04:30.000Z'],
  ['rate(1 day)', '2026-02-28T23:59:30.000Z'],
  ['cron(0 3 * * ? *)', '2026-02-28T03:00:00.000Z'],
  ['cron(0/15 * * * ? *)', '2026-02-28T00:00:00.000Z'],
  ['cron(0 0 1 * ? *)', '2026-03-01T00:00:00.000Z'],
  ['cron(0 12 ? * MON-FRI *)', '2026-03-02T12:00:00.000Z'],
])('%s is next due at %s', (expression, expected) => {
  expect(new Date(parseSchedule(expression)(after) ?? 0).toISOString()).toBe(expected);
});

test.each(['rate(0 weeks)', 'cron(* * *)', 'cron(61 * * * ? *)', 'at(2026-01-01T00:00:00)'])(
  '%s is refused',
  (expression) => {
    expect(() => parseSchedule(expression)).toThrow(/does not support this schedule/);
  },
);
