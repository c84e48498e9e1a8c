import {
  changedWebhookEndpoint,
  givenWebhookEndpoint,
} from '@billhook/core/schemas/webhook-endpoint';
import {
  changeEndpoint,
  endGone,
  eventFilters,
  liveSecrets,
  MAX_SECRETS,
  newEndpoint,
  rotateSecret,
  SECRET_OVERLAP_MILLISECONDS,
  wantsEvent,
} from '@billhook/core/webhook/endpoint';
import { beginTest, TEST_COOLDOWN_MILLISECONDS } from '@billhook/core/webhook/proving';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { NOW, sealed } from '../../../support/records.ts';

const url = 'https://example.com/hooks';
const endpoint = newEndpoint({
  _id: 'we_1',
  partnerId: 'ptn_1',
  url,
  secret: sealed('secret'),
  now: NOW,
});

test.each([
  [undefined, 'bill.created', true],
  [['bill.created'], 'bill.created', true],
  [['bill.created'], 'bill.update', false],
  [['bill.*'], 'bill.payment.sent', true],
  [['bill.payment.*'], 'bill.payment.sent', true],
  [['bill.payment.*'], 'bill.created', false],
  [['auth.*', 'swap.hold'], 'swap.hold', true],
] as const)('an endpoint of %j: %s is wanted: %s', (events, type, wanted) => {
  expect(wantsEvent({ _id: 'we_1', events }, { type })).toBe(wanted);
});

test('an event for one endpoint is wanted there, and nowhere else', () => {
  const event = { type: 'webhook-endpoint.test', endpointId: 'we_1' } as const;
  expect(wantsEvent({ _id: 'we_1', events: ['auth.hold'] }, event)).toBe(true);
  expect(wantsEvent({ _id: 'we_2' }, event)).toBe(false);
});

describe('what events may be asked for', () => {
  test.each(['auth.*', 'bill.*', 'bill.payment.*', 'bill.created', 'payment-method.*'])(
    '%s may',
    (filter) => {
      expect(eventFilters).toContain(filter);
      expect(v.is(givenWebhookEndpoint, { url, events: [filter] })).toBe(true);
    },
  );

  test.each(['*', 'auth', 'auth.', 'auth*', 'bill.pay*', 'bill.created.*', 'invoice.*', ''])(
    '%j may not',
    (filter) => {
      expect(v.is(givenWebhookEndpoint, { url, events: [filter] })).toBe(false);
      expect(v.is(changedWebhookEndpoint, { events: [filter] })).toBe(false);
    },
  );

  test('none may not: that would be an endpoint of nothing', () => {
    expect(v.is(givenWebhookEndpoint, { url, events: [] })).toBe(false);
  });
});

describe('a rotation', () => {
  const rotated = rotateSecret(endpoint, sealed('new'), NOW);

  test('lets the former secret sign for a day and no longer', () => {
    const end = NOW + SECRET_OVERLAP_MILLISECONDS;
    expect(liveSecrets(rotated, end - 1)).toHaveLength(2);
    expect(liveSecrets(rotated, end)).toEqual([{ sealed: sealed('new') }]);
  });

  test('within a day of another keeps the end of each', () => {
    const again = rotateSecret(rotated, sealed('newer'), NOW + 1_000);
    const ends = again.secrets.map(({ until }) => until && Date.parse(until) - NOW);
    const day = SECRET_OVERLAP_MILLISECONDS;
    expect(ends).toEqual([undefined, day + 1_000, day]);
  });

  test('keeps so many at most', () => {
    let many = endpoint;
    for (let count = 0; count < 9; count += 1) many = rotateSecret(many, sealed('s'), NOW);
    expect(many.secrets).toHaveLength(MAX_SECRETS);
  });
});

test('a test comes once in two seconds, and to an endpoint that is enabled', () => {
  const begun = beginTest(endpoint, NOW);
  if (!('draft' in begun)) throw new Error('It was refused');
  const after = (milliseconds: number) => beginTest(begun.endpoint, NOW + milliseconds);
  expect(after(TEST_COOLDOWN_MILLISECONDS - 1)).toMatchObject({ failure: 'too_many_requests' });
  expect(after(TEST_COOLDOWN_MILLISECONDS)).toHaveProperty('draft');
  const disabled = changeEndpoint(endpoint, { status: 'disabled' });
  expect(beginTest(disabled, NOW)).toMatchObject({ failure: 'webhook_endpoint_disabled' });
});

test('a change leaves what it does not name, and takes away what is null', () => {
  const full = changeEndpoint(endpoint, { events: ['bill.*'], description: 'Mine' });
  expect(changeEndpoint(full, {})).toMatchObject({ events: ['bill.*'], description: 'Mine', url });
  const bare = changeEndpoint(full, { events: null, description: null });
  expect([bare.events, bare.description]).toEqual([undefined, undefined]);
});

test('who is gone is disabled by itself, unless it has moved or is disabled already', () => {
  const gone = endGone(endpoint, url);
  expect(gone).toMatchObject({ status: 'disabled', disabledBy: 'endpoint', version: 2 });
  expect(endGone({ ...endpoint, url: `${url}/2` }, url)).toBeUndefined();
  expect(gone && endGone(gone, url)).toBeUndefined();
  const kept = gone && changeEndpoint(gone, { description: 'Still' });
  expect(kept).toMatchObject({ status: 'disabled', disabledBy: 'endpoint' });
  expect(kept && changeEndpoint(kept, { status: 'enabled' }).disabledBy).toBeUndefined();
});
