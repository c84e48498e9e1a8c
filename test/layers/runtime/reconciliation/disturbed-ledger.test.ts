/**
 * A ledger that agrees with its connector, and the same disturbed by a list of faults, drawn by a seed:
 * one run finds every fault, and nothing without one.
 */

import { addDays, type Day, instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { eventShard } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { findingKinds } from '@billhook/core/reconciliation/finding';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seededBytes } from '../../../model/random.ts';
import {
  CONNECTOR,
  NOON,
  noonOf,
  openReconciliationWorld,
  type ReconciliationWorld,
  TODAY,
  window,
} from '../../../support/reconciliation-world.ts';
import { clientId, partnerId } from '../../../support/records.ts';

beforeAll(() => {
  vi.stubEnv('STAGE', 'sandbox');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** Nothing but a fault of its own happens on these. */
const [unreportedDay = '', oddDay = '', ...busyDays] = window;
const SOUND_PAYMENTS = 24;
const FAULTS_A_RUN = 12;

type Drawn = { readonly pick: <T>(from: readonly T[]) => T; readonly id: () => string };
type Place = ReconciliationWorld & Drawn & { readonly day: Day; readonly bill: BillRecord };

const paidOutcome = (day: Day) =>
  ({ kind: 'paid', amountCents: 10_000, paidAt: noonOf(day), confirmation: 'A-1' }) as const;
const paidLine = (day: Day) => ({ at: noonOf(day), confirmation: 'A-1' });

async function paid({ addPayment, bill, day }: Place, more: Partial<PaymentRecord> = {}) {
  return addPayment(bill, day, { status: 'paid', outcome: paidOutcome(day), ...more });
}

/** Payments as they are when all is well, by how they stand. */
const sound: readonly ((place: Place) => Promise<unknown>)[] = [
  async (place) => place.addLine(await paid(place), paidLine(place.day)),
  async (place) => {
    const { addPayment, addLine, bill, day } = place;
    const declined = { status: 'declined', outcome: { kind: 'declined' } } as const;
    addLine(await addPayment(bill, day, declined), { kind: 'declined', at: noonOf(day) });
  },
  ({ addPayment, bill, day }) =>
    addPayment(bill, day, { status: 'cancelled', submissionOver: true }),
  ({ addPayment, bill }) => addPayment(bill, TODAY, { status: 'pending' }),
  async ({ addPayment, addLine, bill, day }) => {
    const pending = { status: 'pending', outcome: { kind: 'unknown' } } as const;
    addLine(await addPayment(bill, day, pending), { kind: 'accepted', at: noonOf(day) });
  },
  ({ addLedger, bill, id }) =>
    addLedger(bill, {
      unposted: [
        {
          ...{ paymentId: id(), amountCents: 10_000, paidOn: TODAY, until: addDays(TODAY, 5) },
          statement: { dueOn: '2026-12-05' },
        },
      ],
    }),
];

/** Brings a fault about, and returns what is to be found of it: kind, subject, and whose it is. */
type Fault = (place: Place) => Promise<string | undefined>;

const faults: Readonly<Record<string, Fault>> = {
  'missing-at-company': async (place) => `missing-at-company ${(await paid(place))._id}`,
  'amount-differs': async (place) => {
    const payment = await paid(place);
    place.addLine(payment, { ...paidLine(place.day), amountCents: 10_001 });
    return `amount-differs ${payment._id}`;
  },
  'amount-differs of a pending one': async (place) => {
    const { addPayment, addLine, bill, day } = place;
    const payment = await addPayment(bill, day, {
      status: 'pending',
      outcome: { kind: 'unknown' },
    });
    addLine(payment, { ...paidLine(day), amountCents: 9_999 });
    return `amount-differs ${payment._id}`;
  },
  'fee-differs': async (place) => {
    const outcome = { ...paidOutcome(place.day), feeCents: 150 };
    const payment = await paid(place, { outcome });
    place.addLine(payment, { ...paidLine(place.day), feeCents: 250 });
    return `amount-differs ${payment._id}`;
  },
  'fee-above-promise': async (place) => {
    const outcome = { ...paidOutcome(place.day), feeCents: 151 };
    const promised = { cents: 10_000, feeCents: 150 };
    const payment = await paid(place, { outcome, promised });
    place.addLine(payment, { ...paidLine(place.day), feeCents: 151 });
    return `fee-above-promise ${payment._id}`;
  },
  'fee-above-amount': async (place) => {
    const outcome = { ...paidOutcome(place.day), feeCents: 10_001 };
    const payment = await paid(place, { outcome });
    place.addLine(payment, { ...paidLine(place.day), feeCents: 10_001 });
    return `fee-above-amount ${payment._id}`;
  },
  'fee-missing': async (place) => {
    const outcome = { ...paidOutcome(place.day), feeCents: 150 };
    const payment = await paid(place, { outcome });
    place.addLine(payment, paidLine(place.day));
    return `fee-missing ${payment._id}`;
  },
  'dated-wrong': async (place) => {
    const outcome = { ...paidOutcome(place.day), saidAt: Date.UTC(2099, 0, 1) };
    const payment = await paid(place, { outcome });
    place.addLine(payment, paidLine(place.day));
    return `dated-wrong ${payment._id}`;
  },
  'paid-not-ours': async ({ addLine, day, id }) => {
    const other = id();
    addLine({ _id: other }, paidLine(day));
    return `paid-not-ours ${CONNECTOR} ${other}`;
  },
  'outcome-differs': async (place) => {
    const { addPayment, addLine, bill, day, pick } = place;
    const ended = pick([
      { status: 'declined', outcome: { kind: 'declined' } },
      { status: 'cancelled', submissionOver: true },
    ] as const);
    const payment = await addPayment(bill, day, ended);
    addLine(payment, paidLine(day));
    return `outcome-differs ${payment._id}`;
  },
  double: async (place) => {
    const payment = await paid(place);
    place.addLine(payment, paidLine(place.day));
    const again = place.pick([
      { confirmation: 'A-2' },
      { confirmation: 'A-2', submissionId: `${payment._id}-2` },
    ]);
    place.addLine(payment, { ...paidLine(place.day), ...again });
    return `double ${payment._id}`;
  },
  returned: async (place) => {
    const payment = await paid(place);
    place.addLine(payment, paidLine(place.day));
    place.addLine(payment, { ...paidLine(place.day), kind: 'returned' });
    return `returned ${payment._id}`;
  },
  'returned long after': async (place) => {
    const day = addDays(TODAY, -40);
    const payment = await paid({ ...place, day });
    place.addLine(payment, { ...paidLine(place.day), kind: 'returned' });
    return `returned ${payment._id}`;
  },
  late: async (place) => {
    const { bill, day } = place;
    const statement = { accountFingerprint: bill.accountFingerprint, dueOn: day };
    const payment = await paid(place, { statement });
    place.addLine(payment, { ...paidLine(day), at: noonOf(addDays(day, 1)) });
    // The next day may be today, of which nothing is asked yet.
    if (addDays(day, 1) === TODAY) return `missing-at-company ${payment._id}`;
    return `late ${payment._id}`;
  },
  unresolved: async ({ addPayment, bill, day }) => {
    const pending = { status: 'pending', outcome: { kind: 'unknown' } } as const;
    return `unresolved ${(await addPayment(bill, day, pending))._id}`;
  },
  'a lock whose payment is gone': async ({ addLedger, bill, id }) => {
    await addLedger(bill, { pendingPaymentId: id() });
    return `lock-without-payment ${bill.companyId} ${bill.accountFingerprint}`;
  },
  'a lock of a bill': async (place) => {
    const bill = await place.addBill({ pendingPaymentId: place.id() });
    return `lock-without-payment ${bill._id}`;
  },
  'a lock whose payment has ended': async (place) => {
    const payment = await paid(place);
    place.addLine(payment, paidLine(place.day));
    await place.addLedger(place.bill, { pendingPaymentId: payment._id });
    // It is released, and nobody has to act.
    return undefined;
  },
  'never resolved, and reported': async (place) => {
    const { addPayment, addLine, bill, day } = place;
    const pending = { status: 'pending', outcome: { kind: 'unknown' } } as const;
    addLine(await addPayment(bill, day, pending), paidLine(day));
    return undefined;
  },
  'not-applied': async ({ addLedger, bill, id, day }) => {
    const paymentId = id();
    const until = addDays(TODAY, -1);
    const unposted = { paymentId, amountCents: 10_000, paidOn: day, until };
    await addLedger(bill, { unposted: [{ ...unposted, statement: { dueOn: '2026-12-05' } }] });
    return `not-applied ${paymentId}`;
  },
  'paid-elsewhere': async (place) => {
    const bill = await place.addBill({ seenOn: place.day });
    await place.addLedger(bill, { listed: [{ amountCents: 10_000, paidOn: place.day }] });
    return `paid-elsewhere ${bill._id} 2026-12-05`;
  },
  'totals-differ': async ({ reports }) => {
    reports.totalsOff.set(oddDay, 1);
    return `totals-differ ${CONNECTOR} ${oddDay}`;
  },
  'balance-low': async ({ reports, addLine, addPayment, bill }) => {
    reports.fundingCents = 100;
    const outcome = paidOutcome(oddDay);
    addLine(await addPayment(bill, oddDay, { status: 'paid', outcome }), paidLine(oddDay));
    return `balance-low ${CONNECTOR}`;
  },
  'no-report': async ({ reports }) => {
    reports.missing.add(unreportedDay);
    return `no-report ${CONNECTOR} ${unreportedDay}`;
  },
  'event-untold': async ({ table, id }) => {
    const eventId = `evt_${clientId.slice(3)}_c${id().slice(-13)}`;
    const dueAt = instantText(NOON - 2 * 60 * 60 * 1000);
    const due = { dueShard: eventShard(3), dueAt, dueKind: 'event' };
    const key = { pk: clientId, sk: `event#${eventId.slice(-13)}` };
    await table.write([{ put: { ...key, _id: eventId, partnerId, clientId, ...due } }]);
    return `event-untold ${eventId}`;
  },
};

/** Faults of the connector as a whole, of which there is one at most. */
const single: ReadonlySet<string> = new Set(['totals-differ', 'balance-low', 'no-report']);

function drawing(seed: number): Drawn {
  const random = seededBytes(seed);
  const number = (below: number) => random(4).readUInt32BE() % below;
  return {
    pick: (from) => from[number(from.length)] as (typeof from)[number],
    id: () => newOwnedId('pay', clientId, random),
  };
}

async function disturbed(seed: number, names: readonly string[]) {
  const world = await openReconciliationWorld();
  const drawn = drawing(seed);
  const placed = async (): Promise<Place> => ({
    ...{ ...world, ...drawn },
    day: drawn.pick(busyDays),
    bill: await world.addBill(),
  });
  for (let count = 0; count < SOUND_PAYMENTS; count += 1) {
    await drawn.pick(sound)(await placed());
  }
  const expected: string[] = [];
  for (const name of names) {
    const found = await (faults[name] as Fault)(await placed());
    if (found !== undefined) expected.push(found);
  }
  return { ...world, expected: expected.toSorted() };
}

test('A ledger that agrees with its connector: nothing is found', async () => {
  const { run, open, deps } = await disturbed(1, []);
  await run();
  expect(await open()).toEqual([]);
  const report = await deps.findings.findReport(partnerId, TODAY);
  expect(report).toMatchObject({ findings: {}, newFindings: 0, settled: 0, complete: true });
});

test.each(Object.keys(faults))('One fault alone: %s', async (name) => {
  const { run, open, expected } = await disturbed(7, [name]);
  await run();
  expect(await open()).toEqual(expected);
});

test('Every kind of finding is brought about by one of the faults', async () => {
  // What is late on the last day has no report yet: some of these are of earlier days.
  const { run, open } = await disturbed(3, [...Object.keys(faults), 'late', 'late', 'late']);
  await run();
  const kinds = new Set((await open()).map((one) => one.split(' ')[0]));
  expect([...kinds].toSorted()).toEqual([...findingKinds].toSorted());
});

const seeds = Array.from({ length: 25 }, (_, index) => index + 100);
test.each(seeds)('Faults drawn by the seed %i: each is found, and nothing else', async (seed) => {
  const { pick } = drawing(seed);
  const names: string[] = [];
  while (names.length < FAULTS_A_RUN) {
    const name = pick(Object.keys(faults));
    if (!single.has(name) || !names.includes(name)) names.push(name);
  }
  const { run, open, expected, deps } = await disturbed(seed, names);
  await run();
  expect(await open(), names.join(', ')).toEqual(expected);
  const own = await deps.findings.findReport(partnerId, TODAY);
  const all = await deps.findings.findReport(DEPLOYMENT, TODAY);
  const count = (report: typeof own) =>
    Object.values(report?.findings ?? {}).reduce((sum, one) => sum + one, 0);
  expect(count(own) + count(all)).toBe(expected.length);
  expect(own?.complete).toBe(!names.includes('no-report'));
});
