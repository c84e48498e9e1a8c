import {
  isLinked,
  presentAuth,
  recordHold,
  requestLink,
  resumeHold,
  withLoginOutcome,
  withVerifiedBills,
} from '@billhook/core/auth/auth';
import { deleteAuth } from '@billhook/core/auth/deletion';
import { newPayment } from '@billhook/core/payment/transitions';
import { describe, expect, test } from 'vitest';
import {
  authRecord,
  billRecord,
  changedAuth,
  NOW,
  openedChallenge,
  TODAY,
} from '../../../support/records.ts';

const now = '2026-11-21T12:00:00.000Z';
const link = { linkId: 'link_1', requestedAt: now, items: ['bill'] as const };
function asked(change = {}) {
  const { _id, clientId, partnerId, company, credentials } = authRecord();
  const identity = { _id, clientId, partnerId, partnerUserId: 'user-1', company, credentials };
  return { ...identity, link: { ...link, ...change } };
}

test('an auth is shown with its company, and when it was created', () => {
  const { company, created } = authRecord();
  expect(created).toMatch(/Z$/);
  expect(presentAuth(authRecord())).toMatchObject({ company, created });
});

describe('a link', () => {
  test('of an account seen for the first time has no status until its outcome', () => {
    const auth = requestLink(undefined, asked());
    expect(auth).toMatchObject({ dueKind: 'link', dueAt: now });
    expect(auth.status).toBeUndefined();
  });

  test('supersedes the one under way, and spends its challenge', () => {
    const challenge = openedChallenge();
    const open = { status: 'mfa-required', challenge, verifiedBefore: true } as const;
    const first = changedAuth(requestLink(undefined, asked()), open);
    const second = requestLink(first, asked({ linkId: 'link_2', items: ['payment'] }));
    expect(second).toMatchObject({ items: ['bill', 'payment'] });
    expect([second.challenge, second.verifiedBefore]).toEqual([undefined, undefined]);
    expect([isLinked(second, 'link_1'), isLinked(second, 'link_2')]).toEqual([false, true]);
  });

  test.each([
    [{ kind: 'verified' }, { type: 'verified' }],
    [{ kind: 'authenticate' }, { type: 'authenticate' }],
    [{ kind: 'hold', code: 'account_issue_accept_toc' }, { type: 'hold' }],
  ] as const)('that ends in %j is recorded', (outcome, status) => {
    const auth = withLoginOutcome(requestLink(undefined, asked()), outcome);
    expect(presentAuth(auth).status).toEqual(status);
    expect(auth.link).toBeUndefined();
    expect(auth.lastLinkId).toBe('link_1');
  });

  test('shows the reason of a hold only in that status', () => {
    const hold = { code: 'authentication_not_completed', subcode: 'invalid-mfa' } as const;
    const held = withLoginOutcome(authRecord(), { kind: 'hold', ...hold });
    expect(presentAuth(held).reason).toMatchObject({
      code: 'authentication_not_completed',
      subcode: 'invalid-mfa',
    });
    const verified = presentAuth(withLoginOutcome(held, { kind: 'verified' }));
    expect(verified).not.toHaveProperty('reason');
  });

  test('that is to pay goes on after the bills were recorded; another ends there', () => {
    const paying = requestLink(undefined, asked({ items: ['payment'] }));
    expect(isLinked(withVerifiedBills(paying, ['bill_1']), 'link_1')).toBe(true);
    const reading = requestLink(undefined, asked());
    expect(withVerifiedBills(reading, []).verifiedBefore).toBe(true);
    expect(isLinked(withVerifiedBills(reading, ['bill_1']), 'link_1')).toBe(false);
  });
});

