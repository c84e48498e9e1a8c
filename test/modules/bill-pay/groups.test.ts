import { describe, expect, test } from 'vitest';
import {
  centsOf,
  coming,
  type GroupName,
  groupAccount,
  isBusy,
  toPay,
} from '../../../modules/bill-pay/groups.ts';
import { accountOf, auth, entryOf, methodOf } from './support.ts';

describe('a bill stands in the group of what it needs', () => {
  test.each<[string, Parameters<typeof entryOf>, GroupName]>([
    ['overdue', [{ status: 'overdue' }], 'attention'],
    ['payment-required', [{ status: 'payment-required' }], 'attention'],
    ['payment-declined', [{ status: 'payment-declined' }], 'attention'],
    ['upcoming', [{}], 'upcoming'],
    ['scheduled, overdue as it is', [{ status: 'overdue' }, { status: 'scheduled' }], 'upcoming'],
    ['pending', [{ status: 'pending' }], 'processing'],
    [
      'being paid, whatever its status',
      [{ status: 'overdue' }, { status: 'pending' }],
      'processing',
    ],
    ['paid', [{ status: 'paid' }], 'paid'],
    ['syncing', [{ status: 'syncing' }], 'syncing'],
    ['zero-balance', [{ status: 'zero-balance' }], 'zero'],
    ['hidden, whatever its status', [{ status: 'overdue', hidden: 'true' }], 'hidden'],
    ['without the card that is required', [{ company: { requiredPayment: 'card' } }], 'attention'],
    ['declined once, and not since', [{}, { status: 'declined' }], 'upcoming'],
  ])('%s', (_, given, group) => {
    const groups = groupAccount(accountOf({ entries: [entryOf(...given)] }));
    const full = Object.entries(groups).filter(([, rows]) => rows.length > 0);
    expect(full.map(([name]) => name)).toEqual([group]);
  });

  test('with the card that is required it is upcoming', () => {
    const entries = [entryOf({ company: { requiredPayment: 'card' } })];
    const methods = [methodOf({ assignedBills: ['bill_1'] })];
    expect(groupAccount(accountOf({ entries, methods })).upcoming).toHaveLength(1);
  });

  test('with a bank account assigned where a card is required it is not', () => {
    const entries = [entryOf({ company: { requiredPayment: 'card' } })];
    const methods = [methodOf({ type: 'bank', assignedBills: ['bill_1'] })];
    expect(groupAccount(accountOf({ entries, methods })).attention).toHaveLength(1);
  });
});

test('what is to pay leaves out what a company collects itself, and what is being paid', () => {
  const entries = [
    entryOf({ _id: 'bill_1' }),
    entryOf({ _id: 'bill_2', autopay: 'enabled' }),
    entryOf({ _id: 'bill_3' }, { status: 'pending' }),
    entryOf({ _id: 'bill_4', hidden: 'true' }),
  ];
  const all = coming(entries, []);
  expect(toPay(all).bills.map(({ _id }) => _id)).toEqual(['bill_1']);
  expect(centsOf(all, 'you', 'automatic')).toBe(10_000);
  expect(centsOf(all, 'collected')).toBe(10_000);
});

describe('what needs the user beside bills', () => {
  test.each([
    ['hold', 'hold', undefined],
    ['authenticate', 'authenticate', undefined],
    ['mfa-required', 'prompt', 'prompt'],
    ['mfa-required', 'code', 'code'],
    ['mfa-required', 'questions', 'questions'],
  ] as const)('an auth that is %s: %s', (type, why, method) => {
    const asking = { ...auth, status: { type }, ...(method && { mfa: { method } }) };
    const { attention } = groupAccount(accountOf({ auths: [asking] }));
    expect(attention).toMatchObject([{ kind: 'auth', why }]);
  });

  test('a verified auth is no row', () => {
    const groups = groupAccount(accountOf({ auths: [auth] }));
    expect(Object.values(groups).flat()).toEqual([]);
  });

  test('a link under way is syncing, and stands there once', () => {
    const held = { ...auth, status: { type: 'hold' as const } };
    const groups = groupAccount(
      accountOf({ auths: [held], links: [{ auth: held, linking: true }] }),
    );
    expect(groups.syncing).toMatchObject([{ kind: 'auth', why: 'linking' }]);
    expect(groups.attention).toEqual([]);
  });

  test('a declined method needs the user', () => {
    const methods = [methodOf({ status: 'declined' }), methodOf({ status: 'pending' })];
    expect(groupAccount(accountOf({ methods })).attention).toHaveLength(1);
  });
});

test('what is due first comes first, and what was paid last', () => {
  const due = (_id: string, day: string) =>
    entryOf({ _id, dueDate: `2026-12-${day}T00:00:00.000Z` });
  const paid = (_id: string, day: string) =>
    entryOf({ _id, status: 'paid', lastPaidOn: `2026-11-${day}T00:00:00.000Z` });
  const entries = [due('b', '09'), paid('c', '01'), due('a', '02'), paid('d', '03')];
  const groups = groupAccount(accountOf({ entries }));
  const idsOf = (name: GroupName) =>
    groups[name].map((row) => row.kind === 'bill' && row.entry.bill._id);
  expect(idsOf('upcoming')).toEqual(['a', 'b']);
  expect(idsOf('paid')).toEqual(['d', 'c']);
});

test.each<[string, Parameters<typeof accountOf>[0], boolean]>([
  ['a payment under way', { entries: [entryOf({}, { status: 'pending' })] }, true],
  ['a link under way', { links: [{ auth, linking: true }] }, true],
  ['a method that is tried again', { methods: [methodOf({ status: 'pending' })] }, true],
  ['a scheduled payment', { entries: [entryOf({}, { status: 'scheduled' })] }, false],
  ['a bill that its company prepares', { entries: [entryOf({ status: 'syncing' })] }, false],
])('the list waits: %s', (_, given, expected) => {
  expect(isBusy(accountOf(given))).toBe(expected);
});

describe('one problem is told once', () => {
  const held = { ...auth, status: { type: 'hold' as const } };
  const of = (count: number, given: Parameters<typeof entryOf>[0]) =>
    Array.from({ length: count }, (_, index) => entryOf({ _id: `bill_${index}`, ...given }));
  const unpaid = { withheld: { reason: 'payment-method-declined' as const } };
  const methodless = { withheld: { reason: 'no-payment-method' as const } };
  const declined = methodOf({ status: 'declined', default: true });

  test.each([
    ['nine bills without a payment method', of(9, methodless), [], 'methodless'],
    ['three bills of an account on hold', of(3, { auth: held }), [methodOf()], 'auth'],
    ['nine bills of a declined method', of(9, unpaid), [declined], 'method'],
  ] as const)('%s', (_what, entries, methods, kind) => {
    const groups = groupAccount(accountOf({ entries, methods }));
    expect(groups.attention.map((row) => row.kind)).toEqual([kind]);
    expect(groups.upcoming).toHaveLength(entries.length);
    expect(groups.upcoming).toMatchObject(entries.map(() => ({ line: { tone: 'muted' } })));
  });

  test('one bill alone tells it itself', () => {
    const groups = groupAccount(accountOf({ entries: of(1, { auth: held }), methods: [] }));
    expect(groups.attention).toMatchObject([{ kind: 'bill', line: { kind: 'hold' } }]);
  });
});
