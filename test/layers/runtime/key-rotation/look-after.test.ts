/** What the log says of a rotation that stands still: the alarm is raised by it. */
import { keyIdOf } from '@billhook/core/key-rings/rotation';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loggedFields } from '../../../support/logged.ts';
import { TEMPLATE_KEY_ARN } from '../../../support/token-kms.ts';
import type * as World from '../../../support/token-world.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let open: (typeof World)['openTokenWorld'];
let world: World.TokenWorld;

// The other tests are silent; the level is read when the logger is made.
beforeAll(async () => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  vi.stubEnv('TOKEN_KEY_ARN', TEMPLATE_KEY_ARN);
  vi.stubEnv('STAGE', 'sandbox');
  vi.resetModules();
  ({ openTokenWorld: open } = await import('../../../support/token-world.ts'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});
beforeEach(async () => {
  world = await open();
});

const overdue = async () => {
  const lines = await loggedFields(() => world.look().catch(() => 'failed'));
  return lines.flatMap(({ TokenKeyOverdue, outcome }) =>
    TokenKeyOverdue === undefined ? [] : [[outcome, TokenKeyOverdue]],
  );
};

test('nothing is late on a key that is young, or while a rotation waits', async () => {
  expect(await overdue()).toEqual([]);
  world.clock.now += 364 * DAY;
  expect(await overdue()).toEqual([]);
  world.clock.now += DAY;
  expect(await overdue()).toEqual([]);
  world.clock.now += HOUR;
  expect(await overdue()).toEqual([]);
  expect(world.keysNow().next).toBeDefined();
});

test('a step that fails is told each time that it is looked at, with how late it is', async () => {
  await overdue();
  world.clock.now += 365 * DAY;
  world.hooks.around = (when, call) => {
    if (when === 'before' && call === 'CreateKeyCommand') throw new Error('Forbidden');
  };
  expect(await overdue()).toEqual([]);
  // What was begun is taken up when it was left behind, and fails again.
  world.clock.now += HOUR;
  expect(await overdue()).toEqual([['make', (45 * 60_000) / 1000]]);
  world.clock.now += 2 * DAY;
  const [told] = await overdue();
  expect(told?.[0]).toBe('make');
  expect(told?.[1]).toBeGreaterThan(DAY / 1000);
  // However often it fails, what is written down grows no longer.
  for (let hour = 0; hour < 48; hour += 1) {
    world.clock.now += HOUR;
    await overdue();
    expect(world.keysNow().leaving).toBeUndefined();
  }
  world.hooks.around = () => {};
  world.clock.now += HOUR;
  await overdue();
  expect(await overdue()).toEqual([]);
  expect(world.keysNow().next).toBeDefined();
});

test('a key that cannot be ended is told', async () => {
  await overdue();
  world.clock.now += 365 * DAY;
  await overdue();
  world.clock.now += 2 * DAY;
  await overdue();
  world.clock.now += HOUR;
  await overdue();
  world.hooks.around = (when, call) => {
    if (when === 'before' && call === 'DisableKeyCommand') throw new Error('Forbidden');
  };
  world.clock.now += 31 * DAY;
  await overdue();
  world.clock.now += 2 * DAY;
  expect(await overdue()).toMatchObject([[expect.any(String), (2 * DAY) / 1000]]);
  // It is accepted no more all the same.
  const keys = await world.startProcesses().listKeys();
  expect(keys.map(({ kid }) => kid)).not.toContain(keyIdOf(TEMPLATE_KEY_ARN));
});
