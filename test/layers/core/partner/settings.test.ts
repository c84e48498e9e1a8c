import { newPartner, type PartnerRecord } from '@billhook/core/partner/partner';
import { changePartnerSettings, type SettingsChange } from '@billhook/core/partner/settings';
import { describe, expect, test } from 'vitest';

const partner = newPartner({ partnerId: 'ptn_00000000000000000000', name: 'A', now: '' });
const changed = (change: SettingsChange, from: PartnerRecord = partner) =>
  changePartnerSettings(from, change) as Exclude<
    ReturnType<typeof changePartnerSettings>,
    { failure: string }
  >;

describe('A change of settings', () => {
  test.each<[string, SettingsChange, string]>([
    ['suspends', { status: 'suspended' }, 'partner-suspended'],
    ['turns auth events on', { authEvents: true }, 'auth-events-changed'],
    ['sets the burst', { rateLimit: { burst: 9 } }, 'rate-limit-changed'],
  ])('%s, and says so', (_what, change, action) => {
    const { partner: after, entries } = changed(change);
    expect(entries.map((entry) => entry.action)).toEqual([action]);
    expect(after.version).toBe(2);
  });

  test('resumes what was suspended', () => {
    const { partner: suspended } = changed({ status: 'suspended' });
    const { partner: after, entries } = changed({ status: 'active' }, suspended);
    expect(after.status).toBe('active');
    expect(entries).toEqual([{ action: 'partner-resumed' }]);
  });

  test('to what stands already changes nothing', () => {
    const same = { status: 'active', authEvents: false, rateLimit: { burst: 500 } } as const;
    const { partner: after, entries } = changed(same);
    expect(after).toBe(partner);
    expect(entries).toEqual([]);
  });

  test('of one number of the limit leaves the other', () => {
    const limit = { requestsPerSecond: 7, burst: undefined };
    expect(changed({ rateLimit: limit }).partner.rateLimit).toEqual({
      requestsPerSecond: 7,
      burst: 500,
    });
  });
});

describe('A limit', () => {
  test.each([
    ['requestsPerSecond', 1],
    ['requestsPerSecond', 1_000],
    ['burst', 1],
    ['burst', 5_000],
  ])('of %s %i is taken', (name, value) => {
    expect(changePartnerSettings(partner, { rateLimit: { [name]: value } })).not.toHaveProperty(
      'failure',
    );
  });

  test.each([
    ['requestsPerSecond', 0],
    ['requestsPerSecond', 1_001],
    ['requestsPerSecond', 1.5],
    ['burst', 0],
    ['burst', 5_001],
    ['burst', Number.NaN],
  ])('of %s %d is refused', (name, value) => {
    expect(changePartnerSettings(partner, { rateLimit: { [name]: value } })).toMatchObject({
      failure: 'invalid_request',
      fields: [{ field: `rateLimit.${name}` }],
    });
  });
});
