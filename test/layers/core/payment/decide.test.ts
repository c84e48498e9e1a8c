/** What becomes of a payment, case by case (decision: one-decision). */
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { fail } from '@billhook/core/base/errors';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { CompanyBill } from '@billhook/core/company/connector';
import {
  type ClosedFor,
  type Decision,
  decide,
  type Facts,
  type LookedAtFor,
} from '@billhook/core/payment/decide';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { newPayment } from '@billhook/core/payment/transitions';
import { describe, expect, test } from 'vitest';
import { billRecord, changedPayment, methodRecord, NOW, TODAY } from '../../../support/records.ts';

const dueOn = '2026-12-05';
const payOn = '2026-11-30';
const ON_THE_DAY = Date.parse(`${payOn}T12:00:00Z`);
const card = methodRecord();
const agreed = { statement: { dueOn }, cents: 10_000 };
const order = { payOn, agreed };
const automatic = { payOn, automatic: true } as const;
const held = { ...billRecord().auth, status: { type: 'hold' as const } };
const noMethod = fail('payment_method_required');

type Change = Partial<BillRecord>;
const bill = (change: Change = {}, reported: Partial<CompanyBill> = {}) =>
  billRecord({ recurring: 'enabled', ...change }, reported);

const submit = (amountCents = 10_000): Decision => ({ kind: 'submit', amountCents });
const look = (why: LookedAtFor): Decision => ({ kind: 'look', why });
const close = (why: ClosedFor): Decision => ({ kind: 'close', why });
const wait = (reason: string, seenCents: number, owedCents: number) => ({
  ...{ kind: 'wait', waiting: { reason, seenCents, owedCents } },
});
/** 65.00 of it were paid, and not shown yet. */
const unposted = { unposted: { cents: 6_500, until: '2026-12-03' } };
const paidBefore = { payments: [{ amountCents: 1_000, paidOn: '2026-10-05T00:00:00.000Z' }] };

describe('On its day', () => {
  const given = { partnerNow: ON_THE_DAY, method: card, limit: 'none' } as const;

  test.each<[string, Partial<Facts> & { readonly bill?: BillRecord }, object]>([
    ['an order of what is owed is made', {}, submit()],
    [
      'an order is made for less, where less is owed',
      { bill: bill({}, { balanceCents: 4_200 }) },
      submit(4_200),
    ],
    [
      'an order waits where more is owed by now',
      { bill: bill({}, { balanceCents: 12_000 }) },
      wait('more-owed', 10_000, 12_000),
    ],
    [
      'an order waits where another statement is shown',
      { bill: bill({}, { dueOn: '2027-01-05' }) },
      wait('another-statement', 10_000, 10_000),
    ],
    [
      'an order whose statement is skipped is made all the same',
      { bill: bill({ skippedDueOn: dueOn }) },
      submit(),
    ],
    [
      'an order pays what an earlier payment, which is not shown, leaves of a statement that moved',
      { bill: bill({ ...unposted, statement: { dueOn } }, { dueOn: '2026-12-07' }) },
      submit(3_500),
    ],
    [
      'an order ends where nothing is owed',
      { bill: bill({}, { balanceCents: 0 }) },
      close({ refusal: 'bill_not_payable' }),
    ],
    [
      'an order is looked at again while its auth is on hold',
      { bill: bill({ auth: held }) },
      look({ refusal: 'auth_not_verified' }),
    ],
    [
      'an order is looked at again without a method',
      { method: noMethod },
      look({ refusal: 'payment_method_required' }),
    ],
    [
      'an order without a method ends ten days after its due date',
      { method: noMethod, partnerNow: Date.parse('2026-12-16T00:00:00Z') },
      close('too-late'),
    ],
    [
      'an order waits for nobody once it is too late',
      { bill: bill({}, { balanceCents: 12_000 }), partnerNow: Date.parse('2026-12-16T00:00:00Z') },
      close('too-late'),
    ],
    [
      'an order over a limit is looked at again',
      { limit: 'clientDay' },
      look({ over: 'clientDay' }),
    ],
    ['an order is looked at again during a pause', { isPaused: true }, look('paused')],
    ['an automatic payment is made', { payment: automatic }, submit()],
    [
      'an automatic payment is held back by another one of its account',
      { payment: automatic, isAccountBusy: true },
      look('account-busy'),
    ],
    [
      'an automatic payment whose date has moved is looked at then',
      { payment: automatic, bill: bill({}, { dueOn: '2026-12-15' }) },
      look('not-yet'),
    ],
    [
      'an automatic payment is looked at again while an earlier one is not shown',
      { payment: automatic, bill: bill(unposted) },
      look('not-yet'),
    ],
    [
      'an automatic payment of far more than usual waits',
      { payment: automatic, bill: bill(paidBefore) },
      wait('unusual-amount', 1_000, 10_000),
    ],
    [
      'an automatic payment is looked at again without a method',
      { payment: automatic, method: noMethod },
      look({ refusal: 'payment_method_required' }),
    ],
    [
      'an automatic payment whose cycle is skipped is not made',
      { payment: automatic, bill: bill({ skippedDueOn: dueOn }) },
      look('not-planned'),
    ],
    [
      'a fee that rose above the promise waits',
      {
        payment: { ...order, promised: { cents: 10_000, feeCents: 0 } },
        bill: bill({
          company: {
            ...billRecord().company,
            fees: { cards: { visa: { credit: { rate: 2, percentage: true } } } },
          },
        }),
      },
      { kind: 'wait' },
    ],
    ['its methods are asked for', { method: undefined }, { kind: 'ask', about: 'methods' }],
    [
      'its limits are asked for, with its amount',
      { limit: undefined },
      { kind: 'ask', about: 'limits', amountCents: 10_000 },
    ],
  ])('%s', (_what, facts, expected) => {
    const own = facts.bill ?? bill();
    expect(decide({ payment: order, ...given, ...facts, bill: own })).toMatchObject(expected);
  });
});

