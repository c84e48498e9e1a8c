/** Payments before the gate of their company: they wait, never fail by it, and are made once after it. */

import { DAY_MILLISECONDS, instantText } from '@billhook/core/base/dates';
import type { GateRecord, GateWait } from '@billhook/core/company/gate/gate';
import { isGateWait } from '@billhook/core/company/gate/gate';
import { openGate } from '@billhook/runtime/companies/gate';
import type { Runtime } from '@billhook/runtime/companies/runtime';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { listStuck } from '@billhook/runtime/payments/stuck';
import { askPayment, submitPayment } from '@billhook/runtime/payments/submit';
import { waitToPay } from '@billhook/runtime/payments/wait-for-company';
import { gateStore } from '@billhook/runtime/stores/gate-store';
import { describe, expect, test, vi } from 'vitest';
import {
  asShown,
  beginOne,
  company,
  fakeConnector,
  paymentScene,
  readAll,
  type Standing,
} from '../../../support/payment-world.ts';
import { changedPayment, NOW } from '../../../support/records.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const { runtime } = await paymentScene();

const begin = async (): Promise<Standing> => {
  const standing = await beginOne(runtime, asShown());
  await setGate(standing, undefined);
  return standing;
};

/** As another warm function sees it, at the tests' time. */
const freshly = (): Runtime => {
  const clock = () => NOW;
  return { ...runtime, clock, gate: openGate({ table: runtime.table, clock }) };
};

async function setGate({ bill }: Standing, next: Omit<GateRecord, 'version'> | undefined) {
  const gates = gateStore(runtime.table);
  const gate = { kind: 'company', id: bill.companyId } as const;
  const before = await gates.find(gate);
  const version = (before?.version ?? 0) + 1;
  await runtime.table.write([gates.save(gate, { version, ...next }, before, NOW)]);
}

const shuts: [string, Omit<GateRecord, 'version'>][] = [
  ['an operator has paused', { paused: { since: instantText(NOW), by: 'ada' } }],
  ['cools down', { coolUntil: NOW + HOUR }],
  ['fails', { breaker: { state: 'open', since: NOW, until: NOW + HOUR, times: 5 } }],
];

async function turnedAway(standing: Standing): Promise<GateWait> {
  const outcome = await submitPayment(freshly(), standing.payment._id, NOW);
  if (!isGateWait(outcome)) throw new Error(`Not turned away: ${outcome}`);
  return outcome;
}

describe.each(shuts)('a payment to a company that %s', (_name, shut) => {
  test('waits without a look at the company, and is made once after it', async () => {
    const standing = await begin();
    await setGate(standing, shut);
    const asked = [vi.spyOn(fakeConnector, 'listBills'), vi.spyOn(fakeConnector, 'pay')];
    const { _id } = standing.payment;
    const wait = await turnedAway(standing);
    expect(await waitToPay(runtime, _id, wait, NOW)).toEqual({ outcome: 'paused' });
    expect(await settlePayment(runtime, _id, NOW)).toBe('unknown');
    for (const call of asked) expect(call).not.toHaveBeenCalled();
    const { payment, bill } = await readAll(runtime, standing);
    expect([payment.status, payment.outcome]).toEqual(['pending', undefined]);
    expect(bill.pendingPaymentId).toBe(_id);
    expect(payment.dueAt).toBe(instantText(NOW + HOUR));
    await setGate(standing, undefined);
    expect(await submitPayment(freshly(), _id, NOW)).toBe('paid');
    expect(await settlePayment(runtime, _id, NOW)).toBe('paid');
    expect(await submitPayment(freshly(), _id, NOW)).toBe('closed');
    expect(company.charges).toBe(1);
  });

  test('that may have taken it stays unknown, and is found there after it', async () => {
    const standing = await begin();
    const { _id } = standing.payment;
    company.losesAnswers = true;
    await expect(submitPayment(freshly(), _id, NOW)).rejects.toThrow();
    company.losesAnswers = false;
    await setGate(standing, shut);
    const found = vi.spyOn(fakeConnector, 'findPayment');
    const wait = await turnedAway(standing);
    expect(await waitToPay(runtime, _id, wait, NOW)).toEqual({ outcome: 'unknown' });
    expect(await askPayment(freshly(), _id, NOW)).toBe('unknown');
    expect(await settlePayment(runtime, _id, NOW)).toBe('unknown');
    expect(found).not.toHaveBeenCalled();
    await setGate(standing, undefined);
    expect(await askPayment(freshly(), _id, NOW)).toBe('paid');
    expect(await settlePayment(runtime, _id, NOW)).toBe('paid');
    expect(company.charges).toBe(1);
  });
});

