/** Rotations of the token key amid sessions of users, by the schedule and by operators. */
import { isFailure } from '@billhook/core/base/errors';
import { keyRings } from '@billhook/core/key-rings/rings';
import { keyIdOf } from '@billhook/core/key-rings/rotation';
import { openRingKms } from '@billhook/runtime/key-rotation/ring-kms';
import { goOnWithRotation, revokeKeys } from '@billhook/runtime/key-rotation/rotate';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { TEMPLATE_KEY_ARN } from '../../../support/token-kms.ts';
import { openTokenWorld, type Session, type TokenWorld } from '../../../support/token-world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const operator = { kind: 'operator', id: 'me' } as const;
const TEMPLATE_KEY = keyIdOf(TEMPLATE_KEY_ARN);

beforeAll(() => {
  vi.stubEnv('TOKEN_KEY_ARN', TEMPLATE_KEY_ARN);
  vi.stubEnv('STAGE', 'sandbox');
  return () => {
    vi.unstubAllEnvs();
  };
});

let world: TokenWorld;
let processes: ReturnType<TokenWorld['startProcesses']>;

beforeEach(async () => {
  world = await openTokenWorld();
  processes = world.startProcesses();
});

const by = () => ({ actor: operator, now: world.clock.now });
const ring = keyRings.token;
const deps = () => ({
  table: world.rotating.table,
  ring,
  kms: openRingKms(ring, world.rotating.aws),
});
const rotate = () => goOnWithRotation(deps(), { ...by(), begin: true });
const revokeAll = () => revokeKeys(deps(), by());

/** The schedule looks every hour, whatever comes. */
async function pass(time: number): Promise<void> {
  const end = world.clock.now + time;
  while (world.clock.now < end) {
    world.clock.now = Math.min(end, world.clock.now + HOUR);
    await world.look();
  }
}

const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const keyIds = async () => (await processes.listKeys()).map(({ kid }) => kid);
const statesOf = () => [...world.kms.keys.values()].map(({ state }) => state);

test('A key that takes the place of another may be used by the same functions, and by those of a later release', async () => {
  await rotate();
  const policies = () => [...world.kms.keys.values()].map(({ policy }) => policy);
  expect(policies()).toEqual(Array(2).fill('{"Sid":"of-the-template"}'));
  const later = '{"Sid":"of-a-later-release"}';
  const template = world.kms.keys.get(TEMPLATE_KEY_ARN);
  if (template) template.policy = later;
  await world.look();
  expect(policies()).toEqual([later, later]);
  await world.look();
  const put = world.kms.calls.filter((call) => call === 'PutKeyPolicyCommand');
  expect(put).toHaveLength(1);
});

/** All that a user does with tokens: in the processes that run, and in ones just started. */
async function expectLive({ sso, access }: Session): Promise<void> {
  for (const all of [processes, world.startProcesses()]) {
    expect(await all.admits(access)).toBe(true);
    expect((await all.exchange(sso)).status).toBe(200);
    expect((await all.openModule(access)).status).toBe(200);
    expect((await all.openModule(access, true)).status).toBe(200);
  }
}

async function expectRefused({ sso, access }: Session): Promise<void> {
  for (const all of [processes, world.startProcesses()]) {
    expect(await all.admits(access)).toBe(false);
    expect(await all.exchange(sso)).toMatchObject({ status: 401, code: 'token_invalid' });
    expect((await all.openModule(access)).status).toBe(401);
  }
}

