/** A task that a workflow hands on by a queue, and whose function sends the outcome back. */

import type { QueuedTask } from '@billhook/core/api/operation';
import { MAY_HAVE_TRIED } from '@billhook/core/company/nothing-tried';
import {
  catchersOf,
  DEFAULT_TIMEOUT_SECONDS,
  failures,
  neverAgain,
  type State,
  type Task,
  TIMEOUT_MARGIN_SECONDS,
} from './asl.ts';

/** Sends a message with a task token, and waits until somebody sends the token back. */
export const SEND_AND_WAIT = 'arn:aws:states:::sqs:sendMessage.waitForTaskToken';

export type Queued = Omit<Task, 'arn' | 'declaration'> & {
  readonly queueUrl: string;
  readonly declaration: QueuedTask;
  /** Whose turn it is when many wait: the path of a company's id. */
  readonly turn: string;
  /** The company has taken these credentials a moment ago: giving them again does no harm. */
  readonly loggedIn?: true;
};

/**
 * The queue is fair by the message's group: a company whose messages are slow holds up no other.
 *
 * It has no heartbeat: nobody is at a message that waits in a queue, for hours if need be. A function that
 * dies with one shows by the queue, which hands it out again after 75 seconds.
 */
export function queuedTask(queued: Queued): State {
  const { queueUrl, declaration, parameters, result, next, catches, turn, loggedIn } = queued;
  const functionSeconds = declaration.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  // The company may have been given the credentials by then: the same again could lock the account
  // (decision: one-login-a-round). Nor does it help to wait again for a turn that did not come.
  const final = ['States.Timeout', ...(loggedIn ? [] : [MAY_HAVE_TRIED])];
  return {
    Type: 'Task',
    Comment: declaration.summary,
    Resource: SEND_AND_WAIT,
    Parameters: {
      QueueUrl: queueUrl,
      'MessageGroupId.$': turn,
      MessageBody: { ...parameters, 'taskToken.$': '$$.Task.Token' },
    },
    ResultPath: result,
    TimeoutSeconds: declaration.patienceSeconds + functionSeconds + TIMEOUT_MARGIN_SECONDS,
    Retry: [neverAgain(final), failures],
    Catch: catchersOf(catches),
    Next: next,
  };
}
