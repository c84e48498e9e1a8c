import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { awsFailure } from '../failures.ts';
import {
  type FunctionSettings,
  functionName,
  readFollowers,
  readFunctionSettings,
  readsForWorkflows,
  type Surroundings,
} from './function-settings.ts';
import { openProcesses, type Processes } from './processes.ts';

/** What Lambda answers: `functionError` is set when the function failed. Both are JSON texts. */
export type InvokeResult = { readonly payload: string; readonly functionError?: 'Unhandled' };

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
  /** How many calls of one function run at once. */
  readonly callsAtOnce?: number;
  /** For functions that have processes and files of their own: where these files are, and what they are told. */
  readonly processes?: {
    readonly folder: string;
    readonly variables: Readonly<Record<string, string>>;
  };
};

const IDLE_MILLISECONDS = 60_000;
const DEFAULT_CALLS_AT_ONCE = 4;
const MAX_QUEUED_INVOCATIONS = 1_000;
/** Loading may take this long beside the function's own time, as in Lambda. */
const INIT_TIMEOUT_MILLISECONDS = 10_000;
/** Of a thread, whatever memory its functions are given: it hosts all of them. */
const HEAP_MEGABYTES = 1_024;
/** Threads that functions are spread over as long as each is called once at a time. */
const HOMES = Math.min(availableParallelism(), 4);

type Invocation = {
  readonly requestId: string;
  readonly event: string;
  readonly settle: (result: InvokeResult) => void;
};
type Call = { readonly invocation: Invocation; readonly deadline: NodeJS.Timeout };
/** A worker thread. It hosts functions, and runs one call of each at a time. */
type Thread = {
  readonly worker: Worker;
  /** The functions that it was told of, and whether they have answered here. */
  readonly hosts: Map<Pool, 'told' | 'warm'>;
  readonly calls: Map<Pool, Call>;
  idle?: NodeJS.Timeout;
};
/** A function, and the calls of it. */
type Pool = {
  readonly settings: FunctionSettings;
  /** How many calls run at once. */
  readonly most: number;
  /** It stays loaded in one thread, however long that is idle. */
  readonly stays: () => boolean;
  /** The seat of the thread that it is called in first. */
  readonly home: number;
  calls: number;
  readonly queue: Invocation[];
};
/** The threads of all functions. */
type Crew = {
  readonly log: FunctionsOptions['log'];
  /** Those that take calls: the n-th call of a function at once goes n - 1 seats beyond its home. */
  readonly seats: (Thread | undefined)[];
  /** Those included that take no calls any more. */
  readonly all: Set<Thread>;
};

/** Runs the functions of the templates in worker threads that they share, started when needed. */
export function createFunctions(options: FunctionsOptions): Functions {
  const pools = new Map<string, Pool>();
  const most = options.callsAtOnce ?? DEFAULT_CALLS_AT_ONCE;
  const followers = readFollowers(options.model);
  const processes = new Map<string, Processes>();
  const withProcesses = (name: string) =>
    resources.get(name)?.properties().EphemeralStorage !== undefined;
  const resources = new Map(
    options.model.ofType('AWS::Lambda::Function').map((resource) => [resource.ref, resource]),
  );
  const inThreads = [...followers].filter(([name]) => !withProcesses(name));
  const seats = Math.max(HOMES, most, ...inThreads.map(([, calls]) => calls));
  const crew: Crew = { log: options.log, seats: Array(seats).fill(undefined), all: new Set() };
  const poolOf = (idOrArn: string): Pool | undefined => {
    const name = functionName(idOrArn);
    const resource = resources.get(name);
    if (!resource) return undefined;
    const known = pools.get(name);
    if (known) return known;
    const pool = {
      settings: readFunctionSettings(resource, options),
      most: Math.max(most, followers.get(name) ?? 0),
      // Not before it is asked for: a definition may name what a custom resource has yet to answer.
      stays: () => followers.has(name) && !readsForWorkflows(options.model, name),
      home: pools.size % HOMES,
      calls: 0,
      queue: [],
    };
    pools.set(name, pool);
    return pool;
  };
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
  return {
    find: (idOrArn) => poolOf(idOrArn)?.settings,
    warm: (idOrArn) => {
      const pool = poolOf(idOrArn);
      if (!pool?.stays() || pool.settings.hasProcesses) return;
      if ([...crew.all].some(({ hosts }) => hosts.has(pool))) return;
      const thread = freeThread(pool, crew);
      tell(thread, pool);
      rest(thread, crew);
    },
    invoke: (idOrArn, event) => {
      const pool = poolOf(idOrArn);
      if (!pool)
        throw awsFailure('ResourceNotFoundException', `Function not found: ${idOrArn}`, 404);
      if (pool.settings.hasProcesses) return processesOf(pool).invoke(event);
      if (pool.queue.length >= MAX_QUEUED_INVOCATIONS) {
        throw awsFailure('TooManyRequestsException', 'Rate Exceeded.', 429);
      }
      return new Promise((settle) => {
        pool.queue.push({ requestId: randomUUID(), event: JSON.stringify(event ?? null), settle });
        dispatch(pool, crew);
      });
    },
    stop: async () => {
      await Promise.all([...processes.values()].map((one) => one.stop()));
      for (const { calls, idle } of crew.all) {
        for (const { deadline } of calls.values()) clearTimeout(deadline);
        clearTimeout(idle);
      }
      await Promise.all([...crew.all].map(({ worker }) => worker.terminate()));
    },
  };
}