describe('a rotation', () => {
  test('logs nobody out: tokens go on until they end, and new ones name the new key', async () => {
    const old = await processes.newSession();
    expect(kidOf(old.sso)).toBe(TEMPLATE_KEY);
    await world.look();
    await rotate();
    world.clock.now += 10 * SECOND;
    const [signs, next] = await keyIds();
    expect([signs, typeof next]).toEqual([TEMPLATE_KEY, 'string']);

    // Published and not used: whoever keeps the list for a day knows the key before it signs.
    await pass(2 * DAY - MINUTE);
    expect(kidOf(await processes.newSso())).toBe(TEMPLATE_KEY);
    expect(await keyIds()).toEqual([TEMPLATE_KEY, next]);
    const waiting = await processes.newSession();

    await pass(HOUR);
    expect(await keyIds()).toEqual([next, TEMPLATE_KEY]);
    const renewed = await processes.openModule(waiting.access, true);
    expect(kidOf(renewed.accessToken ?? '')).toBe(next);
    expect(kidOf(await processes.newSso())).toBe(next);
    await expectLive({ ...old, access: waiting.access });

    // The last token of the old key lives for 30 days from the switch on.
    await pass(27 * DAY);
    const late = (await processes.exchange(old.sso)).accessToken ?? '';
    expect(kidOf(late)).toBe(next);
    await expectLive({ sso: waiting.sso, access: late });

    await pass(4 * DAY + 2 * HOUR);
    expect(await keyIds()).toEqual([next]);
    await expectRefused(old);
    await expectLive(await processes.newSession());
    expect(statesOf()).toEqual(['Disabled', 'Enabled']);
    expect(world.audited()).toEqual([
      { action: 'token-key-published', actor: operator, detail: { keyId: next } },
      ...(['token-key-rotated', 'token-key-retired'] as const).map((action, index) => ({
        action,
        actor: { kind: 'schedule', id: 'rotate-token-key' },
        detail: { keyId: [next, TEMPLATE_KEY][index] },
      })),
    ]);
  });

  test('leaves functions no right to sign with the replaced key, an hour after the switch', async () => {
    await rotate();
    await pass(2 * DAY);
    const key = world.kms.keys.get(TEMPLATE_KEY_ARN);
    expect(key?.tags['billhook:replaced']).toBeUndefined();
    await pass(2 * HOUR);
    expect(key?.tags['billhook:replaced']).toBe('yes');
    expect(key?.state).toBe('Enabled');
    await pass(40 * DAY);
    const tagged = world.kms.calls.filter((call) => call === 'TagResourceCommand');
    expect(tagged).toHaveLength(1);
  });

  test('begins by itself when a key has signed for a year, and each year again', async () => {
    await world.look();
    expect(await keyIds()).toEqual([TEMPLATE_KEY]);
    await pass(365 * DAY - HOUR);
    expect(await keyIds()).toEqual([TEMPLATE_KEY]);
    await pass(HOUR);
    world.clock.now += 10 * SECOND;
    expect(await keyIds()).toHaveLength(2);
    await pass((365 + 40) * DAY);
    // The template's key stays, for a deployment would miss it; the others are deleted.
    expect(statesOf()).toEqual(['Disabled', 'PendingDeletion', 'Enabled']);
    expect(await keyIds()).toHaveLength(1);
  });

  test('is begun once, however often it is asked for, and by how many', async () => {
    await Promise.all([rotate(), rotate(), world.look()]);
    await rotate();
    await pass(DAY);
    await Promise.all([rotate(), world.look()]);
    expect(world.kms.keys.size).toBe(2);
    await pass(DAY);
    await Promise.all([world.look(), world.look(), rotate()]);
    const [signs] = await keyIds();
    expect(signs).not.toBe(TEMPLATE_KEY);
    await pass(31 * DAY);
    await Promise.all([world.look(), world.look()]);
    expect(world.kms.keys.size).toBe(2);
    const actions = world.audited().map(({ action }) => action);
    expect(actions).toEqual(['token-key-published', 'token-key-rotated', 'token-key-retired']);
  });

  test('has its list answered while KMS does not know the new key everywhere yet', async () => {
    const before = await processes.listKeys();
    await rotate();
    world.clock.now += 10 * SECOND;
    const made = [...world.kms.keys.keys()][1] ?? '';
    const kept = world.kms.keys.get(made);
    (world.kms.keys as Map<string, unknown>).delete(made);
    expect(await processes.listKeys()).toEqual(before);
    (world.kms.keys as Map<string, unknown>).set(made, kept);
    expect(await processes.listKeys()).toHaveLength(2);
  });

  test('over a state of 0.1.0 needs no record, and its tokens go on', async () => {
    const old = await processes.newSession();
    expect([...world.table.items.keys()].filter((key) => key.startsWith('token-keys'))).toEqual([]);
    await world.look();
    expect(world.keysNow()).toMatchObject({ version: 1, signing: { keyArn: TEMPLATE_KEY_ARN } });
    expect(world.audited()).toEqual([]);
    await expectLive(old);
  });

  test('lets an expired token be revoked for as long as its key is accepted', async () => {
    const { sso } = await processes.newSession(MINUTE);
    await rotate();
    await pass(2 * DAY + HOUR);
    expect((await processes.revoke(sso)).status).toBe(200);
  });
});

