import { expect, test } from 'vitest';
import {
  type Environment,
  idleEnvironments,
  type Pool,
  placeCall,
} from '../../../../lib/local/lambda/environments.ts';
import type { Thread } from '../../../../lib/local/lambda/thread.ts';

const threadWith = (calls: number): Thread => ({ worker: undefined as never, calls });

function poolOf(most = 4, stays = false): Pool {
  const settings = { name: 'one' } as Pool['settings'];
  return { settings, most, stays: () => stays, environments: new Set(), calls: 0, queue: [] };
}

function addTo(pool: Pool, thread: Thread, given: { running?: true; usedAt?: number } = {}) {
  const { running, usedAt = 0 } = given;
  const id = String(pool.environments.size);
  const call = running && ({} as Environment['call']);
  const environment: Environment = { id, pool, thread, warm: true, call, usedAt };
  pool.environments.add(environment);
  return environment;
}

test('a first call starts the first thread', () => {
  expect(placeCall(poolOf(), [])).toEqual({ thread: undefined });
});

test('a function is opened in the first thread for as long as that is not busy', () => {
  const first = threadWith(3);
  expect(placeCall(poolOf(), [first])).toEqual({ thread: first });
});

test('where all threads are busy, another is started; where there are no more, the quietest is taken', () => {
  const busy = [threadWith(5), threadWith(4), threadWith(6), threadWith(7)];
  expect(placeCall(poolOf(), [threadWith(4)], 4)).toEqual({ thread: undefined });
  expect(placeCall(poolOf(), busy, 4)).toEqual({ thread: busy[1] });
});

test('a free environment is used again, the last used one first', () => {
  const pool = poolOf();
  const thread = threadWith(0);
  addTo(pool, thread, { usedAt: 2 });
  const last = addTo(pool, thread, { usedAt: 3 });
  addTo(pool, thread, { running: true, usedAt: 4 });
  expect(placeCall(pool, [thread])).toEqual({ environment: last });
});

test('a free environment in a busy thread gives way to a new one in a quiet thread', () => {
  const pool = poolOf(2);
  const [busy, quiet] = [threadWith(4), threadWith(3)];
  const free = addTo(pool, busy);
  expect(placeCall(pool, [busy, quiet], 4)).toEqual({ thread: quiet });
  const other = addTo(pool, quiet, { running: true });
  expect(placeCall(pool, [busy, quiet], 4)).toEqual({ environment: free });
  other.call = undefined;
  expect(placeCall(pool, [busy, quiet], 4)).toEqual({ environment: other });
});

test('what a function has too many of is let go of after a minute and a half, and not what runs', () => {
  const pool = poolOf();
  const old = addTo(pool, threadWith(0), { usedAt: 0 });
  addTo(pool, threadWith(0), { usedAt: 1 });
  addTo(pool, threadWith(1), { usedAt: 0, running: true });
  expect(idleEnvironments([pool], 89_999)).toEqual([]);
  expect(idleEnvironments([pool], 90_000)).toEqual([old]);
});

test('the last environment of a function is let go of after ten minutes', () => {
  const pool = poolOf();
  const older = addTo(pool, threadWith(0), { usedAt: 0 });
  const newer = addTo(pool, threadWith(0), { usedAt: 1 });
  expect(idleEnvironments([pool], 90_001)).toEqual([older]);
  pool.environments.delete(older);
  expect(idleEnvironments([pool], 600_000)).toEqual([]);
  expect(idleEnvironments([pool], 600_001)).toEqual([newer]);
});

test('of a function that stays, the last environment is kept', () => {
  const pool = poolOf(4, true);
  const older = addTo(pool, threadWith(0), { usedAt: 0 });
  const newer = addTo(pool, threadWith(0), { usedAt: 1 });
  expect(idleEnvironments([pool], 90_000)).toEqual([older]);
  newer.usedAt = 80_000;
  expect(idleEnvironments([pool], 90_000)).toEqual([older]);
  pool.environments.delete(older);
  expect(idleEnvironments([pool], 2_000_000)).toEqual([]);
});
