import type { PaymentStatus } from '../schemas/bill.ts';
import type { StateMachine } from './state-machine.ts';

const ended = { ignored: 'It has ended, and ends once.' } as const;
const neverSubmitted = { ignored: 'The company was never asked for it.' } as const;

export const paymentStates = {
  name: 'Payment',
  about: 'One attempt to pay one statement of a bill.',
  states: {
    scheduled: 'It will be made on its day.',
    pending: 'It is being made; nobody can stop it.',
    paid: 'The company took it.',
    declined: 'The method was declined.',
    held: 'The company holds the account; the auth says why.',
    cancelled: 'It was never made.',
  },
  begins: {
    scheduled: '`POST /payment/schedule` for a later day',
    pending: '`POST /payment/schedule` for today, an automatic payment, a retry, a link that pays',
  },
  triggers: {
    schedule: {
      by: '`POST /payment/schedule`, of the same statement',
      operation: 'schedulePayment',
      in: {
        scheduled: { refused: 'payment_already_scheduled' },
        pending: { refused: 'payment_pending' },
        paid: { refused: 'statement_already_paid' },
      },
      otherwise: {
        ignored: 'It has ended and holds nothing: what is asked for is another payment.',
      },
    },
    cancel: {
      by: '`POST /payment/cancel`',
      operation: 'cancelPayment',
      in: {
        scheduled: {
          to: 'cancelled',
          because: 'The bill is free again; with recurring on, this cycle is skipped.',
        },
        pending: { refused: 'payment_pending' },
      },
      otherwise: { refused: 'payment_not_scheduled' },
    },
    assign: {
      by: '`POST /payment/{paymentMethodId}/assign` to its bill',
      operation: 'assignPaymentMethod',
      in: {
        scheduled: { stays: 'The method that is assigned when its day comes pays.' },
        pending: { refused: 'payment_pending' },
      },
      otherwise: ended,
    },
    'delete-auth': {
      by: '`DELETE /auth/{authId}`',
      operation: 'deleteAuth',
      in: {
        scheduled: { to: 'cancelled', because: 'What is scheduled goes with its auth.' },
        pending: { stays: 'A payment in flight goes on to its end.' },
      },
      otherwise: ended,
    },
    'day-comes': {
      by: 'the sweep, when its day has come',
      in: {
        scheduled: [
          { to: 'pending', when: 'it can be made', because: 'It begins.' },
          { stays: 'It is tried again in an hour.', when: 'it cannot be made now' },
          {
            to: 'cancelled',
            when: 'no waiting helps',
            because: 'Nothing is owed, the statement is paid, or the user has to be there.',
          },
        ],
        pending: { stays: 'Its workflow is started again if it does not run.' },
      },
      otherwise: ended,
    },
    paid: {
      by: 'the company took it',
      in: {
        pending: { to: 'paid', because: 'Its statement is paid for good.' },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    declined: {
      by: 'the method was declined',
      in: {
        pending: { to: 'declined', because: 'Its statement is free for another payment.' },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    held: {
      by: 'the company holds the account',
      in: {
        pending: { to: 'held', because: 'Its statement is free, and the auth on hold.' },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    unknown: {
      by: 'the outcome is not known',
      in: {
        pending: { stays: 'Unknown is never failed: the company is asked again.' },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    'given-up': {
      by: 'nothing is owed any more, the method was declined or removed meanwhile, or an automatic payment is over: the company collects by itself, or has issued another statement',
      in: {
        pending: { to: 'cancelled', because: 'The company was never asked; all it held is free.' },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
  },
} as const satisfies StateMachine<PaymentStatus>;
