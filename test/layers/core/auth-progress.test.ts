import { type AuthRecord, recordVerified, requestLink } from '@billhook/core/auth';
import { acceptStep, openChallenge, recordLogin } from '@billhook/core/auth-challenge';
import { beginReading, openAuths, presentProgress } from '@billhook/core/auth-progress';
import { isFailure } from '@billhook/core/errors';
import { describe, expect, test } from 'vitest';
import { authRecord, NOW } from '../../support/records.ts';

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

function linking(link: object = {}, requestedAt = at(NOW)): AuthRecord {
  const asked = { linkId: 'link_1', items: ['bill' as const], requestedAt, ...link };
  return requestLink(undefined, { ...authRecord(), link: asked });
}

const progressOf = (auth: AuthRecord) => presentProgress(auth, NOW).progress;

describe('a link', () => {
  const asked = recordLogin(
    linking(),
    { kind: 'mfa-required', challenge: { kind: 'prompt', request: 'Press it.' } },
    NOW,
  );
  const opened = openChallenge(asked, { token: 't', taskToken: 'task', now: NOW });
  const answered = acceptStep(opened, { kind: 'pressed' }, { now: NOW, token: 'token-2' });
  if (isFailure(answered)) throw new Error('The prompt cannot be pressed');

  test.each<[string, AuthRecord, string | undefined]>([
    ['that was asked for signs in', linking(), 'signing-in'],
    ['whose company asks something checks security', asked, 'checking-security'],
    ['that waits for the user does so too', opened, 'checking-security'],
    ['that was answered does so too', answered, 'checking-security'],
    ['that the company let in reads the bill', beginReading(answered), 'reading-bill'],
    [
      'that goes on to pay, pays',
      recordVerified(beginReading(linking({ items: ['payment'] })), []),
      'paying',
    ],
    [
      'that goes on to swap, updates the card',
      recordVerified(linking({ items: ['swap'], swaps: true }), []),
      'updating-card',
    ],
    ['that has ended is at nothing', recordVerified(linking(), []), undefined],
  ])('%s', (_what, auth, progress) => {
    expect(progressOf(auth)).toBe(progress);
    expect(presentProgress(auth, NOW).linking).toBe(progress !== undefined);
  });

  test('is not written twice for what it is at, nor for a swap that reads nothing', () => {
    const reading = beginReading(linking());
    expect(beginReading(reading)).toBe(reading);
    const swap = linking({ items: ['swap'], swaps: true });
    expect(beginReading(swap)).toBe(swap);
  });
});

test('what is open are the ten newest links that have not ended', () => {
  const many = Array.from({ length: 12 }, (_, minute) => linking({}, at(NOW + minute * 60_000)));
  const others = [authRecord(), { ...linking(), deletedAt: at(NOW) }];
  const open = openAuths([...others, ...many]);
  expect(open).toEqual(many.toReversed().slice(0, 10));
});
