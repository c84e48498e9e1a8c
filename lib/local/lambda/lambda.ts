import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
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

/** What Lambda answers: `functionError` is set when the function failed. Both are JSON texts. */
type InvokeResult = { readonly payload: string; readonly functionError?: 'Unhandled' };

export type Functions = {
  /** @param idOrArn name, ARN, or ARN with a version or alias. @throws AwsFailure when unknown. */
  readonly invoke: (idOrArn: string, event: unknown) => Promise<InvokeResult>;
  readonly find: (idOrArn: string) => FunctionSettings | undefined;
  /** Loads a function that is called in a moment, if a thread of it is to stay and none runs yet. */
  readonly warm: (idOrArn: string) => void;
  readonly stop: () => Promise<void>;
};

export type FunctionsOptions = Surroundings & {
  readonly log: (functionName: string, text: string) => void;
  readonly idleSeconds?: number;
  /** How many are kept for the next call, of all functions together. */
  readonly idleThreads?: number;
  readonly workersPerFunction?: number;
};

const DEFAULT_IDLE_SECONDS = 60;
const DEFAULT_WORKERS_PER_FUNCTION = 4;
/** Of all functions together: a thread holds some 15 MB, and the next call starts another in 50 ms. */
const DEFAULT_IDLE_THREADS = 24;
const MAX_QUEUED_INVOCATIONS = 1_000;
/** Loading may take this long beside the function's own time, as in Lambda. */
const INIT_TIMEOUT_MILLISECONDS = 10_000;

type Invocation = {
  readonly requestId: string;
  readonly event: string;
  readonly settle: (result: InvokeResult) => void;
};
type Thread = {
  readonly worker: Worker;
  busy?: Invocation;
  warm: boolean;
  deadline?: NodeJS.Timeout;
  idle?: NodeJS.Timeout;
};
type Pool = {
  readonly settings: FunctionSettings;
  /** How many calls run at once. */
  readonly most: number;
  /** One thread stays, however long it is idle. */
  readonly stays: () => boolean;
  readonly threads: Set<Thread>;
  readonly queue: Invocation[];
  /** The idle threads of all pools, the longest idle first. */
  readonly idle: Map<Thread, Pool>;
};

/** Runs the functions of the templates in worker threads, started when first called. */
export function createFunctions(options: FunctionsOptions): Functions {
  const pools = new Map<string, Pool>();
  const idle = new Map<Thread, Pool>();
  const most = options.workersPerFunction ?? DEFAULT_WORKERS_PER_FUNCTION;
  const followers = readFollowers(options.model);
  const resources = new Map(
    options.model.ofType('AWS::Lambda::Function').map((resource) => [resource.ref, resource]),
  );
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
      threads: new Set<Thread>(),
      queue: [],
      idle,
    };
    pools.set(name, pool);
    return pool;
  };
  return {
    find: (idOrArn) => poolOf(idOrArn)?.settings,
    warm: (idOrArn) => {
      const pool = poolOf(idOrArn);
      if (pool?.threads.size === 0 && pool.stays()) startThread(pool, options);
    },
    invoke: (idOrArn, event) => {
      const pool = poolOf(idOrArn);
      if (!pool)
        throw awsFailure('ResourceNotFoundException', `Function not found: ${idOrArn}`, 404);
      if (pool.queue.length >= MAX_QUEUED_INVOCATIONS) {
        throw awsFailure('TooManyRequestsException', 'Rate Exceeded.', 429);
      }
      return new Promise((settle) => {
        pool.queue.push({ requestId: randomUUID(), event: JSON.stringify(event ?? null), settle });
        dispatch(pool, options);
      });
    },
    stop: async () => {
      const threads = [...pools.values()].flatMap((pool) => [...pool.threads]);
      for (const thread of threads) {
        clearTimeout(thread.deadline);
        clearTimeout(thread.idle);
      }
      await Promise.all(threads.map((thread) => thread.worker.terminate()));
    },
  };
}

function dispatch(pool: Pool, options: FunctionsOptions): void {
  while (pool.queue.length > 0) {
    const free = [...pool.threads].find((thread) => thread.busy === undefined);
    if (!free && pool.threads.size >= pool.most) return;
    const invocation = pool.queue.shift() as Invocation;
    assign(pool, free ?? startThread(pool, options), invocation, options);
  }
}

