import { limitTime, unlessAborted } from '@billhook/runtime/table/time-limit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a limit is over after its time, and not before', () => {
  const { signal } = limitTime(1_000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
});

test('a limit that was lifted is never over, and leaves no timer', () => {
  const { signal, lift } = limitTime(1_000);
  lift();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(signal.aborted).toBe(false);
});

test('work that ends in time is what it comes to, or its error', async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(signal, async () => 'done', 'late')).toBe('done');
  const fails = async () => {
    throw new RangeError();
  };
  await expect(unlessAborted(signal, fails, 'late')).rejects.toThrow(RangeError);
});

test('work that never ends is late', async () => {
  const { signal } = limitTime(1_000);
  const came = unlessAborted(signal, () => new Promise(() => {}), 'late');
  vi.advanceTimersByTime(1_000);
  expect(await came).toBe('late');
});

test('work is not begun when the time is over already', async () => {
  const work = vi.fn(async () => 'done');
  expect(await unlessAborted(AbortSignal.abort(), work, 'late')).toBe('late');
  expect(work).not.toHaveBeenCalled();
});

test('work that fails because it was aborted is late, now and afterwards', async () => {
  const given = new AbortController();
  const { promise, reject } = Promise.withResolvers<string>();
  given.signal.addEventListener('abort', () => reject(given.signal.reason));
  const came = unlessAborted(given.signal, () => promise, 'late');
  given.abort();
  expect(await came).toBe('late');
});
