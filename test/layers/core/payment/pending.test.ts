import { DAY_MILLISECONDS, unmoved } from '@billhook/core/base/dates';
import type { PendingPayment } from '@billhook/core/payment/payment';
import {
  isDelayed,
  isStuck,
  type PendingState,
  pendingSince,
  pendingState,
} from '@billhook/core/payment/pending';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { newPayment } from '@billhook/core/payment/transitions';
import { describe, expect, test } from 'vitest';
import { billRecord, changedPayment, NOW, TODAY } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const asked = { amountCents: 10_000, askedAt: NOW, submission: 1 };

function pending(change: Partial<StoredPayment> = {}) {
  const planned = newPayment(billRecord(), { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW });
  const statement = { accountFingerprint: 'f', dueOn: '2026-12-05' };
  return changedPayment<PendingPayment['state']>(planned, {
    ...{ status: 'pending', begunAt: NOW, statement },
    ...change,
  });
}

describe('a payment is pending', () => {
  test.each<[string, Partial<StoredPayment>, number]>([
    ['since it began', { begunAt: NOW + 5, ...asked, firstAskedAt: NOW + 7 }, NOW + 5],
    [
      'since it was first asked for',
      { begunAt: undefined, ...asked, firstAskedAt: NOW + 7 },
      NOW + 7,
    ],
    ['since it was last asked for', { begunAt: undefined, ...asked, askedAt: NOW + 9 }, NOW + 9],
    ['since it was ordered', { begunAt: undefined, payOn: '2026-11-01' }, NOW],
    [
      'since its day',
      { begunAt: undefined, payOn: '2026-12-01' },
      Date.parse('2026-12-01T00:00:00Z'),
    ],
  ])('%s', (_, change, since) => {
    expect(pendingSince(pending(change))).toBe(since);
  });
});

describe('its partner is told that a payment is delayed', () => {
  const due = Date.parse('2026-12-05T23:59:59Z');
  const at = (machineNow: number, partnerNow = machineNow) => ({ machineNow, partnerNow });
  const onTheDay = { begunAt: due, payOn: '2026-12-05' };

  test.each<[string, boolean, Partial<StoredPayment>, ReturnType<typeof at>]>([
    ['after a day', true, {}, at(NOW + DAY_MILLISECONDS)],
    ['not before', false, {}, at(NOW + DAY_MILLISECONDS - 1)],
    ['not again', false, { delayed: true }, at(NOW + 2 * DAY_MILLISECONDS)],
    ['not once it has ended', false, { status: 'paid' }, at(NOW + 2 * DAY_MILLISECONDS)],
    ['not before it has begun', false, { status: 'scheduled' }, at(NOW + 2 * DAY_MILLISECONDS)],
    ['on the day after the due date', true, onTheDay, at(due + 1_000)],
    ['not on the due date', false, onTheDay, at(due)],
    ["by the partner's clock", true, onTheDay, at(due, due + 1_000)],
    [
      'not at once where the bill was overdue before',
      false,
      { begunAt: due, payOn: '2026-12-06' },
      at(due + 2_000),
    ],
    [
      'not at once where the bill has no due date',
      false,
      { statement: { accountFingerprint: 'f', dueOn: '2026-11' } },
      at(NOW + HOUR),
    ],
  ])('%s: %s', (_, told, change, moment) => {
    expect(isDelayed(pending(change), moment)).toBe(told);
  });
});

const YESTERDAY = '2026-11-20';
const settledBy = (expectBy: string) => ({
  ...{ reference: 'r', expectBy, askAgainAt: NOW },
  ...{ at: NOW - 9 * 24 * HOUR, asks: 0 },
});

describe('an operator sees', () => {
  test.each<[PendingState, Partial<StoredPayment>]>([
    ['waiting', {}],
    ['waiting', { ...asked, submissionOver: true }],
    ['asked', asked],
    ['unknown', { ...asked, outcome: { kind: 'unknown' } }],
    ['settling', { ...asked, outcome: { kind: 'declined' } }],
    ['operator', { ...asked, submissionOver: true, fault: { fault: 'operator' } }],
    ['waiting', { ...asked, submissionOver: true, fault: { fault: 'company' } }],
    ['accepted', { ...asked, accepted: settledBy(TODAY) }],
    ['overdue', { ...asked, accepted: settledBy(YESTERDAY) }],
  ])('%s: %j', (state, change) => {
    expect(pendingState(pending(change), NOW)).toBe(state);
  });

  test.each<[string, boolean, Partial<StoredPayment>, number]>([
    ['what is older than asked for', true, asked, NOW + HOUR],
    ['nothing younger', false, asked, NOW + HOUR - 1],
    ['what is unknown, however young', true, { ...asked, outcome: { kind: 'unknown' } }, NOW],
    ['what its company is late with', true, { ...asked, accepted: settledBy(YESTERDAY) }, NOW],
    [
      'nothing that its company settles yet',
      false,
      { ...asked, accepted: settledBy(TODAY) },
      NOW + 9 * HOUR,
    ],
    [
      'what only the operator can mend',
      true,
      { ...asked, submissionOver: true, fault: { fault: 'operator' } },
      NOW,
    ],
    ['nothing that has ended', false, { status: 'paid' }, NOW + 2 * HOUR],
    ['nothing that is planned', false, { status: 'scheduled' }, NOW + 2 * HOUR],
  ])('%s: %s', (_, seen, change, now) => {
    expect(isStuck(pending(change), HOUR, unmoved(now))).toBe(seen);
  });
});