function assign(
  pool: Pool,
  thread: Thread,
  invocation: Invocation,
  options: FunctionsOptions,
): void {
  const { settings } = pool;
  clearTimeout(thread.idle);
  pool.idle.delete(thread);
  thread.busy = invocation;
  const graceMilliseconds = thread.warm ? 0 : INIT_TIMEOUT_MILLISECONDS;
  const milliseconds = settings.timeoutSeconds * 1000 + graceMilliseconds;
  thread.deadline = setTimeout(() => {
    const seconds = settings.timeoutSeconds.toFixed(2);
    const message = `RequestId: ${invocation.requestId} Error: Task timed out after ${seconds} seconds`;
    options.log(settings.name, `${message}\n`);
    drop(pool, thread, failed('Sandbox.Timedout', message), options);
  }, milliseconds);
  thread.worker.postMessage({
    requestId: invocation.requestId,
    event: invocation.event,
    deadline: Date.now() + settings.timeoutSeconds * 1000,
    traceId: `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')};Sampled=0`,
  });
}

type Answer = {
  readonly requestId: string;
  readonly result?: string;
  readonly error?: string;
  readonly phase?: string;
};

let workerSource: string | undefined;

/** Types are stripped once and for all threads; each would else load the compiler again. */
function workerUrl(): URL {
  workerSource ??= stripTypeScriptTypes(
    readFileSync(new URL('./worker.ts', import.meta.url), 'utf8'),
  );
  return new URL(`data:text/javascript;base64,${Buffer.from(workerSource).toString('base64')}`);
}

function startThread(pool: Pool, options: FunctionsOptions): Thread {
  const { settings } = pool;
  const worker = new Worker(workerUrl(), {
    env: { ...settings.environment },
    execArgv: ['--enable-source-maps', '--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: settings.memoryMegabytes },
    stdout: true,
    stderr: true,
    workerData: {
      codeFolder: settings.codeFolder,
      handler: settings.handler,
      ownFolders: settings.ownFolders,
      compileCache: process.env.NODE_COMPILE_CACHE,
      functionArn: settings.arn,
      functionName: settings.name,
      memoryMegabytes: String(settings.memoryMegabytes),
    },
  });
  const thread: Thread = { worker, warm: false };
  pool.threads.add(thread);
  const log = (chunk: Buffer) => options.log(settings.name, chunk.toString());
  worker.stdout.on('data', log);
  worker.stderr.on('data', log);
  worker.on('message', (answer: Answer) => settle(pool, thread, answer, options));
  worker.on('error', (error: Error) => {
    options.log(settings.name, `${error.name}: ${error.message}\n`);
    drop(
      pool,
      thread,
      failed('Runtime.ExitError', `Runtime exited with error: ${error.message}`),
      options,
    );
  });
  worker.on('exit', (code) => {
    const message = `Runtime exited without providing a reason (${code})`;
    drop(pool, thread, failed('Runtime.ExitError', message), options);
  });
  return thread;
}

function settle(pool: Pool, thread: Thread, answer: Answer, options: FunctionsOptions): void {
  const invocation = thread.busy;
  if (invocation?.requestId !== answer.requestId) return;
  clearTimeout(thread.deadline);
  if (answer.phase === 'init') {
    drop(pool, thread, { payload: answer.error ?? 'null', functionError: 'Unhandled' }, options);
    return;
  }
  thread.busy = undefined;
  thread.warm = true;
  const seconds = options.idleSeconds ?? DEFAULT_IDLE_SECONDS;
  thread.idle = setTimeout(() => retire(pool, thread, options), seconds * 1000).unref();
  pool.idle.set(thread, pool);
  invocation.settle(
    answer.error === undefined
      ? { payload: answer.result ?? 'null' }
      : { payload: answer.error, functionError: 'Unhandled' },
  );
  dispatch(pool, options);
  dropLongestIdle(pool, options);
}

function dropLongestIdle({ idle }: Pool, options: FunctionsOptions): void {
  const most = options.idleThreads ?? DEFAULT_IDLE_THREADS;
  for (const [thread, owner] of idle) {
    if (idle.size <= most) return;
    retire(owner, thread, options);
  }
}

/** Ends a thread that has been idle, unless it is the one that stays. */
function retire(pool: Pool, thread: Thread, options: FunctionsOptions): void {
  if (pool.threads.size === 1 && pool.stays()) pool.idle.delete(thread);
  else drop(pool, thread, undefined, options);
}

/** Ends a thread. Its invocation, if any, is settled with `result`; the queue goes on. */
function drop(
  pool: Pool,
  thread: Thread,
  result: InvokeResult | undefined,
  options: FunctionsOptions,
): void {
  if (!pool.threads.delete(thread)) return;
  pool.idle.delete(thread);
  clearTimeout(thread.deadline);
  clearTimeout(thread.idle);
  const invocation = thread.busy;
  thread.busy = undefined;
  void thread.worker.terminate();
  if (invocation && result) invocation.settle(result);
  dispatch(pool, options);
}

function failed(errorType: string, errorMessage: string): InvokeResult {
  return { payload: JSON.stringify({ errorType, errorMessage }), functionError: 'Unhandled' };
}
