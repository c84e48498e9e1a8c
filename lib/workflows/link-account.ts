/** `link-account`: log in with the stored credentials, read the bills, pay or swap where asked to. */
import {
  failLink,
  logIn,
  readBills,
  startLinkedPayment,
  startLinkedSwap,
} from '../../functions/workflow/contract.ts';
import {
  choice,
  failState,
  type State,
  type StateMachine,
  succeed,
  type TaskArns,
  task,
  timeouts,
} from './asl.ts';

export const linkAccountTasks = [
  'logIn',
  'readBills',
  'failLink',
  'startLinkedPayment',
  'startLinkedSwap',
] as const;
type Arns = TaskArns<(typeof linkAccountTasks)[number]>;

/** Well over all tasks with all their retries; the sweep of due work takes up what ended here. */
const TIMEOUT_SECONDS = 30 * 60;

const ids = { 'linkId.$': '$.linkId', 'authId.$': '$.authId', 'clientId.$': '$.clientId' };

const holdOnFailure = [
  { errors: timeouts, next: 'Hold for timeout' },
  { errors: ['States.ALL'], next: 'Hold for system issue' },
];

export function linkAccount(arns: Arns): StateMachine {
  return {
    Comment: 'Links an account. Input: linkId, authId, clientId.',
    StartAt: 'Log in',
    TimeoutSeconds: TIMEOUT_SECONDS,
    States: {
      ...loginStates(arns),
      ...billStates(arns),
      ...swapStates(arns),
      ...holdStates(arns),
      'Account linked': succeed('The auth is verified, its bills are there.'),
      'Needs new credentials': succeed('The company refused the credentials.'),
      'Needs answers': succeed('The company asks security questions.'),
      'On hold': succeed('The auth tells why it is on hold.'),
      Superseded: succeed('A newer link of the same account took over.'),
    },
  };
}

function loginStates(arns: Arns): Record<string, State> {
  return {
    'Log in': task({
      arn: arns.logIn,
      declaration: logIn,
      parameters: ids,
      result: '$.login',
      next: 'Follow the login',
      catches: holdOnFailure,
    }),
    'Follow the login': choice(
      'What the login came to has been recorded by the task.',
      '$.login.outcome',
      {
        verified: 'Read bills',
        authenticate: 'Needs new credentials',
        hold: 'On hold',
        'mfa-required': 'Needs answers',
        superseded: 'Superseded',
      },
      'Hold for system issue',
    ),
  };
}

function billStates(arns: Arns): Record<string, State> {
  return {
    'Read bills': task({
      arn: arns.readBills,
      declaration: readBills,
      parameters: ids,
      result: '$.reading',
      next: 'Follow the reading',
      catches: holdOnFailure,
    }),
    'Follow the reading': choice(
      'Whether the bills were recorded, and the auth with them as verified.',
      '$.reading.outcome',
      { recorded: 'See whether to pay', hold: 'On hold', superseded: 'Superseded' },
      'Hold for system issue',
    ),
    'See whether to pay': {
      Type: 'Choice',
      Comment: 'A link can be asked to pay, or to swap, while the user is there.',
      Choices: [
        {
          And: [
            { Variable: '$.reading.pays', IsPresent: true },
            { Variable: '$.reading.pays', BooleanEquals: true },
          ],
          Next: 'Start linked payment',
        },
        {
          And: [
            { Variable: '$.reading.swaps', IsPresent: true },
            { Variable: '$.reading.swaps', BooleanEquals: true },
          ],
          Next: 'Start linked swap',
        },
      ],
      Default: 'Account linked',
    },
    'Start linked payment': task({
      arn: arns.startLinkedPayment,
      declaration: startLinkedPayment,
      parameters: ids,
      result: '$.payment',
      next: 'Follow the payment',
      // The account is linked: that its payment could not be started must not put it on hold.
      catches: [{ errors: ['States.ALL'], next: 'Payment not started' }],
    }),
    'Follow the payment': choice(
      'A refused payment is told by the bill; the account is linked all the same.',
      '$.payment.outcome',
      { started: 'Account linked', refused: 'Account linked', superseded: 'Superseded' },
      'Account linked',
    ),
    'Payment not started': failState(
      'PaymentNotStarted',
      'The account is linked, but the payment that it was linked for could not be started.',
    ),
  };
}

function swapStates(arns: Arns): Record<string, State> {
  return {
    'Start linked swap': task({
      arn: arns.startLinkedSwap,
      declaration: startLinkedSwap,
      parameters: ids,
      result: '$.swap',
      next: 'Follow the swap',
      // The account is linked: that its swap could not be started must not put it on hold.
      catches: [{ errors: ['States.ALL'], next: 'Swap not started' }],
    }),
    'Follow the swap': choice(
      'A swap that was started ends by itself; a held one puts the auth on hold.',
      '$.swap.outcome',
      { held: 'On hold', superseded: 'Superseded' },
      'Account linked',
    ),
    'Swap not started': failState(
      'SwapNotStarted',
      'The account is linked. The sweep of due work takes up the swap that it was linked for.',
    ),
  };
}

/** One function, told why by which of the two called it: never by the error's own text. */
function holdStates(arns: Arns): Record<string, State> {
  const hold = (reason: 'job-timeout' | 'issue-unidentified') =>
    task({
      arn: arns.failLink,
      declaration: failLink,
      parameters: { ...ids, reason },
      result: '$.failure',
      next: 'On hold',
      catches: [{ errors: ['States.ALL'], next: 'Link failed' }],
    });
  return {
    'Hold for timeout': hold('job-timeout'),
    'Hold for system issue': hold('issue-unidentified'),
    'Link failed': failState(
      'LinkFailed',
      'The auth could not even be put on hold. The sweep of due work takes the link up again.',
    ),
  };
}
