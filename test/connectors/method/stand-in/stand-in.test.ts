import { describe, expect, test } from 'vitest';
import { leadsTo } from '../../../../connectors/method/stand-in/payments.ts';
import type { Sent } from '../../../../connectors/method/stand-in/webhooks.ts';
import { API_KEY, standInOf } from '../world.ts';

const MINUTE = 60_000;

type StandIn = ReturnType<typeof standInOf>;

async function ask(standIn: StandIn, method: string, path: string, body?: object, key?: string) {
  const response = await standIn.fetch(`https://stand-in.example${path}`, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  const document = (await response.json()) as { data: Record<string, unknown> };
  return { status: response.status, headers: response.headers, data: document.data };
}

/** A person, their account at the creditor, and their bank account. */
async function payerAt(standIn: StandIn) {
  const individual = { phone: '+13035550001' };
  const { data: entity } = await ask(standIn, 'POST', '/entities', { individual });
  await ask(standIn, 'POST', `/entities/${entity.id}/connect`);
  const { data: accounts } = await ask(standIn, 'GET', `/accounts?holder_id=${entity.id}`);
  const { data: ach } = await ask(standIn, 'POST', '/accounts', { holder_id: entity.id });
  const [liability] = accounts as unknown as { id: string }[];
  return { source: ach.id, destination: liability?.id, amount: 5_000 };
}

const statuses = Object.keys(leadsTo) as (keyof typeof leadsTo)[];
const ways: Partial<Record<keyof typeof leadsTo, (keyof typeof leadsTo)[]>> = {
  pending: [],
  canceled: ['canceled'],
  processing: ['processing'],
  failed: ['processing', 'failed'],
  sent: ['processing', 'sent'],
  posted: ['processing', 'sent', 'posted'],
  cashed: ['processing', 'sent', 'cashed'],
  settled: ['processing', 'sent', 'settled'],
  reversal_required: ['processing', 'sent', 'reversal_required'],
  reversal_processing: ['processing', 'sent', 'reversal_processing'],
  reversed: ['processing', 'sent', 'reversal_processing', 'reversed'],
};

describe('A payment at the stand-in', () => {
  test.each(statuses)('that is %s becomes only what it may', async (from) => {
    for (const to of statuses) {
      const standIn = standInOf();
      const { data } = await ask(standIn, 'POST', '/payments', await payerAt(standIn));
      const path = `/simulate/payments/${data.id}`;
      for (const status of ways[from] ?? []) await ask(standIn, 'POST', path, { status });
      const { status } = await ask(standIn, 'POST', path, { status: to });
      expect([from, to, status]).toEqual([from, to, leadsTo[from].includes(to) ? 200 : 400]);
    }
  });

  test('is made once for a key, and a failure is repeated too', async () => {
    let fails = 0;
    const standIn = standInOf({
      fault: (_, path) => (path === '/payments' && fails-- > 0 ? 'error-after' : undefined),
    });
    const body = await payerAt(standIn);
    const first = await ask(standIn, 'POST', '/payments', body, 'one');
    const again = await ask(standIn, 'POST', '/payments', body, 'one');
    expect(again.data).toEqual(first.data);
    const idem = [first, again].map(({ headers }) => headers.get('idem-status'));
    expect(idem).toEqual(['stored', 'replayed']);
    expect(standIn.payments.size).toBe(1);
    fails = 1;
    for (let time = 0; time < 2; time += 1) {
      expect((await ask(standIn, 'POST', '/payments', body, 'two')).status).toBe(500);
    }
    expect(standIn.payments.size).toBe(2);
  });

  test('is not in lists at first', async () => {
    const clock = { now: 0 };
    const standIn = standInOf({ now: () => clock.now, listLagMilliseconds: MINUTE });
    await ask(standIn, 'POST', '/payments', await payerAt(standIn));
    expect((await ask(standIn, 'GET', '/payments')).data).toEqual([]);
    clock.now += MINUTE;
    expect((await ask(standIn, 'GET', '/payments')).data).toHaveLength(1);
  });
});

test('The stand-in refuses a tier for a minute once it has had too much, and no other', async () => {
  const clock = { now: 0 };
  const standIn = standInOf({ now: () => clock.now, limits: { payments: 2 } });
  const body = await payerAt(standIn);
  const pay = async () => (await ask(standIn, 'POST', '/payments', body)).status;
  expect([await pay(), await pay(), await pay()]).toEqual([200, 200, 429]);
  expect((await ask(standIn, 'GET', '/payments')).status).toBe(200);
  clock.now += MINUTE - 1;
  expect(await pay()).toBe(429);
  clock.now += 1;
  expect(await pay()).toBe(200);
});

test('The stand-in knows its key', async () => {
  const standIn = standInOf();
  const response = await standIn.fetch('https://stand-in.example/payments', {
    headers: { authorization: 'Bearer another' },
  });
  expect(response.status).toBe(401);
});

test('Webhooks come in any order and twice, and again after anything but 200', async () => {
  const clock = { now: 0 };
  const delays = [3 * MINUTE, MINUTE, 2 * MINUTE, 2 * MINUTE];
  const sent: Sent[] = [];
  const answers = [500, 200];
  const standIn = standInOf({
    now: () => clock.now,
    stepMilliseconds: 1_000,
    webhooks: {
      secret: 'secret',
      delays: () => (delays.length > 1 ? delays.splice(0, 1) : [...delays, ...delays]),
      send: async (webhook) => {
        sent.push(webhook);
        return answers.shift() ?? 200;
      },
    },
  });
  await ask(standIn, 'POST', '/payments', await payerAt(standIn));
  for (let minute = 0; minute < 12; minute += 1) {
    clock.now += MINUTE;
    await standIn.tick();
  }
  // Created, processing, sent, posted twice; the first is sent again.
  expect(sent).toHaveLength(6);
  const ids = sent.map(({ body }) => JSON.parse(body).event);
  expect(new Set(ids).size).toBe(4);
  expect(ids).not.toEqual([...ids].sort());
});

test('A daily report names what was made, failed or came back on the day before', async () => {
  const DAY = 24 * 60 * MINUTE;
  const clock = { now: 0 };
  const standIn = standInOf({ now: () => clock.now });
  const { data } = await ask(standIn, 'POST', '/payments', await payerAt(standIn));
  const reportOf = async (type: string) => {
    const { data: report } = await ask(standIn, 'POST', '/reports', { type });
    const response = await standIn.fetch(`https://stand-in.example/reports/${report.id}/download`, {
      headers: { authorization: `Bearer ${API_KEY}` },
    });
    return (await response.text()).includes(String(data.id));
  };
  expect(await reportOf('payments.created.previous_day')).toBe(false);
  clock.now += DAY;
  expect(await reportOf('payments.created.previous_day')).toBe(true);
  expect(await reportOf('ach.reversals.nightly')).toBe(false);
  clock.now += DAY;
  expect(await reportOf('payments.created.previous_day')).toBe(false);
});
