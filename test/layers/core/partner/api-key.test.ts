import { isFailure } from '@billhook/core/errors';
import {
  addKey,
  isLiveKey,
  keyExpiry,
  MAX_DEAD_KEYS,
  MAX_LIVE_KEYS,
  revokeKey,
} from '@billhook/core/partner/api-key';
import { type ApiKeyRecord, newPartner, type PartnerRecord } from '@billhook/core/partner/partner';
import { describe, expect, test } from 'vitest';
import { NOW } from '../../../support/records.ts';

const text = (milliseconds: number) => new Date(milliseconds).toISOString();
const key = (keyId: string, more: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  keyId,
  hash: new Uint8Array(32),
  pepperVersion: 1,
  created: text(NOW - 1_000),
  ...more,
});
const partnerWith = (...apiKeys: ApiKeyRecord[]): PartnerRecord =>
  newPartner({ partnerId: 'ptn_00000000000000000000', name: 'A', now: text(NOW), apiKeys });
const idsOf = (result: PartnerRecord | { failure: string }) =>
  isFailure(result) ? result.failure : (result as PartnerRecord).apiKeys.map(({ keyId }) => keyId);

describe('A key', () => {
  test.each([
    ['without an end lives', {}, true],
    ['lives a millisecond before it expires', { expires: text(NOW + 1) }, true],
    ['is dead at the moment it expires', { expires: text(NOW) }, false],
    ['is dead once revoked', { revoked: text(NOW) }, false],
    ['that was revoked before it expires is dead', { expires: text(NOW + 1), revoked: 'x' }, false],
  ])('%s', (_what, more, live) => {
    expect(isLiveKey(key('a', more), NOW)).toBe(live);
  });

  test.each([
    ['never, when nothing is said', undefined, {}],
    ['a millisecond from now', text(NOW + 1), { expires: text(NOW + 1) }],
    [
      'at an instant of another offset',
      '2099-01-01T02:00:00+02:00',
      { expires: text(Date.UTC(2099, 0, 1)) },
    ],
  ])('expires %s', (_what, given, expected) => {
    expect(keyExpiry(given, NOW)).toEqual(expected);
  });

  test.each([text(NOW), text(NOW - 1), '2026-02-30'])('does not expire at %s', (given) => {
    expect(keyExpiry(given, NOW)).toMatchObject({
      failure: 'invalid_request',
      fields: [{ field: 'expires' }],
    });
  });
});

describe('A partner', () => {
  const live = Array.from({ length: MAX_LIVE_KEYS }, (_, index) => key(`live${index}`));

  test('may have two live keys, and no third', () => {
    expect(idsOf(addKey(partnerWith(...live.slice(1)), key('new'), NOW))).toEqual(['live1', 'new']);
    expect(idsOf(addKey(partnerWith(...live), key('new'), NOW))).toBe('key_limit_reached');
  });

  test('gets no second key with the id of one that it has', () => {
    expect(idsOf(addKey(partnerWith(key('new')), key('new'), NOW))).toBe('answer_not_kept');
  });

  test('may have another key at the moment that one expires, not before', () => {
    const ending = key('ending', { expires: text(NOW) });
    const partner = partnerWith(key('live'), ending);
    expect(idsOf(addKey(partner, key('new'), NOW - 1))).toBe('key_limit_reached');
    expect(idsOf(addKey(partner, key('new'), NOW))).toEqual(['ending', 'live', 'new']);
  });

  test('keeps the last of its dead keys only', () => {
    const dead = Array.from({ length: MAX_DEAD_KEYS + 1 }, (_, index) =>
      key(`dead${index}`, { revoked: text(NOW) }),
    );
    const ids = idsOf(addKey(partnerWith(...dead, key('live')), key('new'), NOW));
    expect(ids).toHaveLength(MAX_DEAD_KEYS + 2);
    expect(ids).not.toContain('dead0');
    expect(ids).toContain('dead1');
  });

  test('gets another version with each change', () => {
    expect(addKey(partnerWith(), key('new'), NOW)).toMatchObject({ version: 2 });
    expect(
      revokeKey(partnerWith(...live), { keyId: 'live0', now: NOW, lastToo: false }),
    ).toMatchObject({ version: 2, apiKeys: [{ revoked: text(NOW) }, { keyId: 'live1' }] });
  });
});

describe('Revoking', () => {
  const revoke = (partner: PartnerRecord, keyId: string, lastToo = false) =>
    revokeKey(partner, { keyId, now: NOW, lastToo });
  const dead = key('dead', { expires: text(NOW) });

  test('the last live key is refused, unless an operator does it', () => {
    expect(revoke(partnerWith(dead, key('live')), 'live')).toMatchObject({
      failure: 'last_live_key',
    });
    expect(revoke(partnerWith(dead, key('live')), 'live', true)).toMatchObject({ version: 2 });
  });

  test('a key that is not there is refused', () => {
    expect(revoke(partnerWith(key('live')), 'other')).toMatchObject({
      failure: 'api_key_not_found',
    });
  });

  test('a key that expired is allowed, whatever else lives', () => {
    expect(revoke(partnerWith(dead), 'dead')).toMatchObject({ version: 2 });
  });

  test('a key again changes nothing', () => {
    const partner = partnerWith(key('gone', { revoked: text(NOW - 1) }));
    expect(revoke(partner, 'gone')).toBe(partner);
  });
});

describe('the last key', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const revoke = (expires: string | undefined) =>
    revokeKey(partnerWith(key('a'), key('b', { expires })), {
      keyId: 'a',
      now: NOW,
      lastToo: false,
    });

  test.each([
    ['for ever', undefined, true],
    ['for more than a day', text(NOW + DAY + 1), true],
    ['for a day and no longer', text(NOW + DAY), false],
    ['for a second', text(NOW + 1_000), false],
  ])('may go when the other lives %s: %s', (_, expires, may) => {
    expect(isFailure(revoke(expires))).toBe(!may);
  });
});
