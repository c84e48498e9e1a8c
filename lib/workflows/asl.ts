/** What the state machines have in common: how a task is called, retried and bounded. */

import type { FunctionDeclaration } from '@billhook/core/api/operation';
import { HEARTBEAT_SECONDS } from '@billhook/core/company/running';

export type State = Readonly<Record<string, unknown>>;

export type StateMachine = {
  readonly Comment: string;
  readonly StartAt: string;
  readonly TimeoutSeconds: number;
  readonly States: Readonly<Record<string, State>>;
};

/**
 * How each task is reached, by its name in `functions/workflow/contract.ts`: the ARN of its function, or
 * the address of its queue.
 */
export type TaskArns<Name extends string> = Readonly<Record<Name, string>>;

export const DEFAULT_TIMEOUT_SECONDS = 10;
/** Over the function's own time: for a cold start, and so that the function gives up first. */
export const TIMEOUT_MARGIN_SECONDS = 15;

/** Lambda itself was short of capacity or away: the function did not run, or not to its end. */
const outages = [
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.TooManyRequestsException',
  'Lambda.Unknown',
];

/** What a function or the workflow says when time ran out. */
export const timeouts = ['States.Timeout', 'Sandbox.Timedout'];

/** Whoever was to send heartbeats has gone silent. To a retry that names failed tasks it is one of those. */
const HEARTBEAT_TIMEOUT = 'States.HeartbeatTimeout';

/** What a task says when it failed. */
export const failures = {
  ErrorEquals: ['States.TaskFailed'],
  IntervalSeconds: 2,
  BackoffRate: 3,
  MaxAttempts: 3,
  MaxDelaySeconds: 30,
  JitterStrategy: 'FULL',
};

/** Every task is idempotent, so that all of these may be tried again. */
const retries = [
  {
    ErrorEquals: outages,
    IntervalSeconds: 1,
    BackoffRate: 2,
    MaxAttempts: 6,
    MaxDelaySeconds: 30,
    JitterStrategy: 'FULL',
  },
  {
    ErrorEquals: timeouts,
    IntervalSeconds: 5,
    BackoffRate: 2,
    MaxAttempts: 1,
    JitterStrategy: 'FULL',
  },
  failures,
];

export type Task = {
  readonly arn: string;
  readonly declaration: FunctionDeclaration;
  /** What the function is called with. Ids and closed sets only. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Where its answer is put; dropped when nowhere. */
  readonly result: string | null;
  readonly next: string;
  /** The state that each kind of failure leads to, after the retries. The error itself is dropped. */
  readonly catches: readonly { readonly errors: readonly string[]; readonly next: string }[];
};

export function task({ arn, declaration, parameters, result, next, catches }: Task): State {
  const functionSeconds = declaration.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  return {
    Type: 'Task',
    Comment: declaration.summary,
    Resource: arn,
    Parameters: parameters,
    ResultPath: result,
    TimeoutSeconds: functionSeconds + TIMEOUT_MARGIN_SECONDS,
    Retry: retries,
    Catch: catchersOf(catches),
    Next: next,
  };
}

export type WaitingTask = Omit<Task, 'declaration'> & {
  readonly comment: string;
  /** Where the state's input says how many seconds it waits. */
  readonly secondsPath: string;
  /** After so many without a heartbeat it waits no longer. Always fewer than it would wait. */
  readonly heartbeatSeconds?: number;
};

/**
 * Calls a function with a task token, and waits until somebody sends the token back. Its own time
 * being over is for the caller to catch: it is no failure, and not tried again.
 */
export function waitForAnswer({ arn, comment, parameters, ...rest }: WaitingTask): State {
  const { heartbeatSeconds } = rest;
  const again = retries.filter(({ ErrorEquals }) => ErrorEquals !== timeouts);
  return {
    Type: 'Task',
    Comment: comment,
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Parameters: {
      FunctionName: arn,
      Payload: { ...parameters, 'taskToken.$': '$$.Task.Token' },
    },
    ResultPath: rest.result,
    TimeoutSecondsPath: rest.secondsPath,
    ...(heartbeatSeconds !== undefined && { HeartbeatSeconds: heartbeatSeconds }),
    Retry: heartbeatSeconds === undefined ? again : [neverAgain([HEARTBEAT_TIMEOUT]), ...again],
    Catch: catchersOf(rest.catches),
    Next: rest.next,
  };
}

/**
 * Waits for what is running at a company: for its connector's report, or until it is time to ask
 * (decision: calls-that-run). Whatever ends the wait, the company is asked.
 */
