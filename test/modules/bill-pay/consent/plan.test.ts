import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { describe, expect, test } from 'vitest';
import {
  assignedWith,
  callsAfter,
  callsBefore,
} from '../../../../modules/bill-pay/consent/calls.ts';
import {
  type Change,
  covered,
  type Decision,
  dueToday,
  type Plan,
  paidNext,
  planOf,
} from '../../../../modules/bill-pay/consent/plan.ts';
import { accountOf, entryOf, methodOf } from '../support.ts';

type Given = Parameters<typeof entryOf>;

const on = { settings: { recurring: 'enabled' as const } };
const off = { settings: { recurring: 'disabled' as const } };
const later = { automatic: { amount: '500.00', payDate: '2026-12-01T00:00:00.000Z' } };
const today = { automatic: { ...later.automatic, atOnce: true as const } };
const order = { status: 'scheduled' as const, payDate: '2026-12-03T00:00:00.000Z' };
const ids = (plan: Plan) => ({
  standing: plan.standing.map(({ bill }) => bill._id),
  offered: plan.offered.map(({ bill }) => bill._id),
  required: plan.required.map(({ bill }) => bill._id),
  yours: plan.yours.map(({ _id }) => _id),
  others: plan.others.map(({ _id }) => _id),
});
const none = { standing: [], offered: [], required: [], yours: [], others: [] };
const left = { ...none, others: ['bill_1'] };

function plan(change: Change, entries: readonly Given[], methods: readonly PaymentMethod[] = []) {
  return planOf(accountOf({ entries: entries.map((given) => entryOf(...given)), methods }), change);
}

const add = { kind: 'add', type: 'card' } as const;
const card = methodOf({ _id: 'pm_1', default: true });
const other = methodOf({ _id: 'pm_2', assignedBills: ['bill_2'] });

