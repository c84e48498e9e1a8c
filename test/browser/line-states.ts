/** Every line that a bill can have in the list, as the API brings it about. */
import type { Bill, BillPayment } from '@billhook/core/schemas/bill';
import { entry, listed, payment } from './bill-states.ts';
import { auth } from './scene.ts';
import type { State } from './states.ts';

type Status = Bill['status']['type'];
type Given = Parameters<typeof entry>[2];

const date = '2026-12-01T00:00:00.000Z';
const waiting = (reason: NonNullable<BillPayment['waiting']>['reason']) => ({
  waiting: { reason, seen: '42.10', owed: '128.40' },
});
const withheld = (reason: NonNullable<Bill['withheld']>['reason']) => ({ withheld: { reason } });
const returned = {
  reason: 'insufficient_funds' as const,
  on: '2026-11-20T00:00:00.000Z',
};

const lines: readonly (readonly [Status, Given?, BillPayment?])[] = [
  ['pending', {}, payment('pending')],
  ['pending', {}, payment('pending', { acceptedAt: date, expectedBy: date })],
  ['pending', {}, payment('pending', { waitsFor: 'service' })],
  ['upcoming', { auth: auth('hold') }],
  ['upcoming', { auth: auth('authenticate') }],
  ['upcoming', { auth: auth('mfa-required') }],
  ['upcoming', {}, payment('scheduled', waiting('more-owed'))],
  ['upcoming', {}, payment('scheduled', waiting('another-statement'))],
  ['upcoming', {}, payment('scheduled', waiting('unusual-amount'))],
  ['upcoming', withheld('amount-limit')],
  ['upcoming', withheld('not-agreed')],
  ['upcoming', withheld('payment-method-declined')],
  ['upcoming', withheld('payment-method-not-accepted')],
  ['payment-required', {}],
  ['upcoming', {}, payment('scheduled')],
  ['syncing', { balance: undefined, dueDate: undefined }],
  ['payment-declined', {}],
  ['payment-declined', {}, payment('declined', { returned })],
  ['upcoming', {}, payment('held')],
  ['paid', { balance: '0.00', lastPaidAmount: '84.20', lastPaidOn: date }],
  ['zero-balance', { balance: undefined, dueDate: undefined }],
  ['overdue', { dueDate: '2026-11-14T00:00:00.000Z' }],
  ['upcoming', { autopay: 'enabled' }],
  ['upcoming', { settings: { recurring: 'disabled' } }],
  ['upcoming', { skipped: true }],
  ['upcoming', { payDate: date }],
  ['upcoming', { payDate: date, statementBalance: '640.10' }],
  // Dates of other years.
  ['overdue', { dueDate: '2024-11-14T00:00:00.000Z' }],
  [
    'upcoming',
    { dueDate: '2029-12-28T00:00:00.000Z' },
    payment('scheduled', { payDate: '2029-12-28T00:00:00.000Z' }),
  ],
];

export const lineStates: readonly State[] = [
  {
    name: 'every line of a bill',
    page: 'bill-pay',
    answers: {
      ...listed,
      'GET /bill/list/cl_1': {
        data: lines.map(([status, given, newest], index) =>
          entry(`bill_${index}`, status, given, newest),
        ),
      },
      'GET /auth/list/cl_1': { data: [auth('verified')] },
    },
    screen: 'bills',
  },
];
