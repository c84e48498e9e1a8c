/** A payment that takes its company minutes: asked about by its name, and never sent again (decision: calls-that-run). */

import type { FoundPayment, Running, Session } from '@billhook/core/company/connector';
import { DEFAULT_TIMEOUT_SECONDS } from '@billhook/core/company/running';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { askPayment, submitPayment } from '@billhook/runtime/payments/submit';
import { runningStore } from '@billhook/runtime/stores/running-store';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  account,
  beginOne,
  company,
  fakeConnector,
  paid,
  paymentScene,
} from '../../../support/payment-world.ts';
import { NOW } from '../../../support/records.ts';

const running: Running = { kind: 'running', operation: 'op-1', askAgainAt: NOW + 5_000 };
const TOO_LATE = NOW + DEFAULT_TIMEOUT_SECONDS * 1000;

/** What each question was about. */
let asked: (string | undefined)[];
let accounts = 0;

const { runtime } = await paymentScene();

beforeEach(() => {
  accounts += 1;
  const shown = { ...account, accountKey: `running-${accounts}` };
  Object.assign(company, { account: shown, outcome: paid, charges: 0, losesAnswers: false });
  company.taken.clear();
  asked = [];
});

const begin = async () => {
  const { accountKey, ...reported } = company.account ?? account;
  const { payment } = await beginOne(runtime, { accountKey, bill: { reported } });
  return payment._id;
};

const stored = async (paymentId: string) => {
  const payment = await runtime.payments.findAny(paymentId);
  if (!payment) throw new Error('The payment is gone');
  return payment;
};

/** The payment is running from now on, once it was sent. */
function paysSlowly() {
  return vi.spyOn(fakeConnector, 'pay').mockResolvedValue(running as never);
}

function finds(...found: (FoundPayment | Running | Error)[]) {
  return vi.spyOn(fakeConnector, 'findPayment').mockImplementation(async (session: Session) => {
    asked.push(session.running);
    const next = found.length > 1 ? found.shift() : found[0];
    if (next instanceof Error || !next) throw next;
    return next as FoundPayment;
  });
}

test('is asked about by its name until it has an outcome, and sent once', async () => {
  const pay = paysSlowly();
  finds(running, new Error('away'), running, paid);
  const paymentId = await begin();
  expect(await submitPayment(runtime, paymentId, NOW)).toEqual({ kind: 'running', waitSeconds: 5 });
  // Nothing is said of it yet, least of all that nobody knows.
  expect((await stored(paymentId)).outcome).toBeUndefined();
  expect(await askPayment(runtime, paymentId, NOW + 5_000)).toMatchObject({ kind: 'running' });
  expect(await askPayment(runtime, paymentId, NOW + 6_000)).toMatchObject({ kind: 'running' });
  expect(await askPayment(runtime, paymentId, NOW + 7_000)).toMatchObject({ kind: 'running' });
  expect(await askPayment(runtime, paymentId, NOW + 8_000)).toBe('paid');
  expect(asked).toEqual(['op-1', 'op-1', 'op-1', 'op-1']);
  expect(pay).toHaveBeenCalledOnce();
  expect((await stored(paymentId)).running).toBeUndefined();
  expect(await settlePayment(runtime, paymentId, NOW)).toBe('paid');
});

test('is never called failed, however long it runs: it is unknown, and asked about still', async () => {
  const pay = paysSlowly();
  finds(running);
  const paymentId = await begin();
  await submitPayment(runtime, paymentId, NOW);
  expect(await askPayment(runtime, paymentId, TOO_LATE - 1_000)).toMatchObject({ waitSeconds: 1 });
  expect(await askPayment(runtime, paymentId, TOO_LATE)).toBe('unknown');
  expect(await settlePayment(runtime, paymentId, TOO_LATE)).toBe('unknown');
  expect((await stored(paymentId)).status).toBe('pending');
  finds(paid);
  expect(await askPayment(runtime, paymentId, TOO_LATE + 60_000)).toBe('paid');
  expect(asked.at(-1)).toBe('op-1');
  expect(pay).toHaveBeenCalledOnce();
});

