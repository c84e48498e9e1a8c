import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awsFailure } from '../failures.ts';
import type { DirectTable } from '../tables/direct-requests.ts';
import type { Item } from '../tables/index-lag.ts';
import {
  type Environment,
  failed,
  type InvokeResult,
  idleEnvironments,
  type Pool,
  placeCall,
  refuseAll,
} from './environments.ts';
import {
  type FunctionSettings,
  functionName,
  readFollowers,
  readFunctionSettings,
  readsForWorkflows,
  type Surroundings,
} from './function-settings.ts';
import { openProcesses, type Processes } from './processes.ts';
import { dropFrom, openIn, startThread, type Thread, type ThreadAnswer } from './thread.ts';

export type Functions = {
  /** @param idOrArn name, ARN, or ARN with a version or alias. @throws AwsFailure when unknown. */
  readonly invoke: (idOrArn: string, event: unknown) => Promise<InvokeResult>;
  readonly find: (idOrArn: string) => FunctionSettings | undefined;
  /** Loads a function that is called in a moment, if it is one that follows a stream or a queue. */
  readonly warm: (idOrArn: string) => void;
  readonly stop: () => Promise<void>;
};

export type FunctionsOptions = Surroundings & {
  readonly log: (functionName: string, text: string) => void;
  /** The table that functions ask directly, and who hears of what they write. */
  readonly table?: Omit<DirectTable, 'endpointUrl'>;
  readonly onWritten?: (items: readonly Item[]) => void;
  /** How many calls of one function run at once. */
  readonly callsAtOnce?: number;
  /** For functions that have processes and files of their own: where these files are, and what they are told. */
  readonly processes?: {
    readonly folder: string;
    readonly variables: Readonly<Record<string, string>>;
  };
};

const DEFAULT_CALLS_AT_ONCE = 4;
const MAX_QUEUED_INVOCATIONS = 1_000;
/** Loading may take this long beside the function's own time, as in Lambda. */
const INIT_TIMEOUT_MILLISECONDS = 10_000;
/** How often it is looked for environments that nothing has called for long. */
const IDLE_CHECK_MILLISECONDS = 15_000;

/** All threads, and what they host. */
type Crew = {
  readonly options: FunctionsOptions;
  /** Those that take calls. */
  threads: readonly Thread[];
  /** Those included that take no calls any more. */
  readonly all: Set<Thread>;
  readonly environments: Map<string, Environment>;
  /** From then on nothing is started, and no call waits. */
  stopped: boolean;
};

/** Runs the functions of the templates in worker threads that they share, started when needed. */
export function createFunctions(options: FunctionsOptions): Functions {
  const pools = new Map<string, Pool>();
  const most = options.callsAtOnce ?? DEFAULT_CALLS_AT_ONCE;
  const followers = readFollowers(options.model);
  const crew: Crew = {
    ...{ options, threads: [], all: new Set(), environments: new Map() },
    stopped: false,
  };
  const resources = new Map(
    options.model.ofType('AWS::Lambda::Function').map((resource) => [resource.ref, resource]),
  );
  const poolOf = (idOrArn: string): Pool | undefined => {
    const name = functionName(idOrArn);
    const resource = resources.get(name);
    if (!resource) return undefined;
    const known = pools.get(name);
    if (known) return known;
    const pool: Pool = {
      settings: readFunctionSettings(resource, options),
      most: Math.max(most, followers.get(name) ?? 0),
      // Not before it is asked for: a definition may name what a custom resource has yet to answer.
      stays: () => followers.has(name) && !readsForWorkflows(options.model, name),
      environments: new Set(),
      calls: 0,
      queue: [],
    };
    pools.set(name, pool);
    return pool;
  };
  const processes = new Map<string, Processes>();
  const processesOf = ({ settings, most: calls }: Pool): Processes => {
    const { name } = settings;
    const { folder, variables } = options.processes ?? { folder: tmpdir(), variables: {} };
    const opened =
      processes.get(name) ??
      openProcesses({
        ...{ settings, most: calls, log: options.log, variables },
        folder: join(folder, name),
      });
    processes.set(name, opened);
    return opened;
  };
  const idleCheck = setInterval(() => {
    for (const one of idleEnvironments(pools.values(), performance.now())) drop(one, crew);
    for (const thread of crew.threads) {
      if (hostedBy(thread, crew).length === 0) retire(thread, crew);
    }
  }, IDLE_CHECK_MILLISECONDS).unref();
  return {
    find: (idOrArn) => poolOf(idOrArn)?.settings,
    warm: (idOrArn) => {
      const pool = poolOf(idOrArn);
      if (!pool?.stays() || pool.settings.hasProcesses || crew.stopped) return;
      if (pool.environments.size === 0) open(pool, crew);
    },
    invoke: (idOrArn, event) => {
      const pool = poolOf(idOrArn);
      if (!pool)
        throw awsFailure('ResourceNotFoundException', `Function not found: ${idOrArn}`, 404);
      if (pool.settings.hasProcesses && !crew.stopped) return processesOf(pool).invoke(event);
      if (pool.queue.length >= MAX_QUEUED_INVOCATIONS) {
        throw awsFailure('TooManyRequestsException', 'Rate Exceeded.', 429);
      }
      return new Promise((settle) => {
        pool.queue.push({ requestId: randomUUID(), event: JSON.stringify(event ?? null), settle });
        dispatch(pool, crew);
      });
    },
    stop: async () => {
      crew.stopped = true;
      clearInterval(idleCheck);
      for (const pool of pools.values()) dispatch(pool, crew);
      await Promise.all([...processes.values()].map((one) => one.stop()));
      for (const { call } of crew.environments.values()) clearTimeout(call?.deadline);
      await Promise.all([...crew.all].map(({ worker }) => worker.terminate()));
    },
  };
}

