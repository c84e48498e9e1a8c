/** Sending a workflow the outcome of a task that it handed on with a task token. */
import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
} from '@aws-sdk/client-sfn';
import type { AwsClients } from './clients.ts';
import { isExecutionGone, stepFunctionsClient } from './step-functions.ts';

export type TaskOutcomes = {
  readonly succeed: (taskToken: string, result: object) => Promise<void>;
  /** `error` is a name of a closed set: a workflow keeps its history. */
  readonly fail: (taskToken: string, error: string) => Promise<void>;
  /** Somebody is at it still. */
  readonly beat: (taskToken: string) => Promise<void>;
};

/** A workflow that waits no longer needs no outcome. Every other failure is thrown. */
export function openTaskOutcomes({ stepFunctions }: AwsClients = {}): TaskOutcomes {
  const send = async (
    command: SendTaskSuccessCommand | SendTaskFailureCommand | SendTaskHeartbeatCommand,
  ) => {
    try {
      await (stepFunctions ?? stepFunctionsClient()).send(command as never);
    } catch (error) {
      if (!isExecutionGone(error)) throw error;
    }
  };
  return {
    succeed: (taskToken, result) =>
      send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(result) })),
    fail: (taskToken, error) => send(new SendTaskFailureCommand({ taskToken, error })),
    beat: (taskToken) => send(new SendTaskHeartbeatCommand({ taskToken })),
  };
}
