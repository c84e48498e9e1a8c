import { randomBytes } from 'node:crypto';
import { newOwnedId } from '@billhook/core/base/ids';
import type { BillRecord } from '@billhook/core/bill/bill';
import { declinedPaymentOf, orderToResume } from '@billhook/core/payment/resume-order';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { newPayment } from '@billhook/core/payment/transitions';
import { describe, expect, test } from 'vitest';
import { billRecord, changedPayment, clientId, NOW, TODAY } from '../../../support/records.ts';

const paymentId = newOwnedId('pay', clientId, randomBytes);
const unpaid = { declinedMethodId: 'pm_1', newestPaymentId: paymentId };
const asked = { paymentId, payOn: TODAY, partnerNow: NOW, maxCents: 12_000 };
const order = changedPayment(newPayment(billRecord(), asked), { status: 'declined' });
const { agreed } = order;
const statement = { accountFingerprint: 'f', dueOn: '2026-12-05' };
const held = { ...billRecord().auth, status: { type: 'hold' as const } };
const present = { ...billRecord().company, userPresenceRequired: true };

describe('An order that was declined goes on', () => {
  test('for what was agreed to, not for what is owed by now', () => {
    const more = billRecord({}, { balanceCents: 50_000 });
    expect(orderToResume(more, order, TODAY)).toEqual({
      statement: { dueOn: '2026-12-05' },
      cents: 10_000,
      on: TODAY,
      maxCents: 12_000,
    });
  });

  test('of release 0.1.0, for what was asked of the company', () => {
    const old = (amountCents?: number) =>
      changedPayment(order, { agreed: undefined, statement, amountCents });
    expect(orderToResume(billRecord(), old(4_200), TODAY)).toEqual({
      statement: { dueOn: '2026-12-05' },
      cents: 4_200,
    });
    expect(orderToResume(billRecord(), old(), TODAY)).toBeUndefined();
  });

  test('once the account is no longer on hold', () => {
    expect(orderToResume(billRecord({ auth: held }), order, TODAY)).toEqual(agreed);
  });

  test('until ten days after the due date', () => {
    expect(orderToResume(billRecord(), order, '2026-12-15')).toEqual(agreed);
    expect(orderToResume(billRecord(), order, '2026-12-16')).toBeUndefined();
  });
});

describe('What was returned goes on', () => {
  const returned = changedPayment(order, {
    ...{ status: 'returned', statement, amountCents: 4_200 },
    returned: { reason: 'account_closed', on: '2026-12-20' },
  });
  const automatic = changedPayment(returned, { automatic: true, agreed: undefined });

  test.each([
    ['as it was ordered', returned, agreed],
    [
      'as it was paid, though nobody ordered it',
      automatic,
      { statement: { dueOn: '2026-12-05' }, cents: 4_200 },
    ],
  ] as const)('%s', (_, payment, expected) => {
    expect(orderToResume(billRecord(), payment, TODAY)).toEqual(expected);
  });

  test('until ten days after it was returned', () => {
    expect(orderToResume(billRecord(), returned, '2026-12-30')).toEqual(agreed);
    expect(orderToResume(billRecord(), returned, '2026-12-31')).toBeUndefined();
  });

  test('but for what its user wanted to cancel', () => {
    const unwanted = changedPayment(returned, { cancelAsked: true });
    expect(orderToResume(billRecord(), unwanted, TODAY)).toBeUndefined();
  });
});

describe('Nothing goes on', () => {
  test.each<[string, Partial<StoredPayment> | undefined, Partial<BillRecord>]>([
    ['that was paid automatically', { automatic: true, agreed: undefined }, {}],
    ['that was canceled since', { status: 'cancelled' }, {}],
    ['that was canceled while it was being made', { cancelAsked: true }, {}],
    ['that was paid', { status: 'paid' }, {}],
    ['whose payment is not there', undefined, {}],
    ['that needs its user', {}, { company: present }],
    ['of which nothing is owed', {}, { unposted: { cents: 10_000, until: '2026-11-26' } }],
  ])('%s', (_, change, bill) => {
    const payment = change && changedPayment(order, change);
    expect(orderToResume(billRecord(bill), payment, TODAY)).toBeUndefined();
  });

  test('of a bill that was not declined, or has another payment', () => {
    expect(declinedPaymentOf(billRecord(unpaid))).toBe(paymentId);
    const scheduled = { paymentId: 'pay_2', payOn: TODAY };
    const others = [{ declinedMethodId: undefined }, { scheduled }, { pendingPaymentId: 'pay_2' }];
    for (const change of others)
      expect(declinedPaymentOf(billRecord({ ...unpaid, ...change }))).toBeUndefined();
  });
});
