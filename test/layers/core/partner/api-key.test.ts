import { isFailure } from '@billhook/core/base/errors';
import {
  addKey,
  isLiveKey,
  keyExpiry,
  MAX_DEAD_KEYS,
  MAX_LIVE_KEYS,
  revokeKey,
} from '@billhook/core/partner/api-key';
import type { Actor } from '@billhook/core/partner/audit';
import { mayStillLock } from '@billhook/core/partner/lock';
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
const actor = { kind: 'api-key', id: 'key_other' } as const;
const operator = { kind: 'operator', id: 'ann' } as const;
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
    expect(revokeKey(partnerWith(...live), { keyId: 'live0', now: NOW, actor })).toMatchObject({
      version: 2,
      apiKeys: [{ revoked: text(NOW) }, { keyId: 'live1' }],
    });
  });
});

describe('Revoking', () => {
  const revoke = (partner: PartnerRecord, keyId: string, by: Actor = actor) =>
    revokeKey(partner, { keyId, now: NOW, actor: by });
  const dead = key('dead', { expires: text(NOW) });

  test('the last live key is refused, unless an operator does it', () => {
    expect(revoke(partnerWith(dead, key('live')), 'live')).toMatchObject({
      failure: 'last_live_key',
    });
    expect(revoke(partnerWith(dead, key('live')), 'live', operator)).toMatchObject({ version: 2 });
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
      actor,
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

describe('scopes', () => {
  const admin = key('admin');
  const service = (keyId: string) => key(keyId, { scope: 'service' });
  const revoke = (partner: PartnerRecord, keyId: string) =>
    revokeKey(partner, { keyId, now: NOW, actor });

  test('there may be two live keys of each; a key without a scope is an admin', () => {
    const full = partnerWith(admin, key('new', { scope: 'admin' }), service('a'));
    expect(idsOf(addKey(full, key('third', { scope: 'admin' }), NOW))).toBe('key_limit_reached');
    expect(idsOf(addKey(full, service('b'), NOW))).toHaveLength(4);
    expect(idsOf(addKey(partnerWith(...full.apiKeys, service('b')), service('c'), NOW))).toBe(
      'key_limit_reached',
    );
  });

  test('the last admin key stays, whatever service keys live; a service key never has to', () => {
    const partner = partnerWith(admin, service('a'));
    expect(revoke(partner, 'admin')).toMatchObject({ failure: 'last_live_key' });
    expect(revoke(partner, 'a')).toMatchObject({ version: 2 });
  });
});

describe('a key that a key has revoked', () => {
  const revokedBy = (by: Actor, keyId = 'a') => {
    const given = { keyId, now: NOW, actor: by };
    const partner = revokeKey(partnerWith(key('a'), key('b')), given) as PartnerRecord;
    return partner.apiKeys.find((one) => one.keyId === keyId) as ApiKeyRecord;
  };
  const HOUR = 60 * 60 * 1000;

  test('may still lock for an hour, also where it seems to have revoked itself', () => {
    for (const id of ['key_other', 'a']) {
      const revoked = revokedBy({ kind: 'api-key', id });
      expect(mayStillLock(revoked, NOW + HOUR - 1)).toBe(true);
      expect(mayStillLock(revoked, NOW + HOUR)).toBe(false);
    }
  });

  test('may not once it would have expired, nor where the operator revoked it', () => {
    const ended = { ...revokedBy(actor), expires: text(NOW + 1_000) };
    expect(mayStillLock(ended, NOW + 999)).toBe(true);
    expect(mayStillLock(ended, NOW + 1_000)).toBe(false);
    expect(mayStillLock(revokedBy(operator), NOW)).toBe(false);
    expect(mayStillLock(key('live'), NOW)).toBe(false);
    expect(mayStillLock(key('old', { revoked: text(NOW) }), NOW)).toBe(false);
  });

  test('is not pushed out of the list by others that are made and revoked', () => {
    const dead = Array.from({ length: MAX_DEAD_KEYS }, (_, index) => key(`dead${index}`));
    const old = dead.map((one) => ({ ...one, revoked: text(NOW - HOUR - 1) }));
    const owner = key('owner', { revoked: text(NOW), revokedBy: 'thief' });
    const kept = addKey(partnerWith(owner, ...old), key('new'), NOW);
    expect(idsOf(kept)).toHaveLength(MAX_DEAD_KEYS + 1);
    expect(idsOf(kept)).toContain('owner');
    const locking = dead.map((one) => ({ ...one, revoked: text(NOW), revokedBy: 'thief' }));
    expect(idsOf(addKey(partnerWith(...locking), key('new'), NOW))).toBe('key_limit_reached');
    expect(idsOf(addKey(partnerWith(...locking), key('new'), NOW + HOUR))).toContain('new');
  });
});