export function awaitReport(
  arn: string,
  parameters: Task['parameters'],
  { secondsPath, next }: { readonly secondsPath: string; readonly next: string },
): State {
  return waitForAnswer({
    arn,
    comment: 'It is running at the company. Wait for a report, or until it is asked about again.',
    parameters,
    secondsPath,
    result: null,
    next,
    catches: [{ errors: ['States.ALL'], next }],
  });
}

/**
 * The same for a worker of ours, which says every few seconds that it is at it: one that has died is
 * noticed after its heartbeats, not after the whole wait (decision: heartbeats-of-workers).
 */
export function awaitWorker(
  arn: string,
  parameters: Task['parameters'],
  { secondsPath, next }: { readonly secondsPath: string; readonly next: string },
): State {
  return waitForAnswer({
    arn,
    comment:
      'A worker is at it. Wait until it tells, until it is silent, or until it is asked about again.',
    parameters,
    secondsPath,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    result: null,
    next,
    catches: [{ errors: ['States.ALL'], next }],
  });
}

/** Errors after which a state is not tried again, whatever follows in its list. */
export const neverAgain = (errors: readonly string[]) => ({
  ErrorEquals: errors,
  IntervalSeconds: 1,
  BackoffRate: 1,
  MaxAttempts: 0,
  JitterStrategy: 'FULL',
});

/** `ResultPath: null` keeps the error's cause, which may quote anything, out of the state. */
export function catchersOf(catches: Task['catches']) {
  return catches.map(({ errors, next }) => ({ ErrorEquals: errors, ResultPath: null, Next: next }));
}

/** A choice by a value of a closed set. */
export function choice(
  comment: string,
  variable: string,
  nextOf: Readonly<Record<string, string>>,
  otherwise: string,
): State {
  return {
    Type: 'Choice',
    Comment: comment,
    Choices: Object.entries(nextOf).map(([value, next]) => ({
      Variable: variable,
      StringEquals: value,
      Next: next,
    })),
    Default: otherwise,
  };
}

/** A choice by whether a count has reached a bound. */
export function atLeast(
  variable: string,
  bound: number,
  { reached, otherwise }: { readonly reached: string; readonly otherwise: string },
): State {
  return {
    Type: 'Choice',
    Choices: [{ Variable: variable, NumericGreaterThanEquals: bound, Next: reached }],
    Default: otherwise,
  };
}

export type Asking = {
  /** What the machine's input holds, as every state hands it on. */
  readonly ids: Readonly<Record<string, string>>;
  /** What the machine counts beside, handed on likewise. */
  readonly counts?: Readonly<Record<string, string>>;
  /** Seconds to wait before each time of asking. */
  readonly waitSeconds: readonly number[];
  /** The state that asks. */
  readonly ask: string;
  /** The state that follows when it was asked after every wait. */
  readonly giveUp: string;
};

/** Asking again about an outcome that nobody knows, with growing waits, until the waits are used up. */
export function askAgain({ ids, counts, waitSeconds, ask, giveUp }: Asking) {
  return {
    /** What the machine starts counting with. */
    start: { asked: 0, waitSeconds },
    /** What a state that replaces the machine's data has to hand on. */
    kept: { 'asked.$': '$.asked', 'waitSeconds.$': '$.waitSeconds' },
    /** Where an unknown outcome leads. */
    entry: 'See how often it was asked',
    states: {
      'See how often it was asked': atLeast('$.asked', waitSeconds.length, {
        reached: giveUp,
        otherwise: 'Choose the wait',
      }),
      'Choose the wait': {
        Type: 'Pass',
        Parameters: {
          ...ids,
          ...counts,
          'asked.$': 'States.MathAdd($.asked, 1)',
          'waitSeconds.$': '$.waitSeconds',
          'seconds.$': 'States.ArrayGetItem($.waitSeconds, $.asked)',
        },
        Next: 'Wait before asking',
      },
      'Wait before asking': { Type: 'Wait', SecondsPath: '$.seconds', Next: ask },
    },
  };
}

/** A wait of as many seconds as the state's input says, before something is tried again. */
export function waitAsTold(comment: string, secondsPath: string, next: string): State {
  return { Type: 'Wait', Comment: comment, SecondsPath: secondsPath, Next: next };
}

export function succeed(comment: string): State {
  return { Type: 'Succeed', Comment: comment };
}

export function failState(error: string, cause: string): State {
  return { Type: 'Fail', Error: error, Cause: cause };
}
