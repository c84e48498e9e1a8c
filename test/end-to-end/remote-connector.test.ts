/** A remote connector, from its registration to a bill that is paid, and to its end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentOrder } from '@billhook/connector-kit';
import type { ChallengeData } from '@billhook/core/schemas/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthor } from '../../connectors/kit/template/connector.ts';
import { manifest } from '../../connectors/kit/template/manifest.ts';
import { until } from '../../lib/base/until.ts';
import { type Service, startService } from '../../lib/local/service-process.ts';
import { commandsOn, serveBeside } from '../support/remote-service.ts';
import { openWorld, valueFrom, type World } from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-remote-'));
const { id } = manifest;

const author = createAuthor(200);
/** Payments as they were sent, in their order. */
const sent: PaymentOrder[] = [];
const sentLast = () => sent.at(-1);

/** Once its report is odd: it has a payment of nobody's, other totals, and lacks a day. */
let isOdd = false;
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Connections that it was told to forget. */
const forgot: string[] = [];

let service: Service;
let world: World;
let baseUrl: string;
let served: Awaited<ReturnType<typeof serveBeside>>;

beforeAll(async () => {
  service = await startService({ stateDir: join(folder, 'state') });
  world = openWorld(service);
  served = await serveBeside(service, {
    ...author,
    // One account of a login, and one row, of which a member makes no sense.
    listBills: async (session, run) => {
      const read = await author.listBills?.(session, run);
      if (session.form.username !== 'odd' || read?.kind !== 'bills')
        return read ?? { kind: 'failed', tried: false };
      const odd = read.bills.map((bill) => ({ ...bill, accountKey: 'odd', dueOn: '2030-02-30' }));
      return { ...read, bills: [...read.bills, ...odd] };
    },
    settlements: async (day, ...given) => {
      const page = await author.settlements?.(day, ...given);
      if (!isOdd || !page) return page;
      if (day === daysAgo(2)) return undefined;
      const amount = { cents: 700, currency: 'USD' } as const;
      const payment = 'of-nobody-we-know-of';
      const at = `${day}T00:00:00.000Z`;
      const other = { payment, submission: 1, kind: 'paid', amount, at } as const;
      return day === daysAgo(1) ? { ...page, settlements: [...page.settlements, other] } : page;
    },
    companies: async (...given) => {
      const page = await author.companies(...given);
      const odd = page.companies.map((row) => ({ ...row, id: 'odd', name: 'www.odd.example' }));
      return { ...page, companies: [...page.companies, ...odd] };
    },
    pay: (session, order, run) => {
      sent.push(order);
      return author.pay?.(session, order, run) ?? { kind: 'unknown' };
    },
    forget: ({ connection }) => void forgot.push(connection),
  });
  baseUrl = served.baseUrl;
});

