/** Payments that are returned after they were paid: how that is learned, and what it leaves. */
import { DAY_MILLISECONDS, type Day, instantText } from '@billhook/core/base/dates';
import { type EventRecord, subjectOf } from '@billhook/core/events/event';
import { statementsOf, takenIn, withStatements } from '@billhook/core/payment/account-ledger';
import { automaticPayDay } from '@billhook/core/payment/pay-day';
import { accountOf, type PaymentRecord } from '@billhook/core/payment/payment';
import { auditEntry, listAudit } from '@billhook/runtime/partners/audit';
import { recordReturn } from '@billhook/runtime/payments/record-return';
import { refundByHand } from '@billhook/runtime/payments/resolve';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { takeUpReturn } from '@billhook/runtime/sweeps/due-work';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  account,
  asShown,
  beginOne,
  company,
  fakeConnector,
  paid,
  paymentScene,
  readAll,
  type Standing,
  showAnother,
} from '../../../support/payment-world.ts';
import { changedBill, NOW, TODAY } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const DAY = DAY_MILLISECONDS;
const until = '2026-12-01';
const back = { reason: 'insufficient_funds', on: '2026-11-23' } as const;
const said = { kind: 'returned', ...back } as const;

const { runtime, started } = await paymentScene();

beforeEach(() => {
  showAnother({ ...paid, returnableUntil: until });
});

async function payOne(): Promise<Standing> {
  const begun = await beginOne(runtime, asShown());
  await submitPayment(runtime, begun.payment._id, NOW);
  await settlePayment(runtime, begun.payment._id, NOW);
  return readAll(runtime, begun);
}
const refund = ({ payment: { _id: paymentId } }: Standing, on: Day = back.on) =>
  refundByHand(runtime, { paymentId, on, noted: notedRefund }, NOW + 3 * DAY);
const notedRefund = ({ _id: paymentId, partnerId }: PaymentRecord) =>
  auditEntry({
    ...{ partnerId, actor: { kind: 'operator', id: 'local:ada' }, now: NOW + 3 * DAY },
    ...{ action: 'payment-refunded', detail: { paymentId, evidence: 'Letter of the company' } },
  });
const refundsOf = async ({ payment: { partnerId, _id } }: Standing) => {
  const entries = await listAudit(runtime.table, partnerId);
  return entries.filter(
    ({ action, detail }) => action === 'payment-refunded' && detail?.paymentId === _id,
  );
};
const ledgerOf = ({ payment }: Standing) => runtime.ledgers.find(accountOf(payment));
const tell = ({ payment: { _id: paymentId } }: Standing, returned: typeof back | object = back) =>
  recordReturn(runtime, { paymentId, returned: returned as typeof back }, NOW + 3 * DAY);

async function toldOf({ payment }: Standing): Promise<EventRecord[]> {
  const range = { partition: payment.clientId, prefix: 'event#' };
  const { items } = await runtime.table.query<EventRecord>(range);
  const own = items.filter((event) => subjectOf(event) === payment._id);
  return own.toSorted((a, b) => a.sequence - b.sequence);
}

