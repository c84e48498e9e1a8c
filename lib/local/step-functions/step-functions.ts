import { randomUUID } from 'node:crypto';
import type { Callers } from '../access/callers.ts';
import { type AwsService, type Input, textOf } from '../endpoint/aws-service.ts';
import { awsFailure } from '../failures.ts';
import type { Functions } from '../lambda/lambda.ts';
import type { LocalState } from '../state.ts';
import type { Model } from '../template/model.ts';
import { createExecutionRunner } from './execution-runner.ts';
import { createExecutionStore, type Execution, type TaskOutcome } from './executions.ts';
import { readMachines } from './machines.ts';
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
  readonly now?: () => number;
};

const MAX_INPUT_BYTES = 256 * 1024;
const MAX_NAME_LENGTH = 80;
const MAX_LIST = 1_000;

/** The Step Functions API over executions written down in SQLite. */
export function createStepFunctions(deps: StepFunctionsDeps): StepFunctions {
  const { now = Date.now } = deps;
  const store = createExecutionStore(deps.state);
  const machines = readMachines(deps.model);
  const tasks = createTaskRunner({ ...deps, store });
  const runner = createExecutionRunner({ store, machines, tasks, now });

  const findExecution = (input: Input): Execution => {
    const arn = textOf(input, 'executionArn') ?? '';
    const execution = store.find(arn);
    if (!execution) throw awsFailure('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  };
  const findMachine = (input: Input) => {
    const arn = textOf(input, 'stateMachineArn') ?? '';
    const machine = machines.get(arn);
    if (!machine)
      throw awsFailure('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    return machine;
  };
  const settle = (input: Input, outcome: TaskOutcome) => {
    const token = textOf(input, 'taskToken') ?? '';
    if (!store.findToken(token)) throw awsFailure('InvalidToken', "Invalid Token: 'Invalid token'");
    if (!store.settleToken(token, outcome)) {
      throw awsFailure('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
    }
    tasks.settle(token, outcome);
    return {};
  };

  const operations: Record<string, (input: Input) => unknown> = {
    StartExecution: (input) => {
      const machine = findMachine(input);
      const name = textOf(input, 'name') ?? randomUUID();
      const text = textOf(input, 'input') ?? '{}';
      checkStart(name, text);
      const arn = executionArn(machine.arn, name);
      const existing = store.find(arn);
      if (existing && (existing.status !== 'RUNNING' || existing.input !== text)) {
        throw awsFailure('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
      }
      if (existing) return { executionArn: arn, startDate: existing.started / 1000 };
      const startedAt = now();
      store.start(
        { arn, machine: machine.arn, name, input: text, state: machine.definition.StartAt },
        startedAt,
      );
      runner.resume(arn);
      return { executionArn: arn, startDate: startedAt / 1000 };
    },
    DescribeExecution: (input) => describe(findExecution(input)),
    StopExecution: (input) => {
      const { arn } = findExecution(input);
      runner.end(arn, 'ABORTED', { error: textOf(input, 'error'), cause: textOf(input, 'cause') });
      return { stopDate: now() / 1000 };
    },
    ListExecutions: (input) => {
      const limit = Math.min(Number(input.maxResults) || 100, MAX_LIST);
      const offset = Number(textOf(input, 'nextToken') ?? 0);
      const found = store.list(
        findMachine(input).arn,
        textOf(input, 'statusFilter') ?? null,
        limit,
        offset,
      );
      const executions = found.map((execution) => {
        const {
          input: _input,
          output: _output,
          error: _error,
          cause: _cause,
          ...summary
        } = describe(execution);
        return summary;
      });
      return found.length < limit
        ? { executions }
        : { executions, nextToken: String(offset + limit) };
    },
    GetExecutionHistory: (input) => ({
      events: store.listEvents(findExecution(input).arn).map(({ id, type, at, state }) => ({
        id,
        previousEventId: id - 1,
        type,
        timestamp: at / 1000,
        ...(state === null ? {} : { stateEnteredEventDetails: { name: state } }),
      })),
    }),
    SendTaskSuccess: (input) => {
      const output = textOf(input, 'output') ?? '';
      if (!isJson(output)) throw awsFailure('InvalidOutput', 'Invalid Output: Invalid JSON');
      return settle(input, { output });
    },
    SendTaskFailure: (input) =>
      settle(input, {
        error: textOf(input, 'error') ?? 'States.TaskFailed',
        cause: textOf(input, 'cause') ?? '',
      }),
    SendTaskHeartbeat: (input) => {
      const token = textOf(input, 'taskToken') ?? '';
      const known = store.findToken(token);
      if (!known) throw awsFailure('InvalidToken', "Invalid Token: 'Invalid token'");
      if (known.outcome !== null)
        throw awsFailure('TaskTimedOut', "Task Timed Out: 'Task is closed'");
      tasks.beat(token);
      return {};
    },
  };

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
        throw awsFailure('UnknownOperationException', `states:${operation} is not run here`);
      return run(input);
    },
    resumeAll: () => {
      for (const { arn } of store.listRunning()) runner.resume(arn);
    },
    stop: runner.stop,
  };
}

function checkStart(name: string, input: string): void {
  if (name.length === 0 || name.length > MAX_NAME_LENGTH || !/^[\w.+!@()=',-]+$/.test(name)) {
    throw awsFailure('InvalidName', `Invalid Name: '${name}'`);
  }
  if (!isJson(input))
    throw awsFailure('InvalidExecutionInput', 'Invalid State Machine Execution Input');
  if (Buffer.byteLength(input) > MAX_INPUT_BYTES) {
    throw awsFailure('ValidationException', `Input is above ${MAX_INPUT_BYTES} bytes.`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function executionArn(machineArn: string, name: string): string {
  return `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`;
}

function describe(execution: Execution) {
  const { arn, machine, name, status, started, stopped, input, output, error, cause } = execution;
  return {
    executionArn: arn,
    stateMachineArn: machine,
    name,
    status,
    startDate: started / 1000,
    input,
    ...(stopped === null ? {} : { stopDate: stopped / 1000 }),
    ...(output === null ? {} : { output }),
    ...(error === null ? {} : { error }),
    ...(cause === null ? {} : { cause }),
  };
}