afterAll(async () => {
  served?.close();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const { billhook, json } = commandsOn(() => service.stateDir);

const form = (username: string) => ({ username, password: 'correct horse' });

async function linked(username: string) {
  const clientId = await world.newClient();
  const company = await world.findCompany('Example Power');
  const auth = await world.link(clientId, company, form(username));
  return { clientId, auth, company };
}

/** A linked account with a card: its bill, and the payment that was asked for. */
async function paying(username: string) {
  const { clientId, auth } = await linked(username);
  await world.addCard(clientId);
  const { bill } = await world.billOf(clientId, auth._id);
  valueFrom(await world.api.payment.schedulePayment({ billId: bill._id }));
  return bill;
}

/** The newest payment of a bill, once it has this status. */
const paymentAs = (billId: string, status: string) =>
  until(`a payment that is ${status}`, async () => {
    const { payment } = valueFrom(await world.api.bill.getBill({ billId }));
    return payment?.status === status ? payment : undefined;
  });

async function answer({ token, input }: ChallengeData, code: string) {
  const [question] = input as readonly { readonly identifier: string }[];
  const identifier = question?.identifier ?? '';
  const security = [{ identifier, answer: code }];
  valueFrom(await world.api.auth.answerStep({ token, method: 'questions', security }));
}

test('A connector is checked and registered once its operator has named it', async () => {
  const unnamed = await billhook('connector', 'add', baseUrl);
  expect(unnamed).toMatchObject({ code: 2, err: expect.stringContaining('Without --cards') });
  expect(unnamed.err).toContain(`A test connector at ${new URL(baseUrl).host}: its keys count`);
  expect(unnamed.err).toContain(`from now on. Cannot ask without a terminal: pass --confirm ${id}`);
  const misnamed = await billhook('connector', 'add', baseUrl, '--confirm', 'another');
  expect(misnamed).toMatchObject({ code: 2, err: expect.stringContaining(`It is called ${id}`) });
  expect(misnamed.err).not.toContain('Checks:');
  expect(await json('connector', 'list')).toEqual({ data: [] });
  const shown = await json('connector', 'add', baseUrl, '--cards', '--confirm', id);
  expect(shown).toMatchObject({ id, baseUrl, takesCards: true, verified: { failed: 0 } });
  expect(JSON.stringify(shown)).not.toContain('correct horse');
  const again = await billhook('connector', 'add', baseUrl, '--confirm', id);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('registered already') });
});

test('Its companies are shown before they are imported', async () => {
  const preview = await billhook('connector', 'import', id);
  expect(preview.code).not.toBe(0);
  const imported = await json('connector', 'import', id, '--yes');
  expect(imported).toMatchObject({
    added: 1,
    waiting: 0,
    refused: 1,
    rows: [
      { change: 'added', accounts: 0 },
      { row: 'odd', change: 'refused', because: 'name: Expected no links' },
    ],
  });
  expect(await json('connector', 'import', id, '--yes')).toMatchObject({ added: 0, changed: 0 });
});

describe('At its company', () => {
  test('an account is linked, and its bill is paid', async () => {
    // At the logins that pay, the suite has paid some of the bill.
    const bill = await paying('ada');
    expect(bill).toMatchObject({ balance: '1000.00', meta: { accountNumber: 'XXXX1234' } });
    const paid = await paymentAs(bill._id, 'paid');
    expect(paid).toMatchObject({
      amount: '1000.00',
      confirmation: expect.stringMatching(/^C\d+-/),
    });
    const { payment: wireId } = sentLast() ?? {};
    expect(wireId).toMatch(/^[\w-]{43}$/);
    for (const name of [`${wireId}`, `${wireId}-1`]) {
      expect(await json('find', name)).toMatchObject({ data: [{ id: paid._id }] });
    }
  });

  test('a user answers what is asked, and a wrong answer is asked for again', async () => {
    const { auth } = await linked('code');
    const first = await world.challengeOf(auth._id);
    await answer(first, '000000');
    const second = await world.challengeOf(auth._id, first.token);
    await answer(second, '123456');
    expect(await world.linkedAuth(auth._id)).toMatchObject({ status: { type: 'verified' } });
  });

  test('a wrong password is said to be one', async () => {
    const clientId = await world.newClient();
    const company = await world.findCompany('Example Power');
    const auth = await world.link(clientId, company, { username: 'bills', password: 'wrong' });
    expect(auth).toMatchObject({ status: { type: 'authenticate' } });
  });

  test('a login that goes on for a while ends', async () => {
    const { auth } = await linked('slow');
    expect(auth.status.type).toBe('verified');
  });

  test('of an account that makes no sense the operator reads what, and the others are read', async () => {
    const { clientId, auth, company } = await linked('odd');
    expect(await world.billOf(clientId, auth._id)).toMatchObject({ bill: { balance: '1000.00' } });
    const companyId = company._id;
    expect(await json('company', 'show', companyId)).toMatchObject({
      gate: 'open',
      nonsense: ['listBills: bills.1.dueOn, 1 account'],
    });
    const { out } = await billhook('company', 'show', companyId);
    expect(out).toMatch(/Makes no sense\s+listBills: bills\.1\.dueOn, 1 account/);
  });

  test('a payment that is declined is', async () => {
    const bill = await paying('declines');
    await paymentAs(bill._id, 'declined');
  });

  test('a payment whose answer was lost is found, and was made once', async () => {
    const bill = await paying('unclear');
    await paymentAs(bill._id, 'paid');
  });
});

