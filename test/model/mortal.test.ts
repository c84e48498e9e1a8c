import { expect, test } from 'vitest';
import { mortal } from './mortal.ts';

test('a process that dies has done what it did last, and hears nothing of it', async () => {
  const done: number[] = [];
  const life = mortal(2);
  const act = life.call(async (number: number) => done.push(number));
  await act(1);
  expect(life.isOver()).toBe(false);
  await expect(act(2)).rejects.toThrow();
  expect(life.isOver()).toBe(true);
  await expect(act(3)).rejects.toThrow();
  expect(done).toEqual([1, 2]);
});
