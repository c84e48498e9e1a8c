// A process that is an instance of one Lambda function, as Lambda's runtime would be: with a folder for
// temporary files of its own, and one event at a time. Its parent has given it the function's variables,
// and nothing of its own. What it prints is the function's log.
import { Module } from 'node:module';
import { sep } from 'node:path';
import { contextOf, type FunctionFacts, type Handler, loadHandler } from './loading.ts';

type Message =
  | { readonly facts: FunctionFacts }
  | {
      readonly requestId: string;
      readonly event: string;
      readonly deadline: number;
    };

let facts: FunctionFacts | undefined;
let handler: Handler | undefined;

// Whoever started it is gone, or stops.
process.on('disconnect', () => process.exit(0));
process.on('message', (message: Message) => {
  if ('facts' in message) facts = confined(message.facts);
  else void run(message);
});

/** In AWS there is nothing above the function's folder: no package is found by walking up. */
function confined(given: FunctionFacts): FunctionFacts {
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
    handler ??= loadHandler(facts as FunctionFacts);
    const context = contextOf(facts as FunctionFacts, { requestId, deadline });
    const result = await handler(JSON.parse(event), context);
    process.send?.({ requestId, result: JSON.stringify(result ?? null) });
  } catch (error) {
    const { name: errorType = 'Error', message: errorMessage = '', stack } = (error ?? {}) as Error;
    console.error(JSON.stringify({ level: 'ERROR', requestId, errorType, stack }));
    process.send?.({ requestId, error: JSON.stringify({ errorType, errorMessage }) });
  }
}
