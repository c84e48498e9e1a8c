import { randomBytes } from 'node:crypto';
import { authIdOfChallenge, newChallengeToken } from '@billhook/core/auth/challenge';
import {
  clientOf,
  derivedOwnedId,
  isRootId,
  newOwnedId,
  newRootId,
  randomText,
} from '@billhook/core/base/ids';
import { describe, expect, test } from 'vitest';

const clientId = newRootId('cl', randomBytes);

describe('an owned id', () => {
  test('carries its client and its kind', () => {
    const billId = newOwnedId('bill', clientId, randomBytes);
    expect(clientOf('bill', billId)).toBe(clientId);
    expect(clientOf('auth', billId)).toBeUndefined();
  });

  test('is at most 64 letters, digits and underscores', () => {
    expect(newOwnedId('auth', clientId, randomBytes)).toMatch(/^[A-Za-z0-9_]{1,64}$/);
  });

  test('follows from a digest, the same each time', () => {
    const digest = randomBytes(32);
    const id = derivedOwnedId('auth', clientId, digest);
    expect(derivedOwnedId('auth', clientId, digest)).toBe(id);
    expect(derivedOwnedId('auth', clientId, randomBytes(32))).not.toBe(id);
    expect(clientOf('auth', id)).toBe(clientId);
  });

  test('follows even from a digest of zeros', () => {
    expect(clientOf('auth', derivedOwnedId('auth', clientId, new Uint8Array(32)))).toBe(clientId);
  });
});

test.each([
  '',
  'bill_',
  'bill_x',
  'cl_short',
  `bill_${'a'.repeat(20)}_${'b'.repeat(15)}`,
  '../etc',
  'bill_é',
])('%j is no id of ours', (text) => {
  expect(clientOf('bill', text)).toBeUndefined();
  expect(isRootId('cl', text)).toBe(false);
});

test('random text draws again for bytes that would favour some characters', () => {
  const bytes = [new Uint8Array([255, 255, 0, 61]), new Uint8Array([1, 2, 3, 4])];
  expect(randomText(4, () => bytes.shift() ?? new Uint8Array(4))).toBe('0z12');
});

test('a challenge token names its auth, and nothing else is one', () => {
  const authId = newOwnedId('auth', clientId, randomBytes);
  expect(authIdOfChallenge(newChallengeToken(authId, randomBytes))).toBe(authId);
  expect(authIdOfChallenge(authId)).toBeUndefined();
});
