import type { Execution, ExecutionStatus, ExecutionStore } from './executions.ts';
import { runState, type StateDefinition, type StepOutcome } from './state-step.ts';
import type { MachineFacts, TaskRunner } from './task-runner.ts';

/** Moves executions from state to state; each state is written down before it runs. */
export type ExecutionRunner = {
  /** Goes on with an execution from the last state entered. */
  readonly resume: (arn: string) => void;
  readonly end: (
    arn: string,
    status: ExecutionStatus,
    result: { readonly output?: string; readonly error?: string; readonly cause?: string },
  ) => boolean;
  /** Lets go of everything without writing: the next start goes on from here. */
  readonly stop: () => void;
};

type Deps = {
  readonly store: ExecutionStore;
  readonly machines: ReadonlyMap<string, MachineFacts>;
  readonly tasks: TaskRunner;
  readonly now: () => number;
};

/** Step Functions' limit on what one state hands to the next. */
const MAX_PAYLOAD_BYTES = 256 * 1024;
/** A long wait is taken in pieces, so that it ends in time after the machine has slept. */
const MAX_SLEEP_MILLISECONDS = 15_000;

export function createExecutionRunner(deps: Deps): ExecutionRunner {
  const running = new Map<string, AbortController>();
  const end: ExecutionRunner['end'] = (arn, status, result) => {
    const ended = deps.store.finish(arn, status, result, deps.now());
    running.get(arn)?.abort();
    running.delete(arn);
    return ended;
  };
  const run = async (arn: string, signal: AbortSignal) => {
    for (;;) {
      const execution = deps.store.find(arn);
      if (execution?.status !== 'RUNNING' || signal.aborted) return;
      const outcome = await runCurrentState(deps, execution, signal);
      if (signal.aborted) return;
      if (!advance(deps, execution, outcome, end)) return;
    }
  };
  return {
    end,
    resume: (arn) => {
      if (running.has(arn)) return;
      const controller = new AbortController();
      running.set(arn, controller);
      const execution = deps.store.find(arn);
      const seconds = deps.machines.get(execution?.machine ?? '')?.definition.TimeoutSeconds;
      if (execution && seconds !== undefined) {
        const due = execution.started + seconds * 1000;
        void sleepUntil(due, controller.signal, deps.now).then(() => {
          if (!controller.signal.aborted) end(arn, 'TIMED_OUT', {});
        });
      }
      run(arn, controller.signal).catch((error: Error) => {
        if (!controller.signal.aborted)
          end(arn, 'FAILED', { error: 'States.Runtime', cause: error.message });
      });
    },
    stop: () => {
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}

async function runCurrentState(
  deps: Deps,
  execution: Execution,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const machine = deps.machines.get(execution.machine);
  const state = machine?.definition.States[execution.state];
  if (!machine || !state) {
    const cause = `The workflow no longer has the state '${execution.state}'.`;
    return { kind: 'failed', error: 'States.Runtime', cause };
  }
  deps.store.addEvent(execution.arn, `${state.Type}StateEntered`, execution.state, deps.now());
  const running = deps.tasks.begin(execution, machine, signal);
  const context = createContext(execution, machine, running.task);
  const input: unknown = JSON.parse(execution.stateInput);
  const step = (definition: StateDefinition) =>
    runState(execution.state, definition, input, context, running.run, signal);
  if (state.Type === 'Wait') {
    const due = await findWaitEnd(execution, state, (path) =>
      readPath(path, input, context, signal),
    );
    await sleepUntil(due, signal, deps.now);
    const { Seconds: _s, SecondsPath: _sp, Timestamp: _t, TimestampPath: _tp, ...rest } = state;
    return step({ ...rest, Type: 'Pass' });
  }
  // The interpreter would look for the path in the task's parameters instead of the state's input.
  const { TimeoutSecondsPath: path, ...rest } = state;
  const limit =
    path === undefined
      ? state.TimeoutSeconds
      : await readPath(String(path), input, context, signal);
  if (state.Type === 'Task' && typeof limit === 'number') {
    // The time limit counts from when the state was entered, also across a restart.
    const spentSeconds = (deps.now() - execution.entered) / 1000;
    return step({ ...rest, TimeoutSeconds: Math.max(limit - spentSeconds, 0.001) });
  }
  return step(state);
}

/** @returns whether the execution goes on. */
function advance(
  deps: Deps,
  execution: Execution,
  outcome: StepOutcome,
  end: ExecutionRunner['end'],
): boolean {
  const { arn } = execution;
  if (outcome.kind === 'failed') {
    const timedOut = outcome.error === 'States.Timeout' && outcome.cause === '';
    end(arn, timedOut ? 'TIMED_OUT' : 'FAILED', { error: outcome.error, cause: outcome.cause });
    return false;
  }
  const text = JSON.stringify((outcome.kind === 'next' ? outcome.input : outcome.output) ?? null);
  if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) {
    end(arn, 'FAILED', {
      error: 'States.DataLimitExceeded',
      cause: `The state '${execution.state}' returned a result larger than ${MAX_PAYLOAD_BYTES} bytes.`,
    });
    return false;
  }
  if (outcome.kind === 'next') return deps.store.enter(arn, outcome.state, text, deps.now());
  end(arn, 'SUCCEEDED', { output: text });
  return false;
}

function createContext(
  execution: Execution,
  machine: MachineFacts,
  task: object,
): Record<string, unknown> {
  const entered = new Date(execution.entered).toISOString();
  return {
    Run: {
      Id: execution.arn,
      Input: JSON.parse(execution.input),
      Name: execution.name,
      RoleArn: machine.roleArn,
      StartTime: new Date(execution.started).toISOString(),
      RedriveCount: 0,
    },
    State: { Name: execution.state, EnteredTime: entered, RetryCount: 0 },
    StateMachine: { Id: machine.arn, Name: machine.name },
    Task: task,
  };
}

async function findWaitEnd(
  execution: Execution,
  state: StateDefinition,
  read: (path: string) => Promise<unknown>,
): Promise<number> {
  const seconds =
    state.SecondsPath === undefined ? state.Seconds : await read(String(state.SecondsPath));
  if (seconds !== undefined) return execution.entered + Number(seconds) * 1000;
  const stamp =
    state.TimestampPath === undefined ? state.Timestamp : await read(String(state.TimestampPath));
  const due = Date.parse(String(stamp));
  if (Number.isNaN(due))
    throw new Error(
      `'${execution.state}' waits for a value that is not an instant: ${String(stamp)}`,
    );
  return due;
}

/** Reads a path as the interpreter does, by a state made for it. */
async function readPath(
  path: string,
  input: unknown,
  context: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const state = { Type: 'Pass', Parameters: { 'value.$': path }, End: true };
  const outcome = await runState('Read path', state, input, context, async () => undefined, signal);
  if (outcome.kind !== 'done') throw new Error(outcome.kind === 'failed' ? outcome.cause : '');
  return (outcome.output as { value: unknown }).value;
}

async function sleepUntil(due: number, signal: AbortSignal, now: () => number): Promise<void> {
  while (!signal.aborted) {
    const left = due - now();
    if (left <= 0) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(left, MAX_SLEEP_MILLISECONDS));
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}
