import type { MethodStatus } from '../schemas/payment-method.ts';
import type { StateMachine } from './state-machine.ts';

const gone = { ignored: 'It was removed with all that named it.' } as const;
const unknown = { refused: 'payment_method_not_found' } as const;
const declined = { refused: 'payment_method_declined' } as const;

/** Three declines in a row, as `MAX_DECLINES` says. */
const thirdDecline = 'it is the third decline in a row, and no other payment with it is in flight';

export const paymentMethodStates = {
  name: 'Payment method',
  about: 'A card or a bank account of a client.',
  states: {
    verified: 'It pays.',
    declined: 'A payment with it was declined. It pays nothing until it is retried.',
    pending: 'It is being retried: the bills that its decline left unpaid are charged in turn.',
    removed: 'It is gone.',
  },
  begins: { verified: '`POST /payment`, `POST /client/sync`' },
  triggers: {
    pay: {
      by: '`POST /payment/schedule`, and every automatic payment',
      operation: 'schedulePayment',
      in: {
        verified: { stays: 'It pays.' },
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
      in: { verified: { stays: 'It pays every bill without one of its own.' }, removed: unknown },
      otherwise: declined,
    },
    swap: {
      by: '`POST /swap/create`',
      operation: 'createSwap',
      in: {
        verified: [
          { stays: 'It is put on file.', when: 'its code is there' },
          { refused: 'card_code_required', when: 'its code was used or dropped' },
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
            because: 'It is as good as any other until it is used.',
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
          when: 'no payment with it was begun within 24 hours, and none is in flight',
          because: 'Its bills go back to the default.',
        },
        { refused: 'payment_method_recently_used', when: 'one was' },
      ],
    },
    paid: {
      by: 'a payment with it is paid',
      in: {
        verified: { stays: 'Its declines are forgotten.' },
        pending: { to: 'verified', because: 'The next bill that it left unpaid follows.' },
        declined: { to: 'verified', because: 'A payment begun before its decline went through.' },
        removed: gone,
      },
    },
    declined: {
      by: 'a payment with it is declined',
      in: { removed: gone },
      otherwise: [
        { to: 'declined', when: 'it is not the third time', because: 'It pays nothing more.' },
        { to: 'removed', when: thirdDecline, because: 'If it was the default, there is none.' },
      ],
    },
    'retry-goes-on': {
      by: 'the sweep, while it is due for its retry',
      in: {
        verified: [
          { to: 'pending', when: 'it left another bill unpaid', because: 'That one is charged.' },
          { stays: 'Its retry is over.', when: 'nothing is left that can be paid now' },
        ],
        declined: [
          { to: 'removed', when: 'its third decline waited', because: 'Nothing is in flight now.' },
          { ignored: 'The user retries it again.', when: 'it was not the third' },
        ],
        removed: gone,
      },
      otherwise: { ignored: 'Its payment is in flight.' },
    },
    'comes-to-nothing': {
      by: 'a payment with it is held by the company, or given up',
      in: {
        pending: { to: 'declined', because: 'A retry that came to nothing proved nothing.' },
        removed: gone,
      },
      otherwise: { stays: 'It is not the fault of the method.' },
    },
  },
} as const satisfies StateMachine<MethodStatus | 'removed'>;
