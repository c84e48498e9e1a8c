/**
 * Which thread a call runs in. A call runs in an environment, as in Lambda: a copy of the function's
 * modules and variables that takes one call at a time. A thread hosts environments of many functions.
 */
import { availableParallelism } from 'node:os';
import type { FunctionSettings } from './function-settings.ts';
import type { Thread } from './thread.ts';

/** Of a thread, and shared by what it hosts. More threads than processors would only take memory. */
const MAX_THREADS = Math.min(availableParallelism(), 4);
/** Another thread is started when all have so many calls: most of a call is waiting for the table. */
const BUSY_CALLS = 4;
/** After so long without a call, an environment is dropped, unless it is the last of its function. */
const IDLE_MILLISECONDS = 90_000;
/**
 * The last one is dropped after so long: loading it again holds up whatever else its thread runs, for as
 * much as a fifth of a second. Lambda keeps idle environments for minutes as well.
 */
const LAST_IDLE_MILLISECONDS = 10 * 60_000;

export type Invocation = {
  readonly requestId: string;
  readonly event: string;
  readonly settle: (result: InvokeResult) => void;
};
/** What Lambda answers: `functionError` is set when the function failed. Both are JSON texts. */
export type InvokeResult = { readonly payload: string; readonly functionError?: 'Unhandled' };

/** What a call comes to that no function could answer, by the name that Lambda gives it. */
export function failed(errorType: string, errorMessage: string): InvokeResult {
  return { payload: JSON.stringify({ errorType, errorMessage }), functionError: 'Unhandled' };
}

/** Ends calls that wait: nothing is started for them any more. */
export function refuseAll(waiting: { readonly settle: (result: InvokeResult) => void }[]): void {
  for (const { settle } of waiting.splice(0)) {
    settle(failed('Runtime.ExitError', 'The service has been stopped'));
  }
}

export type Environment = {
  readonly id: string;
  readonly pool: Pool;
  readonly thread: Thread;
  /** It has answered, so that it need not be loaded any more. */
  warm: boolean;
  call?: { readonly invocation: Invocation; readonly deadline: NodeJS.Timeout };
  /** When its last call ended, in milliseconds since the process started. */
  usedAt: number;
};

/** A function, and the calls of it. */
export type Pool = {
  readonly settings: FunctionSettings;
  /** How many calls run at once. */
  readonly most: number;
  /** One environment of it stays, however long that is idle. */
  readonly stays: () => boolean;
  /** Those that take calls. */
  readonly environments: Set<Environment>;
  /** How many are running. */
  calls: number;
  readonly queue: Invocation[];
};

/**
 * The environment for a call: a free one, unless its thread is busy and another has room for a new one.
 * The one that was used last comes first, so that those that are too many fall idle.
 * @param threads those that take calls.
 * @returns a free environment; or the thread to open one in; or nothing, for a thread has to be started.
 */
export function placeCall(
  pool: Pool,
  threads: readonly Thread[],
  maxThreads = MAX_THREADS,
): { readonly environment?: Environment; readonly thread?: Thread } {
  const free = [...pool.environments]
    .filter(({ call }) => call === undefined)
    .toSorted((a, b) => a.thread.calls - b.thread.calls || b.usedAt - a.usedAt)[0];
  const quiet = threads.find(({ calls }) => calls < BUSY_CALLS);
  // A function has no more environments than calls at once, wherever it was called before.
  const mayOpen = pool.environments.size < pool.most && (quiet || threads.length < maxThreads);
  if (free && (free.thread.calls < BUSY_CALLS || !mayOpen)) return { environment: free };
  if (quiet || threads.length < maxThreads) return { thread: quiet };
  return { thread: threads.toSorted((a, b) => a.calls - b.calls)[0] };
}

/** The environments to be dropped, since they have been idle for too long. */
export function idleEnvironments(pools: Iterable<Pool>, now: number): readonly Environment[] {
  return [...pools].flatMap((pool) => {
    const isIdle = ({ call, usedAt }: Environment, milliseconds: number) =>
      call === undefined && now - usedAt >= milliseconds;
    const idle = [...pool.environments]
      .filter((one) => isIdle(one, IDLE_MILLISECONDS))
      .toSorted((a, b) => a.usedAt - b.usedAt);
    const last = idle.length === pool.environments.size ? idle.pop() : undefined;
    if (last && isIdle(last, LAST_IDLE_MILLISECONDS) && !pool.stays()) idle.push(last);
    return idle;
  });
}
