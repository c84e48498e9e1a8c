import type { BillStatus } from '../schemas/bill.ts';
import type { StateMachine } from './state-machine.ts';

const unknown = { refused: 'bill_not_found' } as const;
const notItsPayment = { ignored: 'It has no payment in flight.' } as const;
const notPayable = { refused: 'bill_not_payable' } as const;

/** What a bill without a payment in flight can be, by what is owed, the day and its method. */
const recomputed = [
  'syncing',
  'zero-balance',
  'paid',
  'upcoming',
  'overdue',
  'payment-required',
] as const;
const owed = ['upcoming', 'overdue', 'payment-required'] as const;
const due = ['upcoming', 'overdue'] as const;

const partlyPaid = {
  refused: 'statement_already_paid',
  when: 'a part of this statement was paid',
} as const;

const payable = [
  { to: 'pending', when: 'for today', because: 'The payment begins.' },
  { stays: 'The payment is scheduled.', when: 'for a later day' },
  partlyPaid,
] as const;

const linkPays = {
  to: 'pending',
  when: 'the method may pay it',
  because: 'The method that the link names pays, else the one that would pay anyway.',
} as const;

const payablePresent = [linkPays, partlyPaid] as const;

const begins = [
  { to: 'pending', when: 'it can be paid', because: 'The payment begins.' },
  { stays: 'It is tried again later.', when: 'it cannot be paid now' },
] as const;

