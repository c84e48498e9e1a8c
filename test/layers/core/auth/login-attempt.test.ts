import type { AuthRecord, Link } from '@billhook/core/auth/auth';
import {
  type AttemptState,
  attemptStateOf,
  beginAttempt,
  forgetAttempt,
  underWaySeconds,
  verifyAttempt,
  waitForReading,
} from '@billhook/core/auth/login-attempt';
import { instantText } from '@billhook/core/base/dates';
import type { LoginAttempt } from '@billhook/core/company/nothing-tried';
import { expect, test } from 'vitest';
import { authRecord, changedAuth, NOW, openedChallenge } from '../../../support/records.ts';

const begunAt = instantText(NOW);
const link: Link = { linkId: 'link_1', requestedAt: begunAt, items: ['bill'] };
const login: LoginAttempt = { id: 'one', begunAt };
const linking = (change: Partial<Link> = {}) => authRecord({ link: { ...link, ...change } });

test.each<[LoginAttempt | undefined, number, AttemptState]>([
  [undefined, 0, 'none'],
  [login, 0, 'under-way'],
  [login, 64_999, 'under-way'],
  [login, 65_000, 'never-ended'],
  [{ ...login, verified: true }, 65_000, 'verified'],
])('an attempt %j is, %i ms later, %s', (given, later, state) => {
  expect(attemptStateOf({ ...link, login: given }, NOW + later)).toBe(state);
});

test.each([
  [0, 5],
  [5_000, 5],
  [20_000, 20],
  [40_000, 25],
  [64_000, 1],
  [64_999, 1],
])('an attempt that began %i ms ago is looked at again after %i s', (age, seconds) => {
  expect(underWaySeconds({ ...link, login }, NOW + age)).toBe(seconds);
});

test('an attempt begins once', () => {
  const begun = beginAttempt(linking(), 'one', NOW);
  expect(begun).toMatchObject({ link: { login } });
  expect(beginAttempt(begun, 'two', NOW)).toBe(begun);
});

test.each<[string, AuthRecord]>([
  ['without a link', authRecord()],
  ['that asks the user', linking({ asking: { kind: 'prompt', request: 'Press.' } })],
  [
    'with an open challenge',
    changedAuth(linking(), { status: 'mfa-required', challenge: openedChallenge() }),
  ],
])('no attempt begins of an auth %s', (_what, auth) => {
  expect(beginAttempt(auth, 'one', NOW)).toBe(auth);
});

test('an attempt that is verified once stays so, and its bills are read next', () => {
  const verified = verifyAttempt(linking({ login }));
  expect(verified).toMatchObject({
    link: { login: { ...login, verified: true }, readingBills: true },
  });
  expect(verifyAttempt(verified)).toBe(verified);
  expect(verifyAttempt(linking({ login, items: ['swap'] })).link?.readingBills).toBeUndefined();
});

test('an attempt is forgotten by the run that made it, and by no other', () => {
  const auth = linking({ login });
  expect(forgetAttempt(auth, 'one').link).toEqual(link);
  expect(forgetAttempt(auth, 'two')).toBe(auth);
});

test('only an auth that is read daily waits for its reading', () => {
  const auth = authRecord();
  expect(waitForReading(auth, NOW)).toBe(auth);
  const { refresh } = waitForReading({ ...auth, refresh: { at: begunAt } }, NOW);
  expect(Date.parse(refresh?.at ?? '') - NOW).toBeGreaterThanOrEqual(6 * 60 * 60 * 1000);
});
