/** Payments that their company accepts and settles in days, and those that only the operator can help. */

import { DAY_MILLISECONDS, instantText } from '@billhook/core/base/dates';
import { type BillRecord, owedOf } from '@billhook/core/bill/bill';
import { type EventRecord, subjectOf } from '@billhook/core/events/event';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { recordCancelAsked } from '@billhook/runtime/payments/stop-submitting';
import { listAccepted, listStuck } from '@billhook/runtime/payments/stuck';
import { askPayment, submitPayment } from '@billhook/runtime/payments/submit';
import { takeUpPayment } from '@billhook/runtime/sweeps/due-work';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
import { billRecord, NOW } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const DAY = DAY_MILLISECONDS;
const SETTLED = NOW + 7 * DAY;
const accepted = {
  kind: 'accepted',
  reference: 'R-1',
  expectBy: '2026-11-28',
  askAgainAt: SETTLED,
} as const;
const emptied = { kind: 'never-taken', fault: 'operator', step: 'network-balance' } as const;

const { runtime, started } = await paymentScene();

beforeEach(() => {
  showAnother(accepted);
});

const begin = () => beginOne(runtime, asShown());
/** Submits it, or asks, and settles: what one execution of the workflow comes to. */
async function run({ payment: { _id } }: Standing, now: number): Promise<string> {
  const outcome = await submitPayment(runtime, _id, now);
  return outcome === 'closed' ? outcome : settlePayment(runtime, _id, now);
}
const paymentOf = async (begun: Standing) => (await readAll(runtime, begun)).payment;

async function toldOf({ payment }: Standing): Promise<EventRecord[]> {
  const range = { partition: payment.clientId, prefix: 'event#' };
  const { items } = await runtime.table.query<EventRecord>(range);
  const own = items.filter((event) => subjectOf(event) === payment._id);
  return own.toSorted((a, b) => a.sequence - b.sequence);
}
const typesOf = (events: readonly EventRecord[]) => events.map(({ type }) => type.slice(13));

test('a part that a reading has shown as paid before it was settled is taken off once', async () => {
  const additionalPaymentOptions: BillRecord['company']['additionalPaymentOptions'] = [
    { type: 'custom-payment-amount', settings: { canExceedBalance: false } },
  ];
  const { company: shown } = billRecord();
  const change = asShown({ company: { ...shown, additionalPaymentOptions } });
  const begun = await beginOne(runtime, change, { chosenCents: 4_000 });
  expect(await run(begun, NOW)).toBe('accepted');
  company.account = { ...(company.account ?? account), balanceCents: 6_000 };
  const auth = await runtime.auths.findAny(begun.bill.auth._id);
  if (!auth) throw new Error('The auth is gone');
  const at = NOW + 2 * DAY;
  const due = { ...auth, version: auth.version + 1, refresh: { at: instantText(at) } };
  await runtime.table.write([runtime.auths.save(due, auth)]);
  expect(await refreshAuth(runtime, auth._id, at)).toBe(true);
  vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue({
    ...{ kind: 'paid', amountCents: 4_000, paidAt: SETTLED },
  });
  expect(await run(begun, SETTLED)).toBe('paid');
  expect(owedOf((await readAll(runtime, begun)).bill)).toMatchObject({ balanceCents: 6_000 });
});

describe('an accepted payment that its user wants cancelled', () => {
  const cancels = (can = true) => {
    const { capabilities } = fakeConnector;
    vi.spyOn(fakeConnector, 'capabilities').mockImplementation(() => ({
      ...capabilities(),
      ...({ cancels: can } as object),
    }));
  };
  const cancelled = vi.fn();
  beforeEach(() => {
    cancelled.mockReset().mockResolvedValue({ kind: 'never-taken' });
    Object.assign(fakeConnector, { cancelPayment: cancelled });
  });
  afterEach(() => Object.assign(fakeConnector, { cancelPayment: undefined }));

  async function cancelOne(): Promise<Standing> {
    const begun = await begin();
    await run(begun, NOW);
    const answer = await recordCancelAsked(runtime, begun.payment._id, NOW + HOUR);
    expect(answer).toMatchObject({ failure: 'payment_pending' });
    expect(await paymentOf(begun)).toMatchObject({ status: 'pending', cancelAsked: true });
    return begun;
  }

  test('is cancelled by its company’s promise, at once, and by nothing else', async () => {
    cancels();
    const begun = await cancelOne();
    expect((await paymentOf(begun)).dueAt).toBe(instantText(NOW + HOUR));
    const before = started.length;
    await takeUpPayment(runtime, begun.payment._id, NOW + HOUR);
    expect(started.length).toBe(before + 1);
    expect(cancelled).not.toHaveBeenCalled();
    expect(await run(begun, NOW + HOUR)).toBe('closed');
    const { payment, bill } = await readAll(runtime, begun);
    expect(payment).toMatchObject({ status: 'cancelled' });
    expect(bill.pendingPaymentId).toBeUndefined();
    expect(cancelled.mock.calls[0]?.[1]).toEqual({
      ...{ paymentId: payment._id, number: 1, submissionId: payment._id },
    });
  });

  test.each([
    ['was settled meanwhile', paid, 'paid'],
    ['can’t be cancelled any more', accepted, 'pending'],
    ['is not known', { kind: 'not-known' }, 'pending'],
    ['is said to be nonsense', { kind: 'never' }, 'pending'],
  ])('goes on where it %s', async (_what, said, status) => {
    cancels();
    const begun = await cancelOne();
    cancelled.mockResolvedValue(said);
    await run(begun, NOW + HOUR);
    expect(await paymentOf(begun)).toMatchObject({ status, cancelAsked: true });
  });

  test('is asked about, and not cancelled, at a connector that can’t', async () => {
    cancels(false);
    const find = vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue(accepted);
    const begun = await cancelOne();
    expect(await run(begun, NOW + HOUR)).toBe('accepted');
    expect([cancelled.mock.calls.length, find.mock.calls.length]).toEqual([0, 1]);
  });

  test('is not cancelled by anybody but its user', async () => {
    cancels();
    const find = vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue(accepted);
    const begun = await begin();
    await run(begun, NOW);
    await run(begun, SETTLED);
    expect([cancelled.mock.calls.length, find.mock.calls.length]).toEqual([0, 1]);
  });
});

