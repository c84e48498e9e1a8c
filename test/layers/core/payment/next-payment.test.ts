/** A bill shows the day of a payment only while the payment will be made. */
import type { BillRecord } from '@billhook/core/bill/bill';
import { presentBill } from '@billhook/core/bill/present-bill';
import type { CompanyBill } from '@billhook/core/company/connector';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import {
  automaticMethod,
  type ClientMethods,
  dependsOnMethods,
} from '@billhook/core/payment/next-payment';
import { describe, expect, test } from 'vitest';
import { billRecord, methodRecord, NOW, TODAY } from '../../../support/records.ts';

const card = methodRecord();
const usable: ClientMethods = { defaultMethodId: card._id, methods: [card] };
const without: ClientMethods = { methods: [] };
const withStatus = (status: PaymentMethodRecord['status']): ClientMethods => ({
  defaultMethodId: card._id,
  methods: [{ ...card, status }],
});

const shown = (bill: BillRecord, client: ClientMethods | undefined = usable) => {
  const beside = { client };
  const given = { partnerNow: NOW, sandbox: true, beside };
  const { payDate, withheld, waiting } = presentBill(bill, given);
  return { day: payDate?.slice(0, 10), reason: withheld?.reason, waits: waiting?.reason };
};

const dueOn = '2026-12-05';
const DAY = '2026-11-30';
const held = { ...billRecord().auth, status: { type: 'hold' as const } };
const paidBefore = { payments: [{ amountCents: 1_000, paidOn: '2026-10-05T00:00:00.000Z' }] };
const cardOnly = { ...billRecord().company, requiredPayment: 'card' as const };
const unposted = (cents: number) => ({ cents, until: '2026-11-26' });

type Given = readonly [
  name: string,
  change: Partial<BillRecord>,
  client?: ClientMethods,
  reported?: Partial<CompanyBill>,
];
const rows = (given: readonly Given[]) =>
  given.map(([name, change, client = usable, reported = {}]) => [
    name,
    ...([change, client, reported] as const),
  ]) as [string, Partial<BillRecord>, ClientMethods, Partial<CompanyBill>][];
type Reasoned = [string, Partial<BillRecord>, ClientMethods, Partial<CompanyBill>, reason: string];

describe('A bill that is paid automatically', () => {
  test('shows the day of the payment', () => {
    expect(shown(billRecord())).toEqual({ day: DAY });
    expect(shown(billRecord({}, { dueOn: '2026-11-23' }))).toEqual({ day: TODAY });
    expect(shown(billRecord({ unposted: unposted(4_000) }))).toEqual({ day: DAY });
  });

  test.each(
    rows([
      ['recurring is off', { recurring: 'disabled' }],
      ['the company collects it', {}, usable, { autopay: 'enabled' }],
      ['this cycle is skipped', { skippedDueOn: dueOn }],
      ['it is being paid', { pendingPaymentId: 'pay_1' }],
      ['the company is preparing it', {}, usable, { syncing: true }],
      ['nothing is owed', {}, usable, { balanceCents: 0 }],
      ['what is owed was paid and is not shown yet', { unposted: unposted(10_000) }],
      ['its auth is on hold', { auth: held }],
      ['it was overdue when it was first seen', {}, usable, { dueOn: '2026-11-20' }],
      ['its method was declined', { declinedMethodId: card._id }],
    ]),
  )('shows none where %s, and the bill says so itself', (_, change, client, reported) => {
    expect(shown(billRecord(change, reported), client)).toEqual({});
  });

  test.each<Reasoned>([
    ['it has no method', {}, without, {}, 'no-payment-method'],
    ['no required method is assigned', { company: cardOnly }, usable, {}, 'no-payment-method'],
    ['its method is declined', {}, withStatus('declined'), {}, 'payment-method-declined'],
    ['its method is being retried', {}, withStatus('pending'), {}, 'payment-method-declined'],
    [
      'another method of the client is declined',
      {},
      { ...usable, methods: [card, methodRecord({ status: 'declined' })] },
      {},
      'payment-method-declined',
    ],
    [
      'the company does not take its method',
      { acceptedMethods: ['bank'] },
      usable,
      {},
      'payment-method-not-accepted',
    ],
    ['it was over a limit', { withheld: { dueOn, why: 'payment' } }, usable, {}, 'amount-limit'],
  ])('shows none, and says why, where %s', (_, change, client, reported, reason) => {
    expect(shown(billRecord(change, reported), client)).toEqual({ reason });
  });

  test('says that it will wait for its user, where it is far above what is usual', () => {
    expect(shown(billRecord(paidBefore))).toEqual({ waits: 'unusual-amount' });
  });

  test('is paid by a method of its own, whatever became of others', () => {
    const bill = billRecord({ methodId: card._id });
    const declined = methodRecord({ status: 'declined' });
    const client = { defaultMethodId: declined._id, methods: [card, declined] };
    expect(shown(bill, client)).toEqual({ day: DAY });
    expect(automaticMethod(bill, client)).toBe(card);
  });

  test('is not paid automatically where its company wants its user present', () => {
    const present = { ...billRecord().company, userPresenceRequired: true };
    expect(automaticMethod(billRecord({ company: present }), usable)).toEqual({
      failure: 'user_presence_required',
    });
  });

  test('in an event shows what the bill alone knows', () => {
    const inEvent = (bill: BillRecord) =>
      presentBill(bill, { partnerNow: NOW, sandbox: true }).payDate?.slice(0, 10);
    expect(inEvent(billRecord({ auth: held }))).toBe(DAY);
    expect(inEvent(billRecord({ withheld: { dueOn, why: 'payment' } }))).toBeUndefined();
  });
});

