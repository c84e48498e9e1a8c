import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createQueueStore,
  type Queue,
  type QueueStore,
} from '../../../../lib/local/events/queue-store.ts';
import { type LocalState, openState } from '../../../../lib/local/state.ts';

const SECOND = 1_000;
const dead: Queue = {
  arn: 'arn:dead',
  visibilityMilliseconds: 30 * SECOND,
  delayMilliseconds: 0,
  retentionMilliseconds: 60 * 60 * SECOND,
};
const queue: Queue = {
  ...dead,
  arn: 'arn:queue',
  redrive: { targetArn: dead.arn, maxReceives: 2 },
};

let folder: string;
let state: LocalState;
let store: QueueStore;
let time: number;
let moved: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-queue-'));
  state = openState(folder);
  time = 1_000_000;
  moved = [];
  open();
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true });
});

/** As a process that starts does. */
function open(): void {
  store = createQueueStore(state, { now: () => time, onMoved: (arn) => moved.push(arn) });
}

const put = (...bodies: string[]) =>
  store.put(
    queue,
    'sender',
    bodies.map((body) => ({ body })),
  );
const bodies = (from = queue, most = 10) => store.take(from, most).map(({ body }) => body);

test('messages are handed out once, the oldest first, and as many as are asked for', () => {
  put('a', 'b', 'c');
  expect(bodies(queue, 2)).toEqual(['a', 'b']);
  expect(bodies()).toEqual(['c']);
  expect(bodies()).toEqual([]);
});

test('a message that is not deleted is seen again after its time-out, and not before', () => {
  put('a');
  store.leave(store.take(queue, 1));
  time += 30 * SECOND - 1;
  expect(bodies()).toEqual([]);
  expect(store.nextVisible(queue)).toBe(time + 1);
  time += 1;
  expect(store.take(queue, 1)).toMatchObject([
    { body: 'a', receives: 2, firstReceived: 1_000_000 },
  ]);
});

test('a message that is deleted is gone', () => {
  put('a');
  store.remove(store.take(queue, 1));
  time += 60 * SECOND;
  expect([bodies(), store.nextVisible(queue)]).toEqual([[], undefined]);
});

test('a message can be sent to be seen later', () => {
  store.put(queue, 'sender', [{ body: 'a', delayMilliseconds: 5 * SECOND }]);
  expect([bodies(), store.nextVisible(queue)]).toEqual([[], time + 5 * SECOND]);
  time += 5 * SECOND;
  expect(bodies()).toEqual(['a']);
});

test('what was taken too often stands among the dead letters, whose reader is told', () => {
  put('a', 'b');
  for (let receive = 0; receive < 2; receive += 1) {
    const [a, ...others] = store.take(queue, 10);
    if (!a) throw new Error('It was to be seen again');
    expect(a.body).toBe('a');
    store.leave([a]);
    store.remove(others);
    time += 30 * SECOND;
  }
  expect(bodies()).toEqual([]);
  expect(moved).toEqual([dead.arn]);
  expect(store.take(dead, 10)).toMatchObject([{ body: 'a', receives: 1 }]);
});

test('what a process had taken that was killed is seen at once, and its taking is forgotten', () => {
  put('a', 'b');
  const [, b] = store.take(queue, 2);
  if (!b) throw new Error('Two were sent');
  // This one failed before: it waits for its time-out, whoever starts.
  store.leave([b]);
  for (let kill = 0; kill < 5; kill += 1) {
    open();
    expect(store.take(queue, 2)).toMatchObject([{ body: 'a', receives: 1 }]);
  }
  expect(moved).toEqual([]);
});

test('a message is kept as long as its queue says', () => {
  put('a');
  time += 60 * 60 * SECOND + 1;
  expect(bodies()).toEqual([]);
});