describe('a payment that may be returned', () => {
  test('is looked for a day after it was paid', async () => {
    const { payment } = await payOne();
    expect(payment).toMatchObject({ returns: { until }, dueKind: 'return' });
    expect(payment.dueAt).toBe(instantText(NOW + DAY));
  });

  test.each([
    [10, until],
    [0, undefined],
    [undefined, undefined],
  ])('within %s days, as its connector says', async (returnsWithinDays, last) => {
    company.outcome = paid;
    const { capabilities } = fakeConnector;
    vi.spyOn(fakeConnector, 'capabilities').mockImplementation(() => ({
      ...capabilities(),
      ...({ returnsWithinDays } as object),
    }));
    expect((await payOne()).payment.returns?.until).toBe(last);
  });

  test('has the next look planned before it is asked about', async () => {
    const begun = await payOne();
    const { _id } = begun.payment;
    await takeUpReturn(runtime, _id, NOW + DAY - 1);
    expect((await readAll(runtime, begun)).payment.returns).toEqual({ until });
    const before = started.length;
    await takeUpReturn(runtime, _id, NOW + DAY);
    expect(started.slice(before)).toEqual([`${_id}_1`]);
    const looking = (await readAll(runtime, begun)).payment;
    expect(looking).toMatchObject({ returns: { until, looking: true }, status: 'paid' });
    expect(looking.dueAt).toBe(instantText(NOW + 2 * DAY));
    vi.spyOn(fakeConnector, 'findPayment').mockRejectedValueOnce(new Error('away'));
    await expect(submitPayment(runtime, _id, NOW + DAY)).rejects.toThrow('away');
    expect((await readAll(runtime, begun)).payment.dueAt).toBe(instantText(NOW + 2 * DAY));
  });

  test('is as it was where its company still has it', async () => {
    const begun = await payOne();
    const { _id } = begun.payment;
    await takeUpReturn(runtime, _id, NOW + DAY);
    expect(await submitPayment(runtime, _id, NOW + DAY)).toBe('closed');
    const after = await readAll(runtime, begun);
    expect(after.payment).toMatchObject({ status: 'paid', returns: { until } });
    expect(after.payment.returns?.looking).toBeUndefined();
    expect(after.bill).toEqual(begun.bill);
    const find = vi.spyOn(fakeConnector, 'findPayment');
    // Delivered again, it asks nothing.
    expect(await submitPayment(runtime, _id, NOW + DAY)).toBe('closed');
    expect(find).not.toHaveBeenCalled();
  });

  test('is looked for no more after the last day', async () => {
    const begun = await payOne();
    const { _id } = begun.payment;
    const end = Date.parse('2026-12-02T00:00:00Z');
    await takeUpReturn(runtime, _id, end);
    await submitPayment(runtime, _id, end);
    const { payment } = await readAll(runtime, begun);
    expect(payment.status).toBe('paid');
    expect([payment.returns, payment.dueAt, payment.dueShard]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is looked for three days longer where nobody can say, and no more', async () => {
    const begun = await payOne();
    const { _id } = begun.payment;
    vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue({ kind: 'not-known' });
    const end = Date.parse('2026-12-02T00:00:00Z');
    for (const days of [0, 1, 2]) {
      await takeUpReturn(runtime, _id, end + days * DAY);
      await submitPayment(runtime, _id, end + days * DAY);
      expect((await readAll(runtime, begun)).payment.dueKind).toBe('return');
    }
    await takeUpReturn(runtime, _id, end + 3 * DAY);
    expect((await readAll(runtime, begun)).payment.returns).toBeUndefined();
  });

  test('is not asked about without its login, unless its connector needs none', async () => {
    const find = vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue(said);
    const lone = await payOne();
    vi.spyOn(runtime.auths, 'findAny').mockResolvedValue(undefined);
    await takeUpReturn(runtime, lone.payment._id, NOW + DAY);
    await submitPayment(runtime, lone.payment._id, NOW + DAY);
    expect(find).not.toHaveBeenCalled();
    const left = await runtime.payments.findAny(lone.payment._id);
    expect(left).toMatchObject({ status: 'paid' });
    expect(left?.returns).toBeUndefined();
  });

  test('is asked about without its login where its connector needs none', async () => {
    const find = vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue(said);
    const { capabilities } = fakeConnector;
    const begun = await payOne();
    vi.spyOn(fakeConnector, 'capabilities').mockImplementation(() => ({
      ...capabilities(),
      ...({ findsWithoutLogin: true } as object),
    }));
    vi.spyOn(runtime.auths, 'findAny').mockResolvedValue(undefined);
    await takeUpReturn(runtime, begun.payment._id, NOW + DAY);
    await submitPayment(runtime, begun.payment._id, NOW + DAY);
    expect(find.mock.calls[0]?.[0]).toMatchObject({ form: {}, attended: false });
    expect((await runtime.payments.findAny(begun.payment._id))?.status).toBe('returned');
  });
});

describe('a payment that is returned', () => {
  test('is learned by asking, and owed again', async () => {
    const begun = await payOne();
    const { _id } = begun.payment;
    await takeUpReturn(runtime, _id, NOW + 3 * DAY);
    vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue(said);
    expect(await submitPayment(runtime, _id, NOW + 3 * DAY)).toBe('closed');
    const { payment, bill, method } = await readAll(runtime, begun);
    expect(payment).toMatchObject({ status: 'returned', returned: back, outcome: paid });
    expect([payment.dueAt, payment.returns]).toEqual([undefined, undefined]);
    expect(bill).toMatchObject({ payments: [], declinedMethodId: method._id });
    expect([bill.lastPaid, bill.unposted]).toEqual([undefined, undefined]);
    expect(bill.returned).toEqual([{ dueOn: account.dueOn }]);
    expect(method).toMatchObject({ status: 'declined', declines: 1 });
    expect(await ledgerOf(begun)).toMatchObject({
      ...{ unposted: [], returned: [{ dueOn: account.dueOn }] },
    });
    const told = await toldOf(begun);
    expect(told.map(({ type }) => type.slice(13))).toEqual(['scheduled', 'sent', 'failed']);
    expect(told[2]?.data).toMatchObject({
      reason: 'returned',
      payment: { returned: { reason: back.reason, on: '2026-11-23T00:00:00.000Z' } },
    });
  });

  test('is recorded once, however often it is told', async () => {
    const begun = await payOne();
    expect(await tell(begun)).toBe('returned');
    const first = await readAll(runtime, begun);
    expect(await tell(begun, { reason: 'account_closed', on: '2026-11-29' })).toBe('ended');
    expect(await readAll(runtime, begun)).toEqual(first);
    expect(await toldOf(begun)).toHaveLength(3);
  });

  test('is recorded once by two that are told at the same time', async () => {
    const begun = await payOne();
    const both = await Promise.all([tell(begun), tell(begun)]);
    expect(both.toSorted()).toEqual(['ended', 'returned']);
    expect((await readAll(runtime, begun)).method.declines).toBe(1);
  });

  test('leaves the method as it was for a mistake of the network', async () => {
    const begun = await payOne();
    await tell(begun, { reason: 'network_error', on: back.on });
    const { bill, method } = await readAll(runtime, begun);
    expect(method).toEqual(begun.method);
    expect(bill.declinedMethodId).toBe(method._id);
  });

  test('before anybody heard that it was paid', async () => {
    company.outcome = { kind: 'unknown' };
    const begun = await beginOne(runtime, asShown());
    await submitPayment(runtime, begun.payment._id, NOW);
    expect(await tell(begun)).toBe('returned');
    const { payment, bill, method } = await readAll(runtime, begun);
    expect(payment).toMatchObject({ status: 'returned', returned: back });
    expect(bill).toMatchObject({ declinedMethodId: method._id, payments: [] });
    expect(bill.pendingPaymentId).toBeUndefined();
    expect(method).toMatchObject({ status: 'declined', inFlight: [] });
    const ledger = await ledgerOf({ ...begun, payment });
    expect(ledger?.pendingPaymentId).toBeUndefined();
    expect((await toldOf(begun)).map(({ type }) => type.slice(13))).toEqual([
      'scheduled',
      'failed',
    ]);
  });

  test('after its bill, its auth and its method are gone', async () => {
    const begun = await payOne();
    const { bill, method } = begun;
    await runtime.table.write([runtime.bills.erase(bill), runtime.methods.erase(method)]);
    expect(await tell(begun)).toBe('returned');
    expect(await runtime.payments.findAny(begun.payment._id)).toMatchObject({ status: 'returned' });
    expect(await ledgerOf(begun)).toMatchObject({ unposted: [], returned: [{}] });
    expect(await runtime.bills.findAny(bill._id)).toBeUndefined();
    const last = (await toldOf(begun)).at(-1);
    expect(last).toMatchObject({ type: 'bill.payment.failed', data: { reason: 'returned' } });
  });

  test('after its client is gone', async () => {
    const paymentId = `pay_${'9'.repeat(20)}_${'9'.repeat(14)}`;
    const returned = { ...back };
    expect(await recordReturn(runtime, { paymentId, returned }, NOW)).toBe('missing');
  });

  test('never was paid: nothing changes', async () => {
    company.outcome = { kind: 'declined' };
    const begun = await payOne();
    expect(begun.payment.status).toBe('declined');
    expect(await tell(begun)).toBe('ended');
    expect(await readAll(runtime, begun)).toEqual(begun);
  });

  test('while another payment of its statement is under way: that one goes on', async () => {
    const begun = await payOne();
    const { bill } = begun;
    const change = { version: bill.version + 1, pendingPaymentId: 'pay_other' };
    const pending = changedBill(bill, change);
    await runtime.table.write([runtime.bills.save(pending, bill)]);
    await tell(begun);
    const after = await runtime.bills.findAny(bill._id);
    expect(after).toMatchObject({ pendingPaymentId: 'pay_other', payments: [] });
    expect(after?.declinedMethodId).toBeUndefined();
    expect(after?.returned).toEqual([{ dueOn: account.dueOn }]);
  });

  test('has its bill read at once', async () => {
    const begun = await payOne();
    const auth = await runtime.auths.findAny(begun.payment.authId);
    if (!auth) throw new Error('The auth is gone');
    const later = {
      ...auth,
      version: auth.version + 1,
      refresh: { at: instantText(NOW + 9 * DAY) },
    };
    await runtime.table.write([runtime.auths.save(later, auth)]);
    await tell(begun);
    const { refresh } = (await runtime.auths.findAny(auth._id)) ?? {};
    expect(refresh?.at).toBe(instantText(NOW + 3 * DAY));
  });

  test('is not paid by an automatic payment that had begun', async () => {
    const begun = await beginOne(runtime, asShown({ recurring: 'enabled' }));
    const { agreed: _none, ...payment } = begun.payment;
    const automatic = { ...payment, version: payment.version + 1, automatic: true as const };
    await runtime.table.write([runtime.payments.save(automatic, begun.payment)]);
    const key = accountOf(payment);
    const ledger = await runtime.ledgers.find(key);
    if (!ledger) throw new Error('The account has no ledger');
    const returned = [{ dueOn: account.dueOn }];
    const told = { ...ledger, returned };
    await runtime.table.write([runtime.ledgers.save(key, told)]);
    expect(await submitPayment(runtime, payment._id, NOW + HOUR)).toBe('closed');
    expect(company.charges).toBe(0);
    const after = await readAll(runtime, begun);
    expect(after.payment.status).toBe('cancelled');
    expect(after.bill.returned).toEqual(returned);
    expect(after.payment.payOn).toBe(TODAY);
  });
});

describe('a payment that its company gave back, as its operator records', () => {
  test('is owed again, and no automatic payment pays its statement', async () => {
    const begun = await payOne();
    expect(await refund(begun)).toBe('resolved');
    const { payment, bill, method } = await readAll(runtime, begun);
    expect(payment).toMatchObject({
      status: 'returned',
      returned: { reason: 'other', on: back.on },
    });
    expect(payment.returns).toBeUndefined();
    expect(bill.returned).toEqual([{ dueOn: account.dueOn }]);
    expect(method).toEqual(begun.method);
    // Its company shows it as owed again, and it is no decline that holds its automatic payment back.
    const { declinedMethodId: _, ...shown } = { ...bill, recurring: 'enabled' };
    expect(automaticPayDay(shown as typeof bill)).toBeUndefined();
    expect(automaticPayDay({ ...shown, returned: [] } as unknown as typeof bill)).toBeDefined();
    expect((await toldOf(begun)).map(({ type }) => type.slice(13))).toEqual([
      'scheduled',
      'sent',
      'failed',
    ]);
    expect(await refundsOf(begun)).toHaveLength(1);
  });

  test('leaves a second payment of the same statement on the ledger', async () => {
    const begun = await payOne();
    const key = accountOf(begun.payment);
    const ledger = await ledgerOf(begun);
    if (!ledger) throw new Error('The account has no ledger');
    const [taken] = takenIn(statementsOf(ledger));
    const twin = { ...(taken as NonNullable<typeof taken>), paymentId: 'pay_twin' };
    const both = withStatements(ledger, [
      ...statementsOf(ledger),
      { dueOn: account.dueOn, taken: [twin] },
    ]);
    await runtime.table.write([runtime.ledgers.save(key, both)]);
    await refund(begun);
    const after = await ledgerOf(begun);
    expect(takenIn(statementsOf(after as NonNullable<typeof after>))).toEqual([twin]);
  });

  test('is recorded once, also where the company reports it too', async () => {
    const begun = await payOne();
    await refund(begun);
    const first = await readAll(runtime, begun);
    expect(await refund(begun)).toBe('done');
    expect(await tell(begun)).toBe('ended');
    expect(await readAll(runtime, begun)).toEqual(first);
    expect(await refundsOf(begun)).toHaveLength(1);
  });

  test.each([
    ['declined', { kind: 'declined' }],
    ['unknown', { kind: 'unknown' }],
  ] as const)('must have been taken: one that is %s stays as it is', async (_what, outcome) => {
    company.outcome = outcome;
    const begun = await payOne();
    expect(await refund(begun)).toBe('not-paid');
    expect(await readAll(runtime, begun)).toEqual(begun);
    expect(await refundsOf(begun)).toEqual([]);
  });

  test('was not given back before it was paid', async () => {
    const begun = await payOne();
    expect(await refund(begun, '2026-11-01')).toBe('before-paid');
    expect((await readAll(runtime, begun)).payment.status).toBe('paid');
  });
});
