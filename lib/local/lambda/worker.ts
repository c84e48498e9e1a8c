import { AsyncLocalStorage } from 'node:async_hooks';
import { Module } from 'node:module';
import { delimiter, sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type DirectCaller, type DirectTable, sendDirectly } from '../tables/direct-requests.ts';
import { contextOf, type FunctionFacts, type Handler, loadHandler } from './loading.ts';

// A thread that hosts environments of Lambda functions, as Lambda's runtime would: each with modules,
// variables and a log of its own, and one event at a time. They share the thread, compiled code, layers
// and Node's own modules, so that the first call of a function costs a fourth of what it does in a thread
// of its own.

/** A thread has no variables of its own: they come with the function. */
type ThreadFacts = FunctionFacts & { readonly environment: Readonly<Record<string, string>> };
type Invocation = {
  readonly requestId: string;
  readonly event: string;
  readonly deadline: number;
  readonly traceId: string;
};
type Message = {
  /** Of the environment. */
  readonly id: string;
  /** With its first message, which has it loaded. */
  readonly facts?: ThreadFacts;
  /** Beside its facts, where it may ask the table directly. */
  readonly caller?: DirectCaller;
  readonly invocation?: Invocation;
  /** With its last message. */
  readonly drop?: true;
};
/** What a function's code sees as its own. */
type Own = {
  readonly id: string;
  readonly caller?: DirectCaller;
  readonly facts: ThreadFacts;
  readonly variables: Record<string, string | undefined>;
  readonly modules: NodeJS.Dict<NodeModule>;
};
type Hosted = { readonly own: Own; readonly handler: Promise<Handler> };
type Internals = {
  readonly _cache: NodeJS.Dict<NodeModule>;
  _nodeModulePaths: (from: string) => string[];
};

const internals = Module as unknown as Internals;
const hosted = new Map<string, Hosted>();
const ownFolders = new Set<string>();
/**
 * What the layers have, which is third-party code without a state of its own, is loaded once a thread:
 * V8 optimizes it once, and not a copy for each environment.
 */
const ofLayers: NodeJS.Dict<NodeModule> = Object.create(null);
/** Whose code runs, what it left running after its answer included. */
const running = new AsyncLocalStorage<Own>();

setApart();
confinePackages();
if (workerData) {
  sendDirectly(workerData as DirectTable, {
    callerOf: () => running.getStore()?.caller,
    written: (items) => parentPort?.postMessage({ written: items }),
  });
}
parentPort?.on('message', ({ id, facts, caller, invocation, drop }: Message) => {
  if (facts) hosted.set(id, host(id, facts, caller));
  if (invocation) void run(hosted.get(id) as Hosted, invocation);
  if (drop) hosted.delete(id);
});

/** Gives each function's code its own variables, modules and log where it looks for them. */
function setApart(): void {
  const { env } = process;
  const { _cache } = internals;
  Object.defineProperty(process, 'env', { get: () => running.getStore()?.variables ?? env });
  Object.defineProperty(internals, '_cache', { get: () => running.getStore()?.modules ?? _cache });
  for (const stream of [process.stdout, process.stderr]) stream.write = writeLog;
}

/** What is printed goes the way of the answers, so that it is there before them. */
function writeLog(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
  const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
  parentPort?.postMessage({ log: text, id: running.getStore()?.id });
  const done = rest.at(-1);
  if (typeof done === 'function') done();
  return true;
}

/**
 * A function's code lies below the project, whose node_modules it would find by walking up. In AWS it
 * could not, so the walk ends at the function's and the layers' folders; then come its layers' packages.
 */
function confinePackages(): void {
  const original = internals._nodeModulePaths;
  internals._nodeModulePaths = (from) => {
    const own = [...ownFolders].find((folder) => from === folder || from.startsWith(folder + sep));
    const walked = original.call(Module, from);
    const confined = own === undefined ? walked : walked.filter((at) => at.startsWith(own + sep));
    const layers = running.getStore()?.variables.NODE_PATH?.split(delimiter) ?? [];
    return [...confined, ...layers];
  };
}

function host(id: string, facts: ThreadFacts, caller?: DirectCaller): Hosted {
  for (const folder of facts.ownFolders) ownFolders.add(folder);
  const own = { id, facts, caller, variables: { ...facts.environment }, modules: modulesOf(facts) };
  const handler = running.run(own, async () => loadHandler(facts));
  handler.catch(() => {});
  return { own, handler };
}

/** A cache of its own, behind which is the one of the layers. */
function modulesOf({ ownFolders: [, ...layers] }: ThreadFacts): NodeJS.Dict<NodeModule> {
  const own: NodeJS.Dict<NodeModule> = Object.create(ofLayers);
  const isLayers = (file: string) => layers.some((folder) => file.startsWith(folder + sep));
  return new Proxy(own, {
    set: (_own, file: string, module: NodeModule) =>
      Reflect.set(isLayers(file) ? ofLayers : own, file, module),
    deleteProperty: (_own, file: string) =>
      Reflect.deleteProperty(isLayers(file) ? ofLayers : own, file),
  });
}

async function run({ own, handler: loading }: Hosted, invocation: Invocation): Promise<void> {
  const { id, facts, variables } = own;
  await running.run(own, async () => {
    const { requestId, event, deadline, traceId } = invocation;
    let handler: Handler;
    try {
      handler = await loading;
    } catch (error) {
      answerError({ id, requestId, phase: 'init' }, error);
      return;
    }
    variables._X_AMZN_TRACE_ID = traceId;
    const context = {
      ...contextOf(facts, { requestId, deadline }),
      callbackWaitsForEmptyEventLoop: true,
      logGroupName: variables.AWS_LAMBDA_LOG_GROUP_NAME,
      logStreamName: variables.AWS_LAMBDA_LOG_STREAM_NAME,
    };
    try {
      const result = await handler(JSON.parse(event), context);
      parentPort?.postMessage({ id, requestId, result: JSON.stringify(result ?? null) });
    } catch (error) {
      answerError({ id, requestId, phase: 'run' }, error);
    }
  });
}

type Failed = {
  readonly id: string;
  readonly requestId: string;
  readonly phase: 'init' | 'run';
};

function answerError({ id, requestId, phase }: Failed, error: unknown): void {
  const { name, message, stack, code } = (error ?? {}) as Error & { code?: string };
  const importFailed = phase === 'init' && code === 'MODULE_NOT_FOUND';
  const errorType = importFailed ? 'Runtime.ImportModuleError' : (name ?? 'Error');
  console.error(JSON.stringify({ level: 'ERROR', requestId, phase, errorType, stack }));
  const trace = (stack ?? '').split('\n').slice(0, 8);
  parentPort?.postMessage({
    ...{ id, requestId, phase },
    error: JSON.stringify({ errorType, errorMessage: message ?? String(error), trace }),
  });
}