describe('In the session that pays', () => {
  const begun = (change: Partial<StoredPayment> = {}): PaymentRecord<'open'> =>
    changedPayment<'open'>(
      newPayment(bill(), { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW }),
      {
        ...{ status: 'pending', begunAt: NOW, methodId: card._id, agreed },
        ...{ statement: { accountFingerprint: 'f', dueOn }, ...change },
      },
    );
  const unasked = { automatic: true, agreed: undefined } as const;
  const over = {
    amountCents: 4_000,
    submission: 1,
    submissionOver: true,
    firstAskedAt: NOW,
  } as const;
  const company = { ...billRecord().company, status: 'operational' };
  const down = { company: { ...company, status: 'maintenance' } };

  type Known = Partial<NonNullable<Facts['session']>>;
  test.each<[string, Partial<StoredPayment>, Known, Partial<Facts>, object]>([
    [
      'the account is read first',
      {},
      { account: undefined },
      {},
      { kind: 'ask', about: 'account' },
    ],
    ['it is submitted', {}, {}, {}, submit()],
    ['again, for no more than before', over, {}, {}, submit(4_000)],
    [
      'no more three days after the first time',
      over,
      {},
      { partnerNow: NOW + 3 * DAY_MILLISECONDS },
      close('no-more-tries'),
    ],
    [
      'no more once its user wants to cancel it',
      { cancelAsked: true },
      {},
      {},
      close('no-more-tries'),
    ],
    ['no more once its method was declined', {}, { methodPays: false }, {}, close('method-gone')],
    [
      'an order is held while its company is in maintenance',
      {},
      down,
      {},
      { kind: 'hold', why: 'maintenance' },
    ],
    [
      'an automatic payment is put off then, before its due date',
      unasked,
      down,
      {},
      close('maintenance'),
    ],
    [
      'an account that is gone holds it',
      {},
      { account: 'gone' },
      {},
      { kind: 'hold', why: 'account-gone' },
    ],
    [
      'a bill that is not ready is looked at again',
      {},
      { account: 'not-ready' },
      {},
      look('bill-not-ready'),
    ],
    ['but for a day alone', { rounds: 24 }, { account: 'not-ready' }, {}, close('bill-not-ready')],
    [
      'it waits where more is owed than on its day',
      {},
      {},
      { bill: bill({}, { balanceCents: 12_000 }) },
      wait('more-owed', 10_000, 12_000),
    ],
    [
      'an automatic payment is over once its user skips the cycle',
      unasked,
      { before: bill({ skippedDueOn: dueOn }) },
      {},
      close('automatic-over'),
    ],
    [
      'an automatic payment is over once its company collects by itself',
      unasked,
      {},
      { bill: bill({}, { autopay: 'enabled' }) },
      close('automatic-over'),
    ],
    [
      'an automatic payment is over where its statement was returned',
      unasked,
      { returned: [{ dueOn }] },
      {},
      close('statement-returned'),
    ],
    [
      'an automatic payment makes room for a later one while another is not shown',
      unasked,
      {},
      { bill: bill(unposted) },
      close('not-yet'),
    ],
    ['a pause that comes meanwhile keeps it', {}, {}, { isPaused: true }, look('paused')],
    [
      'an order over a limit is looked at again',
      {},
      {},
      { limit: 'payment' },
      look({ over: 'payment' }),
    ],
    [
      'an automatic payment over a limit makes room for one of another day',
      unasked,
      {},
      { limit: 'payment' },
      close({ over: 'payment' }),
    ],
  ])('%s', (_what, change, known, facts, expected) => {
    const payment = begun(change);
    const partnerNow = facts.partnerNow ?? NOW;
    const session = {
      ...{ payment, machineNow: partnerNow, company, methodPays: true },
      ...{ account: 'read' as const, ...known },
    };
    const all = {
      bill: bill(),
      method: card,
      limit: 'none' as const,
      ...facts,
      partnerNow,
      session,
    };
    expect(decide({ ...all, payment })).toMatchObject(expected);
  });
});
