/** The operations of the Step Functions API, by their names. */
import { randomUUID } from 'node:crypto';
import { type Input, textOf } from '../endpoint/aws-service.ts';
import { awsFailure } from '../failures.ts';
import type { ExecutionRunner } from './execution-runner.ts';
import type { Execution, ExecutionStore, TaskOutcome } from './executions.ts';

import type { MachineFacts, TaskRunner } from './task-runner.ts';

export type Operations = Readonly<Record<string, (input: Input) => unknown>>;

export type OperationsDeps = {
  readonly store: ExecutionStore;
  readonly machines: ReadonlyMap<string, MachineFacts>;
  readonly tasks: TaskRunner;
  readonly runner: ExecutionRunner;
  readonly now: () => number;
};

const MAX_INPUT_BYTES = 256 * 1024;
const MAX_NAME_LENGTH = 80;
const MAX_LIST = 1_000;

export function executionOperations(deps: OperationsDeps): Operations {
  const { store, machines, runner, now } = deps;
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
  return {
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
  };
}

/** The calls that the holder of a task's token makes. */
export function tokenOperations({ store, tasks }: OperationsDeps): Operations {
  const settle = (input: Input, outcome: TaskOutcome) => {
    const token = textOf(input, 'taskToken') ?? '';
    if (!store.findToken(token)) throw awsFailure('InvalidToken', "Invalid Token: 'Invalid token'");
    if (!store.settleToken(token, outcome)) {
      throw awsFailure('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
    }
    tasks.settle(token, outcome);
    return {};
  };

  return {
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
}

function checkStart(name: string, input: string): void {
  if (name.length === 0 || name.length > MAX_NAME_LENGTH || !/^[\w.+!@()=',-]+$/.test(name)) {
    throw awsFailure('InvalidName', `Invalid Name: '${name}'`);
  }
  if (!isJson(input))
    throw awsFailure('InvalidExecutionInput', 'Invalid State Machine Execution Input');
  if (Buffer.byteLength(input) > MAX_INPUT_BYTES) {
    throw awsFailure('ValidationException', `Input is larger than ${MAX_INPUT_BYTES} bytes.`);
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