describe('A bill with a scheduled payment', () => {
  const payOn = '2026-12-01';
  const agreed = { statement: { dueOn }, cents: 10_000 };
  const scheduled = { paymentId: 'pay_1', payOn, agreed };
  const off = { recurring: 'disabled' as const };

  test.each(
    rows([
      ['the amount that was seen', { scheduled }],
      ['less', { scheduled }, usable, { balanceCents: 4_200 }],
      ['what release 0.1.0 scheduled', { scheduled: { paymentId: 'pay_1', payOn } }],
    ]),
  )('shows its day where it owes %s', (_, change, client, reported) => {
    expect(shown(billRecord({ ...off, ...change }, reported), client)).toEqual({ day: payOn });
  });

  const waiting = { reason: 'more-owed', seenCents: 10_000, owedCents: 20_000 } as const;

  test.each<Reasoned>([
    ['it waits for its user', { scheduled: { ...scheduled, waiting } }, without, {}, 'more-owed'],
    ['more is owed', { scheduled }, usable, { balanceCents: 20_000 }, 'more-owed'],
    ['it is another one', { scheduled }, usable, { dueOn: '2027-01-05' }, 'another-statement'],
  ])('says why it waits, or will, where %s', (_, change, client, reported, waits) => {
    expect(shown(billRecord({ ...off, ...change }, reported), client)).toEqual({ waits });
  });

  test.each(
    rows([
      ['nothing is owed any more', { scheduled }, usable, { balanceCents: 0 }],
      ['its auth is on hold', { scheduled, auth: held }],
    ]),
  )('shows none where %s', (_, change, client, reported) => {
    expect(shown(billRecord({ ...off, ...change }, reported), client)).toEqual({});
  });

  test.each<Reasoned>([
    ['it has no method', { scheduled }, without, {}, 'no-payment-method'],
    [
      'its method is declined',
      { scheduled },
      withStatus('declined'),
      {},
      'payment-method-declined',
    ],
    [
      'it is over a limit',
      { scheduled: { ...scheduled, withheld: 'payment' } },
      usable,
      {},
      'amount-limit',
    ],
  ])('shows none, and says why, where %s', (_, change, client, reported, reason) => {
    expect(shown(billRecord({ ...off, ...change }, reported), client)).toEqual({ reason });
  });
});

test('Methods are asked for where they make a difference, and nowhere else', () => {
  expect(dependsOnMethods(billRecord(), NOW)).toBe(true);
  for (const change of [{ recurring: 'disabled' as const }, { auth: held }, { company: cardOnly }])
    expect(dependsOnMethods(billRecord(change), NOW)).toBe(false);
});
