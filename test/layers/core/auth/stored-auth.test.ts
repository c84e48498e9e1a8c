import type { AuthRecord } from '@billhook/core/auth/auth';
import { linkedAccount } from '@billhook/core/auth/auth';
import { authOf, type StoredAuth, storedAuth } from '@billhook/core/auth/stored-auth';
import { describe, expect, test } from 'vitest';
import { authRecord, changedAuth, openedChallenge } from '../../../support/records.ts';

const at = '2026-11-21T12:00:00.000Z';
const hold = { code: 'account_issue_accept_toc' } as const;
const link = { linkId: 'link_1', requestedAt: at, items: ['bill'] as const };
const mfa = { method: 'prompt' } as const;
const challenge = openedChallenge();
const account = storedAuth(authRecord());
const call = { call: 'logIn', connector: 'c', operation: 'o', since: at, asked: 0 } as const;

describe('An auth that is stored', () => {
  test.each<[string, Partial<StoredAuth>]>([
    ['that is linked for the first time', { status: undefined, link, neverVerified: true }],
    ['that is verified', { verifiedBefore: true, recentLinkIds: ['link_1'] }],
    ['whose form asks for more', { status: 'authenticate', asksFor: ['pin'] }],
    ['on hold', { status: 'hold', hold, interrupted: { items: ['bill'] } }],
    ['that asks its user', { status: 'mfa-required', mfa, challenge, link }],
    ['with a reading', { refreshAt: at, refreshFailures: 0, refreshUnended: 1, reading: call }],
    ['of an earlier release, with what another state left', { hold, mfa, refreshFailures: 2 }],
    ['of a later release', { later: { member: 1 } } as object],
  ])('%s is stored again with every attribute', (_what, change) => {
    const stored = { ...account, ...change };
    expect(storedAuth(authOf(stored))).toEqual(stored);
  });

  test('drops what belonged to its state with the state', () => {
    const left = { asksFor: ['pin'], hold, interrupted: { items: [] }, mfa, challenge };
    const standing = { ...account, link, refreshAt: at };
    expect(linkedAccount(authOf({ ...standing, ...left }))).toEqual({
      ...linkedAccount(authOf(standing)),
    });
  });
});

describe('A member of another state does not compile', () => {
  const verified = authRecord() as AuthRecord<'verified'>;
  const held = changedAuth(verified, { status: 'hold', hold }) as AuthRecord<'hold'>;

  test('left behind, or put there', () => {
    // @ts-expect-error The reason of a hold goes with the hold.
    const freed: AuthRecord<'verified'> = { ...held, status: 'verified' };
    // @ts-expect-error A hold says why.
    const unsaid: AuthRecord<'hold'> = { ...verified, status: 'hold' };
    // @ts-expect-error What is asked can be answered only while something is.
    const asked: AuthRecord<'verified'> = { ...verified, challenge };
    // @ts-expect-error Its form lacks nothing where the company takes it.
    const lacks: AuthRecord<'verified'> = { ...verified, asksFor: ['pin'] };
    // @ts-expect-error It counts readings that failed where one is planned.
    const unplanned: AuthRecord = { ...verified, refresh: { failures: 1 } };
    expect([freed, unsaid, asked, lacks, unplanned]).toHaveLength(5);
  });
});
