/** Payments that stay pending: their partner is told once, and an operator hears of each. */
import { randomBytes } from 'node:crypto';
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { type EventRecord, subjectOf } from '@billhook/core/events/event';
import { newPause } from '@billhook/core/partner/payment-pause';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { newPayment, scheduleOn } from '@billhook/core/payment/transitions';
import type { Runtime } from '@billhook/runtime/companies/runtime';
import type * as Submit from '@billhook/runtime/payments/submit';
import type * as DueWork from '@billhook/runtime/sweeps/due-work';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LoggedLine, loggedFields } from '../../../support/logged.ts';
import type * as PaymentWorld from '../../../support/payment-world.ts';
import { NOW } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const everything = { kind: 'everything' } as const;
const asking = { kind: 'unknown' } as const;

let world: typeof PaymentWorld;
let submitPayment: (typeof Submit)['submitPayment'];
let takeUpPayment: (typeof DueWork)['takeUpPayment'];
let runtime: Runtime;

// The other tests are silent; the level is read when the logger is made.
beforeAll(async () => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  vi.resetModules();
  world = await import('../../../support/payment-world.ts');
  ({ submitPayment } = await import('@billhook/runtime/payments/submit'));
  ({ takeUpPayment } = await import('@billhook/runtime/sweeps/due-work'));
  ({ runtime } = await world.openPaymentWorld());
});
afterAll(async () => {
  await world.closePaymentWorld();
  vi.resetModules();
});

beforeEach(() => {
  world.showAnother();
});
afterEach(() => vi.restoreAllMocks());

const begin = async () => (await world.beginOne(runtime, world.asShown())).payment;
const paymentOf = async (id: string) => {
  const payment = await runtime.payments.findAny(id);
  if (!payment) throw new Error('The payment is gone');
  return payment;
};

/** The types of the events about a payment, in order. */
async function toldOf({ _id, clientId }: PaymentRecord): Promise<string[]> {
  const { items } = await runtime.table.query<EventRecord>({
    partition: clientId,
    prefix: 'event#',
  });
  const own = items.filter((event) => subjectOf(event) === _id);
  return own.toSorted((a, b) => a.sequence - b.sequence).map(({ type }) => type);
}

const measured = (lines: readonly LoggedLine[]) =>
  lines.flatMap(({ PendingPaymentAge }) => PendingPaymentAge ?? []);

describe('a payment that stays pending', () => {
  test('is told of after a day, once, and again when it ends', async () => {
    const payment = await begin();
    await takeUpPayment(runtime, payment._id, NOW + DAY_MILLISECONDS - 1);
    expect(await toldOf(payment)).toEqual(['bill.payment.scheduled']);
    for (const later of [DAY_MILLISECONDS, DAY_MILLISECONDS + HOUR, 3 * DAY_MILLISECONDS])
      await takeUpPayment(runtime, payment._id, NOW + later);
    expect((await paymentOf(payment._id)).delayed).toBe(true);
    const told = ['bill.payment.scheduled', 'bill.payment.delayed'];
    expect(await toldOf(payment)).toEqual(told);
    await submitPayment(runtime, payment._id, NOW + 3 * DAY_MILLISECONDS);
    const { settlePayment } = await import('@billhook/runtime/payments/settle');
    await settlePayment(runtime, payment._id, NOW + 3 * DAY_MILLISECONDS);
    expect(await toldOf(payment)).toEqual([...told, 'bill.payment.sent']);
  });

  test('goes on all the same', async () => {
    const payment = await begin();
    const started = vi.spyOn(runtime.workflows, 'startPayBill');
    await takeUpPayment(runtime, payment._id, NOW + DAY_MILLISECONDS);
    expect(started).toHaveBeenCalledOnce();
  });

  test('is told of while a pause holds it back', async () => {
    const payment = await begin();
    await runtime.table.write([runtime.pauses.pause(everything, newPause('local:ada', NOW))]);
    const lines = await loggedFields(() =>
      takeUpPayment(runtime, payment._id, NOW + DAY_MILLISECONDS),
    );
    await runtime.table.write([runtime.pauses.resume(everything)]);
    expect(await toldOf(payment)).toContain('bill.payment.delayed');
    // The operator has paused it, and needs no alarm.
    expect(measured(lines)).toEqual([]);
  });

  test('tells its age each time that it is looked at, from an hour on', async () => {
    const payment = await begin();
    const ages = async (later: number) =>
      measured(await loggedFields(() => takeUpPayment(runtime, payment._id, NOW + later)));
    expect(await ages(HOUR - 1)).toEqual([]);
    expect(await ages(HOUR)).toEqual([3_600]);
    expect(await ages(25 * HOUR)).toEqual([90_000]);
  });
});

