import { afterAttempt, deliveryTimes, newDelivery } from '@billhook/core/webhook/delivery';
import { askedToWait } from '@billhook/core/webhook/retry-after';
import { expect, test } from 'vitest';
import { NOW } from '../../../support/records.ts';

const now = Math.floor(NOW / 1000) * 1000;
const answered = (status: number, retryAfter?: string) =>
  ({ kind: 'answered', status, retryAfter, milliseconds: 3 }) as const;
const dateIn = (seconds: number) => new Date(now + seconds * 1000).toUTCString();

test.each([
  ['seconds', 429, '120', 120],
  ['seconds with blanks', 503, ' 120 ', 120],
  ['a date', 503, dateIn(90), 90],
  ['a date that has passed', 503, dateIn(-90), 0],
  ['an hour', 502, '3600', 3600],
  ['more than an hour', 504, '3601', 3600],
  ['a year', 503, dateIn(365 * 24 * 3600), 3600],
  ['with another status', 500, '120', 0],
  ['with success', 200, '120', 0],
  ['nothing', 429, undefined, 0],
  ['an empty value', 429, '', 0],
  ['a negative number', 429, '-1', 0],
  ['a fraction', 429, '1.5', 0],
  ['an exponent', 429, '1e3', 0],
  ['words', 429, 'soon', 0],
  ['a number of a hundred digits', 429, '9'.repeat(100), 0],
  ['two values', 429, '120, 240', 0],
  ['a day that does not exist', 429, 'Mon, 30 Feb 2026 10:00:00 GMT', 0],
  ['a date in another form', 429, '2030-01-01T00:00:00Z', 0],
])('a receiver that asks for %s with %i', (_, status, retryAfter, seconds) => {
  expect(askedToWait(answered(status, retryAfter), now)).toBe(seconds * 1000);
});

test('a receiver that does not answer asks for nothing', () => {
  expect(askedToWait({ kind: 'failed', reason: 'timed_out', milliseconds: 3 }, now)).toBe(0);
});

test.each([
  [1, 60_000, 60_000],
  [1, 1_000, 5_000],
  [4, 60_000, 7_200_000],
])('attempt %i waits the longer of its delay and %i ms', (tries, asked, waits) => {
  const { delays } = deliveryTimes;
  const event = {
    _id: `evt_${'0'.repeat(20)}_c${'0'.repeat(13)}`,
    partnerId: 'ptn_1',
    expiresAt: 9,
  };
  const standing = { ...newDelivery(event, 'we_1', { state: 'waiting', now }), tries: tries - 1 };
  const attempt = { at: '', outcome: 'unexpected_status', status: 429, milliseconds: 1 } as const;
  const next = afterAttempt(standing, attempt, { now, random: 0, delays, asked });
  expect(Date.parse(next.dueAt ?? '') - now).toBe(waits);
});
