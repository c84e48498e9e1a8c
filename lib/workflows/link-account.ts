/**
 * `link-account`: log in with the stored credentials, ask the user what the company asks until it is
 * content, read the bills, pay or swap when the link asked for it.
 */
import { MAX_CHALLENGES_PER_LINK, QUESTIONS_WAIT_SECONDS } from '@billhook/core/auth/challenge';
import {
  closeChallenge,
  failLink,
  logIn,
  readBills,
  startLinkedPayment,
  startLinkedSwap,
} from '../../functions/workflow/contract.ts';
import {
  awaitReport,
  awaitWorker,
  choice,
  failState,
  type State,
  type StateMachine,
  succeed,
  type TaskArns,
  task,
  timeouts,
  waitAsTold,
  waitForAnswer,
} from './asl.ts';
import { queuedTask } from './queued-task.ts';

export const linkAccountTasks = [
  'logIn',
  'awaitReport',
  'openChallenge',
  'closeChallenge',
  'readBills',
  'failLink',
  'startLinkedPayment',
  'startLinkedSwap',
] as const;
type Arns = TaskArns<(typeof linkAccountTasks)[number]>;

/** Well over all tasks with all their retries. */
const WORK_SECONDS = 2 * 60 * 60;

/** Over each round of waiting and working; the sweep of due work takes up what ended here. */
const TIMEOUT_SECONDS = (MAX_CHALLENGES_PER_LINK + 1) * (QUESTIONS_WAIT_SECONDS + WORK_SECONDS);

const ids = { 'linkId.$': '$.linkId', 'authId.$': '$.authId', 'clientId.$': '$.clientId' };

const GATE = "The company's gate lets nobody in for the moment. The task counts how long it waits.";
const GATE_OR_RUN = `${GATE} Or another run of the task is at the login.`;

const holdOnFailure = [
  { errors: timeouts, next: 'Hold for timeout' },
  { errors: ['States.ALL'], next: 'Hold for system issue' },
];

export function linkAccount(arns: Arns): StateMachine {
  return {
    Comment: 'Links an account. Input: linkId, authId, clientId, companyId.',
    StartAt: 'Log in',
    TimeoutSeconds: TIMEOUT_SECONDS,
    States: {
      ...loginStates(arns),
      ...securityStates(arns),
      ...billStates(arns),
      ...swapStates(arns),
      ...holdStates(arns),
      'Account linked': succeed('The auth is verified and its bills are recorded.'),
      'Needs new credentials': succeed('The company rejected the credentials.'),
      'On hold': succeed('The auth says why it is on hold.'),
      Superseded: succeed('A newer link of the same account took over.'),
    },
  };
}

function loginStates(arns: Arns): Record<string, State> {
  return {
    'Log in': queuedTask({
      queueUrl: arns.logIn,
      declaration: logIn,
      turn: '$.companyId',
      parameters: ids,
      result: '$.login',
      next: 'Follow the login',
      catches: holdOnFailure,
    }),
    'Follow the login': choice(
      'The task has recorded the outcome of the login.',
      '$.login.outcome',
      {
        verified: 'Read bills',
        authenticate: 'Needs new credentials',
        hold: 'On hold',
        'mfa-required': 'Await security answer',
        waits: 'Wait to log in',
        running: 'Await the login',
        carried: 'Await the worker at the login',
        superseded: 'Superseded',
      },
      'Hold for system issue',
    ),
    'Wait to log in': waitAsTold(GATE_OR_RUN, '$.login.waitSeconds', 'Log in'),
    'Await the login': awaitReport(arns.awaitReport, ids, {
      secondsPath: '$.login.waitSeconds',
      next: 'Log in',
    }),
    'Await the worker at the login': awaitWorker(arns.awaitReport, ids, {
      secondsPath: '$.login.waitSeconds',
      next: 'Log in',
    }),
  };
}

/**
 * What the company asks is shown by the function that is given the task token: an answer can come no
 * sooner than there is somebody to tell.
 */
function securityStates(arns: Arns): Record<string, State> {
  return {
    'Await security answer': waitForAnswer({
      arn: arns.openChallenge,
      comment: 'Show what the company asks, and wait for the user.',
      parameters: ids,
      secondsPath: '$.login.waitSeconds',
      // The answers are stored encrypted in the auth, and never here.
      result: null,
      next: 'Log in',
      catches: [
        { errors: ['States.Timeout'], next: 'Close challenge' },
        { errors: ['States.ALL'], next: 'Hold for system issue' },
      ],
    }),
    'Close challenge': task({
      arn: arns.closeChallenge,
      declaration: closeChallenge,
      parameters: ids,
      result: '$.closing',
      next: 'Follow the closing',
      catches: holdOnFailure,
    }),
    'Follow the closing': choice(
      'Whether the challenge was not answered, or was answered at the last moment.',
      '$.closing.outcome',
      { answered: 'Log in', hold: 'On hold', superseded: 'Superseded' },
      'Hold for system issue',
    ),
  };
}

function billStates(arns: Arns): Record<string, State> {
  return {
    'Read bills': queuedTask({
      queueUrl: arns.readBills,
      declaration: readBills,
      turn: '$.companyId',
      loggedIn: true,
      parameters: ids,
      result: '$.reading',
      next: 'Follow the reading',
      catches: holdOnFailure,
    }),
    'Follow the reading': choice(
      'Whether the bills and the auth were recorded, or the session had ended before they were read.',
      '$.reading.outcome',
      {
        recorded: 'See whether to pay',
        authenticate: 'Needs new credentials',
        waits: 'Wait to read',
        running: 'Await the bills',
        carried: 'Await the worker at the bills',
        hold: 'On hold',
        'mfa-required': 'Ask for the next login',
        superseded: 'Superseded',
      },
      'Hold for system issue',
    ),
    'Ask for the next login': {
      Type: 'Pass',
      Comment: 'The session had ended: the user is asked as after a login.',
      Parameters: { 'waitSeconds.$': '$.reading.waitSeconds' },
      ResultPath: '$.login',
      Next: 'Await security answer',
    },
    'Wait to read': waitAsTold(GATE, '$.reading.waitSeconds', 'Read bills'),
    'Await the bills': awaitReport(arns.awaitReport, ids, {
      secondsPath: '$.reading.waitSeconds',
      next: 'Read bills',
    }),
    'Await the worker at the bills': awaitWorker(arns.awaitReport, ids, {
      secondsPath: '$.reading.waitSeconds',
      next: 'Read bills',
    }),
    'See whether to pay': {
      Type: 'Choice',
      Comment: 'A link can also make a payment or a swap while the user is present.',
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
      'The bill shows a rejected payment; the account is linked anyway.',
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
      'The account is linked. The sweep of due work resumes the swap that it was linked for.',
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
      'The auth could not even be put on hold. The sweep of due work resumes the link.',
    ),
  };
}
