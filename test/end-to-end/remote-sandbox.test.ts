/** The service with the sandbox behind the wire: as `npm start -- --remote-sandbox` has it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claims } from '../../connectors/sandbox/directory.ts';
import { manifest } from '../../connectors/sandbox/manifest.ts';
import { operate } from '../../lib/base/operate.ts';
import { type Service, startService } from '../../lib/local/service-process.ts';
import { dueDate, openWorld, valueFrom, type World } from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-remote-sandbox-'));
const stateDir = join(folder, 'state');

let service: Service;
let world: World;

beforeAll(async () => {
  service = await startService({ stateDir, remoteSandbox: true });
  world = openWorld(service);
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the connector has done with money, by the lines of its journal. */
function settledThere(): number {
  const journal = readFileSync(join(stateDir, 'remote-sandbox/accounts.jsonl'), 'utf8');
  return journal.split('\n').filter((line) => line.includes('"kind":"paid","confirmation"')).length;
}

test('Its companies are those of the sandbox, with their ids', async () => {
  const company = await world.findCompany('Regular Company 1');
  expect(company._id).toBe(claims.RegularCompany100000);
  const list = await operate({ stateDir }, 'connector', 'list');
  expect(list).toMatchObject({ data: [{ id: manifest.id, state: 'active', takesCards: true }] });
});

describe('Over the wire', () => {
  test('a bill is read and paid, and the day’s report has the payment', async () => {
    const clientId = await world.newClient();
    await world.addCard(clientId);
    const before = settledThere();
    const { bill } = await world.newBill(clientId);
    const paid = await world.pay(bill._id);
    expect(paid.payments).toMatchObject([{ amount: '100.00' }]);
    expect(settledThere()).toBeGreaterThan(before);
    const summary = valueFrom(await world.api.sandbox.reconcileNow());
    expect(summary).toMatchObject({ payments: 1, accounts: 1, complete: true, open: 0 });
  });

  test('a payment whose first request was lost is made once', async () => {
    const clientId = await world.newClient();
    await world.addCard(clientId);
    const { bill } = await world.newBill(clientId, { status: 'payment-request-lost' });
    expect((await world.pay(bill._id)).payments).toMatchObject([{ amount: '100.00' }]);
  });

  test('an auth whose credentials are wrong says so', async () => {
    const clientId = await world.newClient();
    const form = { status: 'authenticate' };
    const auth = await world.link(clientId, await world.findCompany('Regular Company 2'), form);
    expect(auth.status.type).toBe('authenticate');
  });

  test('a form that no row could refuse is refused by the login', async () => {
    const clientId = await world.newClient();
    const form = { balance: 'a lot', dueDate: dueDate(3) };
    const auth = await world.link(clientId, await world.findCompany('Regular Company 2'), form);
    expect(auth.status.type).toBe('authenticate');
  });
});

test('After a restart it is the same connector, and the bill is read by the same account', async () => {
  const clientId = await world.newClient();
  const { bill } = await world.newBill(clientId, { balance: '77.00' });
  await service.stop();
  service = await startService({ stateDir, remoteSandbox: true });
  world = openWorld(service);
  await world.addCard(clientId);
  expect((await world.pay(bill._id)).payments).toMatchObject([{ amount: '77.00' }]);
});