describe('a rotation in an emergency', () => {
  test('refuses all tokens of before within ten seconds, and takes those made after it', async () => {
    const old = await processes.newSession();
    await expectLive(old);
    const made = await revokeAll();
    expect(isFailure(made)).toBe(false);
    world.clock.now += 10 * SECOND;
    await expectRefused(old);
    const [only, ...others] = await keyIds();
    expect(others).toEqual([]);
    expect(only).not.toBe(TEMPLATE_KEY);
    const session = await processes.newSession();
    expect(kidOf(session.sso)).toBe(only);
    await expectLive(session);
    expect(statesOf()).toEqual(['Disabled', 'Enabled']);
    expect(world.audited()).toEqual([
      { action: 'token-keys-revoked', actor: operator, detail: { keyId: only } },
    ]);
  });

  test('lets processes sign at once that still know the old key, and verify the new', async () => {
    await processes.newSession();
    await revokeAll();
    const others = world.startProcesses();
    const made = await others.newSso();
    expect(kidOf(await processes.newSso())).toBe(kidOf(made));
    // Which keys count was read a moment ago: an unknown one has it read again.
    world.clock.now += SECOND;
    expect((await processes.exchange(made)).status).toBe(200);
  });

  test.each([
    ['a published key', 0],
    ['a replaced key', 3 * DAY],
  ])('amid a rotation with %s ends that too', async (_what, time) => {
    await rotate();
    await pass(time);
    const old = await processes.newSession();
    await revokeAll();
    world.clock.now += 10 * SECOND;
    await expectRefused(old);
    expect(await keyIds()).toHaveLength(1);
    expect(statesOf()).toEqual(['Disabled', 'PendingDeletion', 'Enabled']);
    await pass(40 * DAY);
    expect(statesOf()).toEqual(['Disabled', 'PendingDeletion', 'Enabled']);
    await rotate();
    await pass(3 * DAY);
    expect(await keyIds()).toHaveLength(2);
  });

  test('that another overtakes gives up its own key, and says so', async () => {
    let nested: Promise<unknown> | undefined;
    world.hooks.around = async (when, call) => {
      if (nested || when !== 'after' || call !== 'CreateKeyCommand') return;
      nested = revokeAll();
      expect(isFailure(await nested)).toBe(false);
    };
    expect(await revokeAll()).toMatchObject({ failure: 'request_conflict' });
    await expectOneKey();
  });

  test('twice at once leaves one key', async () => {
    await Promise.all([revokeAll(), revokeAll()]);
    await expectOneKey();
  });

  async function expectOneKey() {
    await world.look();
    expect(statesOf().filter((state) => state === 'Enabled')).toHaveLength(1);
    world.clock.now += 10 * SECOND;
    expect(await keyIds()).toHaveLength(1);
    await expectLive(await processes.newSession());
  }
});

describe('a process that dies', () => {
  const begin = async () => {};
  const untilSwitch = async () => {
    await rotate();
    world.clock.now += 2 * DAY;
  };
  const untilClosing = async () => {
    await untilSwitch();
    await world.look();
    world.clock.now += HOUR;
  };
  const untilRetiring = async () => {
    await untilClosing();
    await world.look();
    world.clock.now += 31 * DAY;
  };
  type Part = {
    readonly before: () => Promise<void>;
    readonly run: () => Promise<unknown>;
    /** Whether whoever asked for it asks again. */
    readonly again?: () => boolean;
    readonly keys: number;
    readonly ended: number;
  };
  const parts: Readonly<Record<string, Part>> = {
    'as it begins': { before: begin, run: rotate, again: () => true, keys: 2, ended: 0 },
    'as it switches': { before: untilSwitch, run: () => world.look(), keys: 2, ended: 0 },
    'as it closes the old key': {
      ...{ before: untilClosing, run: () => world.look() },
      ...{ keys: 2, ended: 0 },
    },
    'as it retires the old key': {
      ...{ before: untilRetiring, run: () => world.look() },
      ...{ keys: 1, ended: 1 },
    },
    'in an emergency': {
      ...{ before: untilSwitch, run: revokeAll, keys: 1, ended: 2 },
      again: () => !world.audited().some(({ action }) => action === 'token-keys-revoked'),
    },
  };

  /** Runs a part and dies at its `last` call; false when it did not come so far. */
  async function dies({ run }: Part, when: 'before' | 'after', last: number): Promise<boolean> {
    let calls = 0;
    world.hooks.around = (moment) => {
      if (calls >= last && moment === 'before') throw new Error('dead');
      if (moment === when) calls += 1;
      if (calls >= last) throw new Error('dead');
    };
    const ended = await run().then(
      () => false,
      () => true,
    );
    world.hooks.around = () => {};
    return ended;
  }

  describe.each(Object.entries(parts))('%s', (_name, part) => {
    test.each(['before', 'after'] as const)(
      '%s any call has its work finished by the next, and no key is left over',
      async (when) => {
        let last = 1;
        for (; ; last += 1) {
          world = await openTokenWorld();
          processes = world.startProcesses();
          await part.before();
          if (!(await dies(part, when, last))) break;
          // Meanwhile users go on, and an hour later comes the schedule.
          expect(await processes.admits((await processes.newSession()).access)).toBe(true);
          world.clock.now += HOUR;
          await world.look();
          if (part.again?.()) await part.run();
          await expectAtRest(part, `${when} call ${last}`);
        }
        expect(last).toBeGreaterThan(3);
      },
    );
  });

  async function expectAtRest({ keys, ended }: Part, said: string): Promise<void> {
    world.clock.now += 10 * SECOND;
    const record = world.keysNow();
    expect(record.making, said).toBeUndefined();
    expect(record.leaving, said).toBeUndefined();
    const counted = (await keyIds()).length;
    expect(counted, said).toBe(keys);
    // Whatever was made besides is given up.
    const enabled = statesOf().filter((state) => state === 'Enabled');
    expect(enabled, said).toHaveLength(keys);
    expect(statesOf().length - enabled.length, said).toBeGreaterThanOrEqual(ended);
    await expectLive(await processes.newSession());
  }
});
