import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { describe, expect, test } from 'vitest';
import {
  callsBeforeDeleting,
  deleteLock,
  resumedBy,
  retriedBy,
} from '../../../../modules/bill-pay/consent/deletion.ts';
import { accountOf, entryOf, methodOf } from '../support.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const card = methodOf({ _id: 'pm_1', default: true });
const declined = methodOf({ _id: 'pm_2', status: 'declined' });
const later = { automatic: { amount: '500.00', payDate: '2026-12-01T00:00:00.000Z' } };
const today = { automatic: { ...later.automatic, atOnce: true as const } };
const withheld = { withheld: { reason: 'payment-method-declined' as const } };

type Given = Parameters<typeof entryOf>;
const account = (entries: readonly Given[], methods: readonly PaymentMethod[]) =>
  accountOf({ entries: entries.map((given) => entryOf(...given)), methods });

describe('A method can’t be deleted', () => {
  const lockOf = (method: PaymentMethod, ...entries: readonly Given[]) =>
    deleteLock(account(entries, [method]), method, NOW);

  test('while it pays a bill', () => {
    const pays: Given = [{}, { status: 'pending', paymentMethodId: 'pm_1' }];
    expect(lockOf(card, pays)).toEqual({ why: 'paying' });
    expect(lockOf(card, [{}, { status: 'pending', paymentMethodId: 'pm_9' }])).toBeUndefined();
    expect(lockOf(card, [{}, { status: 'paid', paymentMethodId: 'pm_1' }])).toBeUndefined();
  });

  test.each<[string, PaymentMethod, boolean]>([
    ['as the default', card, true],
    ['as the bill’s own', methodOf({ assignedBills: ['bill_1'] }), true],
    ['but not if another does', methodOf(), false],
  ])('while it makes a scheduled payment, %s', (_what, method, isLocked) => {
    const found = lockOf(method, [{}, { status: 'scheduled' }]);
    expect(found).toEqual(isLocked ? { why: 'scheduled' } : undefined);
  });

  test.each([
    ['2026-11-23T12:00:00.001Z', true],
    ['2026-11-24T12:00:00.000Z', true],
    ['2026-11-23T12:00:00.000Z', false],
    ['2026-11-22T12:00:00.000Z', false],
    // By a test clock that is ahead.
    ['2026-11-24T12:00:00.001Z', false],
    [undefined, false],
  ])('before 24 hours are over, by %s: %s', (from, isLocked) => {
    const found = lockOf(methodOf({ ...card, deletableFrom: from }));
    expect(found).toEqual(isLocked ? { why: 'recent', from } : undefined);
  });
});

describe('A declined method that is deleted lets go on', () => {
  const ids = (entries: readonly Given[], methods: readonly PaymentMethod[]) =>
    resumedBy(account(entries, methods), declined).map(({ bill }) => bill._id);

  test.each<[string, Given, readonly PaymentMethod[], boolean]>([
    ['what it held back', [{ ...later, ...withheld }], [card, declined], true],
    ['what it had declined', [{ ...later, status: 'payment-declined' }], [card, declined], true],
    ['nothing that went on anyway', [{ ...later }], [card, declined], false],
    [
      'nothing that is off',
      [{ ...later, ...withheld, settings: { recurring: 'disabled' } }],
      [card, declined],
      false,
    ],
    ['nothing without a default', [{ ...later, ...withheld }], [methodOf(), declined], false],
    ['nothing of a paid bill', [{ ...withheld }], [card, declined], false],
    [
      'nothing while another is declined',
      [{ ...later, ...withheld }],
      [card, declined, methodOf({ _id: 'pm_3', status: 'declined' })],
      false,
    ],
    [
      'nothing that its own declined method pays',
      [{ ...later, ...withheld }],
      [methodOf({ assignedBills: ['bill_1'], status: 'declined' }), declined],
      false,
    ],
  ])('%s', (_what, given, methods, resumes) => {
    expect(ids([given], methods)).toEqual(resumes ? ['bill_1'] : []);
  });

  test('nothing if it is not declined', () => {
    expect(resumedBy(account([[{ ...later, ...withheld }]], [card]), card)).toEqual([]);
  });

  test('and what would be paid today is skipped before: nobody was asked about it', () => {
    const bills: Given[] = [
      [{ ...later, ...withheld }],
      [{ ...today, ...withheld, _id: 'bill_2' }],
    ];
    const resumed = resumedBy(account(bills, [card, declined]), declined);
    expect(callsBeforeDeleting(resumed)).toEqual([
      {
        ...{ method: 'POST', path: '/payment/settings' },
        body: { billId: 'bill_2', recurring: 'enabled', skipCycle: true },
      },
    ]);
  });
});

describe('Trying a declined method again', () => {
  const method = methodOf({ status: 'declined', default: true });
  const left: Given = [{ status: 'payment-declined', balance: '42.00' }];

  test('pays today the bills that it left unpaid, and no other', () => {
    const bills = account([left, [{ _id: 'bill_2' }]], [method]);
    expect(retriedBy(bills, method, NOW)).toMatchObject([
      { bill: { _id: 'bill_1' }, amount: '42.00', payDate: '2026-11-23T12:00:00.000Z' },
    ]);
  });

  test('pays nothing that another method pays', () => {
    const other = methodOf({ _id: 'pm_2', assignedBills: ['bill_1'] });
    expect(retriedBy(account([left], [method, other]), method, NOW)).toEqual([]);
  });
});
