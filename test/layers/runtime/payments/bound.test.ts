import { changedBill } from '../../../support/records.ts';
/**
 * Honest companies that were charged too much by what was inferred of their readings, a row each. A bill
 * of 100.00 is due on December 5 and is paid automatically on November 30, unless a row says otherwise.
 */

import { addDays } from '@billhook/core/base/dates';
import type { BillRecord, StoredBill } from '@billhook/core/bill/bill';
import { skipStatement } from '@billhook/core/bill/statements';
import type { CompanyBill, PaymentRequest } from '@billhook/core/company/connector';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { beginScheduled } from '@billhook/runtime/payments/begin-due';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { takeUpBill } from '@billhook/runtime/sweeps/take-up-bill';
import { describe, expect, test, vi } from 'vitest';
import {
  anotherAccount,
  asShown,
  company,
  fakeConnector,
  linkOne,
  paymentScene,
  recordsOf,
} from '../../../support/payment-world.ts';

const FIRST = '2026-11-30';

const { runtime } = await paymentScene();

type Shown = Partial<Omit<CompanyBill, 'accountKey'>>;

/** What the company shows from a day on; a member that a row leaves out is as it was on the first day. */
type Readings = readonly (readonly [day: string, shown: Shown])[];

type Scene = {
  readonly first?: Shown;
  readonly later?: Readings;
  readonly bill?: Partial<BillRecord>;
  /** Of each payment, by how many days the company dates it back. */
  readonly datedBack?: number;
  /** What the user does on the day before the payment. */
  readonly before?: (bill: BillRecord, today: string) => Partial<BillRecord>;
  readonly until?: string;
};

/** Reads the account and takes up its bill on each day; returns what was charged, in cents. */
async function live({ first = {}, later = [], ...scene }: Scene) {
  const { accountKey, ...plain } = anotherAccount();
  const start = { ...plain, ...first };
  const charges: number[] = [];
  vi.spyOn(fakeConnector, 'pay').mockImplementation(async (session, request: PaymentRequest) => {
    charges.push(request.amountCents);
    const paidAt = session.partnerNow - (scene.datedBack ?? 0) * 86_400_000;
    return { kind: 'paid', amountCents: request.amountCents, paidAt };
  });
  company.account = { accountKey, ...start };
  const { auth, bill, method } = await linkOne(runtime, asShown({}, company.account));
  const known = { notifications: 'disabled', methodId: method._id, ...scene.bill } as const;
  await change(bill, known);
  let day = '2026-11-29';
  if (scene.before) await change(await billOf(bill._id), scene.before(bill, day));
  const last = scene.until ?? '2026-12-15';
  while (day < last) {
    day = addDays(day, 1);
    const reading = later.findLast(([since]) => since <= day)?.[1] ?? {};
    company.account = { accountKey, ...start, ...reading };
    const at = Date.parse(`${day}T05:00:00Z`);
    // The first payment is made of what was read when the account was linked.
    if (day > FIRST) await readOn(auth._id, at);
    const { scheduled } = await billOf(bill._id);
    const waits = scheduled && (await runtime.payments.findAny(scheduled.paymentId));
    if (waits) await beginScheduled(runtime, waits, at + 7_200_000);
    await takeUpBill(runtime, bill._id, at + 7_200_000);
    const { pendingPaymentId } = await billOf(bill._id);
    if (!pendingPaymentId) continue;
    await submitPayment(runtime, pendingPaymentId, at + 7_300_000);
    await settlePayment(runtime, pendingPaymentId, at + 7_400_000);
  }
  return { charges, bill: await billOf(bill._id) };
}

async function readOn(authId: string, at: number): Promise<void> {
  const auth = await runtime.auths.findAny(authId);
  if (!auth) throw new Error('The auth is gone');
  const due = { ...auth, version: auth.version + 1, refresh: { at: new Date(at).toISOString() } };
  await runtime.table.write([runtime.auths.save(due, auth)]);
  expect(await refreshAuth(runtime, authId, at)).toBe(true);
}

const { billOf } = recordsOf(() => runtime);
async function change(bill: BillRecord, changed: Partial<StoredBill>): Promise<void> {
  const next = changedBill(bill, { version: bill.version + 1, ...changed });
  await runtime.table.write([runtime.bills.save(next, bill)]);
}

const listed = (posted: boolean, paidOn = FIRST) => [
  { amountCents: 10_000, paidOn, ...(posted && { posted: true as const }) },
];
const card = { balanceCents: 4_000, statementBalanceCents: 30_000, fullBalanceCents: 50_000 };

