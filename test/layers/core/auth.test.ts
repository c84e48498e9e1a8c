import {
  answerLink,
  checkAnswers,
  isLinked,
  presentAuth,
  recordHold,
  recordOutcome,
  recordVerified,
  requestLink,
  resumeHold,
} from '@billhook/core/auth';
import { deleteAuth } from '@billhook/core/auth-deletion';
import { newPayment } from '@billhook/core/payment';
import { describe, expect, test } from 'vitest';
import { authRecord, billRecord, NOW, sealed, TODAY } from '../../support/records.ts';

const now = '2026-11-21T12:00:00.000Z';
const link = { linkId: 'link_1', requestedAt: now, items: ['bill'] as const };
const questions = {
  method: 'questions' as const,
  mfa: [
    { question: 'One?', identifier: 'q1' },
    { question: 'Two?', identifier: 'q2' },
  ],
};

function asked(change = {}) {
  const { _id, clientId, partnerId, company, credentials } = authRecord();
  return { _id, clientId, partnerId, company, credentials, link: { ...link, ...change } };
}

describe('a link', () => {
  test('of an account seen for the first time has no status until its outcome', () => {
    const auth = requestLink(undefined, asked());
    expect(auth).toMatchObject({ version: 1, dueKind: 'link', dueAt: now });
    expect(auth.status).toBeUndefined();
  });

  test('supersedes the one under way, and spends its challenge', () => {
    const first = { ...requestLink(undefined, asked()), challengeToken: 'token' };
    const second = requestLink(first, asked({ linkId: 'link_2', items: ['payment'] }));
    expect(second).toMatchObject({ version: 2, items: ['bill', 'payment'] });
    expect(second.challengeToken).toBeUndefined();
    expect([isLinked(second, 'link_1'), isLinked(second, 'link_2')]).toEqual([false, true]);
  });

  test.each([
    [{ kind: 'verified' }, { type: 'verified' }],
    [{ kind: 'authenticate' }, { type: 'authenticate' }],
    [{ kind: 'hold', code: 'account_issue_accept_toc' }, { type: 'hold' }],
    [{ kind: 'mfa-required', mfa: questions }, { type: 'mfa-required' }],
  ] as const)('that ends in %j is recorded and due no more', (outcome, status) => {
    const auth = recordOutcome(requestLink(undefined, asked()), outcome, 'token');
    expect(presentAuth(auth).status).toEqual(status);
    expect(auth).not.toHaveProperty('link');
    expect(auth).not.toHaveProperty('dueAt');
    expect(auth.lastLinkId).toBe('link_1');
  });

  test('shows the reason of a hold, and questions of a challenge, only in that status', () => {
    const held = recordOutcome(
      authRecord(),
      { kind: 'hold', code: 'authentication_not_completed', subcode: 'invalid-mfa' },
      '',
    );
    expect(presentAuth(held).reason).toMatchObject({
      code: 'authentication_not_completed',
      subcode: 'invalid-mfa',
    });
    const verified = presentAuth(recordOutcome(held, { kind: 'verified' }, ''));
    expect(verified).not.toHaveProperty('reason');
  });

  test('that is to pay goes on after the bills were recorded; another ends there', () => {
    const paying = requestLink(undefined, asked({ items: ['payment'] }));
    expect(isLinked(recordVerified(paying, ['bill_1']), 'link_1')).toBe(true);
    const reading = requestLink(undefined, asked());
    expect(isLinked(recordVerified(reading, ['bill_1']), 'link_1')).toBe(false);
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
    const held = recordOutcome(paying, hold, '');
    expect(resumeHold(held, { linkId: 'l2', now })).toMatchObject({ link: { items: ['bill'] } });
    const other = recordOutcome(requestLink(undefined, asked(request)), hold, '');
    expect(resumeHold(other, { linkId: 'l2', now })).toMatchObject({ link: request });
  });

  test('after questions asks for the same', () => {
    const linking = requestLink(undefined, asked(request));
    const asking = recordOutcome(linking, { kind: 'mfa-required', mfa: questions }, 'token');
    const next = answerLink(asking, { linkId: 'l2', now, answers: sealed('q1') });
    expect(next.link).toMatchObject(request);
  });

  test('after a hold that a payment met never pays', () => {
    const held = recordHold(authRecord({ items: ['bill', 'payment'] }), hold);
    expect(resumeHold(held, { linkId: 'l2', now })).toMatchObject({ link: { items: ['bill'] } });
  });
});

describe('an auth that is linked again while its deleted self waits for a payment', () => {
  test('begins anew: without status, and with the bills that still end', () => {
    const hidden = authRecord({ deletedAt: now, billIds: ['bill_1'], lastLinkId: 'link_0' });
    const auth = requestLink(hidden, asked());
    expect(auth).toMatchObject({ version: hidden.version + 1, billIds: ['bill_1'] });
    for (const gone of ['status', 'deletedAt', 'lastLinkId']) expect(auth).not.toHaveProperty(gone);
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

describe('answers', () => {
  const asking = authRecord({ status: 'mfa-required', mfa: questions, challengeToken: 'token' });
  const answer = (...identifiers: string[]) =>
    identifiers.map((identifier) => ({ identifier, answer: 'x' }));

  test('to each question are taken, and spend the challenge', () => {
    expect(checkAnswers(asking, answer('q2', 'q1'), 'answers')).toBeUndefined();
    const next = answerLink(asking, { linkId: 'link_2', now, answers: sealed('q1', 'q2') });
    expect(next.challengeToken).toBeUndefined();
    expect(isLinked(next, 'link_2')).toBe(true);
  });

  test.each([
    ['one is missing', answer('q1')],
    ['one is unknown', answer('q1', 'q2', 'q3')],
    ['one is given twice', answer('q1', 'q1')],
    ['all are unknown', answer('a', 'b')],
  ])('are refused when %s', (_, given) => {
    expect(checkAnswers(asking, given, 'answers')).toMatchObject({
      failure: 'invalid_request',
      fields: [{ field: 'answers' }],
    });
  });

  test.each(['verified', 'authenticate', 'hold'] as const)('are refused in %s', (status) => {
    expect(checkAnswers({ ...asking, status }, answer('q1', 'q2'), 'answers')).toMatchObject({
      failure: 'auth_not_awaiting_answers',
    });
  });
});

describe('deleting an auth', () => {
  const payment = newPayment(billRecord(), { paymentId: 'pay_1', payOn: TODAY, now: NOW });

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
    const auth = authRecord({ billIds: [bill._id, pending._id], link });
    const plan = deleteAuth(auth, [bill, pending], [], now);
    expect(plan.hidden).toMatchObject({ deletedAt: now, billIds: [pending._id] });
    expect(plan.hidden).not.toHaveProperty('link');
    expect(plan.saved.bills).toMatchObject([{ _id: pending._id, deletedAt: now }]);
    expect(plan.saved.bills[0]).not.toHaveProperty('partnerShard');
    expect(plan.erased.bills).toEqual([bill]);
  });
});