describe('A first payment method', () => {
  test.each<[string, Given, ReturnType<typeof ids>]>([
    ['is offered to pay a bill', [{ ...off, ...later }], { ...none, offered: ['bill_1'] }],
    ['pays what was agreed to', [{ ...on, ...later }], { ...none, standing: ['bill_1'] }],
    ['pays what was ordered', [{ ...off }, order], { ...none, standing: ['bill_1'] }],
    [
      'pays no order that waits',
      [{ ...off }, { ...order, waiting: { reason: 'more-owed', seen: '1.00', owed: '2.00' } }],
      left,
    ],
    [
      'pays nothing that is overdue',
      [{ ...off, status: 'overdue' }],
      { ...none, yours: ['bill_1'] },
    ],
    ['names what it does not pay, such as what is paid', [{ ...on, status: 'paid' }], left],
    ['pays nothing that its company collects', [{ ...off, ...later, autopay: 'enabled' }], none],
    [
      'pays nothing that needs a bank account',
      [{ ...off, ...later, company: { requiredPayment: 'bank' } }],
      left,
    ],
    [
      'is offered to pay what needs a card of its own',
      [{ ...off, ...later, company: { requiredPayment: 'card' } }],
      { ...none, offered: ['bill_1'] },
    ],
  ])('%s', (_what, given, expected) => {
    expect(ids(plan(add, [given]))).toEqual(expected);
  });

  test('asks about a bill that is on by default alone, and was never paid', () => {
    const implied = { by: 'partner' as const, implied: true as const };
    const byDefault = { settings: { ...on.settings, consent: implied } };
    const bill = { ...byDefault, ...later };
    expect(ids(plan(add, [[bill]]))).toEqual({ ...none, offered: ['bill_1'] });
    const paid: Given = [bill, { status: 'paid' }];
    expect(ids(plan(add, [paid]))).toEqual({ ...none, standing: ['bill_1'] });
    // What its company was paid elsewhere says nothing about us.
    const elsewhere = { ...bill, lastPaidOn: '2026-11-01T00:00:00.000Z' };
    expect(ids(plan(add, [[elsewhere]]))).toEqual({ ...none, offered: ['bill_1'] });
    const said = { settings: { ...on.settings, consent: { by: 'partner' as const } } };
    expect(ids(plan(add, [[{ ...said, ...later }]]))).toEqual({ ...none, standing: ['bill_1'] });
    // It is switched off before the method is there, whoever else would have left it on.
    const found = plan(add, [[bill]]);
    expect(callsBefore(found, { automatic: false, today: {}, uses: {} })).toEqual([
      ...[
        {
          method: 'POST',
          path: '/payment/settings',
          body: { billId: 'bill_1', recurring: 'disabled' },
        },
      ],
    ]);
    const asked = plan(add, [[{ ...byDefault, ...today }]]);
    const decided = { automatic: true, today: { bill_1: false }, uses: {} };
    expect(callsBefore(asked, decided)).toEqual([
      { method: 'POST', path: '/payment/cancel', body: { billId: 'bill_1' } },
    ]);
  });

  test('asks by itself about a company that takes automatic payments only', () => {
    const implied = { by: 'partner' as const, implied: true as const };
    const settings = { ...on.settings, consent: implied, recurringRequired: true as const };
    const bill = { settings, ...later };
    const found = plan(add, [[bill], [{ ...off, ...later, _id: 'bill_2' }]]);
    expect(ids(found)).toEqual({ ...none, required: ['bill_1'], offered: ['bill_2'] });
    const given = { textHash: 'a'.repeat(64), version: '2', locale: 'en' };
    const [self, all] = [false, true].map((automatic) => ({ automatic, today: {}, uses: {} }));
    if (!self || !all) throw new Error('Nothing was decided');
    const used = { ...self, uses: { bill_1: true } };
    const agrees = ({ bill: { _id } }: Plan['offered'][number]) => _id;
    expect(covered(found, self)).toEqual([]);
    expect(covered(found, all).map(agrees)).toEqual(['bill_2']);
    expect(covered(found, used).map(agrees)).toEqual(['bill_1']);
    // It can't be switched off, and no consent is recorded that nobody gave.
    expect(callsBefore(found, self)).toEqual([]);
    expect(callsAfter(found, self, given)).toEqual([]);
    expect(callsAfter(found, used, given)).toMatchObject([{ body: { billId: 'bill_1' } }]);
    const user = { ...settings, consent: { by: 'user' as const } };
    expect(ids(plan(add, [[{ ...bill, settings: user }]]))).toMatchObject({ standing: ['bill_1'] });
    // Kept from it, it is paid by no other method until one is chosen for it.
    const kept = { ...bill, withheld: { reason: 'not-agreed' as const } };
    const instead = { ...add, replaces: 'pm_1' };
    expect(ids(plan(instead, [[kept]], [card]))).toEqual(none);
    expect(ids(plan({ kind: 'default', methodId: 'pm_2' }, [[kept]], [card, other]))).toEqual(none);
    const assign = { kind: 'assign', methodId: 'pm_1', billId: 'bill_1' } as const;
    expect(ids(plan(assign, [[kept]], [card]))).toEqual({ ...none, standing: ['bill_1'] });
    const bills = { kind: 'bills', billIds: ['bill_1'] } as const;
    expect(ids(plan(bills, [[kept]], [card]))).toEqual({ ...none, offered: ['bill_1'] });
    expect(callsBefore(plan(bills, [[kept]], [card]), self)).toEqual([]);
  });

  test('is assigned to what its company takes alone, where that is paid with it', () => {
    const needs = { ...off, ...later, company: { requiredPayment: 'card' as const } };
    const found = plan(add, [[needs]]);
    const decided = (automatic: boolean) => ({ automatic, today: {}, uses: {} });
    expect(assignedWith(found, decided(true))).toEqual(['bill_1']);
    expect(assignedWith(found, decided(false))).toEqual([]);
  });

  test('says the amount and the day, the first day first', () => {
    const second = { automatic: { amount: '7.00', payDate: '2026-11-30T00:00:00.000Z' } };
    const { offered } = plan(add, [[{ ...off, ...later }], [{ ...off, ...second, _id: 'bill_2' }]]);
    expect(offered).toMatchObject([
      { amount: '7.00', payDate: '2026-11-30T00:00:00.000Z', atOnce: false },
      { amount: '500.00', payDate: '2026-12-01T00:00:00.000Z', atOnce: false },
    ]);
  });
});

describe('Another payment method', () => {
  test('pays nothing by itself', () => {
    expect(ids(plan(add, [[{ ...on, ...later }], [{ ...off, ...later }]], [card]))).toEqual(none);
  });

  test('that takes the place of the default pays what that has paid, and asks about nothing else', () => {
    const bills: Given[] = [
      [{ ...on, ...later }],
      [{ ...on, ...later, _id: 'bill_2' }],
      [{ ...off, ...later, _id: 'bill_3' }],
    ];
    const instead = { ...add, replaces: 'pm_1' };
    expect(ids(plan(instead, bills, [card, other]))).toEqual({ ...none, standing: ['bill_1'] });
    const ofOther = { ...add, replaces: 'pm_2' };
    expect(ids(plan(ofOther, bills, [card, other]))).toEqual({ ...none, standing: ['bill_2'] });
  });

  test('that is wanted for a bill asks about that one', () => {
    const bills: Given[] = [[{ ...off, ...later }], [{ ...off, ...later, _id: 'bill_2' }]];
    const wanted = { ...add, billId: 'bill_1' };
    expect(ids(plan(wanted, bills, [card]))).toEqual({ ...none, offered: ['bill_1'] });
  });
});

