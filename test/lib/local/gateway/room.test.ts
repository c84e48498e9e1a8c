import { expect, test } from 'vitest';
import { openRoom } from '../../../../lib/local/gateway/room.ts';

/** A room in which so many got through, one each so many milliseconds; answers how many are let in then. */
function letIn(through: number, everyMilliseconds: number, laterMilliseconds = 0): number {
  let now = 0;
  const room = openRoom(() => now);
  for (let count = 0; count < through; count += 1) {
    room.enter();
    now += everyMilliseconds;
    room.leave();
  }
  now += laterMilliseconds;
  let count = 0;
  while (room.enter()) count += 1;
  return count;
}

test.each([
  ['two hundred while nothing is known of the speed', letIn(0, 0), 200],
  ['two hundred where fewer get through in five seconds', letIn(100, 200), 200],
  ['as many as get through in five seconds', letIn(1_000, 20), 250],
  ['four hundred where it is faster than that', letIn(1_000, 5), 400],
  ['two hundred after a pause', letIn(1_000, 5, 5_001), 200],
])('lets in %s', (_what, got, wanted) => {
  // The one that left just five seconds ago still counts.
  expect(Math.abs(got - wanted)).toBeLessThanOrEqual(1);
});

test('whoever leaves makes room for another', () => {
  const room = openRoom(() => 0);
  for (let count = 0; count < 200; count += 1) room.enter();
  expect(room.enter()).toBe(false);
  room.leave();
  expect([room.enter(), room.enter()]).toEqual([true, false]);
});
