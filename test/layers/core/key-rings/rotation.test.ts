import {
  MAX_ACCESS_TOKEN_SECONDS,
  MAX_TOKEN_MILLISECONDS,
} from '@billhook/core/api/token-lifetime';
import { keyRings } from '@billhook/core/key-rings/rings';
import {
  acceptedKeys,
  firstKeys,
  isSettled,
  type KeyRingRecord,
  nextStep,
  overdueOf,
  withKeyBegun,
  withKeyClosed,
  withKeyMade,
  withKeyRetired,
  withKeySwitched,
  withKeysGone,
} from '@billhook/core/key-rings/rotation';
import { describe, expect, test } from 'vitest';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ring = keyRings.token;
const now = Date.parse('2026-11-22T12:00:00Z');
const at = (time: number) => new Date(time).toISOString();

const first = firstKeys('arn:a', now);
const begun = withKeyBegun(first, { id: 'key_b', now });
const made = withKeyMade(begun, { id: 'key_b', keyArn: 'arn:b', now }) as KeyRingRecord;
const switched = withKeySwitched(made, now);
const closed = withKeyClosed(switched);
const retired = withKeyRetired(closed, now);

describe('a rotation', () => {
  test.each([
    ['the only key', first, ['arn:a'], 'make', 365 * DAY],
    ['one that is being made', begun, ['arn:a'], 'make', 15 * MINUTE],
    ['a published one', made, ['arn:a', 'arn:b'], 'switch', 2 * DAY],
    ['a replaced one', switched, ['arn:b', 'arn:a'], 'close', HOUR],
    ['a closed one', closed, ['arn:b', 'arn:a'], 'retire', 31 * DAY],
    ['a retired one', retired, ['arn:b'], 'make', 365 * DAY],
  ] as const)('of %s accepts these keys, and waits', (_what, record, keys, step, wait) => {
    expect(acceptedKeys(record)).toEqual(keys);
    expect(record.signing.keyArn).toBe(keys[0]);
    expect(nextStep(record, ring)).toEqual({ step, at: now + wait });
    expect(overdueOf({ ...record, leaving: undefined }, ring, now + wait)).toBe(0);
    expect(overdueOf(record, ring, now + wait + 1)).toBeGreaterThanOrEqual(1);
  });

  test('accepts a replaced key for longer than any token lives that it has signed', () => {
    const { at: end } = nextStep(closed, ring);
    expect(end - now).toBeGreaterThanOrEqual(
      MAX_TOKEN_MILLISECONDS + MAX_ACCESS_TOKEN_SECONDS * 1000,
    );
  });

  test('raises the version with every step, so that of two writers one is refused', () => {
    const versions = [first, begun, made, switched, closed, retired].map(({ version }) => version);
    expect(versions).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('keeps when it was first noted, as an emergency does', () => {
    const asked = withKeyBegun(retired, { id: 'key_z', now: now + DAY, revokes: true });
    const ended = withKeyMade(asked, { id: 'key_z', keyArn: 'arn:z', now: now + DAY });
    const all = [first, begun, made, switched, closed, retired, ended];
    expect(new Set(all.map((record) => record?.noted))).toEqual(new Set([at(now)]));
  });

  test('is settled before it begins and after it ends alone', () => {
    const settled = [first, begun, made, switched, closed, retired].map(isSettled);
    expect(settled).toEqual([true, false, false, false, false, true]);
  });

  test('leaves the retired key to be given up', () => {
    expect(retired.leaving).toEqual([{ keyArn: 'arn:a', since: at(now) }]);
    expect(withKeysGone(retired, retired.leaving ?? [])).toEqual({
      version: 7,
      noted: at(now),
      signing: { keyArn: 'arn:b', since: at(now) },
    });
  });

  test('that was begun again takes no key of the attempt before', () => {
    const again = withKeyBegun(begun, { id: 'key_c', now: now + HOUR });
    expect(again.leaving).toEqual([{ id: 'key_b', since: at(now + HOUR) }]);
    expect(withKeyMade(again, { id: 'key_b', keyArn: 'arn:b', now })).toBeUndefined();
    expect(withKeyMade(first, { id: 'key_b', keyArn: 'arn:b', now })).toBeUndefined();
    const taken = withKeyMade(again, { id: 'key_c', keyArn: 'arn:c', now });
    expect(taken && acceptedKeys(taken)).toEqual(['arn:a', 'arn:c']);
  });
});

describe('an emergency', () => {
  const revoking = (record: KeyRingRecord) => {
    const asked = withKeyBegun(record, { id: 'key_z', now, revokes: true });
    return withKeyMade(asked, { id: 'key_z', keyArn: 'arn:z', now }) as KeyRingRecord;
  };

  test.each([
    ['the only key', first, ['arn:a']],
    ['a key and the published one', made, ['arn:a', 'arn:b']],
    ['a key and the replaced one', closed, ['arn:b', 'arn:a']],
  ])('ends %s at once', (_what, record, ended) => {
    const after = revoking(record);
    expect(acceptedKeys(after)).toEqual(['arn:z']);
    expect(isSettled(after)).toBe(true);
    expect(after.leaving).toEqual(ended.map((keyArn) => ({ keyArn, since: at(now) })));
  });

  test('keeps what was still to be given up', () => {
    expect(revoking(retired).leaving).toHaveLength(2);
  });

  test('that was left behind is carried out by whoever takes it up', () => {
    const left = withKeyBegun(made, { id: 'key_y', now, revokes: true });
    expect(nextStep(left, ring)).toEqual({ step: 'make', at: now + 15 * MINUTE });
    const taken = withKeyBegun(left, { id: 'key_z', now: now + HOUR });
    const after = withKeyMade(taken, { id: 'key_z', keyArn: 'arn:z', now: now + HOUR });
    expect(after && acceptedKeys(after)).toEqual(['arn:z']);
    expect(after?.leaving).toHaveLength(3);
  });
});

test('a key that nobody gives up is late', () => {
  expect(overdueOf(retired, ring, now + 2 * DAY)).toBe(2 * DAY);
});
