import type { SubmissionUpdate } from '@billhook/connector-kit';
import { describe, expect, test } from 'vitest';
import type { Payment } from '../../../connectors/method/api/documents.ts';
import { createAuthor } from '../../../connectors/method/author.ts';
import { dayOf } from '../../../connectors/method/deps.ts';
import { learn, metadataOf, readDay } from '../../../connectors/method/ledger.ts';
import { readDaily, readWebhook } from '../../../connectors/method/news.ts';
import { pay } from '../../../connectors/method/pay.ts';
import { signed } from '../../../connectors/method/stand-in/webhooks.ts';
import { answerWebhook } from '../../../connectors/method/webhook-server.ts';
import { orderOf, PAYER, runOf, sessionOf } from './session.ts';
import { depsOver, standInOf, WEBHOOK_SECRET } from './world.ts';

const NOW = Date.UTC(2027, 0, 31, 12);
const DAY = 24 * 60 * 60 * 1000;
const body = '{"id":"pmt_1","type":"payment.update","path":"/payments/pmt_1"}';

describe('A webhook', () => {
  const right = signed(body, WEBHOOK_SECRET, NOW);
  const base64 = Buffer.from(right.headers['method-webhook-signature'] ?? '', 'hex').toString(
    'base64',
  );
  const of = (text: string) => signed(text, WEBHOOK_SECRET, NOW);

  test.each([
    ['counts', right, { payment: 'pmt_1' }],
    [
      'counts with a digest in Base64',
      { body, headers: { ...right.headers, 'method-webhook-signature': base64 } },
      { payment: 'pmt_1' },
    ],
    [
      'of a reversal names its payment',
      of(
        '{"id":"rvs_1","type":"payment_reversal.create","path":"/payments/pmt_2/reversals/rvs_1"}',
      ),
      { payment: 'pmt_2' },
    ],
    ['about something else is nothing', of('{"id":"acc_1","type":"account.update"}'), {}],
    ['that is no JSON is nothing', of('pmt_1'), {}],
    ['signed with another secret is refused', signed(body, 'another', NOW), 'refused'],
    ['with another body is refused', { ...right, body: body.replace('pmt_1', 'pmt_9') }, 'refused'],
    ['of six minutes ago is refused', signed(body, WEBHOOK_SECRET, NOW - 360_000), 'refused'],
    ['from six minutes ahead is refused', signed(body, WEBHOOK_SECRET, NOW + 360_000), 'refused'],
    ['without a signature is refused', { body, headers: {} }, 'refused'],
  ])('%s', (_, webhook, read) => {
    expect(readWebhook(webhook, WEBHOOK_SECRET, NOW)).toEqual(read);
  });
});

const submission = { caller: 'suite', payment: 'payment-000000001', submission: 1 };

function paymentAs(status: Payment['status'], more: Partial<Payment> = {}): Payment {
  return {
    id: 'pmt_1',
    source: 'acc_1',
    destination: 'acc_2',
    amount: 4_200,
    status,
    fee: null,
    error: null,
    metadata: metadataOf(submission),
    estimated_completion_date: null,
    created_at: '2027-01-30T10:00:00.000Z',
    updated_at: '2027-01-30T12:00:00.000Z',
    ...more,
  };
}

describe('What is learned of a payment', () => {
  test('never goes back, however late and often it comes', async () => {
    const deps = depsOver(standInOf());
    const kinds: string[] = [];
    const order = ['sent', 'pending', 'posted', 'sent', 'posted', 'reversed', 'posted'] as const;
    for (const status of order)
      kinds.push((await learn(deps, paymentAs(status)))?.outcome.kind ?? '');
    expect(kinds).toEqual(['accepted', 'accepted', 'paid', 'paid', 'paid', 'returned', 'returned']);
    const { settlements } = await readDay(deps, 'suite', '2027-01-30', 0);
    expect(settlements.map(({ kind }) => kind)).toEqual(['accepted', 'paid', 'returned']);
  });

  test('is nothing if somebody else made it', async () => {
    const deps = depsOver(standInOf());
    expect(await learn(deps, paymentAs('posted', { metadata: { invoice: '1' } }))).toBeUndefined();
  });

  test('is shown to its own caller alone', async () => {
    const deps = depsOver(standInOf());
    await learn(deps, paymentAs('posted'));
    expect((await readDay(deps, 'suite', '2027-01-30', 0)).settlements).toHaveLength(1);
    expect((await readDay(deps, 'another', '2027-01-30', 0)).settlements).toEqual([]);
  });

  test('fills as many pages of a day as it takes', async () => {
    const deps = depsOver(standInOf());
    for (let number = 0; number < 205; number += 1) {
      const metadata = metadataOf({ ...submission, payment: `payment-${number}` });
      await learn(deps, paymentAs('posted', { id: `pmt_${number}`, metadata }));
    }
    const first = await readDay(deps, 'suite', '2027-01-30', 0);
    const second = await readDay(deps, 'suite', '2027-01-30', 1);
    expect([first.settlements.length, first.isLast]).toEqual([200, false]);
    expect([second.settlements.length, second.isLast]).toEqual([5, true]);
  });
});

