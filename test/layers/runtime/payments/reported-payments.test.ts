/** Reports of connectors about payments: they cost a question, and decide nothing. */
import { randomBytes } from 'node:crypto';
import { DAY_MILLISECONDS, instantText } from '@billhook/core/base/dates';
import { openWireIds, operationOfPayment } from '@billhook/runtime/companies/remote/wire-ids';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { wakeReported } from '@billhook/runtime/payments/wake-reported';
import { wirePaymentStore } from '@billhook/runtime/stores/wire-payment-store';
import { takeUpPayment, takeUpReturn } from '@billhook/runtime/sweeps/due-work';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  asShown,
  beginOne,
  company,
  paid,
  paymentScene,
  readAll,
  type Standing,
  showAnother,
} from '../../../support/payment-world.ts';
import { changedPayment, NOW } from '../../../support/records.ts';

const DAY = DAY_MILLISECONDS;
const connectorId = 'network';
const wireIds = openWireIds(randomBytes(32));
const accepted = {
  kind: 'accepted',
  reference: 'R-1',
  expectBy: '2026-11-28',
  askAgainAt: NOW + 7 * DAY,
} as const;

const { runtime, started } = await paymentScene();

let begun: Standing;
let operation: string;
beforeEach(async () => {
  showAnother(accepted);
  begun = await beginOne(runtime, asShown());
  const paymentId = begun.payment._id;
  const wireId = wireIds('payment', paymentId);
  operation = operationOfPayment(wireId, 1);
  await wirePaymentStore(runtime.table).note(connectorId, wireId, paymentId, NOW);
});

/** What one execution of the workflow comes to. */
async function run(now: number): Promise<string> {
  const outcome = await submitPayment(runtime, begun.payment._id, now);
  return outcome === 'closed' ? outcome : settlePayment(runtime, begun.payment._id, now);
}
const paymentNow = async () => (await readAll(runtime, begun)).payment;
const wake = (now: number, of: { connectorId?: string; operation?: string } = {}) =>
  wakeReported(runtime, { connectorId, operation, ...of }, now);

describe('a report', () => {
  test('has a payment that settles later asked at once, and what its company says then counts', async () => {
    expect(await run(NOW)).toBe('accepted');
    const later = NOW + 2 * DAY;
    expect(await wake(later)).toBe('known');
    expect(await paymentNow()).toMatchObject({ status: 'pending', dueAt: instantText(later) });
    company.taken.set(begun.payment._id, paid);
    await takeUpPayment(runtime, begun.payment._id, later);
    expect(await run(later)).toBe('paid');
    // It was asked about, and not submitted again.
    expect([...company.taken.keys()]).toEqual([begun.payment._id]);
  });

  test('that is not true changes nothing, and the payment is asked later as before', async () => {
    await run(NOW);
    const before = await paymentNow();
    const later = NOW + 2 * DAY;
    await wake(later);
    await takeUpPayment(runtime, begun.payment._id, later);
    expect(await run(later)).toBe('accepted');
    expect(await paymentNow()).toMatchObject({
      ...{ status: 'pending', resting: true, dueAt: before.dueAt },
      accepted: { reference: 'R-1', at: NOW },
    });
    expect([...company.taken.keys()]).toEqual([begun.payment._id]);
  });

  test.each([1, 5])('that comes %d times begins one execution', async (times) => {
    await run(NOW);
    const later = NOW + 2 * DAY;
    started.length = 0;
    for (let time = 0; time < times; time += 1) await wake(later + time);
    await takeUpPayment(runtime, begun.payment._id, later + times);
    await wake(later + times);
    await takeUpPayment(runtime, begun.payment._id, later + times);
    // While that runs, its name is taken.
    expect(new Set(started).size).toBe(1);
  });

  test('has a payment that was paid looked at for a return', async () => {
    company.outcome = paid;
    expect(await run(NOW)).toBe('paid');
    const standing = await paymentNow();
    const watched = changedPayment(standing, {
      ...{ version: standing.version + 1, returns: { until: '2027-01-31' } },
      ...{ dueShard: 'due#0', dueKind: 'return' as const, dueAt: instantText(NOW + 20 * DAY) },
    });
    await runtime.table.write([runtime.payments.save(watched, standing)]);
    const later = NOW + 2 * DAY;
    started.length = 0;
    expect(await wake(later)).toBe('known');
    await takeUpReturn(runtime, standing._id, later);
    expect(started).toHaveLength(1);
    expect((await paymentNow()).returns).toMatchObject({ looking: true });
  });

  test('of another connector, another operation or no payment is unknown', async () => {
    await run(NOW);
    const before = await paymentNow();
    for (const of of [
      { connectorId: 'another' },
      { operation: operationOfPayment(wireIds('payment', 'pay_x'), 1) },
      { operation: wireIds('login', 'a') },
      { operation: begun.payment._id },
    ]) {
      expect(await wake(NOW + DAY, of), JSON.stringify(of)).toBe('unknown');
    }
    expect(await paymentNow()).toEqual(before);
  });
});
