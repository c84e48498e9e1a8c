/**
 * Executions of the workflows, one task at a time: the definitions themselves are interpreted, so
 * that what the walks run cannot differ from what is deployed. Between two tasks the walk may do
 * anything: lose an execution, deliver a task twice, let another go first.
 */
import type { State, StateMachine } from '../../lib/workflows/asl.ts';
import { linkAccount, linkAccountTasks } from '../../lib/workflows/link-account.ts';
import { payBill, payBillTasks } from '../../lib/workflows/pay-bill.ts';
import { SEND_AND_WAIT } from '../../lib/workflows/queued-task.ts';

export type Data = Readonly<Record<string, unknown>>;

export type Execution = {
  readonly name: string;
  readonly machine: StateMachine;
  state: string;
  data: Data;
  /** Times that the task of the state failed. */
  failures: number;
  /** Milliseconds since the epoch before which nothing happens by itself. */
  waitsUntil: number;
  /** States entered; names the task of the one that it is in. */
  entered: number;
  /** When it entered the state, in milliseconds since the epoch. */
  enteredAt: number;
  /** Whether its task has been told its token, which somebody may send back. */
  waits: boolean;
  ended: boolean;
};

export type TaskRun = { readonly task: string; readonly input: Data };

/** Retries are many; two are enough to tell a task that fails once from one that keeps failing. */
const MAX_FAILURES = 3;

const machines: Readonly<Record<string, StateMachine>> = {
  'link-account': linkAccount(namesOf(linkAccountTasks)),
  'pay-bill': payBill(namesOf(payBillTasks)),
};

/** A task's name stands for the ARN of its function, and for the address of its queue. */
function namesOf<Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, name])) as unknown as Record<Name, string>;
}

export function newExecution(
  machineName: string,
  name: string,
  data: Data,
  now: number,
): Execution {
  const machine = machines[machineName];
  if (!machine) throw new Error(`There is no workflow ${machineName}`);
  const begun = { name, machine, state: machine.StartAt, data, entered: 0, enteredAt: now };
  return follow({ ...begun, failures: 0, waitsUntil: 0, waits: false, ended: false }, now);
}

/** The task that the execution would run now. */
export function taskOf(execution: Execution): TaskRun {
  const state = stateOf(execution);
  const parameters = state.Parameters as Data;
  if (state.Resource === SEND_AND_WAIT) {
    // Who reads the queue sends the token back, which is as if the task had been called.
    const { 'taskToken.$': _token, ...body } = parameters.MessageBody as Data;
    return { task: String(parameters.QueueUrl), input: fill(body, execution.data) };
  }
  if (!isWaiting(state)) {
    return { task: String(state.Resource), input: fill(parameters, execution.data) };
  }
  const { 'taskToken.$': _token, ...payload } = parameters.Payload as Data;
  const input = { ...fill(payload, execution.data), taskToken: tokenOf(execution) };
  return { task: String(parameters.FunctionName), input };
}

function isWaiting({ Resource }: State): boolean {
  return Resource === 'arn:aws:states:::lambda:invoke.waitForTaskToken';
}

/** Each attempt has its own. */
export function tokenOf({ name, entered, failures }: Execution): string {
  return `${name} ${entered} ${failures}`;
}

/** Somebody sent the token back, or nobody did in time. */
export function endWait(execution: Execution, how: 'answered' | 'timeout', now: number): void {
  const state = stateOf(execution);
  execution.waits = false;
  execution.state = how === 'answered' ? String(state.Next) : catcherOf(state, 'States.Timeout');
  follow(execution, now);
}

export function succeedTask(execution: Execution, answer: unknown, now: number): void {
  const state = stateOf(execution);
  if (isWaiting(state)) {
    execution.waits = true;
    const seconds = Number(read(execution.data, String(state.TimeoutSecondsPath)));
    execution.waitsUntil = execution.enteredAt + seconds * 1000;
    return;
  }
  execution.data = withResult(execution.data, String(state.ResultPath), answer);
  execution.state = String(state.Next);
  follow(execution, now);
}

/** Tries the task again, unless its error is not to be, and follows its catcher when it keeps failing. */
export function failTask(execution: Execution, error: unknown, now: number): void {
  execution.failures += 1;
  const isAgain = !isNeverAgain(stateOf(execution), error);
  if (isAgain && execution.failures < MAX_FAILURES) return;
  execution.state = catcherOf(stateOf(execution), 'States.ALL');
  follow(execution, now);
}