function dispatch(pool: Pool, crew: Crew): void {
  while (pool.queue.length > 0 && pool.calls < pool.most) {
    assign(freeThread(pool, crew), pool, pool.queue.shift() as Invocation, crew);
  }
}

/** The first from its home on in which it does not run: there are as many seats as calls at once. */
function freeThread(pool: Pool, crew: Crew): Thread {
  const { length } = crew.seats;
  const inTurn = Array.from({ length }, (_, distance) => (pool.home + distance) % length);
  const seat = inTurn.find((at) => !crew.seats[at]?.calls.has(pool)) as number;
  const thread = crew.seats[seat] ?? startThread(crew);
  crew.seats[seat] = thread;
  return thread;
}

function assign(thread: Thread, pool: Pool, invocation: Invocation, crew: Crew): void {
  const { name, timeoutSeconds } = pool.settings;
  clearTimeout(thread.idle);
  const graceMilliseconds = thread.hosts.get(pool) === 'warm' ? 0 : INIT_TIMEOUT_MILLISECONDS;
  const deadline = setTimeout(
    () => {
      const message = `RequestId: ${invocation.requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
      crew.log(name, `${message}\n`);
      abandon(thread, crew);
      finish(thread, pool, failed('Sandbox.Timedout', message), crew);
    },
    timeoutSeconds * 1000 + graceMilliseconds,
  );
  pool.calls += 1;
  thread.calls.set(pool, { invocation, deadline });
  tell(thread, pool, {
    requestId: invocation.requestId,
    event: invocation.event,
    deadline: Date.now() + timeoutSeconds * 1000,
    traceId: `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')};Sampled=0`,
  });
}

/** Hands a call to a thread, or lets it load a function, and says with the first what that is made of. */
function tell(thread: Thread, pool: Pool, invocation?: object): void {
  const { name, arn, codeFolder, handler, ownFolders, memoryMegabytes, environment } =
    pool.settings;
  const facts = { name, arn, codeFolder, handler, ownFolders, memoryMegabytes, environment };
  thread.worker.postMessage({
    name,
    ...(!thread.hosts.has(pool) && { facts }),
    ...(invocation && { invocation }),
  });
  if (!thread.hosts.has(pool)) thread.hosts.set(pool, 'told');
}

type Answer = {
  readonly requestId: string;
  readonly result?: string;
  readonly error?: string;
  readonly phase?: string;
};
/** What a thread says: an answer, or what a function printed. */
type Said = Answer | { readonly log: string; readonly name?: string };

let workerSource: string | undefined;

/** Types are stripped once and for all threads; each would else load the compiler again. */
function workerUrl(): URL {
  workerSource ??= stripTypeScriptTypes(
    readFileSync(new URL('./worker.ts', import.meta.url), 'utf8'),
  );
  return new URL(`data:text/javascript;base64,${Buffer.from(workerSource).toString('base64')}`);
}

