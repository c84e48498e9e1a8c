import { withinTime } from '@billhook/runtime/serve/within-time';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const left = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds });
const late = () => 'late';
const after = (milliseconds: number) => () =>
  new Promise<string>((resolve) => setTimeout(() => resolve('done'), milliseconds));

test('work that ends a second before its function does is answered', async () => {
  const answer = withinTime(left(10_000), after(8_999), late);
  await vi.advanceTimersByTimeAsync(8_999);
  expect(await answer).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that would end later is answered for', async () => {
  const answer = withinTime(left(10_000), after(9_001), late);
  await vi.advanceTimersByTimeAsync(9_001);
  expect(await answer).toBe('late');
});

test('a failure of the work is the work’s own', async () => {
  const fails = async () => {
    throw new RangeError('bug');
  };
  await expect(withinTime(left(10_000), fails, late)).rejects.toThrow(RangeError);
  expect(vi.getTimerCount()).toBe(0);
});

test('without a time, work takes what it takes', async () => {
  const answer = withinTime(undefined, after(60_000), late);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answer).toBe('done');
});