export const billStates = {
  name: 'Bill',
  about:
    'The status is not stored: it follows from what the company reports, what is being paid, and the day. The sandbox shows the due status, `upcoming` or `overdue`, in place of `pending` and `payment-required`. A payment that is scheduled answers before its bill does: see Payment.',
  states: {
    syncing: 'The company is still preparing it.',
    'zero-balance': 'Nothing is owed, and nothing was paid yet.',
    upcoming: 'A balance is owed, and its due date has not passed.',
    overdue: 'A balance is owed since the day after its due date or longer.',
    'payment-required': 'The type of method that the company requires has to be assigned.',
    pending: 'It is being paid.',
    paid: 'Nothing is owed, and a payment is known.',
    'payment-declined': 'The method that was to pay it was declined.',
    deleted: 'Its auth was deleted.',
  },
  begins: {
    syncing: 'the first reading',
    'zero-balance': 'the first reading',
    upcoming: 'the first reading',
    overdue: 'the first reading',
    'payment-required': 'the first reading',
    paid: 'the first reading',
  },
  triggers: {
    read: {
      by: 'the company is read: by a link, daily, and in the session that pays',
      in: {
        pending: { stays: 'It is being paid, whatever the company shows meanwhile.' },
        'payment-declined': {
          to: [...recomputed, 'payment-declined'],
          because: 'A new statement ends the decline; the same one does not.',
        },
        deleted: {
          to: 'pending',
          because: 'Its account was linked again while its payment was still in flight.',
        },
      },
      otherwise: { to: recomputed, because: 'What the company reports decides.' },
    },
    'due-date-passes': {
      by: 'the day after its due date',
      in: {
        upcoming: { to: 'overdue', because: 'It was not paid in time.' },
        deleted: { ignored: 'It is gone.' },
      },
      otherwise: { stays: 'Its status does not depend on the day.' },
    },
    schedule: {
      by: '`POST /payment/schedule`',
      operation: 'schedulePayment',
      in: {
        syncing: notPayable,
        'zero-balance': notPayable,
        paid: notPayable,
        upcoming: payable,
        overdue: payable,
        'payment-required': { refused: 'payment_method_required' },
        pending: { refused: 'payment_pending' },
        'payment-declined': [
          { to: 'pending', when: 'for today, with another method', because: 'It is paid anew.' },
          { stays: 'The payment is scheduled.', when: 'for a later day, with another method' },
          { refused: 'payment_method_declined', when: 'the declined method would pay it' },
          { refused: 'payment_method_required', when: 'the required method is not assigned' },
        ],
        deleted: unknown,
      },
    },
    'pay-present': {
      by: '`POST /auth` with `payment`, once its login is verified',
      in: {
        syncing: notPayable,
        'zero-balance': notPayable,
        paid: notPayable,
        upcoming: payablePresent,
        overdue: payablePresent,
        'payment-required': payablePresent,
        pending: { refused: 'payment_pending' },
        'payment-declined': linkPays,
        deleted: unknown,
      },
    },
    cancel: {
      by: '`POST /payment/cancel`',
      operation: 'cancelPayment',
      in: { pending: { refused: 'payment_pending' }, deleted: unknown },
      otherwise: [
        { stays: 'It is not paid in this cycle.', when: 'a payment is scheduled or planned' },
        { refused: 'payment_not_scheduled', when: 'none is' },
      ],
    },
    settings: {
      by: '`POST /payment/settings`',
      operation: 'updatePaymentSettings',
      in: { deleted: unknown },
      otherwise: { stays: 'A payment in flight is not touched.' },
    },
    customize: {
      by: '`POST /bill/{billId}/customize`',
      operation: 'customizeBill',
      in: { deleted: unknown },
      otherwise: { stays: 'A payment of which the company was asked is not touched.' },
    },
    assign: {
      by: '`POST /payment/{paymentMethodId}/assign`',
      operation: 'assignPaymentMethod',
      in: {
        'payment-required': { to: due, because: 'The required method is there.' },
        'payment-declined': { to: due, because: 'A verified method pays it from now on.' },
        pending: { refused: 'payment_pending' },
        deleted: unknown,
      },
      otherwise: { stays: 'The method pays it from now on.' },
    },
    retry: {
      by: '`POST /payment/{paymentMethodId}/retry` of the method that was to pay it',
      operation: 'retryPaymentMethod',
      in: {
        'payment-declined': [
          { to: 'pending', when: 'it can be paid', because: 'It is charged again.' },
          { refused: 'bill_not_payable', when: 'it cannot be paid now' },
        ],
      },
      otherwise: { ignored: 'No decline left it unpaid.' },
    },
    'pay-date-comes': {
      by: 'the sweep, when the day of its automatic payment has come',
      in: {
        upcoming: begins,
        overdue: [
          ...begins,
          { ignored: 'It is for the user to pay.', when: 'it was overdue when it was first seen' },
        ],
        'payment-required': { stays: 'The required method is not assigned.' },
      },
      otherwise: { ignored: 'No automatic payment is planned.' },
    },
    paid: {
      by: 'its payment is paid',
      in: {
        pending: {
          to: ['paid', ...owed],
          because: 'What is left of it stays owed, and is paid with the next statement.',
        },
        deleted: { stays: 'What was hidden while its payment was in flight is erased.' },
      },
      otherwise: notItsPayment,
    },
    declined: {
      by: 'its payment is declined',
      in: {
        pending: { to: 'payment-declined', because: 'The user retries or assigns another method.' },
        deleted: { stays: 'What was hidden while its payment was in flight is erased.' },
      },
      otherwise: notItsPayment,
    },
    'comes-to-nothing': {
      by: 'its payment is held by the company, or given up',
      in: {
        pending: {
          to: [...owed, 'paid', 'zero-balance', 'payment-declined'],
          because: 'It is what it was, or what was read.',
        },
        deleted: { stays: 'What was hidden while its payment was in flight is erased.' },
      },
      otherwise: notItsPayment,
    },
    'method-removed': {
      by: '`DELETE /payment/{paymentMethodId}`, or the third decline, of its method',
      in: {
        upcoming: {
          to: ['upcoming', 'payment-required'],
          because: 'The default pays it, where that is enough.',
        },
        overdue: {
          to: ['overdue', 'payment-required'],
          because: 'The default pays it, where that is enough.',
        },
        'payment-declined': { to: owed, because: 'The decline goes with the method.' },
        deleted: { ignored: 'It is gone.' },
      },
      otherwise: { stays: 'The default pays it, where that is enough.' },
    },
    'delete-auth': {
      by: '`DELETE /auth/{authId}`',
      operation: 'deleteAuth',
      in: { deleted: { refused: 'auth_not_found' } },
      otherwise: { to: 'deleted', because: 'A payment in flight goes on to its end.' },
    },
  },
} as const satisfies StateMachine<BillStatus | 'deleted'>;