function dispatch(pool: Pool, crew: Crew): void {
  if (crew.stopped) refuseAll(pool.queue);
  while (pool.queue.length > 0 && pool.calls < pool.most) {
    const invocation = pool.queue.shift() as Pool['queue'][number];
    assign(open(pool, crew), invocation, crew);
  }
}

/** A free environment, which is opened where none is fit. */
function open(pool: Pool, crew: Crew): Environment {
  const place = placeCall(pool, crew.threads);
  if (place.environment) return place.environment;
  const thread = place.thread ?? addThread(crew);
  const environment: Environment = {
    id: randomUUID(),
    pool,
    thread,
    warm: false,
    usedAt: performance.now(),
  };
  crew.environments.set(environment.id, environment);
  pool.environments.add(environment);
  const { table, callers } = crew.options;
  const { roleArn } = pool.settings;
  openIn(thread, environment.id, pool.settings, table && callers.statementsOf(roleArn));
  return environment;
}

function addThread(crew: Crew): Thread {
  const { log, table, endpointUrl, onWritten } = crew.options;
  const events = {
    onAnswer: (answer: ThreadAnswer) => settle(answer, crew),
    onLog: (text: string, id?: string) => {
      const from = id === undefined ? undefined : crew.environments.get(id);
      if (from) return log(from.pool.settings.name, text);
      // What Node itself prints is in the log of each function that runs.
      for (const { call, pool } of hostedBy(thread, crew)) {
        if (call) log(pool.settings.name, text);
      }
    },
    onEnd: (message: string) => end(thread, message, crew),
    onWritten,
  };
  const thread: Thread = startThread(events, table && { ...table, endpointUrl });
  crew.threads = [...crew.threads, thread];
  crew.all.add(thread);
  return thread;
}

function hostedBy(thread: Thread, crew: Crew): readonly Environment[] {
  return [...crew.environments.values()].filter((one) => one.thread === thread);
}

function assign(environment: Environment, invocation: Pool['queue'][number], crew: Crew): void {
  const { id, thread, pool } = environment;
  const { name, timeoutSeconds } = pool.settings;
  const { requestId, event } = invocation;
  const graceMilliseconds = environment.warm ? 0 : INIT_TIMEOUT_MILLISECONDS;
  const deadline = setTimeout(
    () => {
      const message = `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
      crew.options.log(name, `${message}\n`);
      abandon(thread, crew);
      finish(environment, failed('Sandbox.Timedout', message), crew);
    },
    timeoutSeconds * 1000 + graceMilliseconds,
  );
  environment.call = { invocation, deadline };
  pool.calls += 1;
  thread.calls += 1;
  thread.worker.postMessage({
    id,
    invocation: {
      requestId,
      event,
      deadline: Date.now() + timeoutSeconds * 1000,
      traceId: `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')};Sampled=0`,
    },
  });
}

function settle(answer: ThreadAnswer, crew: Crew): void {
  const environment = crew.environments.get(answer.id);
  if (environment?.call?.invocation.requestId !== answer.requestId) return;
  const result =
    answer.error === undefined
      ? { payload: answer.result ?? 'null' }
      : ({ payload: answer.error, functionError: 'Unhandled' } as const);
  environment.warm = true;
  // What could not be loaded is loaded again at the next call.
  if (answer.phase === 'init') drop(environment, crew);
  finish(environment, result, crew);
}

/** Ends a call. */
function finish(environment: Environment, result: InvokeResult, crew: Crew): void {
  const { pool, thread, call } = environment;
  if (!call) return;
  clearTimeout(call.deadline);
  environment.call = undefined;
  environment.usedAt = performance.now();
  pool.calls -= 1;
  thread.calls -= 1;
  if (!crew.threads.includes(thread)) retire(thread, crew);
  call.invocation.settle(result);
  dispatch(pool, crew);
}

/** Lets go of an environment: no call finds it any more. */
function drop(environment: Environment, crew: Crew): void {
  const { id, pool, thread } = environment;
  pool.environments.delete(environment);
  crew.environments.delete(id);
  dropFrom(thread, id);
}

/**
 * Gives a thread no calls any more. One in which a function took too long goes on until its other calls
 * have ended, that function's code included, which Lambda would have frozen.
 */
function abandon(thread: Thread, crew: Crew): void {
  crew.threads = crew.threads.filter((one) => one !== thread);
  for (const environment of hostedBy(thread, crew))
    environment.pool.environments.delete(environment);
}

/** Ends a thread that has no calls. */
function retire(thread: Thread, crew: Crew): void {
  if (thread.calls > 0) return;
  abandon(thread, crew);
  void thread.worker.terminate();
}

/** After a thread has ended: so have its calls. */
function end(thread: Thread, message: string, crew: Crew): void {
  if (!crew.all.delete(thread)) return;
  const hosted = hostedBy(thread, crew);
  abandon(thread, crew);
  for (const environment of hosted) {
    crew.environments.delete(environment.id);
    finish(environment, failed('Runtime.ExitError', message), crew);
  }
}