test('that runs no more, and of which nobody knows, is asked about by its name no more', async () => {
  const pay = paysSlowly();
  finds({ kind: 'not-known' }, paid);
  const paymentId = await begin();
  await submitPayment(runtime, paymentId, NOW);
  expect(await askPayment(runtime, paymentId, NOW + 1_000)).toBe('unknown');
  expect((await stored(paymentId)).running).toBeUndefined();
  expect(await askPayment(runtime, paymentId, NOW + 2_000)).toBe('paid');
  expect(asked).toEqual(['op-1', undefined]);
  expect(pay).toHaveBeenCalledOnce();
});

test('is found by an execution that begins anew', async () => {
  const pay = paysSlowly();
  finds(running, paid);
  const paymentId = await begin();
  await submitPayment(runtime, paymentId, NOW);
  expect(await submitPayment(runtime, paymentId, NOW + 1_000)).toMatchObject({ kind: 'running' });
  expect(await submitPayment(runtime, paymentId, NOW + 2_000)).toBe('paid');
  expect(pay).toHaveBeenCalledOnce();
});

test('that was never taken after all is sent under another id, of which nothing is running', async () => {
  const pay = paysSlowly();
  finds({ kind: 'never-taken' });
  const paymentId = await begin();
  await submitPayment(runtime, paymentId, NOW);
  expect(await askPayment(runtime, paymentId, NOW + 1_000)).toBe('never-taken');
  expect((await stored(paymentId)).running).toBeUndefined();
  await submitPayment(runtime, paymentId, NOW + 2_000);
  expect(pay.mock.calls.map(([, { number }]) => number)).toEqual([1, 2]);
  expect((await stored(paymentId)).running?.since).toBe(new Date(NOW + 2_000).toISOString());
});

test('that is declined in the end is declined', async () => {
  paysSlowly();
  finds(running, { kind: 'declined' });
  const paymentId = await begin();
  await submitPayment(runtime, paymentId, NOW);
  await askPayment(runtime, paymentId, NOW + 1_000);
  expect(await askPayment(runtime, paymentId, NOW + 2_000)).toBe('declined');
});

test('whose bills are running is not sent before they are read', async () => {
  const pay = vi.spyOn(fakeConnector, 'pay');
  const list = vi.spyOn(fakeConnector, 'listBills');
  list.mockResolvedValueOnce(running as never);
  const paymentId = await begin();
  expect(await submitPayment(runtime, paymentId, NOW)).toEqual({ kind: 'reading', waitSeconds: 5 });
  expect(pay).not.toHaveBeenCalled();
  expect(await submitPayment(runtime, paymentId, NOW + 5_000)).toBe('paid');
  const sessions = list.mock.calls as unknown as [Session][];
  expect(sessions.map(([session]) => session.running)).toEqual([undefined, 'op-1']);
  expect((await stored(paymentId)).running).toBeUndefined();
});

test('whose bills never come is begun anew', async () => {
  const list = vi.spyOn(fakeConnector, 'listBills').mockResolvedValue(running as never);
  const paymentId = await begin();
  await submitPayment(runtime, paymentId, NOW);
  expect(await submitPayment(runtime, paymentId, TOO_LATE)).toBe('unknown');
  expect(await askPayment(runtime, paymentId, TOO_LATE)).toBe('never-taken');
  await submitPayment(runtime, paymentId, TOO_LATE);
  const sessions = list.mock.calls as unknown as [Session][];
  expect(sessions.at(-1)?.[0].running).toBeUndefined();
});

test('is known to those who report it', async () => {
  paysSlowly();
  await submitPayment(runtime, await begin(), NOW);
  const name = { connector: 'sandbox', operation: 'op-1' };
  expect(await runningStore(runtime.table).find(name)).toBeDefined();
});
