import { type AuthRecord, requestLink, withVerifiedBills } from '@billhook/core/auth/auth';
import {
  recordLogin,
  withAcceptedStep,
  withOpenChallenge,
} from '@billhook/core/auth/auth-challenge';
import {
  beginReading,
  dataConsentOf,
  openAuths,
  presentProgress,
} from '@billhook/core/auth/progress';
import { isFailure } from '@billhook/core/base/errors';
import type { RunStep } from '@billhook/core/company/connector';
import { describe, expect, test } from 'vitest';
import { authRecord, NOW } from '../../../support/records.ts';

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
  const opened = withOpenChallenge(asked, { token: 't', taskToken: 'task', now: NOW });
  const answered = withAcceptedStep(opened, { kind: 'pressed' }, { now: NOW, token: 'token-2' });
  if (isFailure(answered)) throw new Error('The prompt cannot be pressed');

  test.each<[string, AuthRecord, string | undefined]>([
    ['that was asked for signs in', linking(), 'signing-in'],
    ['whose company asks something checks security', asked, 'checking-security'],
    ['that waits for the user does so too', opened, 'checking-security'],
    ['that was answered does so too', answered, 'checking-security'],
    ['that the company let in reads the bill', beginReading(answered), 'reading-bill'],
    [
      'that goes on to pay, pays',
      withVerifiedBills(beginReading(linking({ items: ['payment'] })), []),
      'paying',
    ],
    [
      'that goes on to swap, updates the card',
      withVerifiedBills(linking({ items: ['swap'], swaps: true }), []),
      'updating-card',
    ],
    ['that has ended is at nothing', withVerifiedBills(linking(), []), undefined],
  ])('%s', (_what, auth, progress) => {
    expect(progressOf(auth)).toBe(progress);
    expect(presentProgress(auth, NOW).linking).toBe(progress !== undefined);
  });

  const runs = (auth: AuthRecord, step: RunStep): AuthRecord => {
    const running = { call: 'logIn', connector: 'c', operation: 'o', since: at(NOW), asked: 0 };
    return { ...auth, link: { ...auth.link, running: { ...running, step } } as AuthRecord['link'] };
  };

  test.each<[string, AuthRecord, string]>([
    ['signs in', runs(linking(), 'signing-in'), 'signing-in'],
    ['waits for a code', runs(linking(), 'waiting-for-code'), 'waiting-for-code'],
    ['reads the bills', runs(beginReading(linking()), 'reading-bills'), 'reading-bill'],
    ['signs in once more', runs(beginReading(linking()), 'signing-in'), 'reading-bill'],
    ['signs in after a code', runs(answered, 'signing-in'), 'checking-security'],
  ])('whose connector says that it %s shows it', (_what, auth, progress) => {
    expect(progressOf(auth)).toBe(progress);
  });

  test('is not written twice for what it is at, nor for a swap that reads nothing', () => {
    const reading = beginReading(linking());
    expect(beginReading(reading)).toBe(reading);
    const swap = linking({ items: ['swap'], swaps: true });
    expect(beginReading(swap)).toBe(swap);
  });
});

test('says how long its challenge can still be answered', () => {
  const asking = recordLogin(
    linking(),
    { kind: 'mfa-required', challenge: { kind: 'prompt', request: 'Press it.' } },
    NOW,
  );
  const opened = withOpenChallenge(asking, { token: 't', taskToken: 'task', now: NOW });
  expect(presentProgress(opened, NOW).challenge?.expiresIn).toBe(300);
  expect(presentProgress(opened, NOW + 299_001).challenge?.expiresIn).toBe(1);
  expect(presentProgress(opened, NOW + 300_000).challenge).toBeUndefined();
});

describe('what was agreed to about data', () => {
  const consent = (at: string) => ({ by: 'user' as const, at, version: at });

  test('is the newest, of what is still linked', () => {
    const first = { ...linking(), dataConsent: consent('2026-01-01') };
    const second = { ...linking(), dataConsent: consent('2026-02-01') };
    const gone = { ...linking(), dataConsent: consent('2026-03-01'), deletedAt: at(NOW) };
    expect(dataConsentOf([first, linking(), second, gone])).toEqual(consent('2026-02-01'));
    expect(dataConsentOf([linking()])).toBeUndefined();
  });

  test('holds when the account is linked again and nothing is said of it', () => {
    const agreed = { ...linking(), dataConsent: consent('2026-01-01') };
    const link = { linkId: 'link_2', items: ['bill' as const], requestedAt: at(NOW) };
    const again = { ...authRecord(), link };
    expect(requestLink(agreed, again).dataConsent).toEqual(consent('2026-01-01'));
    const newer = { ...again, dataConsent: consent('2026-02-01') };
    expect(requestLink(agreed, newer).dataConsent).toEqual(consent('2026-02-01'));
    const gone = { ...agreed, deletedAt: at(NOW) };
    expect(requestLink(gone, again).dataConsent).toBeUndefined();
  });
});

test('what is open are the ten newest links that have not ended', () => {
  const many = Array.from({ length: 12 }, (_, minute) => linking({}, at(NOW + minute * 60_000)));
  const others = [authRecord(), { ...linking(), deletedAt: at(NOW) }];
  const open = openAuths([...others, ...many]);
  expect(open).toEqual(many.toReversed().slice(0, 10));
});
