import type { PaymentState } from './late-endings.ts';
import type { StateMachine } from './state-machine.ts';

const ended = { ignored: 'It has ended, and can end only once.' } as const;
const neverSubmitted = { ignored: 'It was never submitted to the company.' } as const;

export const paymentStates = {
  name: 'Payment',
  about: 'One attempt to pay one statement of a bill.',
  states: {
    scheduled: 'It will be made on its day.',
    pending: 'It is being made and cannot be stopped.',
    paid: 'The company accepted it.',
    declined: 'The payment method was declined.',
    held: 'The company put the account on hold; the auth says why.',
    cancelled: 'It was never made.',
    returned:
      'The company or network gave the money back after it was paid. The API shows it as `declined`, ' +
      'with `returned`.',
  },
  begins: {
    scheduled:
      '`POST /payment/schedule` for a later day, an automatic payment of far more than the usual',
    pending: '`POST /payment/schedule` for today, an automatic payment, a retry, a link that pays',
  },
  triggers: {
    schedule: {
      by: '`POST /payment/schedule`, of the same account',
      operation: 'schedulePayment',
      in: {
        scheduled: [
          {
            refused: 'payment_already_scheduled',
            when: 'it does not wait, or no `maxAmount` is given',
          },
          { to: 'pending', when: 'it waits, and `maxAmount` is given', because: 'It is approved.' },
          { stays: 'It is made on the day.', when: 'it waits, and is approved for a later day' },
        ],
        pending: { refused: 'payment_pending' },
        paid: [
          { refused: 'statement_already_paid', when: 'it covers all that is owed' },
          { ignored: 'What it left is still owed.', when: 'it was a part' },
        ],
      },
      otherwise: {
        ignored: 'It has ended and reserves nothing: the request is for another payment.',
      },
    },
    cancel: {
      by: '`POST /payment/cancel`',
      operation: 'cancelPayment',
      in: {
        scheduled: {
          to: 'cancelled',
          because: 'The bill can be paid again; with recurring on, this cycle is skipped.',
        },
        pending: { refused: 'payment_pending' },
      },
      otherwise: { refused: 'payment_not_scheduled' },
    },
    assign: {
      by: '`POST /payment/{paymentMethodId}/assign` to its bill',
      operation: 'assignPaymentMethod',
      in: {
        scheduled: { stays: 'The method that is assigned on its day pays.' },
        pending: { refused: 'payment_pending' },
        declined: {
          ignored: 'It has ended. If it was ordered, another payment goes on with the order.',
        },
        returned: { ignored: 'It has ended. Another payment of the same amount is made.' },
      },
      otherwise: ended,
    },
    'delete-auth': {
      by: '`DELETE /auth/{authId}`',
      operation: 'deleteAuth',
      in: {
        scheduled: { to: 'cancelled', because: 'A scheduled payment is canceled with its auth.' },
        pending: { stays: 'A payment in flight continues until it ends.' },
      },
      otherwise: ended,
    },
    'day-comes': {
      by: 'the sweep, when its day has arrived',
      in: {
        scheduled: [
          { to: 'pending', when: 'it can be made', because: 'It starts.' },
          {
            stays: 'It is retried in an hour.',
            when: 'it cannot be made now, is over a limit, or payments are paused',
          },
          {
            to: 'cancelled',
            when: 'waiting does not help',
            because: 'Nothing is owed, the statement is paid, or the user has to be present.',
          },
        ],
        pending: { stays: 'Its workflow is started again if it is not running.' },
      },
      otherwise: ended,
    },
    'waits-for-user': {
      by:
        'the bill owes more than its user agreed to, and the company takes no part; it shows another ' +
        'statement; or nobody asked for the payment, and it is far above the usual',
      in: {
        scheduled: { stays: 'It waits for its user, who is told.' },
        pending: {
          to: 'scheduled',
          because: 'Nothing of it is under way at the company; its user is told.',
        },
      },
      otherwise: ended,
    },
    paid: {
      by: 'the company accepted it',
      in: {
        pending: { to: 'paid', because: 'The account owes less by it.' },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    declined: {
      by: 'the method was declined',
      in: {
        pending: { to: 'declined', because: 'Its statement can be paid by another payment.' },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    held: {
      by: 'the company holds the account',
      in: {
        pending: {
          to: 'held',
          because: 'Its statement can be paid again, and the auth is on hold.',
        },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    accepted: {
      by: 'the company has it and settles it in days',
      in: {
        pending: { stays: 'It is asked about again when the company wants to be.' },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    returned: {
      by: 'the money is given back',
      in: {
        paid: { to: 'returned', because: 'Its bill is owed again, and the user is told.' },
        pending: { to: 'returned', because: 'It was paid before anybody heard of it.' },
        scheduled: neverSubmitted,
        returned: { ignored: 'It was told before.' },
      },
      otherwise: { ignored: 'It was not paid.' },
    },
    unknown: {
      by: 'the outcome is not known',
      in: {
        pending: {
          stays: 'An unknown outcome never counts as a failure: the company is asked again.',
        },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    'not-let-in': {
      by: 'the company does not let the payment in: the password changed, or it wants the user',
      in: {
        pending: [
          {
            stays: 'An unknown outcome never counts as a failure: the company is asked again.',
            when: 'it may have been submitted',
          },
          {
            to: 'scheduled',
            when: 'it was ordered for a later day, and was not submitted',
            because: 'It is tried again every hour, once the account is linked.',
          },
          {
            to: 'cancelled',
            when: 'it was not submitted, and is automatic or was ordered for now',
            because:
              'Everything it reserved is released; an automatic payment starts again once the ' +
              'account is linked.',
          },
        ],
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    'operator-fault': {
      by: 'the company or network does not take it, and only the operator can change that',
      in: {
        pending: {
          stays: 'It is tried again each hour for three days. The method is not to blame.',
        },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
    'given-up': {
      by:
        'nothing is owed any more, the method was declined or removed in the meantime, or an ' +
        'automatic payment is obsolete: the company collects by itself, has issued another ' +
        'statement, or shows an amount over a limit',
      in: {
        pending: {
          to: 'cancelled',
          because: 'It was never submitted to the company; everything it reserved is released.',
        },
        scheduled: neverSubmitted,
      },
      otherwise: ended,
    },
  },
} as const satisfies StateMachine<PaymentState>;
