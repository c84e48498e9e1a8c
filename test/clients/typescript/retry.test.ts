import { expect, test } from 'vitest';
import { retryAfterOf, waitBefore } from '../../../clients/typescript/src/retry.ts';

const rules = { maxRetries: 3, maxWaitSeconds: 60 };

test.each([
  ['nothing was answered', {}, 1, 0.25],
  ['nothing was answered twice', {}, 2, 0.5],
  ['nothing was answered three times', {}, 3, 1],
  ['nothing was answered four times', {}, 4, undefined],
  ['429', { status: 429 }, 1, 0.25],
  ['500', { status: 500 }, 1, 0.25],
  ['502', { status: 502 }, 1, 0.25],
  ['503', { status: 503 }, 1, 0.25],
  ['504', { status: 504 }, 1, 0.25],
  ['501', { status: 501 }, 1, undefined],
  ['400', { status: 400 }, 1, undefined],
  ['409', { status: 409, code: 'request_conflict' }, 1, undefined],
  ['a first attempt that goes on', { status: 409, code: 'request_in_progress' }, 1, 0.25],
  ['60 seconds are asked for', { status: 429, retryAfterSeconds: 60 }, 1, 60.25],
  ['61 seconds are asked for', { status: 429, retryAfterSeconds: 61 }, 1, undefined],
  ['an hour is asked for', { status: 503, retryAfterSeconds: 3_600 }, 1, undefined],
])('after %s', (_, attempt, attempts, wait) => {
  expect(waitBefore(attempt, attempts, rules, 1)).toBe(wait);
});

test('what failed together comes back at different times', () => {
  const many = { ...rules, maxRetries: 99 };
  expect(waitBefore({}, 3, rules, 0)).toBe(0.5);
  expect(waitBefore({}, 3, rules, 0.5)).toBe(0.75);
  expect(waitBefore({}, 20, many, 1)).toBe(8);
  expect(waitBefore({}, 20, { ...many, maxWaitSeconds: 2 }, 1)).toBe(2);
});

test.each([
  [null, undefined],
  ['7', 7],
  [' 7 ', 7],
  ['Sun, 22 Nov 2026 12:00:30 GMT', 30],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
])('Retry-After %s', (text, seconds) => {
  expect(retryAfterOf(text, Date.parse('2026-11-22T12:00:00Z'))).toBe(seconds);
});
