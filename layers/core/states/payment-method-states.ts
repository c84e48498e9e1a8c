import type { MethodStatus } from '../schemas/payment-method.ts';
import type { StateMachine } from './state-machine.ts';

const gone = { ignored: 'It was removed together with every reference to it.' } as const;
const unknown = { refused: 'payment_method_not_found' } as const;
const declined = { refused: 'payment_method_declined' } as const;

/** Three declines in a row, as `MAX_DECLINES` says. */
const thirdDecline = 'it is the third decline in a row, and no other payment with it is in flight';

export const paymentMethodStates = {
  name: 'Payment method',
  about: 'A card or a bank account of a client.',
  states: {
    verified: 'It can make payments.',
    declined: 'A payment with it was declined. It makes no payments until it is retried.',
    pending:
      'It is being retried: the bills that its decline left unpaid are charged one after another.',
    removed: 'It was deleted.',
  },
  begins: { verified: '`POST /payment`, `POST /client/sync`' },
  triggers: {
    pay: {
      by: '`POST /payment/schedule`, and every automatic payment',
      operation: 'schedulePayment',
      in: {
        verified: { stays: 'It can make payments.' },
        removed: { refused: 'payment_method_required' },
      },
      otherwise: declined,
    },
    assign: {
      by: '`POST /payment/{paymentMethodId}/assign`',
      operation: 'assignPaymentMethod',
      in: { verified: { stays: 'The bill is paid with it.' }, removed: unknown },
      otherwise: declined,
    },
    'make-default': {
      by: '`POST /payment/{paymentMethodId}/default`',
      operation: 'makeMethodDefault',
      in: {
        verified: { stays: 'It pays every bill that has no method of its own.' },
        removed: unknown,
      },
      otherwise: declined,
    },
    swap: {
      by: '`POST /swap/create`',
      operation: 'createSwap',
      in: {
        verified: [
          { stays: 'It is put on file.', when: 'its code is stored, or the company needs none' },
          {
            refused: 'card_code_required',
            when: 'its code was used or deleted, and the company needs it',
          },
        ],
        removed: unknown,
      },
      otherwise: declined,
    },
    retry: {
      by: '`POST /payment/{paymentMethodId}/retry`',
      operation: 'retryPaymentMethod',
      in: {
        declined: [
          {
            to: 'pending',
            when: 'it left a bill unpaid that can be paid now',
            because: 'That bill is charged.',
          },
          {
            to: 'verified',
            when: 'it left no bill unpaid',
            because: 'It counts as verified until it is used.',
          },
          { refused: 'bill_not_payable', when: 'none of the bills can be paid now' },
        ],
        removed: unknown,
      },
      otherwise: { refused: 'payment_method_not_declined' },
    },
    delete: {
      by: '`DELETE /payment/{paymentMethodId}`',
      operation: 'deletePaymentMethod',
      in: { removed: unknown },
      otherwise: [
        {
          to: 'removed',
          when:
            'it paid nothing within 24 hours, no payment with it is in flight, and it would make no ' +
            'scheduled payment, or `moveTo` names another method for those',
          because:
            'Its bills are paid with the default method again. If it was the default, there is none ' +
            'any more, or the next verified method where `nextDefault` is given.',
        },
        {
          refused: 'payment_method_recently_used',
          when: 'it paid within 24 hours, or a payment with it is in flight',
        },
        {
          refused: 'payment_method_scheduled',
          when: 'it would make a scheduled payment, and `moveTo` is not given',
        },
      ],
    },
    paid: {
      by: 'a payment with it is paid',
      in: {
        verified: { stays: 'Its declines are reset.' },
        pending: { to: 'verified', because: 'The next bill that it left unpaid is charged.' },
        declined: {
          to: 'verified',
          because: 'A payment that started before the decline has succeeded.',
        },
        removed: gone,
      },
    },
    declined: {
      by: 'a payment with it is declined',
      in: { removed: gone },
      otherwise: [
        {
          to: 'declined',
          when: 'it is not the third decline in a row',
          because: 'It makes no more payments.',
        },
        {
          to: 'removed',
          when: thirdDecline,
          because: 'If it was the default, there is no default any more.',
        },
      ],
    },
    returned: {
      by: 'a payment with it was paid, and is returned for a reason that only its user can mend',
      in: {
        verified: { to: 'declined', because: 'It makes no more payments until it is retried.' },
        removed: gone,
      },
      otherwise: { stays: 'It counts as a decline, but never as the one that removes it.' },
    },
    'retry-goes-on': {
      by: 'the sweep, while it is due for its retry',
      in: {
        verified: [
          { to: 'pending', when: 'it left another bill unpaid', because: 'That bill is charged.' },
          { stays: 'Its retry is over.', when: 'no bill is left that can be paid now' },
        ],
        declined: [
          {
            to: 'removed',
            when: 'its third decline was waiting for payments in flight',
            because: 'No payment is in flight any more.',
          },
          { ignored: 'The user has to retry it again.', when: 'it was not the third decline' },
        ],
        removed: gone,
      },
      otherwise: { ignored: 'Its payment is in flight.' },
    },
    'comes-to-nothing': {
      by: 'a payment with it is held by the company, abandoned, or waits for its user',
      in: {
        pending: {
          to: 'declined',
          because: 'A retry without a result shows nothing about the method.',
        },
        removed: gone,
      },
      otherwise: { stays: 'The method is not the cause.' },
    },
  },
} as const satisfies StateMachine<MethodStatus | 'removed'>;