function isNeverAgain({ Retry }: State, error: unknown): boolean {
  const retriers = Retry as readonly { ErrorEquals: string[]; MaxAttempts: number }[];
  const name = error instanceof Error ? error.name : '';
  const found = retriers.find(({ ErrorEquals }) => ErrorEquals.includes(name));
  return found?.MaxAttempts === 0;
}

function catcherOf(state: State, error: string): string {
  const catchers = state.Catch as readonly { ErrorEquals: string[]; Next: string }[];
  const found = catchers.find(({ ErrorEquals }) => ErrorEquals.includes(error));
  if (!found) throw new Error(`A state does not catch ${error}`);
  return found.Next;
}

/** Goes on to the next task, or to the end. */
function follow(execution: Execution, now: number): Execution {
  for (;;) {
    const state = stateOf(execution);
    switch (state.Type) {
      case 'Task':
        execution.failures = 0;
        execution.entered += 1;
        execution.enteredAt = now;
        return execution;
      case 'Succeed':
      case 'Fail':
        execution.ended = true;
        return execution;
      case 'Pass':
        execution.data = passed(state, execution.data);
        break;
      case 'Wait':
        execution.waitsUntil = now + Number(read(execution.data, String(state.SecondsPath))) * 1000;
        break;
      case 'Choice':
        execution.state = chosen(state, execution.data);
        continue;
      default:
        throw new Error(`A walk cannot run a state of type ${state.Type}`);
    }
    execution.state = String(state.Next);
  }
}

function stateOf({ machine, state }: Execution): State {
  const found = machine.States[state];
  if (!found) throw new Error(`There is no state ${state}`);
  return found;
}

function passed(state: State, data: Data): Data {
  const result = state.Result ?? (state.Parameters && fill(state.Parameters as Data, data));
  return state.ResultPath
    ? withResult(data, String(state.ResultPath), result)
    : ((result as Data) ?? data);
}

type Rule = {
  readonly And?: readonly Rule[];
  readonly Variable: string;
  readonly Next?: string;
  readonly StringEquals?: string;
  readonly BooleanEquals?: boolean;
  readonly IsPresent?: boolean;
  readonly NumericGreaterThanEquals?: number;
};

function chosen(state: State, data: Data): string {
  const rule = (state.Choices as readonly Rule[]).find((one) => applies(one, data));
  return rule?.Next ?? String(state.Default);
}

function applies(rule: Rule, data: Data): boolean {
  if (rule.And) return rule.And.every((one) => applies(one, data));
  const value = read(data, rule.Variable);
  if (rule.StringEquals !== undefined) return value === rule.StringEquals;
  if (rule.BooleanEquals !== undefined) return value === rule.BooleanEquals;
  if (rule.IsPresent !== undefined) return (value !== undefined) === rule.IsPresent;
  if (rule.NumericGreaterThanEquals !== undefined) {
    return Number(value) >= rule.NumericGreaterThanEquals;
  }
  throw new Error(`A walk does not know the rule ${JSON.stringify(rule)}`);
}

function fill(template: Data, data: Data): Data {
  const filled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(template)) {
    if (name.endsWith('.$')) filled[name.slice(0, -2)] = evaluate(data, String(value));
    else filled[name] = value;
  }
  return filled;
}

const intrinsics: Readonly<Record<string, (...given: never[]) => unknown>> = {
  'States.MathAdd': (a: number, b: number) => a + b,
  'States.ArrayGetItem': (list: readonly unknown[], index: number) => list[index],
};

function evaluate(data: Data, text: string): unknown {
  const call = /^([A-Za-z.]+)\((.*)\)$/.exec(text);
  if (!call?.[1]) return read(data, text);
  const intrinsic = intrinsics[call[1]];
  if (!intrinsic) throw new Error(`A walk does not know ${call[1]}`);
  const given = (call[2] ?? '').split(', ');
  return intrinsic(...(given.map((one) => argument(data, one)) as never[]));
}

function argument(data: Data, text: string): unknown {
  return text.startsWith('$') ? read(data, text) : Number(text);
}

function read(data: Data, path: string): unknown {
  let value: unknown = data;
  for (const name of path.split('.').slice(1)) value = (value as Data | undefined)?.[name];
  return value;
}

function withResult(data: Data, path: string, result: unknown): Data {
  const [, name, ...deeper] = path.split('.');
  if (!name || deeper.length > 0) throw new Error(`A walk does not know the path ${path}`);
  return { ...data, [name]: result };
}