test('Its day is reconciled with our payments', async () => {
  const summary = valueFrom(await world.api.sandbox.reconcileNow());
  expect(summary).toMatchObject({ complete: true });
  const { data } = valueFrom(await world.api.partner.getReconciliation());
  expect(data.filter(({ kind }) => kind !== 'unresolved')).toEqual([]);
});

test('What is wrong with its report is in the deployment’s, as soon as it is tried', async () => {
  const clean = await json('reconciliation', 'show');
  expect(clean).toMatchObject({ report: { complete: true, open: 0 }, data: [] });
  isOdd = true;
  valueFrom(await world.api.sandbox.reconcileNow());
  const { data } = await json('reconciliation', 'show');
  const found = (data as { kind: string; connectorId: string; on: string }[])
    .filter(({ connectorId }) => connectorId === id)
    .map(({ kind, on }) => `${kind} ${on}`);
  const [yesterday, before] = [daysAgo(1), daysAgo(2)];
  expect(found.sort()).toEqual([
    `no-report ${before}`,
    `paid-not-ours ${yesterday}`,
    `totals-differ ${yesterday}`,
  ]);
  const { out } = await billhook('reconciliation', 'show');
  expect(out).toMatch(new RegExp(`totals-differ .* ${yesterday} +${id}`));
  isOdd = false;
});

test('It is told to forget an account that was unlinked, with the next run of the schedule', async () => {
  const { auth } = await linked('signs-in');
  valueFrom(await world.api.auth.deleteAuth({ authId: auth._id }));
  expect(await json('connector', 'show', id)).toMatchObject({
    forgetting: { waiting: 1, givenUp: [] },
  });
  const { stateDir } = service;
  await service.stop();
  // What runs at a rate runs soon after a start, too.
  service = await startService({ stateDir });
  world = openWorld(service);
  const told = () => forgot.filter((connection) => connection === 'device');
  await until('the connector to be told', async () => told().length > 0 || undefined, 60);
  await until('nothing to be left', async () => {
    const { forgetting } = await json('connector', 'show', id);
    return forgetting.waiting === 0 || undefined;
  });
  expect(told()).toHaveLength(1);
});

test('A row that claims a company waits, and takes its place with the operator’s word', async () => {
  const same = join(folder, 'same.json');
  writeFileSync(same, JSON.stringify({ 'example-power': 'co_RegularCompany100000' }));
  const waits = await json('connector', 'import', id, '--all', '--same', same, '--yes');
  expect(waits).toMatchObject({ waiting: 1 });
  expect((await world.findCompany('Regular Company 1')).auth.loginFields[0]?.name).not.toBe(
    'username',
  );
});

test('Paused, it is asked nothing; removed, its companies are gone', async () => {
  await json('connector', 'pause', id, '--yes');
  expect(await json('connector', 'list')).toMatchObject({ data: [{ id, state: 'paused' }] });
  await json('connector', 'resume', id, '--yes');
  expect((await billhook('connector', 'remove', id, '--yes')).code).not.toBe(0);
  await json('connector', 'remove', id, '--confirm', id);
  expect(await json('connector', 'list')).toMatchObject({ data: [{ id, state: 'removed' }] });
  const found = valueFrom(await world.api.company.searchCompanies({ query: 'Example Power' }));
  expect(found.data.map(({ name }) => name)).not.toContain('Example Power');
});
