/** What a bill shows of its next payment is what happens on the day (decision: one-decision). */
import { randomBytes } from 'node:crypto';
import { type Day, dayInstant, instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { clientKey } from '@billhook/core/base/table-keys';
import { accountOn } from '@billhook/core/bill/account';
import type { BillRecord } from '@billhook/core/bill/bill';
import { newClient } from '@billhook/core/client/client';
import type { CompanyBill } from '@billhook/core/company/connector';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { emptyLedger, withoutPending } from '@billhook/core/payment/account-ledger';
import { newPayment, scheduleOn } from '@billhook/core/payment/transitions';
import { beginScheduled } from '@billhook/runtime/payments/begin-due';
import { billPresenter } from '@billhook/runtime/payments/show-bills';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { takeUpBill } from '@billhook/runtime/sweeps/take-up-bill';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import {
  billRecord,
  clientId,
  methodRecord,
  NOW,
  partnerId,
  TODAY,
  unnoticed,
} from '../../../support/records.ts';

beforeAll(() => {
  vi.stubEnv('STAGE', 'production');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const DUE = '2026-12-05';
const ORDERED = '2026-11-28';
const own = billRecord();
const parts = [{ type: 'custom-payment-amount', settings: { canExceedBalance: false } }] as const;
const usual = { payments: [{ amountCents: 2_000, paidOn: '2026-10-05T00:00:00.000Z' }] };

const orders: readonly (Partial<BillRecord> | 'order')[] = [
  { recurring: 'enabled' },
  { recurring: 'disabled' },
  'order',
];
const bills: Readonly<Record<string, Partial<BillRecord>>> = {
  plain: {},
  'paid before': usual,
  'taking parts': { company: { ...own.company, additionalPaymentOptions: parts } as never },
  'of a company that wants a card': { company: { ...own.company, requiredPayment: 'card' } },
  'on hold': { auth: { ...own.auth, status: { type: 'hold' } } },
  skipped: { skippedDueOn: DUE },
  declined: { declinedMethodId: 'pm_gone' },
  'just paid': {},
};
const readings: Readonly<Record<string, Partial<CompanyBill>>> = {
  'as it was': {},
  less: { balanceCents: 4_200 },
  more: { balanceCents: 12_000 },
  'far more': { balanceCents: 2_600_000 },
  nothing: { balanceCents: 0 },
  'another statement': { dueOn: '2026-12-28' },
  'no date': { dueOn: undefined },
  'not ready': { syncing: true },
  'collected by the company': { autopay: 'enabled' },
};
const methods: Readonly<Record<string, readonly Partial<PaymentMethodRecord>[]>> = {
  none: [],
  card: [{}],
  'a declined card': [{ status: 'declined' }],
  'a bank account': [{ type: 'bank' }],
  'a card, and a declined one': [{}, { status: 'declined' }],
};

type Case = {
  readonly order: Partial<BillRecord> | 'order';
  readonly change: Partial<BillRecord>;
  readonly reading: Partial<CompanyBill>;
  readonly cards: readonly Partial<PaymentMethodRecord>[];
  readonly isAssigned: boolean;
  /** A payment of another link isn't shown yet. */
  readonly isPaid: boolean;
};

const taken = { paymentId: 'pay_1', amountCents: 10_000, paidOn: TODAY, until: '2026-11-26' };
const paidBefore = withoutPending(emptyLedger, 'pay_1', {
  ...{ ...taken, shown: own.reported, statement: { dueOn: DUE } },
});

/** As it stands: ordered or switched on when it owed 100.00, and read since. */
async function stand({ order, change, reading, cards, isAssigned, isPaid }: Case) {
  const stores = openStores({ table: memoryTable(), random: randomBytes });
  const [first, ...others] = cards.map((card) => methodRecord(card));
  const client = newClient({ identifier: 'u' }, { clientId, partnerId, now: instantText(NOW) });
  const isOrder = order === 'order';
  const ledger = isPaid ? paidBefore : undefined;
  const plain = billRecord({
    ...{ ...change, acceptedMethods: ['card'], notifications: 'disabled' },
    ...(isOrder ? { recurring: 'disabled' } : order),
    ...(isAssigned && first && { methodId: first._id }),
  });
  const bill = { ...plain, ...accountOn(ledger, plain, TODAY) };
  const paymentId = newOwnedId('pay', clientId, randomBytes);
  const payment = newPayment(bill, { paymentId, payOn: ORDERED, partnerNow: NOW });
  const planned = isOrder ? scheduleOn(bill, payment) : bill;
  const read = { ...planned, reported: { ...planned.reported, ...reading } };
  const now = { ...read, ...accountOn(ledger, read, TODAY) };
  const defaultMethodId = first?._id;
  await stores.table.write([
    { put: { ...clientKey(clientId), ...client, ...(defaultMethodId && { defaultMethodId }) } },
    stores.bills.save(...unnoticed(now)),
    ...[first, ...others].flatMap((one) => (one ? [stores.methods.save(...unnoticed(one))] : [])),
    ...(isOrder ? [stores.payments.save(payment, undefined)] : []),
    ...(ledger ? [stores.ledgers.save(now, ledger)] : []),
  ]);
  const workflows = { startPayBill: async () => 'started' } as never;
  return { deps: { ...stores, workflows, aws: {} as never }, billId: now._id };
}

type Deps = Awaited<ReturnType<typeof stand>>['deps'];

async function billOf({ bills: store }: Deps, billId: string): Promise<BillRecord> {
  return (await store.findAny(billId)) as BillRecord;
}

async function shown(deps: Deps, billId: string, day: Day): Promise<string> {
  const bill = await billOf(deps, billId);
  const present = await billPresenter(deps, [bill], Date.parse(dayInstant(day)));
  const { payDate, withheld, waiting } = present(bill);
  const waits = waiting && `waits ${waiting.reason} ${waiting.seen} ${waiting.owed}`;
  return (payDate && `paid ${payDate.slice(0, 10)}`) ?? withheld?.reason ?? waits ?? 'nothing';
}

const days: readonly Day[] = [
  ...[TODAY, '2026-11-27', ORDERED, '2026-11-29', '2026-11-30', '2026-12-04', DUE, '2026-12-06'],
  ...['2026-12-22', '2026-12-23', '2026-12-24', '2026-12-27'],
];

/** What happens, in the same words; each day's work is done late in the evening. */
async function happens(deps: Deps, billId: string): Promise<string> {
  for (const day of days) {
    const at = Date.parse(dayInstant(day)) + 23 * 60 * 60 * 1000;
    const { scheduled } = await billOf(deps, billId);
    if (scheduled) await beginScheduled(deps, { _id: scheduled.paymentId }, at);
    await takeUpBill(deps, billId, at);
    const bill = await billOf(deps, billId);
    if (bill.pendingPaymentId) return `paid ${day}`;
    if (bill.scheduled?.waiting) return shown(deps, billId, day);
  }
  return 'nothing';
}

test('Whatever a bill shows of its next payment happens', async () => {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const order of orders)
    for (const [kind, change] of Object.entries(bills))
      for (const [now, reading] of Object.entries(readings))
        for (const [pays, cards] of Object.entries(methods))
          for (const isAssigned of [false, true]) {
            const isPaid = kind === 'just paid';
            const given = { order, change, reading, cards, isAssigned, isPaid };
            const { deps, billId } = await stand(given);
            const before = await shown(deps, billId, TODAY);
            const came = await happens(deps, billId);
            seen.add(before.replace(/ [\d-]+( [\d.]+ [\d.]+)?$/, ''));
            const isKept = /^(paid|waits|nothing)/.test(before)
              ? before === came
              : came === 'nothing';
            const what = order === 'order' ? order : order.recurring;
            const where = [what, kind, now, pays, isAssigned ? 'assigned' : 'default'].join(', ');
            if (!isKept) wrong.push(`${where}: shows ${before}, and ${came} happens`);
          }
  expect(wrong).toEqual([]);
  expect(seen.size).toBeGreaterThan(6);
}, 120_000);