describe('A method that is there already', () => {
  const bills: Given[] = [[{ ...on, ...later }], [{ ...off, ...later, _id: 'bill_2' }]];

  test('made the default pays what no other is assigned to', () => {
    const change = { kind: 'default', methodId: 'pm_1' } as const;
    expect(ids(plan(change, bills, [card, other]))).toEqual({ ...none, standing: ['bill_1'] });
  });

  test('made the first default asks about what it would pay', () => {
    const change = { kind: 'default', methodId: 'pm_3' } as const;
    const third = methodOf({ _id: 'pm_3' });
    expect(ids(plan(change, [[{ ...off, ...later }]], [third]))).toEqual({
      ...{ ...none, offered: ['bill_1'] },
    });
  });

  test('assigned to a bill asks about it, or pays it', () => {
    const assign = (billId: string): Change => ({ kind: 'assign', methodId: 'pm_1', billId });
    expect(ids(plan(assign('bill_1'), bills, [card]))).toEqual({ ...none, standing: ['bill_1'] });
    expect(ids(plan(assign('bill_2'), bills, [card]))).toEqual({ ...none, offered: ['bill_2'] });
  });
});

describe('What would be paid today', () => {
  const change = { kind: 'bills', billIds: ['bill_1', 'bill_2', 'bill_3'] } as const;
  const bills: Given[] = [
    [{ ...on, ...today }],
    [{ ...off, ...today, _id: 'bill_2' }],
    [{ ...off, ...later, _id: 'bill_3' }],
  ];
  const found = plan(change, bills);
  const [self, all] = [
    { automatic: false, uses: {} },
    { automatic: true, uses: {} },
  ];
  const body = { billId: 'bill_1', maxAmount: '100.00' };
  const order = { method: 'POST', path: '/payment/schedule', body };
  const consent = { textHash: 'a'.repeat(64), version: '2', locale: 'en' };
  const settings = (billId: string, more: object = {}) => ({
    ...{ method: 'POST', path: '/payment/settings' },
    body: { billId, recurring: 'enabled', consent, ...more },
  });

  test('is asked about, each by itself', () => {
    expect(dueToday(found).map(({ bill }) => bill._id)).toEqual(['bill_1', 'bill_2']);
  });

  test('is shown among what is paid only where its user wants it paid', () => {
    const shown = (today: Decision['today']) =>
      paidNext(found.offered, { today }).map(({ bill }) => bill._id);
    expect(shown({})).toEqual(['bill_3']);
    expect(shown({ bill_2: false })).toEqual(['bill_3']);
    expect(shown({ bill_2: true })).toEqual(['bill_2', 'bill_3']);
    expect(paidNext(found.standing, { today: {} })).toEqual([]);
  });

  test('is skipped before the change, or begins with the next statement, unless it is wanted', () => {
    const decision = { ...all, today: { bill_1: false, bill_2: false } };
    expect(callsBefore(found, decision)).toEqual([
      { method: 'POST', path: '/payment/cancel', body: { billId: 'bill_1' } },
    ]);
    expect(callsAfter(found, decision, consent)).toEqual([
      settings('bill_1'),
      settings('bill_2', { skipCycle: true }),
      settings('bill_3'),
    ]);
  });

  test('is paid where its user wants that', () => {
    const decision = { ...all, today: { bill_1: true, bill_2: true } };
    expect(callsBefore(found, decision)).toEqual([]);
    expect(callsAfter(found, decision, consent)).toEqual(
      ['bill_1', 'bill_2', 'bill_3'].map((id) => settings(id)),
    );
  });

  test('is asked about where it was left to its user when the account was linked', () => {
    const left: Given = [{ settings: { ...on.settings, recurringRequired: true }, skipped: true }];
    const asked = plan({ kind: 'bills', billIds: ['bill_1'] }, [left]);
    expect(asked.standing).toMatchObject([{ amount: '100.00', atOnce: true, left: true }]);
    expect(dueToday(asked)).toHaveLength(1);
    const decide = (pays: boolean) => ({ ...self, today: { bill_1: pays } });
    // Nothing would be paid of it by itself: nothing has to be skipped.
    expect(callsBefore(asked, decide(false))).toEqual([]);
    expect(callsAfter(asked, decide(false), consent)).toEqual([settings('bill_1')]);
    expect(callsAfter(asked, decide(true), consent)).toEqual([settings('bill_1'), order]);
    // A first method pays it no more than one that was there.
    expect(ids(plan(add, [left]))).toEqual({ ...none, standing: ['bill_1'] });
    const skipped: Given = [{ ...on, skipped: true }];
    expect(ids(plan({ kind: 'bills', billIds: ['bill_1'] }, [skipped]))).toEqual(none);
  });

  test('is paid once where its user wants that alone, for no more than was shown', () => {
    const decision = { ...self, today: { bill_1: true } };
    expect(callsAfter(found, decision, consent)).toEqual([settings('bill_1')]);
    const today = { ...self, today: { bill_2: true } };
    const body = { billId: 'bill_2', maxAmount: '500.00' };
    expect(callsAfter(found, today, consent)).toEqual([settings('bill_1'), { ...order, body }]);
  });
});
