/** The operator erases a user, a partner, and after a restore both again, by the command line. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { clientKey } from '@billhook/core/base/table-keys';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { addPartner } from '../support/partners.ts';
import { callTable, findTable, scanTable } from '../support/table-server.ts';
import { givenCard, openWorld, refusal, valueFrom, type World } from '../support/world.ts';

const launcher = join(import.meta.dirname, '../../bin/billhook.mjs');
const { baseUrl, stateDir, ...place } = inject('service');
const { tableUrl } = place;

type Ended = { readonly code: number; readonly out: string; readonly err: string };

function billhook(...args: string[]): Promise<Ended> {
  const given = [launcher, '--state', stateDir, ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, given, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
    child.stdin?.end();
  });
}

const erase = (...args: string[]) => billhook('--yes', ...args, '--json');
const exported = async () => JSON.stringify(await scanTable(tableUrl));

let partnerId: string;
let world: World;
const holder = `canary-holder-${process.pid}`;

beforeAll(async () => {
  const partner = await addPartner({ stateDir, ...place });
  ({ partnerId } = partner);
  world = openWorld({ baseUrl, apiKey: partner.apiKey });
});

async function newUser(): Promise<string> {
  const clientId = await world.newClient();
  valueFrom(await world.api.payment.addPaymentMethod({ ...givenCard(clientId), name: holder }));
  return clientId;
}

/** An item as it stands, and a way to bring it back, as a restore would. */
async function remembered({ pk, sk }: { pk: string; sk: string }) {
  const TableName = await findTable(tableUrl);
  const Key = { pk: { S: pk }, sk: { S: sk } };
  const { Item } = await callTable(tableUrl, 'GetItem', { TableName, Key, ConsistentRead: true });
  return () => callTable(tableUrl, 'PutItem', { TableName, Item });
}

describe('A user', () => {
  test('is erased only after both questions, and then for good', async () => {
    const clientId = await newUser();
    const unasked = await billhook('client', 'erase', clientId);
    expect(unasked).toMatchObject({ code: 2, err: expect.stringContaining('pass --yes') });
    const once = await billhook('--yes', 'client', 'erase', clientId);
    expect(once).toMatchObject({ code: 2, err: expect.stringContaining(`--confirm ${clientId}`) });
    const wrong = await erase('client', 'erase', clientId, '--confirm', 'cl_other');
    expect(wrong.code).toBe(2);
    valueFrom(await world.api.payment.listPaymentMethods({ clientId }));
    const done = await erase('client', 'erase', clientId, '--confirm', clientId);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(done.out)).toMatchObject({ clientId, partnerId, status: 'erased' });
    expect(refusal(await world.api.payment.listPaymentMethods({ clientId }))).toBe(
      '404 client_not_found',
    );
    expect(await exported()).not.toContain(holder);
    const audit = JSON.parse((await erase('audit', partnerId)).out);
    expect(audit.data.at(-1)).toMatchObject({ action: 'client-erased', detail: { clientId } });
    expect((await erase('client', 'erase', clientId)).code).toBe(0);
  });

  test('that is not there is not found', async () => {
    const { code, err } = await erase('client', 'erase', 'cl_00000000000000000000');
    expect([code, err]).toEqual([1, expect.stringContaining('client_not_found')]);
  });

  test('that a restore brings back is erased again by the list', async () => {
    const clientId = await newUser();
    const restore = await remembered(clientKey(clientId));
    expect((await erase('client', 'erase', clientId, '--confirm', clientId)).code).toBe(0);
    await restore();
    // Other tests erase at the same time: what is counted may be another number a moment later.
    await until('the repetition', async () => {
      const asked = await billhook('--yes', 'client', 'erase', '--repeat');
      expect(asked).toMatchObject({ code: 2, out: '' });
      const [, count = ''] = /pass --confirm (\d+)/.exec(asked.err) ?? [];
      const done = await erase('client', 'erase', '--repeat', '--confirm', count);
      return done.code === 0 && JSON.parse(done.out).erased.includes(clientId);
    });
    expect(refusal(await world.api.payment.listPaymentMethods({ clientId }))).toBe(
      '404 client_not_found',
    );
  });
});

describe('A partner', () => {
  test('is erased with its users, and its key opens nothing any more', async () => {
    const clientId = await newUser();
    const { bill } = await world.newBill(clientId);
    await world.pay(bill._id);
    await until('the payment to be settled', async () => {
      const { bill: now } = valueFrom(await world.api.bill.getBill({ billId: bill._id }));
      return now.status.type === 'paid';
    });
    const done = await erase('partner', 'erase', partnerId, '--confirm', partnerId);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(done.out)).toMatchObject({ partnerId, erased: true, busy: [], left: [] });
    expect(refusal(await world.api.partner.getPartner())).toBe('401 api_key_invalid');
    const items = await scanTable(tableUrl);
    const own = items.filter(({ pk }) => String(pk?.S).startsWith(partnerId));
    expect(own.map(({ pk }) => pk?.S)).toEqual([`${partnerId}#kept`]);
    const kept = await billhook('payments', 'kept', partnerId, '--json');
    expect(JSON.parse(kept.out).data).toEqual([
      {
        companyId: 'co_RegularCompany100000',
        payments: 1,
        amount: '100.00',
        fees: '0.00',
        returned: '0.00',
      },
    ]);
    const earlier = await billhook('payments', 'kept', partnerId, '--to', '2020-01-01');
    expect(earlier).toMatchObject({ code: 0, out: 'Nothing was paid by erased users.\n' });
    expect(await exported()).not.toContain(holder);
  });
});
