import {
  DEFAULT_TOKEN_MILLISECONDS,
  MAX_TOKEN_MILLISECONDS,
  tokenExpiry,
} from '@billhook/core/api/token-lifetime';
import { expect, test } from 'vitest';
import { NOW } from '../../../support/records.ts';

const expiryOf = (expiration?: string) => tokenExpiry(expiration, NOW, 'token.expiration');
const at = (milliseconds: number) => new Date(NOW + milliseconds).toISOString();

test.each([
  ['absent', undefined, DEFAULT_TOKEN_MILLISECONDS],
  ['a moment ahead', at(1), 1],
  ['30 days ahead', at(MAX_TOKEN_MILLISECONDS), MAX_TOKEN_MILLISECONDS],
  ['a moment more, which is cut', at(MAX_TOKEN_MILLISECONDS + 1), MAX_TOKEN_MILLISECONDS],
  ['in the year 2099, which is cut', '2099-01-01', MAX_TOKEN_MILLISECONDS],
  ['without an offset, in UTC', at(60_000).slice(0, 19), 60_000],
])('an expiration %s', (_, expiration, lifetime) => {
  expect(expiryOf(expiration)).toBe(NOW + lifetime);
});

test.each([
  ['now', at(0)],
  ['past', at(-1)],
  ['no date', 'tomorrow'],
])('an expiration that is %s is refused', (_, expiration) => {
  expect(expiryOf(expiration)).toMatchObject({
    failure: 'invalid_request',
    fields: [{ field: 'token.expiration' }],
  });
});
