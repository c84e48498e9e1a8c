import {
  billStatuses,
  paymentStatuses,
  waitingReasons,
  withheldReasons,
} from '@billhook/core/schemas/bill';
import { describe, expect, test } from 'vitest';
import { type LineKind, lineOf, needsUser } from '../../../modules/bill-pay/bill-line.ts';
import { texts as en } from '../../../modules/bill-pay/texts/en.ts';
import { auth, entryOf, methodOf } from './support.ts';

type Given = readonly [
  bill: Parameters<typeof entryOf>[0],
  payment?: Parameters<typeof entryOf>[1],
];
type Row = readonly [what: string, given: Given, kind: LineKind, date?: string];

const card = methodOf({ default: true });
const dueDate = '2026-12-06T00:00:00.000Z';
const payDate = '2026-12-01T00:00:00.000Z';
const owes = { payDate, balance: '25.00', statementBalance: '300.00', fullBalance: '900.00' };
const off = { settings: { recurring: 'disabled' as const } };
const authOf = (type: 'hold' | 'authenticate' | 'mfa-required') => ({ ...auth, status: { type } });
const waiting = (reason: (typeof waitingReasons)[number]) => ({
  ...{ status: 'scheduled' as const, payDate },
  waiting: { reason, seen: '1.00', owed: '2.00' },
});

const rows: readonly Row[] = [
  ['pays itself', [{ payDate }], 'automatic', payDate],
  ['pays its minimum by itself', [owes], 'minimum', payDate],
  [
    'pays its statement by itself',
    [{ ...owes, customPaymentAmount: '300.00' }],
    'automatic',
    payDate,
  ],
  ['is not automatic', [off], 'yours'],
  ['needs its user there', [{ company: { userPresenceRequired: true } }], 'yours'],
  ['has no due date', [{ dueDate: undefined }], 'yours'],
  ['is collected by its company', [{ autopay: 'enabled' }], 'collected'],
  ['is skipped', [{ skipped: true }], 'skipped'],
  [
    'is skipped, and nothing could pay it',
    [{ skipped: true, withheld: { reason: 'no-payment-method' } }],
    'skipped',
  ],
  ['was held by its company', [{ payDate }, { status: 'held' }], 'unconfirmed', dueDate],
  ['is overdue, and was held', [{ status: 'overdue' }, { status: 'held' }], 'unconfirmed', dueDate],
  [
    'was declined, and has another method since',
    [{ payDate }, { status: 'declined' }],
    'automatic',
    payDate,
  ],
  ['was cancelled', [{ skipped: true }, { status: 'cancelled' }], 'skipped'],
  ['is overdue', [{ status: 'overdue' }], 'overdue', dueDate],
  [
    'is overdue, and scheduled',
    [{ status: 'overdue' }, { status: 'scheduled', payDate }],
    'scheduled',
    payDate,
  ],
  ['is scheduled', [{ payDate }, { status: 'scheduled' }], 'scheduled', payDate],
  [
    'is scheduled, and nothing can pay it',
    [{ withheld: { reason: 'payment-method-declined' } }, { status: 'scheduled' }],
    'payment-method-declined',
  ],
  [
    'is scheduled over a limit',
    [{}, { status: 'scheduled', withheld: { reason: 'amount-limit' } }],
    'amount-limit',
  ],
  ['is being paid', [{ status: 'pending' }], 'paying'],
  [
    'is with its company, which settles it in days',
    [{}, { status: 'pending', acceptedAt: payDate, expectedBy: dueDate }],
    'accepted',
    dueDate,
  ],
  ['waits for us', [{}, { status: 'pending', waitsFor: 'service' }], 'delayed'],
  [
    'was sent back after it was paid',
    [
      { status: 'payment-declined' },
      { status: 'declined', returned: { reason: 'network_error', on: payDate } },
    ],
    'returned',
    dueDate,
  ],
  ['is being paid, whatever it shows', [{ status: 'overdue' }, { status: 'pending' }], 'paying'],
  [
    'is being paid, its account on hold',
    [{ auth: authOf('hold') }, { status: 'pending' }],
    'paying',
  ],
  [
    'is pending over a limit',
    [{ status: 'pending' }, { status: 'pending', withheld: { reason: 'amount-limit' } }],
    'amount-limit',
  ],
  ['is on hold', [{ auth: authOf('hold') }], 'hold'],
  ['is on hold, and scheduled', [{ auth: authOf('hold') }, { status: 'scheduled' }], 'hold'],
  ['wants its user to sign in', [{ auth: authOf('authenticate') }], 'authenticate'],
  ['has a question', [{ auth: authOf('mfa-required'), status: 'overdue' }], 'questions'],
  ['is paid', [{ status: 'paid', lastPaidOn: payDate }], 'paid', payDate],
  ['owes nothing', [{ status: 'zero-balance' }], 'nothing'],
  ['is being read', [{ status: 'syncing' }], 'syncing'],
  ['was declined', [{ status: 'payment-declined' }, { status: 'declined' }], 'declined', dueDate],
  ['needs a method of its own', [{ status: 'payment-required' }], 'choose-method', dueDate],
  [
    'needs a card of its own, which the sandbox does not tell',
    [{ company: { requiredPayment: 'card' } }],
    'choose-method',
  ],
  ...waitingReasons.map(
    (reason): Row => [`waits: ${reason}`, [{}, waiting(reason)], `waiting-${reason}`],
  ),
  ...waitingReasons.map(
    (reason): Row => [
      `will wait: ${reason}`,
      [{ waiting: { reason, seen: '1.00', owed: '2.00' } }],
      `waiting-${reason}`,
    ],
  ),
  ...withheldReasons.map(
    (reason): Row => [
      `is withheld: ${reason}`,
      [{ withheld: { reason } }],
      reason === 'no-payment-method' ? 'choose-method' : reason,
    ],
  ),
];