test('a payment that may be returned is looked for once the gate is open again', async () => {
  const standing = await begin();
  const { _id } = standing.payment;
  expect(await submitPayment(freshly(), _id, NOW)).toBe('paid');
  await settlePayment(runtime, _id, NOW);
  const { payment } = await readAll(runtime, standing);
  const returns = { until: '2099-01-01', looking: true } as const;
  const looking = changedPayment(payment, { version: payment.version + 1, returns });
  await runtime.table.write([runtime.payments.save(looking, payment)]);
  await setGate(standing, { coolUntil: NOW + HOUR });
  const found = vi.spyOn(fakeConnector, 'findPayment');
  expect(await submitPayment(freshly(), _id, NOW)).toBe('closed');
  expect(found).not.toHaveBeenCalled();
  expect((await readAll(runtime, standing)).payment.returns).toEqual(returns);
  await setGate(standing, undefined);
  expect(await submitPayment(freshly(), _id, NOW)).toBe('closed');
  expect(found).toHaveBeenCalledOnce();
});

describe('a payment to a company that is full', () => {
  const limits = { sessionsAtOnce: 1 };
  const limited = () => {
    const given = { ...fakeConnector.capabilities(), limits };
    vi.spyOn(fakeConnector, 'capabilities').mockReturnValue(given);
  };

  async function occupied(standing: Standing) {
    const entered = await freshly().gate.enter({
      company: { _id: standing.bill.companyId, connector: 'sandbox' },
      ...{ limits, id: 'other', login: 'other', attended: false },
    });
    if (isGateWait(entered)) throw new Error('Nobody is there');
    return entered;
  }

  test('waits for some seconds, and is made once there is room', async () => {
    limited();
    const standing = await begin();
    const { _id } = standing.payment;
    const other = await occupied(standing);
    const wait = await turnedAway(standing);
    const waits = await waitToPay(runtime, _id, wait, NOW);
    expect(waits).toMatchObject({ outcome: 'waits' });
    expect(waits.waitSeconds).toBeLessThan(15);
    await other.left();
    expect(await submitPayment(freshly(), _id, NOW)).toBe('paid');
    // What it took of the gate it has given back.
    await (await occupied(standing)).left();
    expect(company.charges).toBe(1);
  });

  test('is left to the sweep after an hour, and to the operator after a day', async () => {
    limited();
    const standing = await begin();
    const { _id } = standing.payment;
    const other = await occupied(standing);
    const wait = await turnedAway(standing);
    const later = { ...wait, until: NOW + HOUR + 5_000 };
    expect(await waitToPay(runtime, _id, later, NOW + HOUR)).toEqual({ outcome: 'paused' });
    const ids = async (now: number) =>
      (await listStuck(runtime, DAY_MILLISECONDS, now)).map(({ payment }) => payment._id);
    expect(await ids(NOW + HOUR)).not.toContain(_id);
    expect(await ids(NOW + DAY_MILLISECONDS)).toContain(_id);
    await other.left();
  });

  test('gives its room back where the company fails', async () => {
    limited();
    const standing = await begin();
    company.losesAnswers = true;
    await expect(submitPayment(freshly(), standing.payment._id, NOW)).rejects.toThrow();
    await (await occupied(standing)).left();
  });
});

test('what a company said of a payment is recorded, though the gate cannot be written', async () => {
  const standing = await begin();
  await setGate(standing, { breaker: { state: 'closed', failures: 1, logins: ['b'], since: NOW } });
  const { table } = runtime;
  const noGates: typeof table = {
    ...table,
    write: async (writes) => {
      if (JSON.stringify(writes).includes('"gates"')) throw new Error('The table is away');
      return table.write(writes);
    },
  };
  const deps = { ...freshly(), gate: openGate({ table: noGates, clock: () => NOW }) };
  expect(await submitPayment(deps, standing.payment._id, NOW)).toBe('paid');
  const { payment } = await readAll(runtime, standing);
  expect(payment.outcome).toMatchObject({ kind: 'paid' });
});
