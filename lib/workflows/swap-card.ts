/**
 * `swap-card`: put a card on file at a company. An unknown outcome is asked about with growing waits:
 * the task knows the attempt by its id, and sends the card again only where the company never got it.
 */
import { settleSwap, submitSwap } from '../../functions/workflow/contract.ts';
import {
  askAgain,
  awaitReport,
  awaitWorker,
  choice,
  failState,
  type State,
  type StateMachine,
  succeed,
  type TaskArns,
  task,
} from './asl.ts';
import { queuedTask } from './queued-task.ts';

export const swapCardTasks = ['submitSwap', 'awaitReport', 'settleSwap'] as const;
type Arns = TaskArns<(typeof swapCardTasks)[number]>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds to wait before each time of asking: a user waits for it, so an hour and a half in all. */
export const swapWaitSeconds = [5, 15, MINUTE, 5 * MINUTE, 20 * MINUTE, HOUR];

/** Over the waits together with all tasks and their retries. */
const TIMEOUT_SECONDS = 6 * HOUR;

const ids = {
  'swapId.$': '$.swapId',
  'attemptId.$': '$.attemptId',
  'clientId.$': '$.clientId',
};
/** What a state that replaces the machine's data has to hand on. */
const kept = { ...ids, 'companyId.$': '$.companyId' };

/** The task that submits asks, too: it knows the attempt. */
const asking = askAgain({
  ids: kept,
  waitSeconds: swapWaitSeconds,
  ask: 'Submit swap',
  giveUp: 'Settle swap',
});

export function swapCard(arns: Arns): StateMachine {
  return {
    Comment: 'Puts a card on file. Input: swapId, attemptId, clientId, companyId.',
    StartAt: 'Start counting',
    TimeoutSeconds: TIMEOUT_SECONDS,
    States: {
      'Start counting': {
        Type: 'Pass',
        Comment: 'How often an unknown outcome was requested.',
        Parameters: { ...kept, ...asking.start },
        Next: 'Submit swap',
      },
      ...submitStates(arns),
      ...settleStates(arns),
      Completed: succeed('The company has the card on file.'),
      Held: succeed('The swap is on hold; the swap and the auth say why.'),
      Closed: succeed('The swap no longer exists, or is at another attempt.'),
    },
  };
}

function submitStates(arns: Arns): Record<string, State> {
  return {
    'Submit swap': queuedTask({
      queueUrl: arns.submitSwap,
      declaration: submitSwap,
      turn: '$.companyId',
      parameters: ids,
      result: '$.result',
      next: 'Follow the submission',
      // It may have gone through before it failed, so a failure counts as an unknown outcome.
      catches: [{ errors: ['States.ALL'], next: asking.entry }],
    }),
    'Follow the submission': choice(
      'What the company returned, recorded on the swap by the task.',
      '$.result.outcome',
      {
        completed: 'Settle swap',
        held: 'Settle swap',
        closed: 'Closed',
        running: 'Await the swap',
        carried: 'Await the worker at the swap',
      },
      asking.entry,
    ),
    'Await the swap': awaitReport(arns.awaitReport, ids, {
      secondsPath: '$.result.waitSeconds',
      next: 'Submit swap',
    }),
    'Await the worker at the swap': awaitWorker(arns.awaitReport, ids, {
      secondsPath: '$.result.waitSeconds',
      next: 'Submit swap',
    }),
    ...asking.states,
  };
}

function settleStates(arns: Arns): Record<string, State> {
  return {
    'Settle swap': task({
      arn: arns.settleSwap,
      declaration: settleSwap,
      parameters: ids,
      result: '$.settlement',
      next: 'Follow the settlement',
      catches: [{ errors: ['States.ALL'], next: 'Swap not settled' }],
    }),
    'Follow the settlement': choice(
      'What was recorded. An outcome that could not be determined puts the swap on hold as a ' +
        'system issue.',
      '$.settlement.outcome',
      { completed: 'Completed', hold: 'Held' },
      'Closed',
    ),
    'Swap not settled': failState(
      'SwapNotSettled',
      'The outcome could not be recorded. The sweep of due work resumes the swap.',
    ),
  };
}
