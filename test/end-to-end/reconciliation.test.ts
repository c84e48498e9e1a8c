/**
 * Reconciliation over the API: faults that logins of the sandbox bring about are found, what is proven is
 * settled, and the operator sees the whole story.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { clientOf } from '@billhook/core/base/ids';
import { expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { addPartner } from '../support/partners.ts';
import { openWorld, valueFrom, type World } from '../support/world.ts';

const launcher = join(import.meta.dirname, '../../bin/billhook.mjs');
const { baseUrl, stateDir, ...place } = inject('service');

function billhook(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const given = [launcher, '--state', stateDir, ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, given, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
    child.stdin?.end();
  });
}

/** @throws Error with what the command said, where it failed. */
async function read(...args: string[]) {
  const { code, out, err } = await billhook(...args, '--json');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

async function openOwn(): Promise<World & { partnerId: string; apiKey: string }> {
  const { partnerId, apiKey } = await addPartner({ stateDir, ...place });
  return { ...openWorld({ baseUrl, apiKey }), partnerId, apiKey };
}

/** Pays a bill of a login with this status; returns the payment's id. */
async function payAs(
  world: World,
  status: string,
): Promise<{ paymentId: string; billId: string; paidOn: string }> {
  const clientId = await world.newClient();
  await world.addCard(clientId);
  const { bill } = await world.newBill(clientId, { status });
  const paid = await world.pay(bill._id);
  const { _id: paymentId = '', paidOn = '' } = paid.payments[0] ?? {};
  return { paymentId, billId: bill._id, paidOn };
}

/** What was paid in the hour before midnight may be in the report of the next day, and isn't missed before. */
function isMissed(paidOn: string, { day }: { readonly day: string }): boolean {
  return paidOn < `${paidOn.slice(0, 10)}T23` || paidOn.slice(0, 10) < day;
}

test('what went wrong is found, once, with the same id, and closed by a person', async () => {
  const world = await openOwn();
  const { api, partnerId } = world;
  const sound = await payAs(world, 'upcoming');
  const [short, twice, returned, lost] = [
    await payAs(world, 'report-short'),
    await payAs(world, 'report-twice'),
    await payAs(world, 'report-returned'),
    await payAs(world, 'report-missing'),
  ];
  const summary = valueFrom(await api.sandbox.reconcileNow());
  expect(summary).toMatchObject({ payments: 5, accounts: 5, complete: true, settled: 0 });
  const { report, data } = valueFrom(await api.partner.getReconciliation());
  expect(report).toEqual(summary);
  const missing = isMissed(lost.paidOn, summary) ? ['missing-at-company'] : [];
  expect(data.map(({ kind, paymentId }) => [kind, paymentId])).toEqual([
    ['double', twice.paymentId],
    ['amount-differs', short.paymentId],
    ...missing.map((kind) => [kind, lost.paymentId]),
    ['returned', returned.paymentId],
  ]);
  expect(data.find(({ kind }) => kind === 'amount-differs')).toMatchObject({
    ...{ ours: '100.00', theirs: '99.00', status: 'paid', ageDays: 0, billId: short.billId },
  });
  expect(JSON.stringify(data)).not.toContain(sound.paymentId);

  const double = data[0]?._id ?? '';
  const closing = ['reconciliation', 'close', double, '--partner', partnerId];
  const evidence = ['--evidence', 'Refunded, ticket 17'];
  expect((await billhook(...closing)).err).toMatch(/--evidence/);
  expect((await billhook(...closing, ...evidence)).err).toMatch(/--yes/);
  expect(await read(...closing, ...evidence, '--yes')).toMatchObject({
    closed: true,
    ownerId: partnerId,
  });
  valueFrom(await api.sandbox.reconcileNow());
  const again = valueFrom(await api.partner.getReconciliation());
  const ids = data.map(({ _id }) => _id);
  const left = again.data.filter(({ _id }) => _id !== double).map(({ _id }) => _id);
  expect(left).toEqual(ids.slice(1));
  const open = await read('reconciliation', 'list', '--partner', partnerId);
  expect(open.data.map(({ _id }: { _id: string }) => _id)).toEqual(ids.slice(1));
  const audit = await read('audit', partnerId);
  expect(JSON.stringify(audit)).toContain('finding-closed');
});

test('a clean report is the header alone as CSV, and pages lead through one with findings', async () => {
  const { api, apiKey, ...world } = await openOwn();
  valueFrom(await api.sandbox.reconcileNow());
  const csv = async () => {
    const headers = { authorization: `Bearer ${apiKey}`, accept: 'text/csv' };
    const response = await fetch(`${baseUrl}/partner/reconciliation`, { headers });
    return { type: response.headers.get('content-type'), text: await response.text() };
  };
  const clean = await csv();
  expect(clean.type).toBe('text/csv; charset=utf-8');
  expect(clean.text).toMatch(/^day,_id,kind,[\w,]+\r\n$/);
  await payAs({ ...world, api }, 'report-short');
  await payAs({ ...world, api }, 'report-twice');
  valueFrom(await api.sandbox.reconcileNow());
  expect((await csv()).text.trimEnd().split('\r\n')).toHaveLength(3);
  const first = valueFrom(await api.partner.getReconciliation({ limit: 1 }));
  expect(first.data).toHaveLength(1);
  const { nextCursor: cursor = '' } = first;
  const second = valueFrom(await api.partner.getReconciliation({ limit: 1, cursor }));
  expect(second.data[0]?._id).not.toBe(first.data[0]?._id);
  expect(second.nextCursor).toBeUndefined();
});

test('a payment that its company can never tell about is settled by the report', async () => {
  const world = await openOwn();
  const { api } = world;
  const clientId = await world.newClient();
  await world.addCard(clientId);
  const { bill } = await world.newBill(clientId, { status: 'payment-never-shown' });
  valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
  // The company has taken it, and lost its answer.
  const { settled } = await until('the payment to be settled', async () => {
    const summary = valueFrom(await api.sandbox.reconcileNow());
    return summary.settled > 0 ? summary : undefined;
  });
  expect(settled).toBe(1);
  const { payments } = valueFrom(await api.bill.getBill({ billId: bill._id }));
  expect(payments).toHaveLength(1);
  const { data } = valueFrom(await api.partner.getReconciliation());
  expect(data).toMatchObject([{ settled: 'paid', paymentId: payments[0]?._id }]);
  const events = valueFrom(await api.event.listEvents({ type: 'partner.reconciled' }));
  expect(events.data.length).toBeGreaterThan(0);
  const { sequence, payload } = events.data[0]?.event ?? {};
  expect(sequence).toBe(events.data.length);
  expect(payload?.data).toMatchObject({ settled: 1 });
});

test('find shows the whole story of whatever is known of a payment', async () => {
  const world = await openOwn();
  const { api, partnerId } = world;
  const { paymentId, billId } = await payAs(world, 'report-short');
  valueFrom(await api.sandbox.reconcileNow());
  const { payments } = valueFrom(await api.bill.getBill({ billId }));
  const { receiptNumber = '' } = payments[0] ?? {};
  const { payment } = valueFrom(await api.bill.getBillPayment({ billId, paymentId }));
  const { confirmation = '' } = payment;
  const { data: findings } = valueFrom(await api.partner.getReconciliation());
  const { data: events } = valueFrom(await api.event.listEvents({ type: 'bill.payment.sent' }));
  const among = ['--partner', partnerId];
  const named: readonly (readonly string[])[] = [
    [paymentId],
    [billId],
    [confirmation, ...among],
    [receiptNumber, ...among],
    [findings[0]?._id ?? '', ...among],
    [events[0]?.event._id ?? ''],
  ];
  for (const name of named) {
    const { data } = await read('find', ...name);
    const story = data.find(({ id }: { id: string }) => id === paymentId);
    const happened = story?.happened.map(({ what }: { what: string }) => what) ?? [];
    expect(happened, name[0]).toEqual(
      expect.arrayContaining([
        ...['planned', 'company asked', 'paid', 'event bill.payment.sent'],
        ...['sandbox reports paid', 'found amount-differs'],
      ]),
    );
  }
  const { out } = await billhook('find', paymentId);
  expect(out).toMatch(new RegExp(`^payment ${paymentId}\n`));
  // Nothing that is secret is part of a story.
  expect(out).not.toContain('4111111111111111');
});

test('a payment that is returned after its client was erased is found, by its id too', async () => {
  const world = await openOwn();
  const { api, partnerId } = world;
  const { paymentId } = await payAs(world, 'report-returned');
  const clientId = clientOf('pay', paymentId) ?? '';
  valueFrom(await api.client.eraseClient({ clientId }));
  valueFrom(await api.sandbox.reconcileNow());
  const { data: findings } = valueFrom(await api.partner.getReconciliation());
  expect(findings).toMatchObject([{ kind: 'returned', ours: '100.00', theirs: '100.00' }]);
  const { paymentId: reference = '', _id: findingId = '' } = findings[0] ?? {};
  expect(reference).toMatch(/^kept_/);
  for (const name of [paymentId, reference, findingId]) {
    const { data } = await read('find', name, '--partner', partnerId);
    const story = data.find(({ id }: { id: string }) => id === reference);
    expect(story?.now, name).toMatchObject({ status: 'paid', amount: '100.00' });
    expect(JSON.stringify(story), name).toContain(findingId);
  }
});

test('find leads from the id of a request to what it began', async () => {
  const { api, partnerId, apiKey, ...world } = await openOwn();
  const clientId = await world.newClient();
  await world.addCard(clientId);
  const { bill } = await world.newBill(clientId);
  const response = await fetch(`${baseUrl}/payment/schedule`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ billId: bill._id }),
  });
  expect(response.status).toBe(200);
  const requestId = response.headers.get('request-id') ?? '';
  const stories = await until('what the request began', async () => {
    const { data } = await read('find', requestId, '--partner', partnerId);
    return data.length > 0 ? data : undefined;
  });
  const kinds = stories.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['event', 'payment']));
});

test.each([
  ['nothing known', ['nothing-at-all', '--days', '1'], /Nothing found for/],
  ['too many days', ['x', '--days', '91'], /at most 90/],
])('find says so: %s', async (_what, args, words) => {
  const { partnerId } = await openOwn();
  const { out, err } = await billhook('find', ...args, '--partner', partnerId);
  expect(out + err).toMatch(words);
});