describe('a payment that its company has accepted', () => {
  test('stays pending, rests, and is told once', async () => {
    const begun = await begin();
    expect(await run(begun, NOW)).toBe('accepted');
    const { payment, bill, method } = await readAll(runtime, begun);
    expect(payment).toMatchObject({
      ...{ status: 'pending', resting: true, dueAt: instantText(SETTLED), dueKind: 'payment' },
      accepted: { reference: 'R-1', expectBy: '2026-11-28', at: NOW, asks: 0 },
    });
    expect(payment.outcome).toBeUndefined();
    expect(bill.pendingPaymentId).toBe(payment._id);
    expect(method.status).toBe('verified');
    expect(await run(begun, NOW + DAY)).toBe('accepted');
    const told = await toldOf(begun);
    expect(typesOf(told)).toEqual(['scheduled', 'accepted']);
    expect(told[1]?.data).toMatchObject({
      payment: {
        ...{ status: 'accepted', acceptedAt: instantText(NOW), reference: 'R-1' },
        expectedBy: '2026-11-28T00:00:00.000Z',
      },
    });
  });

  test.each(['submitPayment', 'askPayment'] as const)('is accepted by %s, too', async (asks) => {
    company.outcome = { kind: 'unknown' };
    const begun = await begin();
    expect(await run(begun, NOW)).toBe('unknown');
    vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue(accepted);
    const ask = asks === 'askPayment' ? askPayment : submitPayment;
    expect(await ask(runtime, begun.payment._id, NOW + HOUR)).toBe('accepted');
    expect((await paymentOf(begun)).outcome).toBeUndefined();
  });

  test('is asked about when the time has come, and not before', async () => {
    const begun = await begin();
    await run(begun, NOW);
    const before = started.length;
    await takeUpPayment(runtime, begun.payment._id, SETTLED - 1);
    expect(started).toHaveLength(before);
    await takeUpPayment(runtime, begun.payment._id, SETTLED);
    expect(started.slice(before)).toEqual([`${begun.payment._id}_1`]);
    const payment = await paymentOf(begun);
    expect(payment).toMatchObject({ rounds: 1, dueAt: instantText(SETTLED + HOUR) });
    expect(payment.resting).toBeUndefined();
  });

  test('is sent once, and settled when its company says so', async () => {
    const pay = vi.spyOn(fakeConnector, 'pay');
    const begun = await begin();
    await run(begun, NOW);
    const settled = { ...paid, paidAt: SETTLED, confirmation: 'C-1' };
    vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue(settled);
    expect(await run(begun, SETTLED)).toBe('paid');
    expect(pay).toHaveBeenCalledOnce();
    const { payment, bill, method } = await readAll(runtime, begun);
    expect(payment).toMatchObject({ status: 'paid', outcome: settled });
    expect(payment.dueAt).toBeUndefined();
    expect(payment.resting).toBeUndefined();
    expect(bill).toMatchObject({
      unposted: { cents: 10_000 },
      payments: [{ amountCents: 10_000 }],
    });
    expect(method.inFlight).toEqual([]);
    expect(typesOf(await toldOf(begun))).toEqual(['scheduled', 'accepted', 'sent']);
  });

  test('keeps what was read of its bill since', async () => {
    const begun = await begin();
    await run(begun, NOW);
    const { bill } = await readAll(runtime, begun);
    const reported = { ...bill.reported, dueOn: '2027-01-05', balanceCents: 700 };
    const read = { ...bill, version: bill.version + 1, reported };
    await runtime.table.write([runtime.bills.save(read, bill)]);
    vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue({ ...paid, paidAt: SETTLED });
    await run(begun, SETTLED);
    expect((await readAll(runtime, begun)).bill.reported).toEqual(reported);
  });

  test.each(['declined', 'never-taken'] as const)('may still be %s', async (kind) => {
    const begun = await begin();
    await run(begun, NOW);
    vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue({ kind });
    company.outcome = paid;
    const came = await run(begun, NOW + DAY);
    expect(came).toBe(kind === 'declined' ? 'declined' : 'paid');
    expect(company.charges).toBe(kind === 'declined' ? 0 : 1);
    if (kind === 'never-taken') expect((await paymentOf(begun)).accepted).toBeUndefined();
  });

  test('is believed to be accepted while its company cannot tell, and asked more seldom', async () => {
    const begun = await begin();
    await run(begun, NOW);
    vi.spyOn(fakeConnector, 'findPayment').mockResolvedValue({ kind: 'not-known' });
    for (const [asks, hours] of [
      [1, 2],
      [2, 4],
      [3, 8],
    ] as const) {
      const now = SETTLED + asks;
      expect(await run(begun, now)).toBe('accepted');
      const payment = await paymentOf(begun);
      expect(payment).toMatchObject({ accepted: { asks }, dueAt: instantText(now + hours * HOUR) });
      expect(payment.outcome).toBeUndefined();
    }
  });

  test('is in the list of what waits, and stuck only once its day is over', async () => {
    const begun = await begin();
    await run(begun, NOW);
    const idsOf = (list: readonly { readonly payment: PaymentRecord }[]) =>
      list.map(({ payment }) => payment._id).filter((id) => id === begun.payment._id);
    expect(idsOf(await listAccepted(runtime, NOW))).toHaveLength(1);
    const end = Date.parse('2026-11-29T00:00:00Z');
    expect(idsOf(await listStuck(runtime, HOUR, end - 1))).toEqual([]);
    expect(idsOf(await listStuck(runtime, HOUR, end))).toHaveLength(1);
  });

  test('is delayed once its day is over, and never failed', async () => {
    const begun = await begin();
    await run(begun, NOW);
    await takeUpPayment(runtime, begun.payment._id, SETTLED);
    expect((await paymentOf(begun)).delayed).toBeUndefined();
    await run(begun, SETTLED);
    await takeUpPayment(runtime, begun.payment._id, SETTLED + 40 * DAY);
    expect(await run(begun, SETTLED + 40 * DAY)).toBe('accepted');
    expect((await paymentOf(begun)).status).toBe('pending');
    expect(typesOf(await toldOf(begun))).toEqual(['scheduled', 'accepted', 'delayed']);
  });
});

