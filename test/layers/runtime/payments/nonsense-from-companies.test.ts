/** A company that takes a payment and says something about it that cannot be right. */

import { instantText } from '@billhook/core/base/dates';
import type { SubmittedPayment } from '@billhook/core/company/connector';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { askPayment, submitPayment } from '@billhook/runtime/payments/submit';
import { describe, expect, test, vi } from 'vitest';
import {
  account,
  asShown,
  beginOne,
  company,
  fakeConnector,
  linkOne,
  paid,
  paymentScene,
  readAll,
} from '../../../support/payment-world.ts';
import { NOW, unnoticed } from '../../../support/records.ts';

const { runtime } = await paymentScene();

const begin = () => beginOne(runtime, asShown());

const later = NOW + 2 * 60 * 1000;

describe('a payment of 100.00 of which the company says', () => {
  test.each([
    ['paid, one cent more', { ...paid, amountCents: 10_001 }],
    ['paid, one cent less', { ...paid, amountCents: 9_999 }],
    ['paid, half a cent more', { ...paid, amountCents: 10_000.5 }],
    ['paid, five trillion dollars', { ...paid, amountCents: 5e14 }],
    ['paid, as text', { ...paid, amountCents: '10000' }],
    ['paid, in 1970', { ...paid, paidAt: NOW / 1_000 }],
    ['paid, at no time', { ...paid, paidAt: Number.NaN }],
    ['refunded', { kind: 'refunded' }],
    ['held, for a reason that does not exist', { kind: 'held', code: 'because' }],
    ['nothing that it could mean', {}],
  ])('%s: stays unknown, and is sent once', async (_, said) => {
    const pay = vi.spyOn(fakeConnector, 'pay');
    company.outcome = said as SubmittedPayment;
    const begun = await begin();
    const { _id: paymentId } = begun.payment;
    expect(await submitPayment(runtime, paymentId, NOW)).toBe('unknown');
    expect(await askPayment(runtime, paymentId, later)).toBe('unknown');
    expect(await submitPayment(runtime, paymentId, later)).toBe('unknown');
    expect(await settlePayment(runtime, paymentId, later)).toBe('unknown');
    const after = await readAll(runtime, begun);
    expect(after.payment).toMatchObject({ status: 'pending', outcome: { kind: 'unknown' } });
    expect(after.bill.pendingPaymentId).toBe(paymentId);
    expect(after.bill.payments).toEqual([]);
    expect(after.method.status).toBe('verified');
    expect((await runtime.ledgers.find(after.bill))?.pendingPaymentId).toBe(paymentId);

    company.taken.set(paymentId, paid);
    expect(await askPayment(runtime, paymentId, later)).toBe('paid');
    expect(await settlePayment(runtime, paymentId, later)).toBe('paid');
    expect((await readAll(runtime, begun)).bill.payments).toHaveLength(1);
    expect(pay).toHaveBeenCalledTimes(1);
  });
});

test('of a payment that the company was never asked for, it is not asked', async () => {
  const begun = await begin();
  const find = vi.spyOn(fakeConnector, 'findPayment');
  expect(await askPayment(runtime, begun.payment._id, NOW)).toBe('never-taken');
  expect(find).not.toHaveBeenCalled();
});

describe('a reading', () => {
  test.each([
    ['the login', 'logIn', { kind: 'welcome' }],
    ['a balance', 'listBills', [{ ...account, balanceCents: 5e14 }]],
    ['a due date', 'listBills', [{ ...account, dueOn: '2026-02-30' }]],
  ] as const)(
    'of which %s makes no sense changes nothing, and is repeated',
    async (_, member, said) => {
      const { auth, bill } = await linkOne(runtime);
      const before = await runtime.bills.findAny(bill._id);
      const refreshAt = instantText(NOW);
      const due = { ...auth, version: auth.version + 1, refresh: { at: refreshAt } };
      await runtime.table.write([runtime.auths.save(...unnoticed(due))]);
      vi.spyOn(fakeConnector, member).mockImplementationOnce(async () => said as never);
      expect(await refreshAuth(runtime, auth._id, NOW)).toBe(false);
      expect(await runtime.bills.findAny(bill._id)).toEqual(before);
      const after = await runtime.auths.findAny(auth._id);
      expect(after).toMatchObject({ status: 'verified', refresh: { failures: 1 } });
      expect(after?.refresh && after.refresh.at > refreshAt).toBe(true);
    },
  );
});

test('a bill that makes no sense is not paid: the attempt fails, and nothing changes', async () => {
  const begun = await begin();
  company.account = { ...account, balanceCents: 10_000.5 };
  await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow();
  expect(await readAll(runtime, begun)).toEqual(begun);
  expect(company.taken.size).toBe(0);
});
