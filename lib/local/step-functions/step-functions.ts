import type { Callers } from '../access/callers.ts';
import { type AwsService, textOf } from '../endpoint/aws-service.ts';
import type { Queues } from '../events/queues.ts';
import { awsFailure } from '../failures.ts';
import type { Functions } from '../lambda/lambda.ts';
import type { LocalState } from '../state.ts';
import type { Model } from '../template/model.ts';
import { createExecutionRunner } from './execution-runner.ts';
import { createExecutionStore } from './executions.ts';
import { readMachines } from './machines.ts';
import { executionOperations, type Operations, tokenOperations } from './operations.ts';
import { createTaskRunner } from './task-runner.ts';

export type StepFunctions = AwsService & {
  /** Goes on with every execution that was running when the last process ended. */
  readonly resumeAll: () => void;
  readonly stop: () => void;
};

export type StepFunctionsDeps = {
  readonly model: Model;
  readonly state: LocalState;
  readonly functions: Functions;
  readonly callers: Callers;
  readonly queues: Queues;
  readonly now?: () => number;
};

/** The Step Functions API over executions written down in SQLite. */
export function createStepFunctions(deps: StepFunctionsDeps): StepFunctions {
  const { now = Date.now } = deps;
  const store = createExecutionStore(deps.state);
  const machines = readMachines(deps.model);
  const tasks = createTaskRunner({ ...deps, store });
  const runner = createExecutionRunner({ store, machines, tasks, now });

  const parts = { store, machines, tasks, runner, now };
  const operations: Operations = { ...executionOperations(parts), ...tokenOperations(parts) };
  return {
    access: (operation, input) => {
      const action = `states:${operation}`;
      const token = textOf(input, 'taskToken');
      if (token !== undefined) {
        const execution = store.find(store.findToken(token)?.arn ?? '');
        // An unknown token belongs to no machine; the call itself refuses it.
        return execution ? [{ action, resource: execution.machine }] : [];
      }
      const resource = textOf(input, 'stateMachineArn') ?? textOf(input, 'executionArn') ?? '*';
      return [{ action, resource }];
    },
    run: (operation, input) => {
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (!run)
        throw awsFailure(
          'UnknownOperationException',
          `states:${operation} is not supported by the local runtime`,
        );
      return run(input);
    },
    resumeAll: () => {
      for (const { arn } of store.listRunning()) runner.resume(arn);
    },
    stop: runner.stop,
  };
}
