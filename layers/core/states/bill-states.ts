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

const declinedIsThere = 'the declined method is still there';
const declinedIsGone = 'the third decline has removed the method';

const payable = [
  { to: 'pending', when: 'for today', because: 'The payment starts.' },
  { stays: 'The payment is scheduled.', when: 'for a later day' },
] as const;

const linkPays = {
  to: 'pending',
  when: 'the method may pay it',
  because: 'The method named in the link pays; without one, the method that would pay otherwise.',
} as const;

const payablePresent = [linkPays] as const;

const begins = [
  { to: 'pending', when: 'it can be paid', because: 'The payment starts.' },
  { stays: 'It is tried again later.', when: 'it cannot be paid now' },
] as const;

const byDefault = "The default method pays it, if that meets the company's requirement.";
/** Bills whose method goes. */
const goesToDefault = {
  upcoming: { to: ['upcoming', 'payment-required'], because: byDefault },
  overdue: { to: ['overdue', 'payment-required'], because: byDefault },
} as const;

const returnedLeaves = [
  {
    to: 'payment-declined',
    when: 'it still shows the statement',
    because: 'Its user has to choose what happens next: no automatic payment pays the statement.',
  },
  { stays: 'It shows another statement by now.', when: 'it shows another statement' },
] as const;

export const billStates = {
  name: 'Bill',
  about:
    'The status is not stored: it is derived from what the company reports, what is being paid, ' +
    'and the day. The sandbox shows the due status, `upcoming` or `overdue`, in place of ' +
    '`pending` and `payment-required`. If a payment is scheduled, its state is checked before ' +
    "the bill's: see Payment.",
  states: {
    syncing: 'The company is still preparing it.',
    'zero-balance': 'Nothing is owed, and nothing was paid yet.',
    upcoming: 'A balance is owed, and its due date has not passed.',
    overdue: 'A balance is owed, and the due date has passed.',
    'payment-required':
      'A payment method of the type that the company requires has to be assigned.',
    pending: 'It is being paid.',
    paid: 'Nothing is owed, and a payment was made.',
    'payment-declined': 'The payment method that should have paid it was declined.',
    deleted: 'Its auth was deleted.',
  },
  begins: {
    syncing: 'the first time it is read',
    'zero-balance': 'the first time it is read',
    upcoming: 'the first time it is read',
    overdue: 'the first time it is read',
    'payment-required': 'the first time it is read',
    paid: 'the first time it is read',
  },
  triggers: {
    read: {
      by: 'the bill is read at the company: by a link, daily, and in the session that pays',
      in: {
        pending: { stays: 'It is being paid, whatever the company shows in the meantime.' },
        'payment-declined': {
          to: [...recomputed, 'payment-declined'],
          because: 'A new statement ends the decline; the same one does not.',
        },
        deleted: {
          to: 'pending',
          because: 'Its account was linked again while its payment was still in flight.',
        },
      },
      otherwise: { to: recomputed, because: 'The status follows from what the company reports.' },
    },
    'due-date-passes': {
      by: 'the day after its due date',
      in: {
        upcoming: { to: 'overdue', because: 'It was not paid in time.' },
        deleted: { ignored: 'It was deleted.' },
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
          { to: 'pending', when: 'for today, with another method', because: 'It is paid again.' },
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
        {
          stays: 'It is not paid in this cycle.',
          when: 'a payment is scheduled, or an automatic payment is planned',
        },
        { refused: 'payment_not_scheduled', when: 'there is no such payment' },
      ],
    },
    settings: {
      by: '`POST /payment/settings`',
      operation: 'updatePaymentSettings',
      in: {
        'payment-declined': [
          {
            stays: 'Its declined method has to be retried, or another assigned.',
            when: declinedIsThere,
          },
          { to: owed, when: declinedIsGone, because: 'Its user has decided anew.' },
        ],
        deleted: unknown,
      },
      otherwise: { stays: 'A payment in flight is not affected.' },
    },
    customize: {
      by: '`POST /bill/{billId}/customize`',
      operation: 'customizeBill',
      in: { deleted: unknown },
      otherwise: { stays: 'A payment that was submitted to the company is not affected.' },
    },
    assign: {
      by: '`POST /payment/{paymentMethodId}/assign`',
      operation: 'assignPaymentMethod',
      in: {
        'payment-required': { to: due, because: 'The required method is now assigned.' },
        'payment-declined': {
          to: due,
          because:
            'A verified method pays it from now on. If the payment that was declined was ordered, ' +
            'it is scheduled again at once, for what was agreed to.',
        },
        pending: { refused: 'payment_pending' },
        deleted: unknown,
      },
      otherwise: { stays: 'The method pays it from now on.' },
    },
    retry: {
      by: '`POST /payment/{paymentMethodId}/retry` of the method that should have paid it',
      operation: 'retryPaymentMethod',
      in: {
        'payment-declined': [
          { to: 'pending', when: 'it can be paid', because: 'It is charged again.' },
          { refused: 'bill_not_payable', when: 'it cannot be paid now' },
        ],
      },
      otherwise: { ignored: 'It is not unpaid because of a decline.' },
    },
    'pay-date-comes': {
      by: 'the sweep, when the day of its automatic payment has arrived',
      in: {
        upcoming: begins,
        overdue: [
          ...begins,
          { ignored: 'The user has to pay it.', when: 'it was overdue when it was first seen' },
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
          because: 'What remains is still owed, and can be paid at once.',
        },
        deleted: {
          stays: 'The data that was kept hidden while its payment was in flight is deleted.',
        },
      },
      otherwise: notItsPayment,
    },
    declined: {
      by: 'its payment is declined',
      in: {
        pending: [
          {
            to: 'payment-declined',
            because: 'The user has to retry the method, or choose another.',
            when: 'nobody asked to cancel it',
          },
          {
            to: owed,
            because: 'Nothing of it is to be made later: a retry does not charge it.',
            when: 'it was canceled while it was being made',
          },
        ],
        deleted: {
          stays: 'The data that was kept hidden while its payment was in flight is deleted.',
        },
      },
      otherwise: notItsPayment,
    },
    returned: {
      by: 'a payment of it was paid, and is returned',
      in: {
        upcoming: returnedLeaves,
        overdue: returnedLeaves,
        'payment-required': returnedLeaves,
        paid: {
          to: ['paid', 'zero-balance'],
          because: 'It is read again at once: what is owed by then is `payment-declined`.',
        },
        'zero-balance': { stays: 'It is read again at once.' },
        syncing: { stays: 'It is read again at once.' },
        pending: { stays: 'Another payment is under way.' },
        'payment-declined': { stays: 'Its user has to choose what happens next.' },
        deleted: { stays: 'Another payment is under way.' },
      },
    },
    'comes-to-nothing': {
      by: 'its payment is held by the company, abandoned, or waits for its user',
      in: {
        pending: {
          to: [...owed, 'paid', 'zero-balance', 'payment-declined'],
          because: 'It returns to its previous status, or to the one that was read.',
        },
        deleted: {
          stays: 'The data that was kept hidden while its payment was in flight is deleted.',
        },
      },
      otherwise: notItsPayment,
    },
    'method-usable': {
      by: 'a payment method is added, made the default, or verified again after a retry',
      in: {
        'payment-declined': [
          {
            stays: 'Its declined method has to be retried, or another assigned.',
            when: declinedIsThere,
          },
          { to: owed, when: declinedIsGone, because: 'There is another method to pay with.' },
        ],
        deleted: { ignored: 'It was deleted.' },
      },
      otherwise: { stays: 'An automatic payment that waits for a method is tried at once.' },
    },
    'method-spent': {
      by: 'its method is removed by its third decline in a row',
      in: {
        ...goesToDefault,
        'payment-declined': { stays: 'Its user has to choose what happens next.' },
        deleted: { ignored: 'It was deleted.' },
      },
      otherwise: { stays: byDefault },
    },
    'method-removed': {
      by: '`DELETE /payment/{paymentMethodId}` of its method',
      in: {
        ...goesToDefault,
        'payment-declined': {
          to: owed,
          because: 'The decline is removed together with the method.',
        },
        deleted: { ignored: 'It was deleted.' },
      },
      otherwise: { stays: byDefault },
    },
    'delete-auth': {
      by: '`DELETE /auth/{authId}`',
      operation: 'deleteAuth',
      in: { deleted: { refused: 'auth_not_found' } },
      otherwise: { to: 'deleted', because: 'A payment in flight continues until it ends.' },
    },
  },
} as const satisfies StateMachine<BillStatus | 'deleted'>;
