// A process that is an instance of one Lambda function, as Lambda's runtime would be: with a folder for
// temporary files of its own, and one event at a time. Its parent has given it the function's variables,
// and nothing of its own. What it prints is the function's log.
import { createRequire, Module } from 'node:module';
import { join, sep } from 'node:path';

/** What the first message says. */
type Facts = {
  readonly name: string;
  readonly arn: string;
  readonly codeFolder: string;
  readonly handler: string;
  /** Folders in which its code may look for packages. */
  readonly ownFolders: readonly string[];
  readonly memoryMegabytes: number;
};
type Message =
  | { readonly facts: Facts }
  | {
      readonly requestId: string;
      readonly event: string;
      readonly deadline: number;
    };
type Handler = (event: unknown, context: unknown) => unknown;

let facts: Facts | undefined;
let handler: Handler | undefined;

// Whoever started it is gone, or stops.
process.on('disconnect', () => process.exit(0));
process.on('message', (message: Message) => {
  if ('facts' in message) facts = confined(message.facts);
  else void run(message);
});

/** In AWS there is nothing above the function's folder: no package is found by walking up. */
function confined(given: Facts): Facts {
  const internals = Module as unknown as { _nodeModulePaths: (from: string) => string[] };
  const original = internals._nodeModulePaths;
  internals._nodeModulePaths = (from) => {
    const own = given.ownFolders.find((folder) => from === folder || from.startsWith(folder + sep));
    return original
      .call(Module, from)
      .filter((at) => own !== undefined && at.startsWith(own + sep));
  };
  return given;
}

async function run({ requestId, event, deadline }: Extract<Message, { event: string }>) {
  try {
    handler ??= load(facts as Facts);
    const result = await handler(JSON.parse(event), contextOf(facts as Facts, requestId, deadline));
    process.send?.({ requestId, result: JSON.stringify(result ?? null) });
  } catch (error) {
    const { name: errorType = 'Error', message: errorMessage = '', stack } = (error ?? {}) as Error;
    console.error(JSON.stringify({ level: 'ERROR', requestId, errorType, stack }));
    process.send?.({ requestId, error: JSON.stringify({ errorType, errorMessage }) });
  }
}

function load({ codeFolder, handler: path }: Facts): Handler {
  const dot = path.lastIndexOf('.');
  const require = createRequire(join(codeFolder, 'handler.js'));
  const exported = require(join(codeFolder, path.slice(0, dot))) as Record<string, unknown>;
  return exported[path.slice(dot + 1)] as Handler;
}

function contextOf({ name, arn, memoryMegabytes }: Facts, requestId: string, deadline: number) {
  return {
    awsRequestId: requestId,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    memoryLimitInMB: String(memoryMegabytes),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}