describe('an outcome that is not known', () => {
  const counted = (lines: readonly LoggedLine[]) =>
    lines.filter(({ UnknownPayments }) => UnknownPayments === 1);

  test('is counted once, with ids alone', async () => {
    const payment = await begin();
    world.company.outcome = asking;
    const first = counted(await loggedFields(() => submitPayment(runtime, payment._id, NOW)));
    expect(first).toHaveLength(1);
    const { _id: paymentId, billId, companyId, partnerId } = payment;
    expect(first[0]).toMatchObject({ level: 'ERROR', paymentId, billId, companyId, partnerId });
    const again = await loggedFields(() => submitPayment(runtime, payment._id, NOW + HOUR));
    expect(counted(again)).toEqual([]);
  });

  test('is counted of an answer that was lost, once the company does not know it either', async () => {
    const payment = await begin();
    Object.assign(world.company, { losesAnswers: true, outcome: asking });
    const lines = await loggedFields(async () => {
      await expect(submitPayment(runtime, payment._id, NOW)).rejects.toThrow();
    });
    expect(counted(lines)).toEqual([]);
    world.company.losesAnswers = false;
    const later = await loggedFields(() => submitPayment(runtime, payment._id, NOW + HOUR));
    expect(counted(later)).toHaveLength(1);
  });

  test('is not counted of a payment that was taken', async () => {
    const payment = await begin();
    expect(counted(await loggedFields(() => submitPayment(runtime, payment._id, NOW)))).toEqual([]);
  });
});

test('a scheduled payment that another one of the account keeps waiting is told of on its due date', async () => {
  await begin();
  const { bill, method } = await world.linkOne(runtime, world.asShown());
  const paymentId = newOwnedId('pay', bill.clientId, randomBytes);
  const payment = newPayment(bill, { paymentId, payOn: '2026-12-04', partnerNow: NOW });
  const scheduled = { ...scheduleOn(bill, payment), methodId: method._id };
  await runtime.table.write([
    runtime.bills.save(scheduled, bill),
    runtime.payments.save(payment, undefined),
  ]);
  const told = ['bill.payment.scheduled'];
  for (const at of ['2026-12-04T12:00:00Z', '2026-12-05T12:00:00Z', '2026-12-05T13:00:00Z']) {
    await takeUpPayment(runtime, paymentId, Date.parse(at));
    expect(await toldOf(payment)).toEqual(told);
    if (at.startsWith('2026-12-04')) told.push('bill.payment.delayed');
  }
  expect((await paymentOf(paymentId)).status).toBe('scheduled');
});

test('a payment that its company took against its promise is counted', async () => {
  const { _id: paymentId } = await begin();
  const lines = await loggedFields(() =>
    submitPaymentTaken(paymentId, async () => {
      const payment = await paymentOf(paymentId);
      const over = { ...payment, version: payment.version + 1, submissionOver: true as const };
      await runtime.table.write([runtime.payments.save(over, payment)]);
    }),
  );
  const [line] = lines.filter(({ CompanyNonsense }) => CompanyNonsense === 1);
  expect(line).toMatchObject({ level: 'ERROR', paymentId, member: 'findPayment' });
});

/** Submits it; `meanwhile` happens while its company takes it. */
function submitPaymentTaken(paymentId: string, meanwhile: () => Promise<void>) {
  vi.spyOn(world.fakeConnector, 'pay').mockImplementationOnce(async () => {
    await meanwhile();
    return world.paid;
  });
  return submitPayment(runtime, paymentId, NOW);
}
