import type { StateMachineDefinition } from 'aws-local-stepfunctions';

/** A state of an ASL definition, as far as this file reads it. */
export type StateDefinition = Record<string, unknown> & {
  readonly Type: string;
  readonly Next?: string;
  readonly End?: boolean;
};

export type MachineDefinition = {
  readonly StartAt: string;
  readonly TimeoutSeconds?: number;
  readonly States: Readonly<Record<string, StateDefinition>>;
};

/** What one state led to. */
export type StepOutcome =
  | { readonly kind: 'next'; readonly state: string; readonly input: unknown }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly error: string; readonly cause: string };

export type TaskHandler = (stateName: string, resource: string, input: unknown) => Promise<unknown>;

/** Longest timer that JavaScript knows, in seconds; a longer one would fire at once. */
const MAX_TIMER_SECONDS = 2_147_483;

/** The interpreter is loaded when the first state runs: with its AWS clients it takes a while. */
const loadInterpreter = () => import('aws-local-stepfunctions');

/**
 * Runs a single state by the interpreter, so that the caller can write down each state
 * before it runs. The states that it can lead to are replaced by ones that tell where it led.
 * @param context the context object; `$$.Execution` is read from its member `Run` (see prepareDefinition).
 */
export async function runState(
  name: string,
  state: StateDefinition,
  input: unknown,
  context: Record<string, unknown>,
  runTask: TaskHandler,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { StateMachine } = await loadInterpreter();
  const { step, successors } = redirect(state);
  const states: Record<string, unknown> = { [name]: step };
  for (const successor of successors) {
    const next = successor === END ? null : successor;
    states[ARROW + successor] = { Type: 'Pass', Parameters: { next, 'input.$': '$' }, End: true };
  }
  const machine = new StateMachine(
    { StartAt: name, States: states } as unknown as StateMachineDefinition,
    {
      validationOptions: { noValidate: true },
    },
  );
  const handlers = Object.fromEntries(
    listTasks(name, state).map(([task, resource]) => [
      task,
      (taskInput: unknown) => runTask(task, resource, taskInput),
    ]),
  );
  const execution = machine.run(input as never, {
    noThrowOnAbort: true,
    context: context as never,
    overrides: { taskResourceLocalHandlers: handlers as never },
  });
  signal.addEventListener('abort', execution.abort, { once: true });
  try {
    const result = (await execution.result) as { next: string | null; input: unknown };
    if (state.Type === 'Succeed') return { kind: 'done', output: result };
    if (signal.aborted) return { kind: 'failed', error: 'States.Aborted', cause: '' };
    if (result.next === null) return { kind: 'done', output: result.input };
    return { kind: 'next', state: result.next, input: result.input };
  } catch (error) {
    const cause = ((error as Error).cause ?? error) as Error;
    return { kind: 'failed', error: cause.name || 'States.Runtime', cause: cause.message };
  } finally {
    signal.removeEventListener('abort', execution.abort);
  }
}

/**
 * The interpreter sets `$$.Execution` to the input of what it runs, which here is one state
 * only; paths into it are therefore led to `$$.Run`. Tasks without a time limit get the
 * longest, since the interpreter's own default is 60 s where Step Functions has none.
 */
export function prepareDefinition(definition: MachineDefinition): MachineDefinition {
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/\$\$\.Execution\b/g, '$$$$.Run');
    if (Array.isArray(value)) return value.map(visit);
    if (value === null || typeof value !== 'object') return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item)]));
    if (copy.Type === 'Task' && copy.TimeoutSecondsPath === undefined) {
      copy.TimeoutSeconds = Math.min(
        Number(copy.TimeoutSeconds ?? MAX_TIMER_SECONDS),
        MAX_TIMER_SECONDS,
      );
    }
    return copy;
  };
  return visit(definition) as MachineDefinition;
}

/** Every Task in a state, those inside of Map and Parallel included, with its resource. */
export function listTasks(
  name: string,
  state: StateDefinition,
): readonly (readonly [string, string])[] {
  if (state.Type === 'Task') return [[name, String(state.Resource)]];
  const inner = [
    ...((state.Branches ?? []) as MachineDefinition[]),
    ...([state.ItemProcessor, state.Iterator].filter(Boolean) as MachineDefinition[]),
  ];
  return inner.flatMap((machine) =>
    Object.entries(machine.States).flatMap(([innerName, innerState]) =>
      listTasks(innerName, innerState),
    ),
  );
}

const ARROW = '→ ';
const END = '(end)';

function redirect(state: StateDefinition): {
  step: Record<string, unknown>;
  successors: ReadonlySet<string>;
} {
  const successors = new Set<string>();
  const to = (next: string): string => {
    successors.add(next);
    return ARROW + next;
  };
  const redirectNext = (entry: unknown) => {
    const item = entry as { Next: string };
    return { ...item, Next: to(item.Next) };
  };
  const { End: end, Next: next, ...rest } = state;
  const step: Record<string, unknown> = rest;
  if (end) step.Next = to(END);
  else if (next !== undefined) step.Next = to(next);
  if (typeof state.Default === 'string') step.Default = to(state.Default);
  if (Array.isArray(state.Choices)) step.Choices = state.Choices.map(redirectNext);
  if (Array.isArray(state.Catch)) step.Catch = state.Catch.map(redirectNext);
  return { step, successors };
}