describe('An honest company is paid once what it is owed, where', () => {
  test.each<[string, string, Scene]>([
    [
      'A1',
      'a payment is listed and the balance stays until the night',
      {
        later: [
          ['2026-12-01', { recentPayments: listed(false) }],
          ['2026-12-02', { recentPayments: listed(true), balanceCents: 0 }],
        ],
      },
    ],
    [
      'A1',
      'a payment is listed and the balance stays for the posting time',
      {
        later: [
          ['2026-12-01', { recentPayments: listed(false) }],
          ['2026-12-04', { recentPayments: listed(true), balanceCents: 0 }],
        ],
      },
    ],
    [
      'A2',
      'the next reading of a card lacks its full balance',
      {
        first: card,
        later: [
          [
            '2026-12-01',
            { ...card, fullBalanceCents: undefined, statementBalanceCents: undefined },
          ],
          ['2026-12-03', { ...card, fullBalanceCents: 46_000 }],
        ],
      },
    ],
    [
      'A3',
      'the balance is 0.00, and comes back for some days',
      {
        later: [
          ['2026-12-01', { balanceCents: 0 }],
          ['2026-12-02', { balanceCents: 10_000 }],
          ['2026-12-05', { balanceCents: 0 }],
        ],
      },
    ],
    [
      'A4',
      'a credit lowers the full balance by more than the payment',
      {
        first: card,
        later: [
          ['2026-12-01', { ...card, fullBalanceCents: 44_000 }],
          ['2026-12-04', { balanceCents: 0, fullBalanceCents: 40_000 }],
        ],
      },
    ],
    ['A5', 'a payment is dated ten days back', { datedBack: 10 }],
    ['A5', 'a payment is dated two years ahead', { datedBack: -730 }],
    [
      'C',
      'the due date moves by a day while a payment is not shown',
      { later: [['2026-12-01', { dueOn: '2026-12-06' }]] },
    ],
  ])('%s: %s', async (_, _what, scene) => {
    const owed = scene.first?.balanceCents ?? 10_000;
    expect((await live(scene)).charges).toEqual([owed]);
  });

  test('A6: the next statement still contains the payment', async () => {
    const next = { dueOn: '2027-01-05', balanceCents: 20_000 };
    const { charges, bill } = await live({
      later: [
        ['2026-12-07', next],
        ['2027-01-05', { ...next, balanceCents: 10_000 }],
      ],
      until: '2027-01-10',
    });
    // It waits for its user the day before, and for proof: once that is there, it is paid.
    expect(charges).toEqual([10_000, 10_000]);
    expect(bill.scheduled).toBeUndefined();
  });

  test('A6: the rest waits for its user as long as the payment is not shown', async () => {
    const next = { dueOn: '2027-01-05', balanceCents: 20_000 };
    const later = [['2026-12-07', next]] as const;
    const { charges, bill } = await live({ later, until: '2027-01-04' });
    expect(charges).toEqual([10_000]);
    expect(bill.scheduled?.waiting).toMatchObject({
      reason: 'earlier-payment-not-shown',
      ...{ seenCents: 10_000, owedCents: 20_000 },
    });
  });

  test('A6: a company that takes parts is paid what is surely owed, the day before', async () => {
    const next = { dueOn: '2027-01-05', balanceCents: 20_000 };
    const additionalPaymentOptions = [{ type: 'custom-payment-amount', settings: {} }];
    const parts = { company: { ...asCompany, additionalPaymentOptions } };
    const early = await live({
      later: [['2026-12-07', next]],
      until: '2027-01-03',
      bill: parts,
    });
    expect(early.charges).toEqual([10_000]);
  });
});

const asCompany = {
  _id: 'co',
  name: 'Regular',
  logo: { url: '', background: false },
} as never as BillRecord['company'];

describe('What its user skipped is not paid, where', () => {
  const skipped = (bill: BillRecord, today: string) => skipStatement(bill, today);
  test.each<[string, string, Readings]>([
    ['B1', 'a reading lacks the due date', [['2026-12-01', { dueOn: undefined }]]],
    ['B2', 'a reading is still being prepared', [['2026-12-01', { syncing: true }]]],
    ['B3', 'a reading is of another statement', [['2026-12-01', { dueOn: '2027-01-05' }]]],
    ['B4', 'a reading is of an earlier statement', [['2026-12-01', { dueOn: '2026-11-05' }]]],
    ['B5', 'nothing comes between', []],
  ])('%s: %s, and its date has moved by three days then', async (_, _what, between) => {
    const later: Readings = [...between, ['2026-12-02', { dueOn: '2026-12-08' }]];
    const { charges, bill } = await live({ later, before: skipped });
    expect(charges).toEqual([]);
    expect(bill.skippedDueOn).toBe('2026-12-08');
  });

  test('B6: it had no due date when it was skipped', async () => {
    const later: Readings = [['2026-12-01', { dueOn: '2026-12-05' }]];
    const first = { dueOn: undefined };
    const bill = { statement: { dueOn: '2026-11' } };
    expect((await live({ first, later, bill, before: skipped })).charges).toEqual([]);
  });
});

test('C: a decline that stands outlives a due date that moves by a day', async () => {
  const { charges, bill } = await live({
    bill: { declinedMethodId: 'pm_gone', declineStands: true },
    later: [['2026-12-01', { dueOn: '2026-12-06' }]],
  });
  expect(charges).toEqual([]);
  expect(bill.declineStands).toBe(true);
});

test("D: what is left beside the user's own part payment is paid", async () => {
  const { accountKey: _key, ...reported } = anotherAccount();
  const statement = { dueOn: '2026-12-05', owedCents: 30_456 };
  const { charges } = await live({
    first: { ...reported, balanceCents: 28_456 },
    bill: { payments: [{ amountCents: 2_000, paidOn: '2026-11-22T00:00:00.000Z', statement }] },
    until: '2026-12-01',
  });
  expect(charges).toEqual([28_456]);
});

test('a statement that rises after its payment waits for its user', async () => {
  const { charges, bill } = await live({
    later: [
      ['2026-12-01', { balanceCents: 0 }],
      ['2026-12-02', { balanceCents: 4_000 }],
    ],
    until: '2026-12-04',
  });
  expect(charges).toEqual([10_000]);
  const waiting = { reason: 'more-owed', seenCents: 10_000, owedCents: 4_000 };
  expect(bill.scheduled?.waiting).toMatchObject(waiting);
});
