import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort, type Service, startService } from '../../lib/measure/service-process.ts';
import { until } from '../../lib/measure/until.ts';
import { dueDate, openWorld, valueFrom } from '../support/world.ts';

const MINUTE = 60_000;
/** What was left behind is taken up by a sweep within a minute. */
const RECOVERY_SECONDS = 150;

const folder = mkdtempSync(join(tmpdir(), 'billhook-restart-'));
const stateDir = join(folder, 'state');
let service: Service;
let port: number;

beforeAll(async () => {
  port = await findFreePort();
  service = await startService({ stateDir, port });
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs requests one after another, a moment apart, and kills the service in their midst. */
async function killAmid(requests: (() => Promise<unknown>)[], gapMilliseconds: number) {
  const sent: Promise<unknown>[] = [];
  for (const request of requests) {
    sent.push(request().catch(() => 'cut off'));
    await new Promise((resolve) => setTimeout(resolve, gapMilliseconds));
  }
  await service.kill();
  await Promise.all(sent);
  service = await startService({ stateDir, port });
}

test('links that a kill -9 cuts off all end after the restart', {
  timeout: 5 * MINUTE,
}, async () => {
  const { api, newClient, findCompany, billOf } = openWorld(service);
  const clientId = await newClient();
  const { _id: companyId } = await findCompany('Regular Company 1');
  const accepted: string[] = [];
  const links = [1, 2, 3, 4, 5, 6].map((number) => async () => {
    const form = { balance: `${number}.00`, dueDate: dueDate(10), status: `account ${number}` };
    const given = { clientId, companyId, items: ['bill' as const], form };
    const { authId } = valueFrom(await api.auth.createAuth(given));
    accepted.push(authId);
  });
  await killAmid(links, 40);
  expect(accepted.length).toBeGreaterThan(0);
  for (const authId of accepted) {
    const auth = await until(
      `an outcome of ${authId}`,
      async () => {
        const { data } = valueFrom(await api.auth.listAuths({ clientId }));
        return data.find(({ _id, status }) => _id === authId && status.type === 'verified');
      },
      RECOVERY_SECONDS,
    );
    await billOf(clientId, auth._id);
  }
});

test('payments that a kill -9 cuts off are all made, each once', {
  timeout: 6 * MINUTE,
}, async () => {
  const { api, newClient, addCard, findCompany, link, billOf } = openWorld(service);
  const clientId = await newClient();
  await addCard(clientId);
  const company = await findCompany('Regular Company 3');
  const billIds: string[] = [];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const form = { balance: `${number}0.00`, dueDate: dueDate(10), status: `account ${number}` };
    const auth = await link(clientId, company, form);
    billIds.push((await billOf(clientId, auth._id)).bill._id);
  }
  const accepted: string[] = [];
  const payments = billIds.map((billId) => async () => {
    valueFrom(await api.payment.schedulePayment({ billId }));
    accepted.push(billId);
  });
  await killAmid(payments, 40);
  expect(accepted.length).toBeGreaterThan(0);
  for (const billId of accepted) {
    const paid = await until(
      `the payment of ${billId}`,
      async () => {
        const found = valueFrom(await api.bill.getBill({ billId }));
        return found.payments.length > 0 ? found : undefined;
      },
      RECOVERY_SECONDS,
    );
    expect(paid.bill).toMatchObject({ status: { type: 'paid' }, balance: '0.00' });
  }
  // What was accepted twice, by the caller and by the sweep, would show up a moment later.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  for (const billId of billIds) {
    const { payments: history } = valueFrom(await api.bill.getBill({ billId }));
    expect(history.length, billId).toBeLessThanOrEqual(1);
    if (accepted.includes(billId)) expect(history).toHaveLength(1);
  }
});

test('what was there before is there after a restart, the key included', async () => {
  const { api, newClient, addCard } = openWorld(service);
  const clientId = await newClient();
  await addCard(clientId);
  const before = valueFrom(await api.payment.listPaymentMethods({ clientId }));
  const { apiKey, partnerId } = service;
  expect(await service.stop()).toBe(0);
  service = await startService({ stateDir, port });
  expect(service).toMatchObject({ apiKey, partnerId });
  expect(valueFrom(await api.payment.listPaymentMethods({ clientId }))).toEqual(before);
});