describe('a link that resumes an interrupted one', () => {
  const request = {
    items: ['bill', 'payment'] as const,
    paymentMethodId: 'pm_b',
    billId: 'bill_1',
  };
  const hold = { kind: 'hold', code: 'account_issue_accept_toc' } as const;

  test('after a hold asks for the same, whatever was asked before', () => {
    const paying = requestLink(authRecord({ items: ['bill', 'payment'] }), asked());
    const held = withLoginOutcome(paying, hold);
    expect(resumeHold(held, { linkId: 'l2', now })).toMatchObject({ link: { items: ['bill'] } });
    const other = withLoginOutcome(requestLink(undefined, asked(request)), hold);
    expect(resumeHold(other, { linkId: 'l2', now })).toMatchObject({ link: request });
  });

  test('after a hold that a payment met never pays', () => {
    const held = recordHold(authRecord({ items: ['bill', 'payment'] }), hold);
    expect(resumeHold(held, { linkId: 'l2', now })).toMatchObject({ link: { items: ['bill'] } });
  });

  test('a hold that a payment met is not shown while the user is asked something', () => {
    const asking = authRecord({ status: 'mfa-required', challenge: openedChallenge() });
    expect(presentAuth(recordHold(asking, hold)).status).toEqual({ type: 'mfa-required' });
  });
});

describe('an auth that is linked again while its deleted self waits for a payment', () => {
  test('begins anew: without status, and with the bills that still end', () => {
    const hidden = authRecord({ deletedAt: now, billIds: ['bill_1'], lastLinkId: 'link_0' });
    const auth = requestLink(hidden, asked());
    expect(auth).toMatchObject({ billIds: ['bill_1'] });
    expect([auth.status, auth.deletedAt, auth.lastLinkId]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('fix-hold', () => {
  test('starts the link again while the hold stays visible', () => {
    const held = authRecord({ status: 'hold', hold: { code: 'account_issue_accept_toc' } });
    const resumed = resumeHold(held, { linkId: 'link_9', now });
    expect(resumed).toMatchObject({ status: 'hold', link: { holdFixed: true } });
  });

  test('that is under way already is not begun again', () => {
    const held = authRecord({ status: 'hold', hold: { code: 'account_issue_accept_toc' } });
    const resumed = resumeHold(held, { linkId: 'link_9', now });
    if ('failure' in resumed) throw new Error(resumed.failure);
    expect(resumeHold(resumed, { linkId: 'link_10', now })).toBe(resumed);
  });

  test.each(['verified', 'authenticate', 'mfa-required'] as const)(
    'is refused from %s',
    (status) => {
      expect(resumeHold(authRecord({ status }), { linkId: 'l', now })).toMatchObject({
        failure: 'auth_not_on_hold',
      });
    },
  );
});

describe('deleting an auth', () => {
  const payment = newPayment(billRecord(), { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW });

  test('erases it with its bills, and cancels what is scheduled', () => {
    const bill = billRecord();
    const plan = deleteAuth(authRecord({ billIds: [bill._id] }), [bill], [payment], now);
    expect(plan.hidden).toBeUndefined();
    expect(plan.erased.bills).toEqual([bill]);
    expect(plan.saved.payments).toMatchObject([{ status: 'cancelled' }]);
    expect(plan.saved.payments[0]).not.toHaveProperty('dueAt');
  });

  test('hides it while a payment is in flight, so that the payment can end', () => {
    const pending = billRecord({ pendingPaymentId: 'pay_2' });
    const bill = billRecord();
    const auth = authRecord({
      billIds: [bill._id, pending._id],
      link,
      challenge: openedChallenge(),
    });
    const plan = deleteAuth(auth, [bill, pending], [], now);
    expect(plan.hidden).toMatchObject({ deletedAt: now, billIds: [pending._id] });
    expect([plan.hidden?.link, plan.hidden?.challenge]).toEqual([undefined, undefined]);
    expect(plan.saved.bills).toMatchObject([{ _id: pending._id, deletedAt: now }]);
    expect(plan.saved.bills[0]).not.toHaveProperty('partnerShard');
    expect(plan.erased.bills).toEqual([bill]);
  });
});