const named = rows.map(([what, given, kind, date]) => ({ what, given, kind, date }));

test.each(named)('a bill that $what says so', ({ given, kind, date }) => {
  const line = lineOf(entryOf(...given), [card]);
  expect([line.kind, line.date]).toEqual([kind, date]);
});

test('a bill that nothing can pay says what it lacks, and is never automatic', () => {
  const bank = methodOf({ type: 'bank' });
  const kindOf = (given: Given[0], methods: readonly (typeof bank)[]) =>
    lineOf(entryOf(given), methods).kind;
  const [needsCard, needsBank] = (['card', 'bank'] as const).map((requiredPayment) => ({
    company: { requiredPayment },
  }));
  for (const given of [off, { withheld: { reason: 'no-payment-method' as const } }]) {
    expect(kindOf(given, [])).toBe('no-payment-method');
    expect(kindOf(given, [methodOf({ status: 'declined' })])).toBe('payment-method-declined');
  }
  expect([
    kindOf({ ...off, ...needsCard }, [bank]),
    kindOf({ ...off, ...needsBank }, [card]),
  ]).toEqual(['needs-card', 'needs-bank']);
  expect(kindOf({ skipped: true }, [])).toBe('skipped');
});
const states = billStatuses.flatMap((status) =>
  (['verified', 'hold', 'authenticate', 'mfa-required'] as const).flatMap((linked) =>
    [undefined, ...paymentStatuses].flatMap((payment) =>
      [undefined, ...waitingReasons].flatMap((reason) =>
        [undefined, ...withheldReasons].map((withheld) => ({
          ...{ status, linked, payment, reason, withheld },
        })),
      ),
    ),
  ),
);

describe(`in each of ${states.length} states of bill, account and payment`, () => {
  const lines = states.map((state) => {
    const { status, linked, payment, reason, withheld } = state;
    const bill = {
      ...{ status, payDate, auth: { ...auth, status: { type: linked } } },
      ...(withheld && { withheld: { reason: withheld } }),
    };
    const newest = payment && {
      status: payment,
      ...(reason && { waiting: { reason, seen: '1.00', owed: '2.00' } }),
    };
    return { state, line: lineOf(entryOf(bill, newest), [card]) };
  });

  test('there is one line, with its words', () => {
    const missing = lines.filter(({ line }) => !(`line.${line.kind}` in en));
    expect(missing).toEqual([]);
  });

  test('what is being paid is never called anything else', () => {
    const wrong = lines.filter(
      ({ state, line }) =>
        state.payment === 'pending' && line.kind !== 'paying' && line.kind !== 'amount-limit',
    );
    expect(wrong.filter(({ line }) => line.kind === 'declined' || line.kind === 'overdue')).toEqual(
      [],
    );
  });

  test('nothing says that it pays itself which its account, its user or a decline holds up', () => {
    const pays = lines.filter(({ line }) => line.kind === 'automatic' || line.kind === 'scheduled');
    for (const { state } of pays) {
      expect([state.linked, state.payment === 'pending']).toEqual(['verified', false]);
      if (state.payment === 'scheduled')
        expect([state.reason, state.withheld]).toEqual([undefined, undefined]);
    }
  });

  test('whatever is red or amber needs its user', () => {
    for (const { line } of lines) expect(needsUser(line)).toBe(/bad|warn/.test(line.tone));
  });
});