describe('a payment that the balance at a network does not pay', () => {
  beforeEach(() => {
    company.outcome = emptied;
  });

  test('waits without blaming the method, and is sent again in an hour', async () => {
    const pay = vi.spyOn(fakeConnector, 'pay');
    const begun = await begin();
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paused');
    expect(await settlePayment(runtime, begun.payment._id, NOW)).toBe('unknown');
    const { payment, bill, method } = await readAll(runtime, begun);
    expect(payment).toMatchObject({
      ...{ status: 'pending', resting: true, dueAt: instantText(NOW + HOUR) },
      fault: { fault: 'operator', step: 'network-balance' },
    });
    expect(bill).toMatchObject({ pendingPaymentId: payment._id });
    expect(bill.declinedMethodId).toBeUndefined();
    expect(method).toMatchObject({ status: 'verified', declines: 0 });
    company.outcome = paid;
    expect(await run(begun, NOW + HOUR)).toBe('paid');
    expect(pay.mock.calls.map(([, { number }]) => number)).toEqual([1, 2]);
    expect((await paymentOf(begun)).fault).toBeUndefined();
  });

  test('is in the list of what is stuck at once', async () => {
    const begun = await begin();
    await run(begun, NOW);
    const stuck = await listStuck(runtime, DAY, NOW);
    expect(stuck.map(({ payment }) => payment._id)).toContain(begun.payment._id);
  });

  test('is given up after three days, with the method as it was', async () => {
    const begun = await begin();
    await run(begun, NOW);
    expect(await run(begun, NOW + 72 * HOUR - 1)).toBe('unknown');
    expect(await run(begun, NOW + 72 * HOUR)).toBe('closed');
    const { payment, method } = await readAll(runtime, begun);
    expect(payment.status).toBe('cancelled');
    expect(payment.resting).toBeUndefined();
    expect(method).toMatchObject({ status: 'verified', declines: 0, inFlight: [] });
    expect(company.charges).toBe(0);
  });

  test.each([
    ['prefunded', { kind: 'declined' }],
    ['method-at-company', { kind: 'declined', fault: 'operator' }],
  ] as const)('as a decline at %s: %j', async (funding, outcome) => {
    vi.spyOn(fakeConnector, 'capabilities').mockReturnValue({
      ...{ postingDays: 5, namesStatements: false, needsCardCode: false, countsFailedLogins: true },
      ...({ funding } as object),
    });
    company.outcome = outcome;
    const begun = await begin();
    expect(await run(begun, NOW)).toBe('unknown');
    const { payment, method } = await readAll(runtime, begun);
    expect(payment).toMatchObject({ status: 'pending', fault: { fault: 'operator' } });
    expect(method.status).toBe('verified');
  });
});
