import { openShortMemory } from '@billhook/runtime/aws/short-memory';
import { expect, test } from 'vitest';

test('a value is remembered until its time is over', () => {
  const memory = openShortMemory<string>(2, 1_000);
  memory.set('a', 'one', 0);
  expect(memory.get('a', 999)).toBe('one');
  expect(memory.get('a', 1_000)).toBeUndefined();
});

test('what is over is forgotten when anything else is asked for or remembered', () => {
  const memory = openShortMemory<string>(10, 1_000);
  memory.set('a', 'one', 0);
  memory.set('b', 'two', 500);
  memory.get('c', 1_000);
  expect(memory.size()).toBe(1);
  memory.set('c', 'three', 1_500);
  expect(memory.size()).toBe(1);
});

test('a value that is set again lives on from then, and is no longer the oldest', () => {
  const memory = openShortMemory<string>(2, 1_000);
  memory.set('a', 'one', 0);
  memory.set('b', 'two', 100);
  memory.set('a', 'again', 900);
  memory.set('c', 'three', 950);
  expect(['a', 'b', 'c'].map((name) => memory.get(name, 1_100))).toEqual([
    'again',
    undefined,
    'three',
  ]);
});

test('a value can be forgotten before its time', () => {
  const memory = openShortMemory<string>(2, 1_000);
  memory.set('a', 'one', 0);
  memory.delete('a');
  expect([memory.get('a', 1), memory.size()]).toEqual([undefined, 0]);
});