function startThread(crew: Crew): Thread {
  const worker = new Worker(workerUrl(), {
    env: { PATH: process.env.PATH ?? '', TZ: ':UTC' },
    execArgv: ['--enable-source-maps', '--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    stdout: true,
    stderr: true,
    workerData: { compileCache: process.env.NODE_COMPILE_CACHE },
  });
  const thread: Thread = { worker, hosts: new Map(), calls: new Map() };
  crew.all.add(thread);
  // What Node itself prints is in the log of each function that runs.
  const logOfAll = (text: string) => {
    for (const { settings } of thread.calls.keys()) crew.log(settings.name, text);
  };
  worker.stdout.on('data', (chunk: Buffer) => logOfAll(chunk.toString()));
  worker.stderr.on('data', (chunk: Buffer) => logOfAll(chunk.toString()));
  worker.on('message', (said: Said) => {
    if (!('log' in said)) settle(thread, said, crew);
    else if (said.name === undefined) logOfAll(said.log);
    else crew.log(said.name, said.log);
  });
  worker.on('error', (error: Error) => {
    logOfAll(`${error.name}: ${error.message}\n`);
    end(thread, `Runtime exited with error: ${error.message}`, crew);
  });
  worker.on('exit', (code) => {
    end(thread, `Runtime exited without providing a reason (${code})`, crew);
  });
  return thread;
}

function settle(thread: Thread, answer: Answer, crew: Crew): void {
  const called = [...thread.calls].find(
    ([, { invocation }]) => invocation.requestId === answer.requestId,
  );
  if (!called) return;
  const [pool] = called;
  // What could not be loaded is loaded again at the next call.
  if (answer.phase === 'init') thread.hosts.delete(pool);
  else thread.hosts.set(pool, 'warm');
  const result =
    answer.error === undefined
      ? { payload: answer.result ?? 'null' }
      : ({ payload: answer.error, functionError: 'Unhandled' } as const);
  finish(thread, pool, result, crew);
}

/** Ends a call. */
function finish(thread: Thread, pool: Pool, result: InvokeResult, crew: Crew): void {
  const { invocation, deadline } = thread.calls.get(pool) as Call;
  clearTimeout(deadline);
  thread.calls.delete(pool);
  pool.calls -= 1;
  rest(thread, crew);
  invocation.settle(result);
  dispatch(pool, crew);
}

/** Keeps a thread without a call for the next one, for a while, unless it takes no calls any more. */
function rest(thread: Thread, crew: Crew): void {
  clearTimeout(thread.idle);
  if (thread.calls.size > 0) return;
  if (!crew.seats.includes(thread)) {
    void thread.worker.terminate();
    return;
  }
  thread.idle = setTimeout(() => retire(thread, crew), IDLE_MILLISECONDS).unref();
}

/** Ends a thread that has been idle, unless it alone has a function that stays. */
function retire(thread: Thread, crew: Crew): void {
  const others = [...crew.all].filter((other) => other !== thread);
  const needed = [...thread.hosts.keys()].some(
    (pool) => pool.stays() && !others.some(({ hosts }) => hosts.has(pool)),
  );
  if (needed) return;
  abandon(thread, crew);
  void thread.worker.terminate();
}

/**
 * Gives a thread no calls any more. One in which a function took too long goes on until its other calls
 * have ended, that function's code included, which Lambda would have frozen.
 */
function abandon(thread: Thread, crew: Crew): void {
  const seat = crew.seats.indexOf(thread);
  if (seat !== -1) crew.seats[seat] = undefined;
}

/** After a thread has ended: so have its calls. */
function end(thread: Thread, message: string, crew: Crew): void {
  if (!crew.all.delete(thread)) return;
  clearTimeout(thread.idle);
  abandon(thread, crew);
  for (const pool of [...thread.calls.keys()])
    finish(thread, pool, failed('Runtime.ExitError', message), crew);
}

function failed(errorType: string, errorMessage: string): InvokeResult {
  return { payload: JSON.stringify({ errorType, errorMessage }), functionError: 'Unhandled' };
}
