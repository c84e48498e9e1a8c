/**
 * `pay-bill`: submit a payment, and never call it failed while nobody knows: an unknown outcome is
 * asked about, with growing waits, until the company tells or the asking has gone on long enough.
 */
import { askPayment, settlePayment, submitPayment } from '../../functions/workflow/contract.ts';
import {
  askAgain,
  atLeast,
  awaitReport,
  awaitWorker,
  choice,
  failState,
  type State,
  type StateMachine,
  succeed,
  type TaskArns,
  task,
  waitAsTold,
} from './asl.ts';
import { queuedTask } from './queued-task.ts';

export const payBillTasks = [
  'submitPayment',
  'askPayment',
  'awaitReport',
  'settlePayment',
] as const;
type Arns = TaskArns<(typeof payBillTasks)[number]>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds to wait before each time of asking: about two days in all. */
export const waitSeconds = [
  5,
  15,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** How often a payment is submitted that the company says it never got. */
export const MAX_SUBMISSIONS = 3;

/** Over the waits together with all tasks and their retries. */
const TIMEOUT_SECONDS = 72 * HOUR;

const ids = { 'paymentId.$': '$.paymentId', 'billId.$': '$.billId', 'clientId.$': '$.clientId' };
/** What a state that replaces the machine's data has to hand on. */
const kept = { ...ids, 'companyId.$': '$.companyId' };

const asking = askAgain({
  ids: kept,
  counts: { 'submitted.$': '$.submitted' },
  waitSeconds,
  ask: 'Ask what became of it',
  giveUp: 'Give up asking',
});

export function payBill(arns: Arns): StateMachine {
  return {
    Comment:
      'Pays a bill, or asks whether a payment was returned. Input: paymentId, billId, clientId, companyId.',
    StartAt: 'Start counting',
    TimeoutSeconds: TIMEOUT_SECONDS,
    States: {
      'Start counting': {
        Type: 'Pass',
        Comment: 'How often the payment was submitted, and its outcome requested.',
        Parameters: { ...kept, submitted: 1, ...asking.start },
        Next: 'Submit payment',
      },
      ...submitStates(arns),
      ...askStates(arns),
      ...settleStates(arns),
      Paid: succeed('The company accepted the payment.'),
      Declined: succeed('The payment method was declined.'),
      Held: succeed('The company held the payment; the auth says why.'),
      Returned: succeed('The money was given back before anybody heard that it was paid.'),
      Accepted: succeed('The company settles it in days: the sweep of due work has it asked then.'),
      Unresolved: succeed(
        'The outcome could not be determined, or payments are paused. The account is not paid meanwhile.',
      ),
      Closed: succeed('There was nothing left to pay.'),
    },
  };
}

function submitStates(arns: Arns): Record<string, State> {
  return {
    'Submit payment': queuedTask({
      queueUrl: arns.submitPayment,
      declaration: submitPayment,
      turn: '$.companyId',
      parameters: ids,
      result: '$.result',
      next: 'Follow the submission',
      // It may have gone through before it failed, so a failure counts as an unknown outcome.
      catches: [{ errors: ['States.ALL'], next: asking.entry }],
    }),
    'Follow the submission': choice(
      'What the company returned immediately, recorded on the payment by the task.',
      '$.result.outcome',
      {
        paid: 'Settle payment',
        declined: 'Settle payment',
        held: 'Settle payment',
        returned: 'Settle payment',
        accepted: 'Settle payment',
        closed: 'Closed',
        // Settled as unknown: the sweep of due work looks at it again in an hour.
        paused: 'Settle payment',
        waits: 'Wait for the company',
        reading: 'Await the bills',
        'reading-carried': 'Await the worker at the bills',
        running: 'Await the payment',
        carried: 'Await the worker at the payment',
      },
      asking.entry,
    ),
    'Wait for the company': waitAsTold(
      "The company's gate doesn't let the payment in yet. Nothing of it is under way there.",
      '$.result.waitSeconds',
      'Submit payment',
    ),
    // Nothing of the payment is under way yet.
    'Await the bills': awaitReport(arns.awaitReport, ids, {
      secondsPath: '$.result.waitSeconds',
      next: 'Submit payment',
    }),
    'Await the worker at the bills': awaitWorker(arns.awaitReport, ids, {
      secondsPath: '$.result.waitSeconds',
      next: 'Submit payment',
    }),
    'See how often it was submitted': atLeast('$.submitted', MAX_SUBMISSIONS, {
      reached: 'Give up asking',
      otherwise: 'Count the submission',
    }),
    'Count the submission': {
      Type: 'Pass',
      Parameters: {
        ...kept,
        'submitted.$': 'States.MathAdd($.submitted, 1)',
        ...asking.kept,
      },
      Next: 'Submit payment',
    },
  };
}

function askStates(arns: Arns): Record<string, State> {
  return {
    ...asking.states,
    'Ask what became of it': queuedTask({
      queueUrl: arns.askPayment,
      declaration: askPayment,
      turn: '$.companyId',
      parameters: ids,
      result: '$.result',
      next: 'Follow the answer',
      catches: [{ errors: ['States.ALL'], next: asking.entry }],
    }),
    'Follow the answer': choice(
      'What the company now knows about the payment.',
      '$.result.outcome',
      {
        paid: 'Settle payment',
        declined: 'Settle payment',
        held: 'Settle payment',
        returned: 'Settle payment',
        accepted: 'Settle payment',
        closed: 'Closed',
        'never-taken': 'See how often it was submitted',
        running: 'Await the payment',
        carried: 'Await the worker at the payment',
      },
      asking.entry,
    ),
    'Await the payment': awaitReport(arns.awaitReport, ids, {
      secondsPath: '$.result.waitSeconds',
      next: 'Ask what became of it',
    }),
    'Await the worker at the payment': awaitWorker(arns.awaitReport, ids, {
      secondsPath: '$.result.waitSeconds',
      next: 'Ask what became of it',
    }),
    'Give up asking': {
      Type: 'Pass',
      Comment:
        'An unknown outcome does not count as a failure: the account stays closed to a second ' +
        'payment.',
      Result: { outcome: 'unknown' },
      ResultPath: '$.result',
      Next: 'Settle payment',
    },
  };
}

function settleStates(arns: Arns): Record<string, State> {
  return {
    'Settle payment': task({
      arn: arns.settlePayment,
      declaration: settlePayment,
      parameters: { ...ids, 'outcome.$': '$.result.outcome' },
      result: '$.settlement',
      next: 'Follow the settlement',
      catches: [{ errors: ['States.ALL'], next: 'Payment not settled' }],
    }),
    'Follow the settlement': choice(
      'What was recorded.',
      '$.settlement.outcome',
      {
        paid: 'Paid',
        declined: 'Declined',
        held: 'Held',
        returned: 'Returned',
        accepted: 'Accepted',
        closed: 'Closed',
      },
      'Unresolved',
    ),
    'Payment not settled': failState(
      'PaymentNotSettled',
      'The outcome could not be recorded. The sweep of due work resumes the payment.',
    ),
  };
}