/** A payment that comes back six days after it was made. */
async function returning() {
  const clock = { now: NOW };
  const now = () => clock.now;
  const standIn = standInOf({
    now,
    plan: ({ createdAt }) => [
      { status: 'processing', at: createdAt + DAY },
      { status: 'sent', at: createdAt + 2 * DAY },
      { status: 'posted', at: createdAt + 3 * DAY },
      { status: 'reversal_processing', at: createdAt + 5 * DAY, errorCode: 10_001 },
      { status: 'reversed', at: createdAt + 6 * DAY },
    ],
  });
  const deps = depsOver(standIn, { now });
  await pay(deps, sessionOf(PAYER), orderOf(), runOf());
  const updates: SubmissionUpdate[] = [];
  const connector = { update: async (what: SubmissionUpdate) => updates.push(what) > 0 };
  const [payment] = standIn.payments.keys();
  return { clock, deps, connector, updates, payment };
}

test('A payment that comes back is told by its webhook', async () => {
  const { clock, deps, connector, updates, payment } = await returning();
  clock.now += 6 * DAY;
  const webhook = signed(
    JSON.stringify({ id: payment, type: 'payment.update' }),
    WEBHOOK_SECRET,
    clock.now,
  );
  expect(await answerWebhook(deps, connector, WEBHOOK_SECRET, webhook)).toBe(200);
  const result = { kind: 'returned', reason: 'insufficient_funds', on: '2027-02-06' };
  const { caller, payment: id, submission: number } = submission;
  expect(updates).toEqual([{ caller, kind: 'payment', id, submission: number, result }]);
});

test.each([
  ['on its day', 7],
  ['days later, by those that came back lately', 12],
])('A payment that comes back without a webhook is read %s', async (_, days) => {
  const { clock, deps, connector, updates } = await returning();
  clock.now += days * DAY;
  expect(await readDaily(deps, connector)).toEqual({ read: 1, news: 1 });
  expect(updates.map(({ result }) => result.kind)).toEqual(['returned']);
  // Once a day.
  expect(await readDaily(deps, connector)).toBeUndefined();
  const { settlements } = await readDay(deps, 'suite', '2027-02-06', 0);
  expect(settlements.map(({ kind }) => kind)).toEqual(['returned']);
});

test('The settlements of a day are told once its reports were read, and today as far as it is known', async () => {
  const { clock, deps, connector } = await returning();
  const { settlements } = createAuthor(deps);
  const today = dayOf(clock.now);
  const read = async () => settlements?.(today, undefined, { caller: 'suite' });
  expect((await read())?.settlements.map(({ kind }) => kind)).toEqual(['accepted']);
  clock.now += DAY;
  expect(await read()).toBeUndefined();
  await readDaily(deps, connector);
  expect((await read())?.settlements).toHaveLength(1);
});

test('A decline is the user’s fault where it has a reason', async () => {
  const deps = depsOver(standInOf());
  const failed = (id: string, code: number) =>
    learn(
      deps,
      paymentAs('failed', {
        id,
        error: { code },
        metadata: metadataOf({ ...submission, payment: id }),
      }),
    );
  await failed('pmt_1', 10_001);
  await failed('pmt_2', 99_999);
  const { settlements } = await readDay(deps, 'suite', '2027-01-30', 0);
  expect(settlements.map(({ reason, fault }) => [reason, fault])).toEqual([
    ['insufficient_funds', 'user'],
    [undefined, undefined],
  ]);
});
