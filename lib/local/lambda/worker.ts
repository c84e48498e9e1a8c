import { createRequire, enableCompileCache, Module } from 'node:module';
import { join, sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

// Runs one Lambda function in a thread of its own, one event at a time, as Lambda's runtime
// does. It is loaded as text without its types, so it may import nothing but Node's own.

type Invocation = {
  readonly requestId: string;
  readonly event: string;
  readonly deadline: number;
  readonly traceId: string;
};
type Settings = {
  readonly codeFolder: string;
  readonly handler: string;
  /** Folders in which bundled code may look for packages: its own and its layers'. */
  readonly ownFolders: readonly string[];
  /** Where compiled code is kept, if anywhere: a function starts a fifth faster with it. */
  readonly compileCache?: string;
  readonly functionArn: string;
  readonly functionName: string;
  readonly memoryMegabytes: string;
};
type Handler = (event: unknown, context: unknown) => unknown;

const settings = workerData as Settings;

if (settings.compileCache) enableCompileCache(settings.compileCache);
confinePackages();
const loaded = load();
loaded.catch(() => {});
parentPort?.on('message', (invocation: Invocation) => void run(invocation));

/**
 * A function's code lies below the project, whose node_modules it would find by walking up.
 * In AWS it could not, so the walk ends at the function's and the layers' folders.
 */
function confinePackages(): void {
  const internals = Module as unknown as {
    _nodeModulePaths: (from: string) => string[];
    _initPaths: () => void;
  };
  const original = internals._nodeModulePaths;
  internals._nodeModulePaths = (from) => {
    const own = settings.ownFolders.find(
      (folder) => from === folder || from.startsWith(folder + sep),
    );
    const paths = original.call(Module, from);
    return own === undefined ? paths : paths.filter((path) => path.startsWith(own + sep));
  };
  internals._initPaths();
}

async function load(): Promise<Handler> {
  const dot = settings.handler.lastIndexOf('.');
  const file = join(settings.codeFolder, settings.handler.slice(0, dot));
  const require = createRequire(join(settings.codeFolder, 'handler.js'));
  const exported = require(file) as Record<string, unknown>;
  const handler = exported[settings.handler.slice(dot + 1)];
  if (typeof handler !== 'function') {
    throw Object.assign(new Error(`${settings.handler} is undefined or not exported`), {
      name: 'Runtime.HandlerNotFound',
    });
  }
  return handler as Handler;
}

async function run({ requestId, event, deadline, traceId }: Invocation): Promise<void> {
  process.env._X_AMZN_TRACE_ID = traceId;
  let handler: Handler;
  try {
    handler = await loaded;
  } catch (error) {
    answerError(requestId, error, 'init');
    return;
  }
  const context = {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: settings.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: settings.functionArn,
    memoryLimitInMB: settings.memoryMegabytes,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  try {
    const result = await handler(JSON.parse(event), context);
    parentPort?.postMessage({ requestId, result: JSON.stringify(result ?? null) });
  } catch (error) {
    answerError(requestId, error, 'run');
  }
}

function answerError(requestId: string, error: unknown, phase: 'init' | 'run'): void {
  const { name, message, stack, code } = (error ?? {}) as Error & { code?: string };
  const importFailed = phase === 'init' && code === 'MODULE_NOT_FOUND';
  const errorType = importFailed ? 'Runtime.ImportModuleError' : (name ?? 'Error');
  console.error(JSON.stringify({ level: 'ERROR', requestId, phase, errorType, stack }));
  const trace = (stack ?? '').split('\n').slice(0, 8);
  parentPort?.postMessage({
    requestId,
    phase,
    error: JSON.stringify({ errorType, errorMessage: message ?? String(error), trace }),
  });
}
